"""What is written and told together when a candidate is enrolled, and whenever the enrollment moves.

Each function adds to a transaction that also stores the record; nothing is written before its commit.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from gather.core.errors import Conflict
from gather.events import enrollment_tasks
from gather.events.catalogue import (
    Payload,
    WorkflowEnrollmentCompleted,
    WorkflowEnrollmentCreated,
    WorkflowEnrollmentFailed,
    WorkflowStepCompleted,
    WorkflowStepFailed,
    WorkflowStepInvited,
    WorkflowStepWaitingForEvaluation,
)
from gather.events.sending import event_of
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Transaction
from gather.workflow.enrollment import (
    OVER,
    EnrollmentRecord,
    EnrollmentStatus,
    EnrollmentStepRecord,
    StepStatus,
    Takeover,
    attention_at,
    restarted,
    takeover,
)
from gather.workflow.enrollment_storage import ENROLLMENT


def enroll(transaction: Transaction, record: EnrollmentRecord, now: datetime) -> EnrollmentRecord:
    """Store a new enrollment with the ways that lead to it, tell of it and have its execution started.

    The commit raises Conflict when the candidate is enrolled in the job already. One that has failed at
    the initial threshold begins nothing and holds nobody.
    """
    record = record.changed(attention_at=attention_at(record, now))
    transaction.create(ENROLLMENT, record)
    for step in record.steps:
        pointer = {"entity": "ENROLLMENT_STEP", "teamId": record.team_id, "enrollmentId": record.id}
        transaction.write(store.put({**_place(keys.enrollment_step(step.id)), **pointer}))
    created = WorkflowEnrollmentCreated(**_ids(record), created_at=record.created_at)
    _tell(transaction, record, created, now)
    if record.is_active:
        held = {"entity": "ENROLLED", "enrollmentId": record.id}
        transaction.write(
            store.put({**_place(_active(record)), **held}, "attribute_not_exists(pk)"), _enrolled_already
        )
        transaction.send(enrollment_tasks.start(record, record.id, record.run, now))
    for payload in _ends_told(record):
        _tell(transaction, record, payload, now)
    return record


def _enrolled_already(_item: Item | None) -> Exception:
    return Conflict("The candidate is enrolled in this job already.")


def moved(
    transaction: Transaction, before: EnrollmentRecord, after: EnrollmentRecord, now: datetime
) -> EnrollmentRecord:
    """Tell of what is different, let go of the candidate at the end, and say when to look after it again.

    The caller stores what is returned, on condition that `before` is still what is stored.
    """
    if after == before:
        return before
    for payload in _told(before, after):
        _tell(transaction, after, payload, now)
    if before.is_active and not after.is_active:
        transaction.write(store.delete(_active(after)))
    return after.changed(attention_at=attention_at(after, now))


def tell_of_invite(
    transaction: Transaction, record: EnrollmentRecord, step_id: str, invite_url: str, now: datetime
) -> None:
    """Tell that a step's invite was sent; the link goes with it."""
    step = record.step(step_id)
    assert step is not None, "an invite belongs to a step"
    payload = WorkflowStepInvited(
        **_step_ids(record, step), invite_url=invite_url, invited_at=step.invite_sent_at or record.updated_at
    )
    _tell(transaction, record, payload, now)


def restart(transaction: Transaction, record: EnrollmentRecord, now: datetime) -> EnrollmentRecord:
    """Have another execution take the enrollment up where it stands. The caller stores what is returned."""
    again = restarted(record, now)
    transaction.send(enrollment_tasks.start(again, again.id, again.run, now))
    return again


def look_after(
    transaction: Transaction, record: EnrollmentRecord, now: datetime, *, executions_lost: bool
) -> EnrollmentRecord:
    """Do what an enrollment needs whose time for attention has come. The caller stores what is returned."""
    match takeover(record, now, executions_lost=executions_lost):
        case Takeover.RESTART:
            return restart(transaction, record, now)
        case Takeover.CHECK:
            transaction.send(enrollment_tasks.check(record, record.id, now))
            return record.changed(attention_at=attention_at(record, now))
        case None:
            return record


def _told(before: EnrollmentRecord, after: EnrollmentRecord) -> Iterator[Payload]:
    """The events of a move: those of the steps, then that of the enrollment."""
    for was, step in zip(before.steps, after.steps, strict=True):
        if step.status is not was.status:
            yield from _step_told(after, step)
    if before.is_active:
        yield from _ends_told(after)


def _step_told(record: EnrollmentRecord, step: EnrollmentStepRecord) -> Iterator[Payload]:
    if step.status is StepStatus.WAITING_FOR_EVALUATION:
        yield WorkflowStepWaitingForEvaluation(**_step_ids(record, step), updated_at=record.updated_at)
    elif step.status is StepStatus.FAILED:
        yield WorkflowStepFailed(**_step_ids(record, step), failed_at=step.completed_at or "")
    elif step.status in OVER:
        yield WorkflowStepCompleted(
            **_step_ids(record, step),
            has_next_step=step is not record.steps[-1],
            score=step.score,
            score_threshold=step.score_threshold,
            completed_at=step.completed_at or "",
        )


def _ends_told(record: EnrollmentRecord) -> Iterator[Payload]:
    """There is no event for an enrollment that is stopped (interface: Events)."""
    moment = record.completed_at or ""
    if record.status is EnrollmentStatus.COMPLETED:
        yield WorkflowEnrollmentCompleted(**_ids(record), completed_at=moment)
    elif record.status is EnrollmentStatus.FAILED:
        failed = record.current if record.current.status is StepStatus.FAILED else None
        yield WorkflowEnrollmentFailed(
            **_ids(record),
            enrollment_step_id=failed.id if failed else None,
            step_id=failed.step_id if failed else None,
            failed_at=moment,
        )


def _ids(record: EnrollmentRecord) -> dict[str, Any]:
    return {
        "enrollment_id": record.id,
        "job_id": record.job_id,
        "candidate_id": record.candidate_id,
        "template_id": record.template_id,
        "assignment_id": record.assignment_id,
        "status": record.status,
    }


def _step_ids(record: EnrollmentRecord, step: EnrollmentStepRecord) -> dict[str, Any]:
    return {
        **_ids(record),
        "enrollment_step_id": step.id,
        "step_id": step.step_id,
        "artifact_id": step.artifact_id,
        "candidate_interview_id": step.candidate_interview_id,
        "candidate_meeting_id": step.candidate_meeting_id,
        "status": step.status,
    }


def _tell(transaction: Transaction, record: EnrollmentRecord, payload: Payload, now: datetime) -> None:
    transaction.send(event_of(payload, record.organization_id, record.team_id, now))


def _active(record: EnrollmentRecord) -> keys.Key:
    return keys.active_enrollment(record.team_id, record.job_id, record.candidate_id)


def _place(key: keys.Key) -> Item:
    return {"pk": key.pk, "sk": key.sk}
