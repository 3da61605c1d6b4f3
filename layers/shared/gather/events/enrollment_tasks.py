"""The tasks of the enrollments worker.

Apart from what they are about, because families that only cause them should not have to load it.
"""

from datetime import datetime
from typing import Protocol

from gather.core.clock import timestamp
from gather.events.task import TaskName
from gather.table.outbox import Task


class _TaskOwner(Protocol):
    @property
    def organization_id(self) -> str: ...

    @property
    def team_id(self) -> str: ...


def start(owner: _TaskOwner, enrollment_id: str, run: int, now: datetime) -> Task:
    """Start the execution of an enrollment's run."""
    return _task(TaskName.START_ENROLLMENT, owner, now, enrollmentId=enrollment_id, run=run)


def check(owner: _TaskOwner, enrollment_id: str, now: datetime) -> Task:
    """See that an enrollment whose candidate is to act still has its execution."""
    return _task(TaskName.CHECK_ENROLLMENT, owner, now, enrollmentId=enrollment_id)


def advance(owner: _TaskOwner, enrollment_id: str, step_id: str, now: datetime) -> Task:
    """Note what a step's candidate has done."""
    return _task(TaskName.ADVANCE_ENROLLMENT, owner, now, enrollmentId=enrollment_id, stepId=step_id)


def wake(owner: _TaskOwner, enrollment_id: str, token: str, now: datetime) -> Task:
    """Tell the execution that waits with a token to go on."""
    return _task(TaskName.WAKE_ENROLLMENT, owner, now, enrollmentId=enrollment_id, token=token)


def stop(owner: _TaskOwner, now: datetime, **whose: str) -> Task:
    """Stop the enrollments of a job (`jobId`) or of a candidate (`candidateId`)."""
    return _task(TaskName.STOP_ENROLLMENTS, owner, now, **whose)


def invite_after_move(owner: _TaskOwner, meeting_id: str, now: datetime, *, was_held: bool) -> Task:
    """Returns the task that asks the candidates of a moved meeting again. It leaves out those who confirmed
    if the meeting was held, because they have attended it."""
    return _task(TaskName.ASK_MEETING_ANEW, owner, now, meetingId=meeting_id, wasHeld=was_held)


def update_bookings(owner: _TaskOwner, now: datetime, **change: object) -> Task:
    """Tell the candidates who have booked a slot of a meeting of its `change`, the payload."""
    return _task(TaskName.UPDATE_BOOKINGS, owner, now, **change)


def reject(
    owner: _TaskOwner, enrollment_id: str, candidate_interview_id: str, not_before: datetime, now: datetime
) -> Task:
    """Tell a candidate, not before a time, that a gate was failed; it is the notifications worker's."""
    return _task(
        TaskName.SEND_REJECTION,
        owner,
        now,
        enrollmentId=enrollment_id,
        candidateInterviewId=candidate_interview_id,
        deliveryTypes=None,
        notBefore=timestamp(not_before),
    )


def _task(name: TaskName, owner: _TaskOwner, now: datetime, **payload: object) -> Task:
    return Task(
        name=name, organization_id=owner.organization_id, team_id=owner.team_id, payload=payload, at=now
    )
