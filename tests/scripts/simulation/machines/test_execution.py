"""Executions of the simulation: tokens, time limits, and what no definition of the service uses.

That the deployed definitions run alike in moto's interpreter is told by tests/state_machines.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from simulation.machines.execution import Ended, Execution, Pause, TaskCall, WaitedFor
from simulation.machines.language import UnknownPart
from tests.state_machines.conftest import definition_of

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ENROLLMENT = json.loads(definition_of("enrollments/assets/enrollment.asl.json"))
BEGUN = {"teamId": "team", "enrollmentId": "enrollment", "run": 1, "next": {"action": "start", "until": None}}


def begun(definition: Any, document: Any = None) -> tuple[Execution, WaitedFor]:
    """A new execution, and what it waits for first."""
    execution = Execution(definition, document or {}, name="an-execution", jitter=lambda: 1.0)
    return execution, execution.begin(NOW)


def is_next(execution: Execution, action: str, until: str | None = None) -> WaitedFor:
    """The answer of the task that is asked what is next."""
    return execution.succeed({"Payload": {"action": action, "until": until}}, NOW)


def awaiting() -> tuple[Execution, TaskCall]:
    """An enrollment's execution that waits for its candidate."""
    execution, _ = begun(ENROLLMENT, BEGUN)
    call = is_next(execution, "await")
    assert isinstance(call, TaskCall)
    return execution, call


def one_state(**state: Any) -> dict[str, Any]:
    return {"StartAt": "Only", "States": {"Only": state}}


def test_a_token_goes_with_the_call_that_waits_for_it() -> None:
    execution, call = awaiting()

    assert call.token is not None
    assert call.parameters["Payload"]["token"] == call.token
    assert call.deadline == NOW + timedelta(days=30)

    again = execution.succeed({}, NOW)
    assert isinstance(again, TaskCall)
    assert (again.token, again.parameters["Payload"]["action"]) == (None, "next")


def test_each_wait_has_a_token_of_its_own() -> None:
    execution, call = awaiting()
    execution.succeed({}, NOW)

    other = is_next(execution, "await")

    assert isinstance(other, TaskCall)
    assert other.token not in (None, call.token)


def test_a_token_that_nobody_brings_back_is_replaced() -> None:
    execution, call = awaiting()
    assert call.deadline is not None

    asked = execution.expire(call.deadline)

    assert isinstance(asked, TaskCall)
    assert asked.parameters["Payload"]["action"] == "next"


def test_a_wait_ends_at_its_time_and_not_before_now() -> None:
    execution, _ = begun(ENROLLMENT, BEGUN)

    later = is_next(execution, "wait", "2026-03-05T00:00:00.000Z")
    assert later == Pause(datetime(2026, 3, 5, tzinfo=UTC))

    execution.wake(NOW)
    assert is_next(execution, "wait", "2026-03-01T00:00:00.000Z") == Pause(NOW)


def test_pauses_grow_to_their_longest_and_repetitions_are_charged() -> None:
    execution, _ = begun(ENROLLMENT, BEGUN)
    pauses = []
    waited_for: WaitedFor = execution.fail("KeyError", "", NOW)
    while isinstance(waited_for, Pause):
        pauses.append((waited_for.until - NOW).total_seconds())
        execution.wake(NOW)
        waited_for = execution.fail("KeyError", "", NOW)

    assert pauses == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert waited_for == Ended("FAILED", error="KeyError")
    assert (execution.entered, execution.transitions) == (["Next"], 11)


def test_an_execution_ends_at_its_own_time_limit() -> None:
    wait = {"Type": "Wait", "Seconds": 10, "Next": "Done"}
    states = {"Wait": wait, "Done": {"Type": "Succeed"}}
    execution, _ = begun({"StartAt": "Wait", "TimeoutSeconds": 10, "States": states})

    assert execution.wake(NOW + timedelta(seconds=10)) == Ended("TIMED_OUT", error="States.Timeout")


def test_a_path_that_leads_nowhere_fails_the_execution() -> None:
    _, ended = begun(one_state(Type="Wait", SecondsPath="$.absent", End=True))

    assert isinstance(ended, Ended)
    assert ended.status == "FAILED"


@pytest.mark.parametrize(
    "state",
    [
        {"Type": "Parallel"},
        {"Type": "Pass", "Parameters": {"a.$": "States.UUID()"}, "Next": "Only"},
        {"Type": "Wait", "SecondsPath": "$..deep", "Next": "Only"},
        {"Type": "Choice", "Choices": [{"Variable": "$", "IsNull": True, "Next": "Only"}], "Default": "Only"},
    ],
    ids=["a type", "a function", "a path", "a comparison"],
)
def test_a_part_of_the_language_that_is_unknown_is_not_passed_over(state: dict[str, Any]) -> None:
    with pytest.raises(UnknownPart):
        begun(one_state(**state))
