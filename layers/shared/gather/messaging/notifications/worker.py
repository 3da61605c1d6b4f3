"""The task of a message: it sends an invite, a reminder or a completion message, or a notice to the team.

An acceptance or a final refusal of an engine is marked on the task at once, so that a retry of one channel
leaves the other alone. The end of the task is one unit of work with the event. A message that was refused is
set aside with it, without the mark: a retry of the operator sends it, and leaves what was accepted alone.
A message that an opt-out holds back is marked too and is no failure: the team sees it among the candidate's
messages.

A reminder keeps out of the candidate's night, also when it is tried again: its task is put off until morning.
Each message waits for its turn (`gather.messaging.notifications.sending_turn`).

An engine does not recognize a repeated call, so it is called once in each attempt. A message is sent a second
time only when the engine accepted it and that was not marked: its response was lost or late, the
worker died, or the mark could not be stored. The other order would lose invites.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from gather.core.clock import timestamp
from gather.core.observability import count, logger
from gather.events.task import TaskName
from gather.messaging.channels.email_fate import SUPPRESSES
from gather.messaging.channels.messengers import Messengers, messengers_of
from gather.messaging.channels.opt_out import withheld_channels
from gather.messaging.channels.suppression_storage import find_message_blocks
from gather.messaging.digests.service import send_digest
from gather.messaging.notices.left_message import left_message_notice
from gather.messaging.notices.meeting import meeting_answer_notice
from gather.messaging.notices.request import request_notice
from gather.messaging.notices.results import results_notice
from gather.messaging.notices.service import NoticeOf, send_notice
from gather.messaging.notices.webhook import failing_receiver_notice, switched_off_notice
from gather.messaging.notifications.earliest_time import earliest_time
from gather.messaging.notifications.mailings import Mailing
from gather.messaging.notifications.sending_turn import (
    TURNS,
    SendingPace,
    email_pace,
    leave_until,
    renew_turns,
    send_in_turn,
    sms_pace,
    wait_for_turn,
)
from gather.messaging.notifications.service import Notification, read_notification
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.messaging.sent_messages.models import MessageReason, SentMessage, SentMessageStatus
from gather.ports.failure import EngineFailed
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.table.failures import set_aside
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workers.task_runner import Attempt

ACCEPTED = "accepted"
REFUSED = "refused"
OPTED_OUT = "opted_out"
SUPPRESSED: Mapping[str, MessageReason] = {
    f"suppressed_{fate}": MessageReason(fate.value) for fate in SUPPRESSES
}
"""The marks of an e-mail that was held back, each with what became of the earlier one."""
COUNTRY = MessageReason.COUNTRY_NOT_ALLOWED.value
OUTCOMES: Mapping[str, SentMessageStatus] = {
    ACCEPTED: SentMessageStatus.SENT,
    REFUSED: SentMessageStatus.REFUSED,
    OPTED_OUT: SentMessageStatus.OPTED_OUT,
    COUNTRY: SentMessageStatus.REFUSED,
    **dict.fromkeys(SUPPRESSED, SentMessageStatus.SUPPRESSED),
}
"""The status that the team is shown for each mark of a channel."""
REASONS: Mapping[str, MessageReason] = {**SUPPRESSED, COUNTRY: MessageReason.COUNTRY_NOT_ALLOWED}
"""Why a message was held back, by its mark."""
HELD_BACK = frozenset({OPTED_OUT, COUNTRY, *SUPPRESSED})
"""The marks of channels by which nothing may go out."""
NOTICES: Mapping[str, NoticeOf] = {
    TaskName.SEND_RECEIVER_NOTICE: failing_receiver_notice,
    TaskName.SEND_WEBHOOK_NOTICE: switched_off_notice,
    TaskName.SEND_RESULTS_NOTICE: results_notice,
    TaskName.SEND_REQUEST_NOTICE: request_notice,
    TaskName.SEND_MEETING_ANSWER: meeting_answer_notice,
    TaskName.SEND_LEFT_MESSAGE_NOTICE: left_message_notice,
}
"""The notice to the team, by the task that asks for it."""
TO_THE_TEAM = frozenset({TaskName.SEND_DIGEST, *NOTICES})
"""The tasks that write to people of the team. The others write to candidates."""


def send(attempt: Attempt) -> None:
    """Send the task's message by each of its channels, and tell of an invite that an engine accepted."""
    if attempt.task.name == TaskName.SEND_DIGEST:
        send_digest(attempt, NOTICES)
        return
    if attempt.task.name in NOTICES:
        send_notice(attempt, NOTICES[attempt.task.name])
        return
    notification = read_notification(attempt.adapters, attempt.task)
    if notification.mailing is not None:
        until = earliest_time(attempt, notification.mailing)
        if until is not None:
            attempt.put_off(until)
            return
        moment = _send_unsent(attempt, notification.mailing)
        if moment is not None:
            leave_until(attempt, moment)
            return
    _end(attempt, notification)


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Tell of the invite that the other channel may have sent, when one fails again and again."""
    if ACCEPTED in attempt.marks.values() and attempt.task.name not in TO_THE_TEAM:
        read_notification(attempt.adapters, attempt.task).tell(unit, attempt.adapters.clock.now())
    attempt.marks = _without_refusals(attempt.marks)
    return True


def _send_unsent(attempt: Attempt, mailing: Mailing) -> datetime | None:
    """Send what no earlier attempt has sent. Returns when the turn of a message is near that waits for it.

    A channel that fails or waits does not keep the other from being tried. Raises EngineFailed when a channel
    may do better later.
    """
    messengers = messengers_of(attempt.adapters, attempt.task, mailing.candidate.id)
    waiting: EngineFailed | None = None
    later: list[datetime] = []
    unsent = [channel for channel in mailing.channels if channel not in attempt.marks]
    withheld = _find_withheld(attempt, mailing) if unsent else {}
    for channel in unsent:
        if channel in withheld:
            _mark(attempt, mailing, channel, withheld[channel])
            continue
        pace, send = _way(attempt, messengers, channel, mailing)
        moment = wait_for_turn(attempt, pace)
        if moment is not None:
            later.append(moment)
            continue
        try:
            send_in_turn(send)
            outcome = ACCEPTED
        except EngineFailed as failure:
            if failure.opted_out or failure.country_blocked:
                _mark(attempt, mailing, channel, OPTED_OUT if failure.opted_out else COUNTRY)
                continue
            fields = {**attempt.log_fields, "channel": channel, "reason": failure.reason}
            logger.warning("a message was not sent", extra=fields)
            if failure.retryable:
                waiting = failure
                if failure.throttled:
                    renew_turns(attempt, pace)
                continue
            outcome = REFUSED
            count("MessagesRefused")
        _mark(attempt, mailing, channel, outcome)
    if waiting is not None:
        raise waiting
    return min(later, default=None)


def _mark(attempt: Attempt, mailing: Mailing, channel: DeliveryType, outcome: str) -> None:
    attempt.mark(channel, outcome)
    count("Messages", messageType=mailing.type, channel=channel, outcome=outcome)


def _find_withheld(attempt: Attempt, mailing: Mailing) -> Mapping[DeliveryType, str]:
    """The channels by which the candidate may get no such message as of now, with their marks. One round
    trip."""
    found = find_message_blocks(attempt.adapters.records.table, mailing.opt_out_ways.marks)
    marks = dict.fromkeys(withheld_channels(mailing.type, found.opted_out), OPTED_OUT)
    if not mailing.is_texted:
        marks[DeliveryType.SMS] = COUNTRY
    if found.suppressed is not None:
        marks[DeliveryType.EMAIL] = f"suppressed_{found.suppressed}"
    return marks


def _way(
    attempt: Attempt, messengers: Messengers, channel: DeliveryType, mailing: Mailing
) -> tuple[SendingPace, Callable[[], str]]:
    """How fast a channel takes the message, and how it is handed over."""
    if channel is DeliveryType.EMAIL:
        email, message = messengers.email(), mailing.email()
        tagged = replace(message, tags=mailing.tags(attempt.task.id).values())
        return email_pace(attempt, email), partial(email.send, tagged)
    sms, text = messengers.sms(), mailing.sms()
    return sms_pace(attempt, sms, text), partial(sms.send, text)


def _end(attempt: Attempt, notification: Notification) -> None:
    """End the task; an invite that an engine accepted is told of (interface: Events, rule 1)."""
    now = attempt.adapters.clock.now()
    refused = [channel for channel, outcome in attempt.marks.items() if outcome == REFUSED]

    outcomes = OUTCOMES.keys() & attempt.marks.values()
    is_told = ACCEPTED in outcomes or (notification.is_handed_over and outcomes and outcomes <= HELD_BACK)

    def tell(unit: UnitOfWork) -> None:
        if is_told:
            notification.tell(unit, now)
        if notification.mailing is not None and _is_there(unit, notification.mailing.candidate):
            _save_sent(unit, attempt, notification.mailing, now)
        if refused:
            failure = attempt.failure(f"refused by {' and '.join(refused)}")
            unit.write(set_aside(replace(failure, marks=_without_refusals(attempt.marks))))

    attempt.finish(tell)


def _is_there(unit: UnitOfWork, candidate: Candidate) -> bool:
    """Whether the candidate was not erased while the message went out: then nothing is stored of it.

    The commit is a lost race when they are erased by then, and a further attempt of the unit asks.
    """
    if unit.attempt > 1 and unit.find(CANDIDATE, candidate.team_id, candidate.id) is None:
        return False
    require_candidate(unit, candidate.team_id, candidate.id, LostRace())
    return True


def _save_sent(unit: UnitOfWork, attempt: Attempt, mailing: Mailing, now: datetime) -> None:
    """Save the outcome of each channel, for the team and for the candidate's export."""
    for channel in mailing.channels:
        status = OUTCOMES.get(attempt.marks.get(channel, ""))
        if status is None:
            continue
        message = SentMessage(
            channel=channel,
            type=mailing.type,
            status=status,
            candidate_interview_id=attempt.task.payload.get("candidateInterviewId"),
            candidate_meeting_id=attempt.task.payload.get("candidateMeetingId"),
            to=mailing.address(channel),
            subject=mailing.email().subject if channel is DeliveryType.EMAIL else None,
            body=_body(mailing, channel) if status is SentMessageStatus.SENT else None,
            sent_at=timestamp(now),
            reason=REASONS.get(attempt.marks[channel]),
        )
        sent_message_storage.save(unit, mailing.candidate, attempt.task.id, message)


def _body(mailing: Mailing, channel: DeliveryType) -> str:
    return mailing.email().text if channel is DeliveryType.EMAIL else mailing.sms().body


def _without_refusals(marks: dict[str, str]) -> dict[str, str]:
    return {name: mark for name, mark in marks.items() if mark != REFUSED and name not in TURNS}
