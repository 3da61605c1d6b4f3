"""The gate of a step: the rule by which a candidate goes on, waits or fails.

Interface: Enrollments, rule 5. For example:

    decide(StepStatus.INVITED, 70, Observation(completed=True, evaluated=True, score=82))  # passed
"""

from dataclasses import dataclass

from gather.workflow.enrollments.status import StepStatus


@dataclass(frozen=True, slots=True)
class Observation:
    """The progress of a step's candidate interview or meeting.

    `evaluated` tells that scoring has ended well, with a `score` or because there was nothing to score.
    """

    begun: bool = False
    completed: bool = False
    expired: bool = False
    evaluated: bool = False
    score: int | float | None = None


def decide(status: StepStatus, threshold: int | float | None, observation: Observation) -> StepStatus:
    """Decide the status of a step, in `status` so far, by its threshold and what its candidate has done.

    An expired invite fails a gated step and ends another. A gate that nothing can ever be measured by does
    not hold, as the initial threshold does not for a candidate without a score.
    """
    if observation.completed:
        if threshold is None or (observation.evaluated and observation.score is None):
            return StepStatus.COMPLETED
        if observation.score is None:
            return StepStatus.WAITING_FOR_EVALUATION
        return StepStatus.PASSED if observation.score >= threshold else StepStatus.FAILED
    if observation.expired:
        return StepStatus.COMPLETED if threshold is None else StepStatus.FAILED
    return StepStatus.IN_PROGRESS if observation.begun else status
