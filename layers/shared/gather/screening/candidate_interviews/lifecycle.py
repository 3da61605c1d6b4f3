"""The use cases of candidate interviews.

Each operation adds to a unit of work everything that belongs together: the record, the items beside it, its
events and its tasks. It returns the record as it is then; nothing is written before the commit.

For example:

    record = lifecycle.create(unit, record, now, invite_by=channels)
    stored = lifecycle.expire(unit, stored, now)
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from gather.content.questions.asked_question import AskedQuestion
from gather.core.clock import timestamp
from gather.events.catalogue import (
    CandidateInterviewCompleted,
    CandidateInterviewExpired,
    CandidateInterviewInvited,
    CandidateInterviewPartiallyCompleted,
    CandidateInterviewStatusChanged,
    Payload,
)
from gather.events.order_tasks import OrderEvent, send_push
from gather.events.publication import event_of
from gather.events.task import TaskName
from gather.screening.candidate_interviews import storage as candidate_interview_storage
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN, CandidateInterviewStatus
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.decisions.models import DecisionWord
from gather.screening.evaluations.service import advance_enrollment, begin_evaluation, receive_results
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork


def create(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    now: datetime,
    *,
    invite_by: tuple[DeliveryType, ...] | None = None,
    is_asked_for: bool = True,
) -> CandidateInterviewRecord:
    """Save a new candidate interview, and invite the candidate by the channels of `invite_by`.

    With None nobody is invited yet. With no channel at all the invite counts, and its link is the caller's to
    hand over: no message goes out. An invite that nobody asks for just now may wait for the morning.
    """
    if invite_by is not None:
        record = record.invite(invite_by, now)
        _send_invite(unit, record, now, is_asked_for=is_asked_for)
    candidate_interview_storage.create(unit, record)
    return record


def invite_again(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    invite_by: tuple[DeliveryType, ...],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Send the invite again; after the expiry with a new expiry. `invite_by` is as for `create`.

    Raises Conflict when the candidate is done or the record archived.
    """
    again = stored.record.invite(invite_by, now)
    _send_invite(unit, again, now)
    _tell_of_status(unit, stored.record, again, now)
    return unit.replace(stored, again)


