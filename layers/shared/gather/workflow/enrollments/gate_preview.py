"""How the gate of a workflow's step would move by other scores."""

from dataclasses import dataclass

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.evaluations.models import StoredEvaluation
from gather.screening.scorecard_previews.models import GateMove
from gather.table.records import Records
from gather.workflow.enrollments.gate import Observation
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import StepStatus
from gather.workflow.enrollments.step_interview import observe_interview
from gather.workflow.enrollments.storage import ENROLLMENT


@dataclass(frozen=True, slots=True)
class GateOutlook:
    """A step's status now, and by other scores. A gate that is decided stays so."""

    score_threshold: int | float
    before: StepStatus
    after: StepStatus
    is_decided: bool


def gate_outlook(
    record: EnrollmentRecord, step_id: str, now: Observation, then: Observation
) -> GateOutlook | None:
    """How a step's gate would move from what is observed `now` to `then`; None for a step without one."""
    step = record.step(step_id)
    if step is None or step.score_threshold is None:
        return None
    return GateOutlook(
        score_threshold=step.score_threshold,
        before=step.status if step.is_over else step.gate.decide(step.status, now),
        after=step.gate.decide(step.status, then),
        is_decided=step.is_over or not record.is_active,
    )


def gate_move(
    records: Records,
    record: CandidateInterviewRecord,
    before: StoredEvaluation,
    after: StoredEvaluation,
) -> GateMove | None:
    """How the gate of the workflow's step moves from the evaluation `before` to `after`.

    None for a candidate interview without a gate. One round trip for one of a workflow.
    """
    link = record.enrollment
    if link is None:
        return None
    stored = records.find(ENROLLMENT, record.team_id, link.enrollment_id)
    if stored is None:
        return None
    now, then = observe_interview(record, before), observe_interview(record, after)
    outlook = gate_outlook(stored.record, link.step_id, now, then)
    if outlook is None:
        return None
    return GateMove(
        enrollment_id=link.enrollment_id,
        score_threshold=outlook.score_threshold,
        before=outlook.before,
        after=outlook.after,
        is_decided=outlook.is_decided,
    )
