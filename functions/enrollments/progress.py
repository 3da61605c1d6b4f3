"""What has become of a step's candidate, read from the table and noted in the enrollment."""

from datetime import datetime

from enrollments import executions
from enrollments.waking import wake
from gather.screening.whole_candidate_interview_storage import read_whole
from gather.table.records import Records, Stored, Transaction
from gather.workflow import enrollment_operations
from gather.workflow.candidate_meeting import CandidateMeetingStatus
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING
from gather.workflow.enrollment import EnrollmentRecord, EnrollmentStepRecord, Observation, observed
from gather.workflow.enrollment_storage import ENROLLMENT
from gather.workflow.step_interview import observation_of


def advance(records: Records, team_id: str, enrollment_id: str, step_id: str, now: datetime) -> None:
    """Note what a step's candidate has done, tell of it, and have the execution go on once the step is over.

    Repeated, it does nothing more. Raises NotFound, and Conflict after several lost races.
    """

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        record = stored.record
        step = record.step(step_id)
        if step is None:
            return record
        after = observed(record, step_id, _observation(records, record, step), now)
        return enrollment_operations.moved(transaction, record, after, now)

    record = records.change(ENROLLMENT, team_id, enrollment_id, change).record
    if record.task_token is not None and record.current.is_over:
        wake(record.task_token)


def check(records: Records, team_id: str, enrollment_id: str, now: datetime) -> None:
    """See that an enrollment whose candidate is to act still has its execution; else give it another."""
    record = records.get(ENROLLMENT, team_id, enrollment_id).record
    if not record.is_active:
        return
    advance(records, team_id, enrollment_id, record.current.id, now)
    if executions.is_running(record):
        return

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        if stored.record.run != record.run or not stored.record.is_active:
            return stored.record
        return enrollment_operations.restart(transaction, stored.record, now)

    records.change(ENROLLMENT, team_id, enrollment_id, change)


def _observation(records: Records, record: EnrollmentRecord, step: EnrollmentStepRecord) -> Observation:
    if step.candidate_interview_id is not None:
        whole = read_whole(records, record.team_id, step.candidate_interview_id)
        return observation_of(whole.record, whole.evaluation)
    if step.candidate_meeting_id is not None:
        meeting = records.get(CANDIDATE_MEETING, record.team_id, step.candidate_meeting_id).record
        return Observation(
            completed=meeting.status is CandidateMeetingStatus.CONFIRMED,
            expired=meeting.status is CandidateMeetingStatus.EXPIRED,
        )
    return Observation()
