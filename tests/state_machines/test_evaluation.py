"""The evaluation of a completed candidate interview: transcribe, wait, evaluate; or put it off, or fail."""

from collections import Counter
from collections.abc import Callable

import pytest

from gather.ports.failure import EngineFailed
from tests.state_machines.conftest import Interpreter, Payload, TaskFailed

DEFINITION = "evaluation/assets/evaluation.asl.json"
COMPLETED = {"teamId": "team", "candidateInterviewId": "candidate-interview", "run": 1, "attempt": 3}
MOST_ROUNDS = 720


def _actions(payloads: list[Payload]) -> list[str]:
    return [payload["action"] for payload in payloads]


def _done_after(rounds: int) -> Callable[[Payload], object]:
    """A stand-in whose transcriptions are done in that round of checks (0: at once)."""
    checks = Counter[str]()

    def task(payload: Payload) -> object:
        checks[payload["action"]] += 1
        return {"done": checks["check_transcriptions"] >= rounds, "waitSeconds": 5}

    return task


def test_an_interview_without_recordings_is_evaluated_at_once(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _done_after(0))

    assert _actions(run.payloads) == ["start_transcriptions", "evaluate"]
    assert run.waits == []
    assert run.status == "SUCCEEDED"


def test_recordings_are_waited_for_and_then_evaluated(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _done_after(2))

    assert _actions(run.payloads) == [
        "start_transcriptions",
        "check_transcriptions",
        "check_transcriptions",
        "evaluate",
    ]
    assert run.waits == [5, 5]
    assert run.status == "SUCCEEDED"


def test_every_task_is_told_which_run_of_which_candidate_interview_it_is(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _done_after(1))

    told = {name: value for name, value in COMPLETED.items() if name != "attempt"}
    assert all(payload.items() >= told.items() for payload in run.payloads)


def _announced(interpreter: Interpreter, rounds: int, lost: int = 0) -> Callable[[Payload], object]:
    """A stand-in whose engine announces the end of its jobs, but for the first `lost` times.

    The transcriptions are done in that round of checks.
    """
    calls = Counter[str]()

    def task(payload: Payload) -> object:
        calls[payload["action"]] += 1
        if payload["action"] == "await_transcriptions":
            if calls["await_transcriptions"] > lost:
                interpreter.wake(payload["token"])
            return {"done": False, "waitSeconds": 5, "awaitSeconds": 0}
        is_done = payload["action"] == "evaluate" or calls["check_transcriptions"] >= rounds
        return {"done": is_done, "waitSeconds": 5, "awaitSeconds": 300 if "last" in payload else 180}

    return task


def test_announced_transcriptions_are_waited_for_with_one_token(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _announced(interpreter, rounds=1))

    assert _actions(run.payloads) == [
        "start_transcriptions",
        "await_transcriptions",
        "check_transcriptions",
        "evaluate",
    ]
    assert run.waits == []
    assert run.payloads[1]["awaitSeconds"] == 180
    assert run.payloads[2]["last"]["awaitSeconds"] == 180
    assert run.status == "SUCCEEDED"


def test_an_execution_that_nobody_wakes_looks_by_itself(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _announced(interpreter, rounds=2, lost=2))

    assert _actions(run.payloads)[1:-1] == ["await_transcriptions", "check_transcriptions"] * 2
    assert run.waits == [180, 300]
    assert run.status == "SUCCEEDED"


def test_an_execution_that_is_woken_too_early_waits_again(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _announced(interpreter, rounds=2))

    assert _actions(run.payloads)[1:-1] == ["await_transcriptions", "check_transcriptions"] * 2
    tokens = [payload["token"] for payload in run.payloads if "token" in payload]
    assert len(set(tokens)) == 2
    assert run.waits == []


def test_announcements_that_never_come_put_the_run_off_after_an_hour(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _announced(interpreter, rounds=99, lost=99))

    assert run.waits == [180, *[300] * 12]
    assert _actions(run.payloads)[-2:] == ["check_transcriptions", "put_off"]
    assert run.status == "SUCCEEDED"


def test_a_function_of_the_first_release_has_the_execution_ask_again_and_again(
    interpreter: Interpreter,
) -> None:
    """A rollback: the definition is of this release, and the function says nothing of announcements."""
    begun = _announced(interpreter, rounds=2)

    def rolled_back(payload: Payload) -> object:
        if payload["action"] == "await_transcriptions":
            raise TaskFailed("UnknownWork")
        result = begun(payload)
        assert isinstance(result, dict)
        return {name: result[name] for name in ("done", "waitSeconds")}

    run = interpreter.run(DEFINITION, COMPLETED, rolled_back)

    assert run.waits == [5, 5]
    assert _actions(run.payloads)[-1] == "evaluate"


@pytest.mark.parametrize(
    ("error", "calls", "last"),
    [("RetryableEngineFailure", 4, "put_off"), ("UnknownWork", 1, "put_off"), ("EngineFailed", 1, "fail")],
)
def test_a_token_that_could_not_be_stored_keeps_no_execution_waiting(
    interpreter: Interpreter, error: str, calls: int, last: str
) -> None:
    begun = _announced(interpreter, rounds=1)

    def fails(payload: Payload) -> object:
        if payload["action"] == "await_transcriptions":
            raise TaskFailed(error)
        return begun(payload)

    run = interpreter.run(DEFINITION, COMPLETED, fails)

    assert _actions(run.payloads).count("await_transcriptions") == calls
    assert (_actions(run.payloads)[-1], run.waits) == (last, [])


