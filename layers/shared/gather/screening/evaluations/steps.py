"""The steps of the evaluation's state machine (functions/evaluation/assets/evaluation.asl.json)."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.errors import ServiceUnavailable
from gather.core.observability import count
from gather.ports.failure import EngineFailed
from gather.screening.answers.transcription import (
    await_transcriptions,
    check_transcriptions,
    start_transcriptions,
)
from gather.screening.evaluations.run import EvaluationRun, give_up, postpone, wait_for_engine
from gather.screening.evaluations.scorer import evaluate
from gather.wiring import Adapters
from gather.workers.task_runner import tell_operator
from gather.workers.unknown_work import UnknownWork, leave_to_recovery

ENDINGS: Mapping[str, Callable[[Adapters, EvaluationRun, int, str], bool]] = {
    "put_off": postpone,
    "fail": give_up,
}


_START: Final = "start_transcriptions"
_CHECK: Final = "check_transcriptions"

PAUSE_SECONDS: Final = 5
"""How long an execution waits before it looks again whether an engine is done that announces nothing."""
FIRST_AWAIT_SECONDS: Final = 180
"""How long an execution waits for announcements before it looks itself. A recording of a few minutes is
transcribed sooner; that an announcement is lost is rare, and nobody waits at a screen meanwhile."""
AWAIT_SECONDS: Final = 300
"""The same when it has looked, or was woken too early."""

BUSY_SECONDS: Final = (20.0, 60.0)
"""How long an execution waits for an engine that was asked too often and does not say for how long. A model's
tokens are counted by the minute, and recordings take about as long. Conversations, which need little at once,
go first meanwhile."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """Whether a step is done and, if not, when and how to go on.

    After `wait_seconds` the execution takes the step `next`, or, where there are `await_seconds`, waits so
    long for announcements instead. `is_announced` says whether the engine announces the end of its jobs.
    `started` are those that are under way where others are to be started (`StartedTranscriptions`).
    """

    is_done: bool
    is_announced: bool = False
    await_seconds: int = 0
    wait_seconds: int = PAUSE_SECONDS
    next: str = _CHECK
    started: Mapping[str, bool] = field(default_factory=dict)

    def payload(self) -> dict[str, Any]:
        """The result as the state machine reads it."""
        return {
            "done": self.is_done,
            "waitSeconds": self.wait_seconds,
            "awaitSeconds": self.await_seconds,
            "announced": self.is_announced,
            "next": self.next,
            "started": dict(self.started),
        }


def _start(adapters: Adapters, run: EvaluationRun, event: Mapping[str, Any]) -> StepResult:
    begun = start_transcriptions(adapters, run, _last(event).get("started", {}))
    if begun.refusal is not None:
        _note(begun.refusal, _START)
        return _wait(adapters, run, begun.refusal, StepResult(False, next=_START, started=begun.jobs))
    return _await_jobs(not begun.jobs, begun.are_announced, FIRST_AWAIT_SECONDS)


def _await(adapters: Adapters, run: EvaluationRun, event: Mapping[str, Any]) -> StepResult:
    most = timedelta(seconds=event["awaitSeconds"])
    return StepResult(await_transcriptions(adapters, run, event["token"], most))


def _check(adapters: Adapters, run: EvaluationRun, event: Mapping[str, Any]) -> StepResult:
    return _await_jobs(check_transcriptions(adapters, run), _is_announced(event), AWAIT_SECONDS)


def _await_jobs(is_done: bool, is_announced: bool, seconds: int) -> StepResult:
    return StepResult(is_done, is_announced, seconds if is_announced else 0)


def _evaluate(adapters: Adapters, run: EvaluationRun, _event: Mapping[str, Any]) -> StepResult:
    return StepResult(evaluate(adapters, run))


STEPS: Mapping[str, Callable[[Adapters, EvaluationRun, Mapping[str, Any]], StepResult]] = {
    _START: _start,
    "await_transcriptions": _await,
    _CHECK: _check,
    "evaluate": _evaluate,
}


def _last(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the last step said. Executions that began with release 1.0.0 do not tell."""
    last: Mapping[str, Any] = event.get("last", {})
    return last


def _is_announced(event: Mapping[str, Any]) -> bool:
    """Whether the last step said that the end of jobs is announced."""
    last = _last(event)
    return bool(last.get("announced", last.get("awaitSeconds", 0) > 0))


def _step_of(event: Mapping[str, Any]) -> str:
    """The step to take. An execution that would look after its jobs starts those that the last step could
    not start."""
    action: str = event["action"]
    return _last(event).get("next", action) if action == _CHECK else action


def _is_taken_again(event: Mapping[str, Any]) -> bool:
    """Whether the state machine takes a step again after a pause. Executions that began with release 1.0.0 do
    not say how long they have `waited`, and end after the evaluation whatever it says."""
    return event["action"] in (_START, _CHECK) or (event["action"] == "evaluate" and "waited" in event)


def _pause_after(failure: EngineFailed) -> int | None:
    """For how many seconds an engine is not asked; None where it may be asked again at once, or never."""
    seconds = failure.retry_after
    if seconds is None and failure.throttled:
        seconds = random.uniform(*BUSY_SECONDS)
    return None if seconds is None or not failure.retryable else max(PAUSE_SECONDS, math.ceil(seconds))


def _wait(adapters: Adapters, run: EvaluationRun, failure: EngineFailed, result: StepResult) -> StepResult:
    """Have the execution go on with `result` when the engine may be asked. Raises `failure` where nobody can
    tell when."""
    pause = _pause_after(failure)
    if pause is None:
        raise failure
    wait_for_engine(adapters, run, timedelta(seconds=pause))
    return replace(result, wait_seconds=pause)


def _note(failure: EngineFailed, step: str) -> None:
    count("EngineFailures", action=step)
    tell_operator(failure)


class RetryableEngineFailure(Exception):
    """An engine or the table may do better in a moment; the state machine knows the name."""


def take_step(event: dict[str, Any], _context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Take a step: `{action, teamId, candidateInterviewId, run}` in,
    `{done, waitSeconds, awaitSeconds, announced, next, started}` out (`StepResult`).

    A step that is not done is taken again after `waitSeconds`: an engine is at work, or asks to be asked
    later. Where `awaitSeconds` is more than 0, the engine announces the end of its jobs: the execution waits
    so long at most, with a token that it gives to `await_transcriptions`. `check_transcriptions` is told what
    the `last` step said, and starts jobs where that says so in `next`. `evaluate` is told how many
    seconds the execution has `waited`. The two that end an execution without an outcome are told its
    `attempt` and the `error`. A step of another release fails: the execution puts the run off, and recovery
    begins it again.
    """
    run = EvaluationRun(event["teamId"], event["candidateInterviewId"], event["run"])
    if event["action"] in ENDINGS:
        return {"done": ENDINGS[event["action"]](adapters, run, event["attempt"], event["error"])}
    step = _step_of(event)
    if step not in STEPS:
        unknown = UnknownWork(step)
        leave_to_recovery(unknown, "evaluation task")
        raise unknown
    try:
        return STEPS[step](adapters, run, event).payload()
    except EngineFailed as failure:
        _note(failure, step)
        if _pause_after(failure) is not None and _is_taken_again(event):
            again = StepResult(False, _is_announced(event), next=step)
            return _wait(adapters, run, failure, again).payload()
        if failure.retryable:
            raise RetryableEngineFailure(failure.reason) from None
        raise
    except ServiceUnavailable as failure:
        raise RetryableEngineFailure(failure.message) from None
