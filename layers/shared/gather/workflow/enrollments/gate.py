"""The gate of a step: the rule by which a candidate goes on, waits or fails.

Interface: Enrollments, rule 5. For example:

    gate = Gate(70, GateMode.CONFIRM)
    gate.decide(StepStatus.INVITED, Observation(completed=True, evaluated=True, score=82))  # passed
    gate.decide(StepStatus.INVITED, Observation(completed=True, evaluated=True, score=46))  # waits
"""

from dataclasses import dataclass

from gather.workflow.enrollments.status import StepStatus
from gather.workflow.templates.models import GateMode


@dataclass(frozen=True, slots=True)
class Observation:
    """The progress of a step's candidate interview or meeting.

    `completed` tells that the candidate has done it. `evaluated` tells that scoring has ended well, with a
    `score` or because there was nothing to score. `partial` tells that recordings could not be transcribed
    and have no part in the score.
    """

    begun: bool = False
    completed: bool = False
    evaluated: bool = False
    score: int | float | None = None
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate after a step; without a `threshold` there is none, and whoever completes the step goes on."""

    threshold: int | float | None = None
    mode: GateMode = GateMode.AUTOMATIC

    @property
    def is_automatic(self) -> bool:
        """Whether a score below the threshold ends the enrollment without a person."""
        return self.threshold is not None and self.mode is GateMode.AUTOMATIC

    def decide(self, status: StepStatus, observation: Observation) -> StepStatus:
        """Decide the status of a step, in `status` so far, by what its candidate has done.

        What nobody has completed ends no step. A gate that nothing can ever be measured by does not hold, as
        the initial threshold does not for a candidate without a score. Nobody fails by a score in which
        recordings have no part.
        """
        if not observation.completed:
            return StepStatus.IN_PROGRESS if observation.begun else status
        if self.threshold is None or (observation.evaluated and observation.score is None):
            return StepStatus.COMPLETED
        if observation.score is None:
            return StepStatus.WAITING_FOR_EVALUATION
        if observation.score >= self.threshold:
            return StepStatus.PASSED
        waits = self.mode is GateMode.CONFIRM or observation.partial
        return StepStatus.WAITING_FOR_EVALUATION if waits else StepStatus.FAILED