@pytest.mark.slow
def test_transcriptions_that_never_end_are_put_off_after_an_hour(interpreter: Interpreter) -> None:
    run = interpreter.run(DEFINITION, COMPLETED, _done_after(MOST_ROUNDS + 1))

    assert sum(run.waits) == 3600
    assert _actions(run.payloads)[-2:] == ["check_transcriptions", "put_off"]
    assert run.status == "SUCCEEDED"


@pytest.mark.parametrize("action", ["check_transcriptions", "evaluate"])
def test_an_engine_that_asks_to_wait_is_asked_again_after_the_wait(
    interpreter: Interpreter, action: str
) -> None:
    done = _done_after(1)
    calls = Counter[str]()

    def is_busy_twice(payload: Payload) -> object:
        calls[payload["action"]] += 1
        if payload["action"] == action and calls[action] <= 2:
            return {"done": False, "waitSeconds": 60 * calls[action]}
        return done(payload)

    run = interpreter.run(DEFINITION, COMPLETED, is_busy_twice)

    assert run.waits == [5, 60, 120]
    assert _actions(run.payloads)[-1] == "evaluate"
    assert run.status == "SUCCEEDED"


@pytest.mark.slow
def test_an_engine_that_always_asks_to_wait_puts_the_run_off(interpreter: Interpreter) -> None:
    def is_busy(payload: Payload) -> object:
        return {"done": payload["action"] != "evaluate", "waitSeconds": 1_800}

    run = interpreter.run(DEFINITION, COMPLETED, is_busy)

    assert run.waits == [1_800, 1_800]
    assert _actions(run.payloads)[-1] == "put_off"


@pytest.mark.parametrize("action", ["start_transcriptions", "check_transcriptions", "evaluate"])
def test_a_passing_fault_of_an_engine_is_tried_again_three_times(
    interpreter: Interpreter, action: str
) -> None:
    done = _done_after(1)
    calls = Counter[str]()

    def fails_three_times(payload: Payload) -> object:
        calls[payload["action"]] += 1
        if payload["action"] == action and calls[action] <= 3:
            raise TaskFailed("RetryableEngineFailure")
        return done(payload)

    run = interpreter.run(DEFINITION, COMPLETED, fails_three_times)

    assert len(run.pauses) == 3
    assert _actions(run.payloads)[-1] == "evaluate"
    assert "fail" not in calls
    assert run.status == "SUCCEEDED"


@pytest.mark.parametrize(
    ("action", "error", "calls"),
    [
        ("start_transcriptions", "RetryableEngineFailure", 4),
        ("check_transcriptions", "RetryableEngineFailure", 4),
        ("evaluate", "RetryableEngineFailure", 4),
        ("evaluate", "Sandbox.Timedout", 1),
        # Errors of a process that was killed, of a deployment without a module, and of the code.
        ("start_transcriptions", "Runtime.ExitError", 6),
        ("check_transcriptions", "Runtime.ExitError", 6),
        ("evaluate", "Runtime.ExitError", 6),
        ("evaluate", "Runtime.ImportModuleError", 1),
        ("evaluate", "ValidationError", 1),
    ],
)
def test_what_is_down_for_longer_puts_the_run_off_and_fails_nothing(
    interpreter: Interpreter, action: str, error: str, calls: int
) -> None:
    done = _done_after(1)

    def is_down(payload: Payload) -> object:
        if payload["action"] == action:
            raise TaskFailed(error)
        return done(payload)

    run = interpreter.run(DEFINITION, COMPLETED, is_down)

    actions = _actions(run.payloads)
    assert actions.count(action) == calls
    assert actions[-1] == "put_off"
    assert run.payloads[-1].items() >= COMPLETED.items()
    assert "fail" not in actions
    assert run.status == "SUCCEEDED"


@pytest.mark.parametrize("action", ["start_transcriptions", "evaluate"])
def test_an_evaluation_that_an_engine_refuses_is_recorded_as_failed(
    interpreter: Interpreter, action: str
) -> None:
    done, error = _done_after(0), EngineFailed.__name__

    def evaluation_fails(payload: Payload) -> object:
        if payload["action"] == action:
            raise TaskFailed(error)
        return done(payload)

    run = interpreter.run(DEFINITION, COMPLETED, evaluation_fails)

    assert _actions(run.payloads)[-2:] == [action, "fail"]
    assert "put_off" not in _actions(run.payloads)
    assert run.payloads[-1]["error"] == error
    assert run.status == "SUCCEEDED"


def test_a_failure_that_could_not_be_recorded_ends_as_a_failed_execution_which_the_alarm_sees(
    interpreter: Interpreter,
) -> None:
    def broken(_payload: Payload) -> object:
        raise TaskFailed("ResourceNotFoundException")

    run = interpreter.run(DEFINITION, COMPLETED, broken)

    assert _actions(run.payloads) == ["start_transcriptions"] + ["put_off"] * 7
    assert run.status == "FAILED"
