"""The steps of the evaluation's state machine (functions/evaluation/assets/evaluation.asl.json)."""

import math
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.errors import ServiceUnavailable
from gather.core.observability import count
from gather.ports.failure import EngineFailed
from gather.screening.answers.transcription import check_transcriptions, start_transcriptions
from gather.screening.evaluations.run import EvaluationRun, give_up, postpone, wait_for_engine
from gather.screening.evaluations.scorer import evaluate
from gather.wiring import Adapters
from gather.workers.task_runner import tell_operator
from gather.workers.unknown_work import UnknownWork, leave_to_recovery

STEPS: Mapping[str, Callable[[Adapters, EvaluationRun], bool]] = {
    "start_transcriptions": start_transcriptions,
    "check_transcriptions": check_transcriptions,
    "evaluate": evaluate,
}

ENDINGS: Mapping[str, Callable[[Adapters, EvaluationRun, int, str], bool]] = {
    "put_off": postpone,
    "fail": give_up,
}


PAUSE_SECONDS: Final = 5
"""How long an execution waits before it looks again whether an engine is done."""
WAITING_STEPS: Final = frozenset(("check_transcriptions", "evaluate"))
"""The steps that the state machine takes again after a pause."""


class RetryableEngineFailure(Exception):
    """An engine or the table may do better in a moment; the state machine knows the name."""


def take_step(event: dict[str, Any], _context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Take a step: `{action, teamId, candidateInterviewId, run}` in, `{done, waitSeconds}` out.

    A step that is not done is taken again after `waitSeconds`: an engine is at work, or asks to be asked
    later. The two that end an execution without an outcome are told its `attempt` and the `error`. A step of
    another release fails: the execution puts the run off, and recovery begins it again.
    """
    run = EvaluationRun(event["teamId"], event["candidateInterviewId"], event["run"])
    if event["action"] in ENDINGS:
        return {"done": ENDINGS[event["action"]](adapters, run, event["attempt"], event["error"])}
    if event["action"] not in STEPS:
        unknown = UnknownWork(event["action"])
        leave_to_recovery(unknown, "evaluation task")
        raise unknown
    try:
        return {"done": STEPS[event["action"]](adapters, run), "waitSeconds": PAUSE_SECONDS}
    except EngineFailed as failure:
        count("EngineFailures", action=event["action"])
        tell_operator(failure)
        if failure.retryable and failure.retry_after is not None and event["action"] in WAITING_STEPS:
            pause = max(PAUSE_SECONDS, math.ceil(failure.retry_after))
            wait_for_engine(adapters, run, timedelta(seconds=pause))
            return {"done": False, "waitSeconds": pause}
        if failure.retryable:
            raise RetryableEngineFailure(failure.reason) from None
        raise
    except ServiceUnavailable as failure:
        raise RetryableEngineFailure(failure.message) from None
