"""The life of an enrollment, change by change.

Each operation adds to a unit of work everything that belongs together: the record, the items beside it, its
events and its tasks. It returns the record as it is then; nothing is written before the commit.

For example:

    record = lifecycle.enroll(unit, record, now)
    stored = lifecycle.move(unit, stored, stored.record.invite(now), now)
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from gather.core.errors import InternalError
from gather.events import enrollment_tasks
from gather.events.catalogue import (
    Payload,
    WaitingReason,
    WorkflowEnrollmentCompleted,
    WorkflowEnrollmentCreated,
    WorkflowEnrollmentFailed,
    WorkflowStepCompleted,
    WorkflowStepFailed,
    WorkflowStepInvited,
    WorkflowStepWaitingForEvaluation,
)
from gather.events.publication import event_of
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork
from gather.workers.recovery import RecoveryRun
from gather.workflow.candidate_meetings import service as meeting_service
from gather.workflow.enrollments import recovery
from gather.workflow.enrollments import storage as enrollment_storage
from gather.workflow.enrollments.models import EnrollmentRecord, EnrollmentStepRecord
from gather.workflow.enrollments.recovery import EnrollmentRecovery, choose_recovery, next_attention_at
from gather.workflow.enrollments.status import OVER, EnrollmentStatus, StepStatus
from gather.workflow.enrollments.storage import ENROLLMENT


def enroll(unit: UnitOfWork, record: EnrollmentRecord, now: datetime) -> EnrollmentRecord:
    """Save a new enrollment with the ways that lead to it, tell of it and have its execution started.

    The commit raises Conflict when the candidate is enrolled in the job already. One that has failed at
    the initial threshold begins nothing and holds nobody.
    """
    record = record.changed(attention_at=next_attention_at(record, now))
    enrollment_storage.create(unit, record)
    created = WorkflowEnrollmentCreated(**_ids(record), created_at=record.created_at)
    _send_event(unit, record, created, now)
    if record.is_active:
        unit.send(enrollment_tasks.start(record, record.id, record.run, now))
    for payload in _end_events(record):
        _send_event(unit, record, payload, now)
    return record


def move(
    unit: UnitOfWork,
    stored: Stored[EnrollmentRecord],
    after: EnrollmentRecord,
    now: datetime,
    *,
    is_decision: bool = False,
) -> Stored[EnrollmentRecord]:
    """Save `after`, the new state of `stored`, with the events of the difference. Does nothing when the two
    are equal. An enrollment that ends releases the candidate, with one round trip for each meeting that it
    had. Of a person's decision the candidate is told by the decision alone."""
    before = stored.record
    if after == before:
        return stored
    for payload in _move_events(before, after):
        _send_event(unit, after, payload, now)
    if before.is_active and not after.is_active:
        enrollment_storage.delete_hold(unit, after)
        for step in after.steps:
            meeting_service.settle_answer(unit, after.team_id, step.candidate_meeting_id)
        if not is_decision:
            _reject(unit, after, now)
    after = after.changed(fruitless_runs=0)
    return unit.replace(stored, after.changed(attention_at=next_attention_at(after, now)))


def advance(
    unit: UnitOfWork, stored: Stored[EnrollmentRecord], step_id: str, now: datetime
) -> Stored[EnrollmentRecord]:
    """Let a step's candidate go on by a person's decision, also after a gate that failed.

    The commit raises Conflict when the candidate is enrolled in the job anew.
    """
    before, after = stored.record, stored.record.advance(step_id, now)
    if after == before:
        return stored
    if not before.is_active:
        enrollment_storage.save_hold(unit, after)
        after = recovery.restart(after, now, executions_lost=True)
        unit.send(enrollment_tasks.start(after, after.id, after.run, now))
    elif before.task_token is not None:
        unit.send(enrollment_tasks.wake(after, after.id, before.task_token, now))
    return move(unit, stored, after, now, is_decision=True)


def reject(
    unit: UnitOfWork, stored: Stored[EnrollmentRecord], step_id: str, now: datetime
) -> Stored[EnrollmentRecord]:
    """End an enrollment by a person's decision about one of its steps."""
    token = stored.record.task_token
    if token is not None and stored.record.is_active:
        unit.send(enrollment_tasks.wake(stored.record, stored.record.id, token, now))
    return move(unit, stored, stored.record.reject(step_id, now), now, is_decision=True)


