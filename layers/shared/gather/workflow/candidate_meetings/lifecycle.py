"""The life of a candidate meeting, change by change.

Each operation adds to a unit of work everything that belongs together: the record, its pointer and its tasks.
It returns the record as it is then; nothing is written before the commit.

For example:

    lifecycle.create(unit, meeting, now, invite_by=channels, is_asked_for=True)
    stored = lifecycle.confirm(unit, stored, now)
"""

from collections.abc import Sequence
from datetime import datetime

from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.candidate_meetings import storage as candidate_meeting_storage
from gather.workflow.candidate_meetings.models import (
    CandidateMeeting,
    MeetingAnswer,
)


def create(
    unit: UnitOfWork,
    meeting: CandidateMeeting,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
    is_asked_for: bool,
) -> CandidateMeeting:
    """Save a new candidate meeting with the way that leads to it from its token.

    The invite goes out by the channels of `invite_by`. Without any no message goes out, and the link is the
    caller's to hand over. An invite that nobody asks for just now may wait for the morning.
    """
    candidate_meeting_storage.create(unit, meeting)
    if invite_by:
        unit.send(_invite_task(meeting, invite_by, now, is_asked_for=is_asked_for))
    return meeting


def invite_again(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    expiry_days: int,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
) -> Stored[CandidateMeeting]:
    """Give an unconfirmed meeting its whole time again; `invite_by` is as for `create`.

    Raises Conflict for one that is confirmed or has expired.
    """
    again = stored.record.invite_again(expiry_days, now)
    if invite_by:
        unit.send(_invite_task(again, invite_by, now, is_asked_for=True))
    return unit.replace(stored, again)


def invite_after_move(
    unit: UnitOfWork,
    stored: Stored[CandidateMeeting],
    expiry_days: int,
    now: datetime,
    *,
    invite_by: Sequence[DeliveryType],
) -> Stored[CandidateMeeting]:
    """Ask a candidate again whose meeting was moved; `invite_by` is as for `create`.

    The step of the enrollment stays as it is: who had confirmed has gone on.
    """
    again = stored.record.invite_after_move(expiry_days, now)
    if invite_by:
        unit.send(_invite_task(again, invite_by, now, is_asked_for=True, is_moved=True))
    return unit.replace(stored, again)


def confirm(unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime) -> Stored[CandidateMeeting]:
    """Confirm a meeting for its candidate; nothing when it was confirmed before."""
    after = stored.record.confirm(now)
    if after == stored.record:
        return stored
    _advance_enrollment(unit, after, now)
    return unit.replace(stored, after)


def answer(
    unit: UnitOfWork, stored: Stored[CandidateMeeting], given: MeetingAnswer, now: datetime
) -> Stored[CandidateMeeting]:
    """Record that the meeting does not suit its candidate, and have the team told; nothing when it was said.

    Raises Conflict for a meeting that is confirmed.
    """
    after = stored.record.give_answer(given, now)
    if after == stored.record:
        return stored
    unit.send(_task(TaskName.SEND_MEETING_ANSWER, after, now, answer=given.value))
    return unit.replace(stored, after)


def expire(unit: UnitOfWork, stored: Stored[CandidateMeeting], now: datetime) -> Stored[CandidateMeeting]:
    """End a meeting's invite that was not confirmed in its time."""
    after = stored.record.expire(now)
    _advance_enrollment(unit, after, now)
    return unit.replace(stored, after)


def _advance_enrollment(unit: UnitOfWork, meeting: CandidateMeeting, now: datetime) -> None:
    """Have what became of the meeting noted in the enrollment that it is for."""
    unit.send(enrollment_tasks.advance(meeting, meeting.enrollment_id, meeting.enrollment_step_id, now))


def _invite_task(
    meeting: CandidateMeeting,
    invite_by: Sequence[DeliveryType],
    now: datetime,
    *,
    is_asked_for: bool,
    is_moved: bool = False,
) -> Task:
    """The task to send the meeting's latest invite."""
    return _task(
        TaskName.SEND_MEETING_INVITE,
        meeting,
        now,
        invite=meeting.invites,
        deliveryTypes=[channel.value for channel in invite_by],
        isAskedFor=is_asked_for,
        isMoved=is_moved,
    )


def _task(name: TaskName, meeting: CandidateMeeting, now: datetime, **payload: object) -> Task:
    return Task(
        name=name,
        organization_id=meeting.organization_id,
        team_id=meeting.team_id,
        payload={"candidateMeetingId": meeting.id, **payload},
        at=now,
    )
