"""The notifications worker: sends invites, reminders and completion messages.

What an engine accepted or refused for good is marked on the task at once, so that a retry of one channel
leaves the other alone. The end of the task is one unit of work with the event. A message that was refused is
set aside with it, without the mark: a retry of the operator sends it, and leaves what was accepted alone.

An engine does not recognize a repeated call, so it is called once in each attempt. A message is sent a second
time only when the engine accepted it and that was not marked: its response was lost or late, the
worker died, or the mark could not be stored. The other order would lose invites.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from gather.core.observability import count, logger
from gather.engines.protocols import EngineFailed
from gather.events.task import TaskName
from gather.sandbox.inbox_operations import Messengers, messengers_of
from gather.screening import sent_message_storage
from gather.screening.candidate_interview import DeliveryType
from gather.screening.sent_message_storage import sent
from gather.table.failures import set_aside
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt, Policy, TaskWorker
from notifications.mailing import Mailing
from notifications.meeting_notice import meeting_answered
from notifications.notice import NoticeOf, send_notice
from notifications.notification import Notification, notification_of
from notifications.webhook_notice import is_switched_off, receiver_fails

ACCEPTED = "accepted"
REFUSED = "refused"
NOTICES: Mapping[str, NoticeOf] = {
    TaskName.SEND_RECEIVER_NOTICE: receiver_fails,
    TaskName.SEND_WEBHOOK_NOTICE: is_switched_off,
    TaskName.SEND_MEETING_ANSWER: meeting_answered,
}
"""What the team is told, by the task that asks for it. The other tasks write to candidates."""


def _send(attempt: Attempt) -> None:
    """Send the task's message by each of its channels, and tell of an invite that an engine accepted."""
    if attempt.task.name in NOTICES:
        send_notice(attempt, NOTICES[attempt.task.name])
        return
    notification = notification_of(attempt.adapters, attempt.task)
    if notification.mailing is not None:
        _send_unsent(attempt, notification.mailing)
    _end(attempt, notification)


def _give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Tell of the invite that the other channel may have sent, when one fails again and again."""
    if ACCEPTED in attempt.marks.values() and attempt.task.name not in NOTICES:
        notification_of(attempt.adapters, attempt.task).tell(unit, attempt.adapters.clock.now())
    attempt.marks = _without_refusals(attempt.marks)
    return True


handler = TaskWorker(
    "notifications",
    _send,
    Policy(timedelta(seconds=90), held_up="MessagesHeldUp", given_up="MessagesGivenUp"),
    give_up=_give_up,
)


def _send_unsent(attempt: Attempt, mailing: Mailing) -> None:
    """Send what no earlier attempt has sent. Raises EngineFailed when a channel may do better later.

    A channel that fails does not keep the other from being tried.
    """
    messengers = _messengers(attempt, mailing.candidate.id)
    waiting: EngineFailed | None = None
    for channel in mailing.channels:
        if channel in attempt.marks:
            continue
        try:
            _hand_over(messengers, channel, mailing)
            outcome = ACCEPTED
        except EngineFailed as failure:
            fields = {**attempt.log_fields, "channel": channel, "reason": failure.reason}
            logger.warning("a message was not sent", extra=fields)
            if failure.retryable:
                waiting = failure
                continue
            outcome = REFUSED
            count("MessagesRefused")
        attempt.mark(channel, outcome)
        count("Messages", messageType=mailing.type, channel=channel, outcome=outcome)
    if waiting is not None:
        raise waiting


def _messengers(attempt: Attempt, candidate_id: str) -> Messengers:
    adapters = attempt.adapters
    return messengers_of(
        adapters.engines, adapters.records.table, attempt.task, adapters.clock.now(), candidate_id
    )


def _hand_over(messengers: Messengers, channel: DeliveryType, mailing: Mailing) -> None:
    if channel is DeliveryType.EMAIL:
        messengers.email().send(mailing.email())
    else:
        messengers.sms().send(mailing.sms())


def _end(attempt: Attempt, notification: Notification) -> None:
    """End the task; an invite that an engine accepted is told of (interface: Events, rule 1)."""
    now = attempt.adapters.clock.now()
    refused = [channel for channel, outcome in attempt.marks.items() if outcome == REFUSED]

    def tell(unit: UnitOfWork) -> None:
        if ACCEPTED in attempt.marks.values():
            notification.tell(unit, now)
        if notification.mailing is not None:
            _keep_sent(unit, attempt, notification.mailing, now)
        if refused:
            failure = attempt.failure(f"refused by {' and '.join(refused)}")
            unit.write(set_aside(replace(failure, marks=_without_refusals(attempt.marks))))

    attempt.finish(tell)


def _keep_sent(unit: UnitOfWork, attempt: Attempt, mailing: Mailing, now: datetime) -> None:
    """Keep what was sent, for the candidate's export."""
    for channel in mailing.channels:
        if attempt.marks.get(channel) != ACCEPTED:
            continue
        if channel is DeliveryType.EMAIL:
            email = mailing.email()
            message = sent(channel, mailing.type.value, email.to, email.subject, email.text, now)
        else:
            sms = mailing.sms()
            message = sent(channel, mailing.type.value, sms.to, None, sms.body, now)
        sent_message_storage.keep(unit, mailing.candidate, attempt.task.id, message)


def _without_refusals(marks: dict[str, str]) -> dict[str, str]:
    return {channel: outcome for channel, outcome in marks.items() if outcome != REFUSED}
