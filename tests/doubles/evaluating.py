"""An evaluation that is run as its state machine runs it, in one go."""

from evaluation import task
from gather.wiring import Adapters
from tests.doubles.lambda_context import Context
from tests.doubles.screening_candidate import Screening

ACTIONS = ("start_transcriptions", "check_transcriptions", "evaluate")


def evaluate(adapters: Adapters, screening: Screening, run: int = 1) -> None:
    """Run the evaluation of a completed screening to its end."""
    place = {"teamId": screening.candidate["teamId"], "candidateInterviewId": screening.id, "run": run}
    steps = [task.handler.run({"action": action, **place}, Context(), adapters)["done"] for action in ACTIONS]
    assert steps[-2:] == [True, True], steps
