"""The progress of a candidate in a step, read from the table and stored in the enrollment.

For example:

    advance(adapters, team_id, enrollment_id, step_id)
"""

from datetime import datetime

from gather.screening.candidate_interviews import lifecycle as interview_lifecycle
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_tokens import wake
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments import lifecycle
from gather.workflow.enrollments.executions import Executions
from gather.workflow.enrollments.gate import Observation
from gather.workflow.enrollments.models import EnrollmentRecord, EnrollmentStepRecord
from gather.workflow.enrollments.step_interview import observe_interview
from gather.workflow.enrollments.storage import ENROLLMENT


def advance(adapters: Adapters, team_id: str, enrollment_id: str, step_id: str) -> None:
    """Record what a step's candidate has done, tell of it, and wake the execution once the step is over.

    Where that execution is gone, another one goes on at once. Repeated, it does nothing more. Raises
    NotFound, and Conflict after several lost races.
    """
    now = adapters.clock.now()

    def move(unit: UnitOfWork) -> EnrollmentRecord:
        stored = unit.get(ENROLLMENT, team_id, enrollment_id)
        step = stored.record.step(step_id)
        if step is None:
            return stored.record
        observation = _observation(adapters.records, stored.record, step)
        after = stored.record.observe(step_id, observation, now)
        if after.is_left_open(step_id) and not stored.record.is_left_open(step_id):
            _await_decision(unit, step, stored.record.team_id, now)
        return lifecycle.move(unit, stored, after, now).record

    record = adapters.records.run(move)
    if record.task_token is None or not record.current.is_over:
        return
    if not wake(adapters, record.task_token):
        _restart_if_gone(adapters, record)


def _await_decision(unit: UnitOfWork, step: EnrollmentStepRecord, team_id: str, now: datetime) -> None:
    """Have a person decide where a gate had nothing to decide by."""
    if step.candidate_interview_id is not None:
        stored = unit.get(CANDIDATE_INTERVIEW, team_id, step.candidate_interview_id)
        interview_lifecycle.await_decision(unit, stored, now)


def check(adapters: Adapters, team_id: str, enrollment_id: str) -> None:
    """See that an enrollment whose candidate is to act still has its execution; else give it another."""
    record = adapters.records.get(ENROLLMENT, team_id, enrollment_id).record
    if not record.is_active:
        return
    advance(adapters, team_id, enrollment_id, record.current.id)
    _restart_if_gone(adapters, record)


def _restart_if_gone(adapters: Adapters, record: EnrollmentRecord) -> None:
    """Give the enrollment another execution unless that of `record` runs or another took its place."""
    if Executions(adapters).is_running(record):
        return

    def restart(unit: UnitOfWork) -> None:
        stored = unit.get(ENROLLMENT, record.team_id, record.id)
        if stored.record.run == record.run and stored.record.is_active:
            lifecycle.restart(unit, stored, adapters.clock.now())

    adapters.records.run(restart)


def _observation(records: Records, record: EnrollmentRecord, step: EnrollmentStepRecord) -> Observation:
    if step.candidate_interview_id is not None:
        whole = get_whole(records, record.team_id, step.candidate_interview_id)
        return observe_interview(whole.record, whole.evaluation)
    if step.candidate_meeting_id is not None:
        meeting = records.get(CANDIDATE_MEETING, record.team_id, step.candidate_meeting_id).record
        return Observation(completed=meeting.ends_step)
    return Observation()
