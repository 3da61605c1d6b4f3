"""The candidates who were assessed in a period, read from the table."""

from collections.abc import Mapping, Sequence

from gather.core.errors import ValidationFailed
from gather.rights.fairness.report import Assessed, CreateFairnessReport, SelectedBy
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import list_newest_of_interview
from gather.screening.evaluations import storage as evaluation_storage
from gather.screening.evaluations.models import StoredEvaluation
from gather.table.records import Records
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import StepStatus
from gather.workflow.enrollments.storage import ENROLLMENT

MOST_LOOKED_AT = 10_000
"""Among so many of an interview's candidate interviews, the newest, those of the period are looked for."""

MOST_REPORTED = 3_000
"""How many candidate interviews one report covers."""

_GATES = {StepStatus.PASSED: True, StepStatus.FAILED: False}


def list_assessed(
    records: Records, team_id: str, request: CreateFairnessReport
) -> tuple[list[Assessed], int]:
    """The candidates who were assessed in the period, each by the interview completed last, and how many are
    undecided.

    One round trip for each hundred candidate interviews that are looked at, and one or two for each hundred
    of the period. Raises ValidationFailed where there are too many to report on at once.
    """
    latest = _latest(records, team_id, request)
    evaluations = evaluation_storage.find_all(records.table, latest)
    enrollments = _enrollments(records, team_id, latest) if request.selected_by is SelectedBy.GATE else {}
    assessed = []
    for record in latest:
        evaluation = evaluations.get(record.id)
        is_selected = _is_selected(request, record, evaluation, enrollments)
        if is_selected is not None:
            score = evaluation.score if evaluation is not None and evaluation.decides else None
            assessed.append(Assessed(record.candidate_id, is_selected, score))
    return assessed, len(latest) - len(assessed)


def _latest(records: Records, team_id: str, request: CreateFairnessReport) -> list[CandidateInterviewRecord]:
    latest: dict[str, CandidateInterviewRecord] = {}
    looked_at = 0
    for record in list_newest_of_interview(records.table, team_id, request.interview_id, MOST_LOOKED_AT + 1):
        looked_at += 1
        if not _is_meant(record, request):
            continue
        known = latest.get(record.candidate_id)
        if known is None or (known.completed_at or "") < (record.completed_at or ""):
            latest[record.candidate_id] = record
        if len(latest) > MOST_REPORTED:
            reason = f"has more than {MOST_REPORTED:,} candidates with until; report on a shorter period"
            raise ValidationFailed.of("since", reason)
    if looked_at > MOST_LOOKED_AT:
        reason = f"has more than {MOST_LOOKED_AT:,} candidate interviews, which is too many to report on"
        raise ValidationFailed.of("interviewId", reason)
    return [*latest.values()]


def _is_meant(record: CandidateInterviewRecord, request: CreateFairnessReport) -> bool:
    completed = record.completed_at
    if completed is None or not record.is_judged or not request.since <= completed <= request.until:
        return False
    return request.job_id is None or (
        record.enrollment is not None and record.enrollment.job_id == request.job_id
    )


def _enrollments(
    records: Records, team_id: str, interviews: Sequence[CandidateInterviewRecord]
) -> dict[str, EnrollmentRecord]:
    ids = {each.enrollment.enrollment_id for each in interviews if each.enrollment is not None}
    return records.get_readable(ENROLLMENT, team_id, ids)


def _is_selected(
    request: CreateFairnessReport,
    record: CandidateInterviewRecord,
    evaluation: StoredEvaluation | None,
    enrollments: Mapping[str, EnrollmentRecord],
) -> bool | None:
    """Whether a candidate was selected; None where that is not decided."""
    match request.selected_by:
        case SelectedBy.HIRED:
            return record.status is CandidateInterviewStatus.HIRED
        case SelectedBy.SCORE:
            if evaluation is None or not evaluation.decides or evaluation.score is None:
                return None
            return evaluation.score >= (request.score_threshold or 0)
        case SelectedBy.GATE:
            link = record.enrollment
            enrollment = enrollments.get(link.enrollment_id) if link is not None else None
            step = enrollment.step(link.step_id) if enrollment is not None and link is not None else None
            return None if step is None else _GATES.get(step.status)
