"""What release 1.0.0 left under way has the form that it gave it, until this release takes over."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from simulation.deployment import read_deployment
from simulation.earlier_release.release import LONGEST_SECONDS, EarlierRelease, earlier_definition
from simulation.virtual_time import VirtualTime
from tests.upgrades.test_work_under_way import PAYLOADS

START = datetime(2026, 3, 2, tzinfo=UTC)
MACHINES = read_deployment().state_machines
EVALUATION = next(arn for arn in MACHINES if "Evaluation" in arn)


@pytest.fixture
def time() -> VirtualTime:
    return VirtualTime(START)


@pytest.fixture
def earlier(time: VirtualTime) -> EarlierRelease:
    """An earlier release that writes at the beginning."""
    made = (EarlierRelease(time, Random(seed), MACHINES, lambda _text: None) for seed in range(20))
    return next(each for each in made if each.is_on)


def waiting_event(sort_key: str = "OUTBOX") -> Mapping[str, Any]:
    payload = {"M": {"enrollmentId": {"S": "e"}, "reason": {"S": "below_threshold"}}}
    item = {"sk": {"S": sort_key}, "name": {"S": "workflow.step.waiting"}, "payload": payload}
    return {"Put": {"Item": item}}


def members(written: Mapping[str, Any]) -> list[set[str]]:
    return [set(each["Put"]["Item"]["payload"]["M"]) for each in written["TransactItems"]]


def test_events_lack_what_is_new_until_this_release_takes_over(
    time: VirtualTime, earlier: EarlierRelease
) -> None:
    parameters = {"TransactItems": [waiting_event(), waiting_event("RECORD")]}

    before = members(earlier.written(parameters))
    time.run(until=START + timedelta(seconds=LONGEST_SECONDS))
    after = members(earlier.written(parameters))

    assert before == [{"enrollmentId"}, {"enrollmentId", "reason"}]
    assert after == [{"enrollmentId", "reason"}] * 2


def test_executions_begin_with_the_definition_of_the_release_that_writes(
    time: VirtualTime, earlier: EarlierRelease
) -> None:
    before = {arn: earlier.definition_of(arn) for arn in MACHINES}
    time.run(until=START + timedelta(seconds=LONGEST_SECONDS))

    assert [arn for arn in MACHINES if before[arn] != MACHINES[arn]] == [EVALUATION]
    assert all(earlier.definition_of(arn) == MACHINES[arn] for arn in MACHINES)


def test_an_earlier_execution_calls_the_function_of_this_release_by_what_is_recorded() -> None:
    states = earlier_definition(MACHINES[EVALUATION])["States"].values()
    asked = [state["Parameters"] for state in states if "FunctionName" in state.get("Parameters", {})]
    recorded = [set(payload) for _, payload, _ in PAYLOADS]

    current = MACHINES[EVALUATION]["States"]["Evaluate"]["Parameters"]["FunctionName"]
    assert {parameters["FunctionName"] for parameters in asked} == {current}
    assert len(asked) >= 5
    for parameters in asked:
        assert {name.removesuffix(".$") for name in parameters["Payload"]} in recorded
