"""How the gate of a workflow's step would move by other scores."""

from dataclasses import dataclass

from gather.workflow.enrollments.models import EnrollmentRecord, Observation, StepStatus, status_after


@dataclass(frozen=True, slots=True)
class GateOutlook:
    """What a step's status is, and what it would be by other scores. One that is decided stays so."""

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
        before=step.status if step.is_over else status_after(step, now),
        after=status_after(step, then),
        is_decided=step.is_over or not record.is_active,
    )