def stop(unit: UnitOfWork, stored: Stored[EnrollmentRecord], now: datetime) -> Stored[EnrollmentRecord]:
    """Stop an enrollment whose job has ended or whose candidate is archived. An ended one stays as it is.

    The meeting that the candidate is asked to is closed. Two round trips more for a booked one.
    """
    if not stored.record.is_active:
        return stored
    step = stored.record.current
    meeting_service.close_of_step(unit, stored.record.team_id, step.candidate_meeting_id, now)
    return move(unit, stored, stored.record.end(EnrollmentStatus.STOPPED, now), now)


def send_invite_event(
    unit: UnitOfWork, record: EnrollmentRecord, step_id: str, invite_url: str, now: datetime
) -> None:
    """Add the event that a step's invite was sent, with its link. Raises InternalError for an absent step."""
    step = record.step(step_id)
    if step is None:
        raise InternalError("The enrollment does not have the step of the invite.")
    payload = WorkflowStepInvited(
        **_step_ids(record, step), invite_url=invite_url, invited_at=step.invite_sent_at or record.updated_at
    )
    _send_event(unit, record, payload, now)


def restart(
    unit: UnitOfWork, stored: Stored[EnrollmentRecord], now: datetime, *, executions_lost: bool = False
) -> Stored[EnrollmentRecord]:
    """Start another execution that continues the enrollment. `executions_lost` as in `recovery.restart`."""
    again = recovery.restart(stored.record, now, executions_lost=executions_lost)
    unit.send(enrollment_tasks.start(again, again.id, again.run, now))
    return unit.replace(stored, again)


def recover(run: RecoveryRun, place: Item) -> bool:
    """Reconcile an enrollment that is due for attention. Returns whether it needed anything."""

    def recover_in(unit: UnitOfWork) -> bool:
        stored = unit.get(ENROLLMENT, place["teamId"], place["id"])
        return reconcile(unit, stored, run.now, executions_lost=run.queues_lost)

    return run.records.run(recover_in)


def reconcile(
    unit: UnitOfWork, stored: Stored[EnrollmentRecord], now: datetime, *, executions_lost: bool
) -> bool:
    """Do what an enrollment that is due for attention needs. Returns whether it needed anything."""
    record = stored.record
    match choose_recovery(record, now, executions_lost=executions_lost):
        case EnrollmentRecovery.RESTART:
            restart(unit, stored, now, executions_lost=executions_lost)
            return True
        case EnrollmentRecovery.CHECK:
            unit.send(enrollment_tasks.check(record, record.id, now))
            unit.replace(stored, record.changed(attention_at=next_attention_at(record, now)))
            return True
        case None:
            return False


def _reject(unit: UnitOfWork, record: EnrollmentRecord, now: datetime) -> None:
    """Have the candidate told, if the workflow says so (interface: Workflow templates, rule 6)."""
    step, minutes = record.current, record.rejection_delay_minutes
    if minutes is None or not record.is_rejection or step.candidate_interview_id is None:
        return
    not_before = now + timedelta(minutes=minutes)
    unit.send(enrollment_tasks.reject(record, record.id, step.candidate_interview_id, not_before, now))


def _move_events(before: EnrollmentRecord, after: EnrollmentRecord) -> Iterator[Payload]:
    """The events of a move: those of the steps, then that of the enrollment."""
    for was, step in zip(before.steps, after.steps, strict=True):
        if step.status is not was.status or step.waits_for_person is not was.waits_for_person:
            yield from _step_events(after, step)
    if before.is_active:
        yield from _end_events(after)


def _step_events(record: EnrollmentRecord, step: EnrollmentStepRecord) -> Iterator[Payload]:
    if step.status is StepStatus.WAITING_FOR_EVALUATION:
        yield WorkflowStepWaitingForEvaluation(
            **_step_ids(record, step),
            reason=WaitingReason.BELOW_THRESHOLD if step.waits_for_person else None,
            updated_at=record.updated_at,
        )
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


def _end_events(record: EnrollmentRecord) -> Iterator[Payload]:
    """There is no event for an enrollment that is stopped (interface: Events, rule 7)."""
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


def _send_event(unit: UnitOfWork, record: EnrollmentRecord, payload: Payload, now: datetime) -> None:
    unit.send(event_of(payload, record.organization_id, record.team_id, now))
