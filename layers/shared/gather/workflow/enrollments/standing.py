"""How it stands with a candidate who has completed an interview, as their page says it.

    standing = get_standing(records, session.whole, now)

A page never says a score, and it says an end no earlier than the message about it goes out.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from gather.core.clock import from_timestamp
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview
from gather.screening.decisions.models import DecisionWord
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.table.records import Records
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import PASSED_ENDS, EnrollmentStatus
from gather.workflow.enrollments.storage import ENROLLMENT


class Standing(StrEnum):
    """How it stands with a candidate."""

    RECEIVED = "received"
    """The answers are being prepared."""
    READING = "reading"
    """People read the answers."""
    NEXT = "next"
    """It goes on with the next step."""
    DONE = "done"
    """All steps are completed."""
    ENDED = "ended"
    """It does not go on."""
    CLOSED = "closed"
    """The job has ended, or the candidate is archived."""
    WITHDRAWN = "withdrawn"
    """The candidate has withdrawn."""
    PRACTICE = "practice"
    """Nobody decides anything by the answers."""


def get_standing(records: Records, whole: WholeCandidateInterview, now: datetime) -> Standing:
    """How it stands with the candidate of a completed interview. One round trip where it is of a workflow."""
    link = whole.record.enrollment
    stored = records.find(ENROLLMENT, whole.record.team_id, link.enrollment_id) if link else None
    return standing_of(whole.record, whole.evaluation, stored.record if stored else None, now)


def standing_of(
    record: CandidateInterviewRecord,
    evaluation: StoredEvaluation | None,
    enrollment: EnrollmentRecord | None,
    now: datetime,
) -> Standing:
    """How it stands with the candidate of a completed interview, by its evaluation and its enrollment."""
    if record.withdrawn_at is not None:
        return Standing.WITHDRAWN
    moved = _of_enrollment(record, enrollment, now) if enrollment is not None else None
    if moved is not None:
        return moved
    if record.status is CandidateInterviewStatus.HIRED:
        return Standing.DONE
    if record.decision in _BY_DECISION:
        return _BY_DECISION[record.decision]
    if not record.is_judged:
        return Standing.PRACTICE
    is_prepared = evaluation is not None and evaluation.summary_status is not SummaryStatus.PROCESSING
    return Standing.READING if is_prepared else Standing.RECEIVED


_BY_DECISION = {DecisionWord.ADVANCE: Standing.NEXT, DecisionWord.REJECT: Standing.ENDED}


def _of_enrollment(
    record: CandidateInterviewRecord, enrollment: EnrollmentRecord, now: datetime
) -> Standing | None:
    match enrollment.status:
        case EnrollmentStatus.FAILED:
            return None if _is_told_later(enrollment, now) else Standing.ENDED
        case EnrollmentStatus.STOPPED:
            return Standing.CLOSED
        case EnrollmentStatus.COMPLETED:
            return Standing.DONE
        case EnrollmentStatus.ACTIVE:
            step = enrollment.step(record.enrollment.step_id) if record.enrollment else None
            return Standing.NEXT if step is not None and step.status in PASSED_ENDS else None


def _is_told_later(enrollment: EnrollmentRecord, now: datetime) -> bool:
    """Whether the workflow waits with its message about a failed gate."""
    minutes, ended_at = enrollment.rejection_delay_minutes, enrollment.completed_at
    if minutes is None or ended_at is None:
        return False
    return now < from_timestamp(ended_at) + timedelta(minutes=minutes)