def send_invite_event(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Tell that an invite was sent. The invite to a workflow's step is told of as the step's alone."""
    _tell(
        unit,
        record,
        CandidateInterviewInvited(**_ids(record), status=record.status or "", invited_at=timestamp(now)),
        now,
    )


def remind(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime, as_of: datetime
) -> Stored[CandidateInterviewRecord]:
    """Have the candidate reminded, by the channels of the last invite.

    `as_of` is the time that the schedule runs for. One ahead of the clock is kept with the task: whoever runs
    the schedule for tomorrow's noon means a message that goes out at noon, not in the night.
    """
    ahead = {"asOf": timestamp(as_of)} if as_of > now else {}
    _send_reminder(unit, stored.record, now, **ahead)
    return unit.replace(stored, stored.record.remind(now))


def _send_reminder(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime, **payload: object
) -> None:
    channels = [channel.value for channel in record.delivery_types] or None
    unit.send(task_of(TaskName.SEND_REMINDER, record, now, deliveryTypes=channels, **payload))


def begin(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Record that the candidate has begun: fix the questions, and tell of the first answer after an invite.

    `answered` are the ids of the questions that have an answer.
    """
    before = stored.record
    after = before.begin(asked, answered, now)
    if after.status is not before.status and after.status is not None:
        partially = CandidateInterviewPartiallyCompleted(
            **_ids(after), status=after.status, updated_at=after.updated_at
        )
        _tell(unit, after, partially, now)
    _tell_of_status(unit, before, after, now)
    return unit.replace(stored, after)


def fix_questions(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Fix the questions for a candidate who meets them before the first answer, as in a conversation."""
    return unit.replace(stored, stored.record.fix_questions(asked, answered, now))


def complete(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    asked: tuple[AskedQuestion, ...],
    answered: Iterable[str],
    now: datetime,
    *,
    are_words_kept: bool = True,
) -> Stored[CandidateInterviewRecord]:
    """Complete what the candidate has answered, have it evaluated, and confirm it to the candidate.

    `answered` are the ids of the questions that have an answer. Who said nothing in a conversation is
    evaluated too, so that the results say that nothing could be scored; not so where its words are not kept
    (interface: Results, rule 3).
    """
    record = stored.record.submit(asked, answered, now)
    has_input = bool(record.answered or (asked and are_words_kept))
    completion = _complete(unit, stored, record, now, evaluate=has_input)
    unit.send(task_of(TaskName.SEND_COMPLETION, completion.record, now, deliveryTypes=None))
    return completion


def update_status(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    status: CandidateInterviewStatus,
    now: datetime,
) -> Stored[CandidateInterviewRecord]:
    """Set a status that a user chose; does nothing when the record has it.

    The first `new_response` completes the interview with the answers that there are.
    """
    record = stored.record
    if record.status is status:
        return stored
    if status is CandidateInterviewStatus.NEW_RESPONSE and record.completion_id is None:
        return _complete(unit, stored, record, now, evaluate=bool(record.answered))
    after = record.change_status(status, now)
    _tell_of_status(unit, record, after, now)
    return unit.replace(stored, after)


def decide(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    decision: DecisionWord,
    now: datetime,
    *,
    notify: bool,
) -> CandidateInterviewRecord:
    """Count the decision of a person, and have the candidate told of it if `notify` says so.

    A rejection closes an invite that is open; the status stays. Nobody is told of `hold`.
    """
    record = stored.record
    if notify and decision is not DecisionWord.HOLD:
        channels = [channel.value for channel in record.delivery_types] or None
        payload = {"decision": decision.value, "deliveryTypes": channels, "isAskedFor": False}
        unit.send(task_of(TaskName.SEND_DECISION, record, now, **payload))
    return _replace_with_closed(unit, stored, record.decide(decision, now))


def await_decision(unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime) -> None:
    """Have the results wait for a person's decision, because no gate will take one."""
    after = stored.record.await_decision(now)
    if after != stored.record:
        unit.replace(stored, after)


def close(unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime) -> None:
    """Close the invite of a candidate interview that is not completed."""
    _replace_with_closed(unit, stored, stored.record.close(now))


def cancel(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> CandidateInterviewRecord:
    """Archive a candidate interview that is not completed, and close its invite: whoever ordered it wants it
    no longer."""
    before = stored.record
    after = before.change_status(CandidateInterviewStatus.ARCHIVED, now).close(now)
    _tell_of_status(unit, before, after, now)
    return _replace_with_closed(unit, stored, after)


def open_again(unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime) -> None:
    """Open an invite that was closed, for what is left of its time."""
    unit.replace(stored, stored.record.open_again(now))


def count_request(unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime) -> None:
    """Count a request of the candidate to the team. Raises Gone and Conflict as the record's method does."""
    unit.replace(stored, stored.record.count_request(now))


def withdraw(unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime) -> None:
    """Let the candidate withdraw by a request, and confirm it. The invite is closed and its end is told of;
    what was completed stays as it is. Raises Gone and Conflict as for another request."""
    before = stored.record
    after = before.count_request(now).withdraw(now)
    if after.status is not before.status:
        _tell_of_expiry(unit, before, after, now)
    unit.send(task_of(TaskName.SEND_WITHDRAWAL, after, now, deliveryTypes=None))
    _replace_with_closed(unit, stored, after)


def extend(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], expiry: str, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Give the candidate time until `expiry`, also after the time has passed, with a reminder half-way.

    Raises Conflict when the candidate is done or the record archived.
    """
    after = stored.record.extend(expiry, now)
    if after.status in OPEN and after.remind_at is not None and after.awaits_reminder():
        candidate_interview_storage.save_reminder(unit, after, after.remind_at)
    _tell_of_status(unit, stored.record, after, now)
    return unit.replace(stored, after)


def _replace_with_closed(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], after: CandidateInterviewRecord
) -> CandidateInterviewRecord:
    if after.closed_at is not None:
        candidate_interview_storage.delete_reminder(unit, after)
    return unit.replace(stored, after).record


def expire(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> Stored[CandidateInterviewRecord]:
    """End a candidate interview whose time has passed."""
    return unit.replace(stored, _expire(unit, stored.record, now))


def _expire(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> CandidateInterviewRecord:
    """The record with its time over, which is told of."""
    after = record.expire(now)
    _tell_of_expiry(unit, record, after, now)
    return after


def _tell_of_expiry(
    unit: UnitOfWork, before: CandidateInterviewRecord, after: CandidateInterviewRecord, now: datetime
) -> None:
    told = CandidateInterviewExpired(**_ids(after), status=after.status or "", expired_at=timestamp(now))
    _tell(unit, after, told, now)
    _tell_of_status(unit, before, after, now)


def let_time_pass(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], passed: timedelta, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Move the expiry and the reminder of a candidate interview, and do at once what has come due by it.

    Interface: Sandbox, rule 10. The reminder of one that expires by it is sent too, as it would have been.
    """
    after = stored.record.let_time_pass(passed)
    if after.status in OPEN:
        after = _remind_if_due(unit, after, now)
    if after.status in OPEN and after.is_over(now):
        after = _expire(unit, after, now)
    return stored if after == stored.record else unit.replace(stored, after)


def _remind_if_due(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime
) -> CandidateInterviewRecord:
    if record.remind_at is None or not record.awaits_reminder():
        return record
    if record.remind_at > timestamp(now):
        candidate_interview_storage.save_reminder(unit, record, record.remind_at)
        return record
    candidate_interview_storage.delete_reminder(unit, record)
    _send_reminder(unit, record, now, isInTime=True)
    return record.remind(now)


def share(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], days: int, now: datetime
) -> Stored[CandidateInterviewRecord]:
    """Make a link to the results that is open for so many days; an earlier one ends.

    Raises Conflict before the completion.
    """
    after = stored.record.share(days, now)
    candidate_interview_storage.save_former_share(unit, stored.record)
    candidate_interview_storage.save_share_pointer(unit, after)
    return unit.replace(stored, after)


def end_share_link(
    unit: UnitOfWork, stored: Stored[CandidateInterviewRecord], now: datetime
) -> Stored[CandidateInterviewRecord]:
    """End the link to the results; does nothing when there is none."""
    after = stored.record.end_share_link(now)
    if after == stored.record:
        return stored
    candidate_interview_storage.save_former_share(unit, stored.record)
    return unit.replace(stored, after)


def task_of(name: TaskName, record: CandidateInterviewRecord, now: datetime, **payload: object) -> Task:
    """A task that concerns a candidate interview."""
    return Task(
        name=name,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateInterviewId": record.id, **payload},
        at=now,
    )


def _send_invite(
    unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime, *, is_asked_for: bool = True
) -> None:
    """Have the invite of an `invited` record sent, and its reminder remembered; nothing without a channel."""
    if not record.delivery_types:
        return
    payload = {
        "deliveryTypes": [channel.value for channel in record.delivery_types],
        "invite": record.invites,
        "isAskedFor": is_asked_for,
    }
    unit.send(task_of(TaskName.SEND_INVITE, record, now, **payload))
    if record.reminded_at is None and record.remind_at is not None:
        candidate_interview_storage.save_reminder(unit, record, record.remind_at)


def _complete(
    unit: UnitOfWork,
    stored: Stored[CandidateInterviewRecord],
    record: CandidateInterviewRecord,
    now: datetime,
    *,
    evaluate: bool,
) -> Stored[CandidateInterviewRecord]:
    """Save `record`, the new state of `stored`, completed, with its events and its evaluation.

    `evaluate` says whether there is anything to evaluate. Nobody judges a practice.
    """
    after = record.complete(now, evaluate=record.is_judged and evaluate)
    done = CandidateInterviewCompleted(**_ids(after), completed_at=timestamp(now))
    _tell(unit, after, done, now)
    _tell_of_status(unit, record, after, now)
    if after.share_token != record.share_token:
        candidate_interview_storage.save_share_pointer(unit, after)
    if after.evaluation_run != record.evaluation_run:
        begin_evaluation(unit, after, now)
        after = after.judge(None, now)
    else:
        after = receive_results(unit, after, now)
    return unit.replace(stored, after)


def _tell_of_status(
    unit: UnitOfWork,
    before: CandidateInterviewRecord,
    after: CandidateInterviewRecord,
    now: datetime,
) -> None:
    """Tell of a move from one status to another; of none when they are the same."""
    if after.status is None or after.status is before.status:
        return
    happened = _ORDER_EVENTS.get(after.status)
    if happened is not None:
        _send_all(unit, send_push(after, happened, now))
    moved = CandidateInterviewStatusChanged(
        **_ids(after), status=after.status, previous_status=before.status, updated_at=after.updated_at
    )
    _tell(unit, after, moved, now)
    advance_enrollment(unit, after, now)


_ORDER_EVENTS: Final[Mapping[CandidateInterviewStatus, OrderEvent]] = {
    CandidateInterviewStatus.PARTIALLY_COMPLETED: OrderEvent.STARTED,
    CandidateInterviewStatus.EXPIRED: OrderEvent.EXPIRED,
    CandidateInterviewStatus.ARCHIVED: OrderEvent.CANCELLED,
}
"""What a suite is told by a new status. It is told of the completion with the results."""


def _send_all(unit: UnitOfWork, tasks: Iterable[Task]) -> None:
    for task in tasks:
        unit.send(task)


def _tell(unit: UnitOfWork, record: CandidateInterviewRecord, payload: Payload, now: datetime) -> None:
    unit.send(event_of(payload, record.organization_id, record.team_id, now))


def _ids(record: CandidateInterviewRecord) -> dict[str, str]:
    """The ids that every event of a candidate interview carries, by their Python names."""
    return {
        "candidate_interview_id": record.id,
        "candidate_id": record.candidate_id,
        "interview_id": record.interview_id,
    }
