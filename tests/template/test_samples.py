"""`events/` has a sample of what each function is invoked with, for `sam local invoke`."""

import json
from typing import Any

import pytest

from gather.table import keys
from local_stack.functions.event_filter import Filter
from tests.builders.samples import EVENTS, every_sample, sample_files
from tests.template.deployment import REPOSITORY, declared_functions, events_of, routes_of, target


def _samples(function: str) -> dict[str, Any]:
    return {file.stem: json.loads(file.read_text()) for file in sample_files(function)}


@pytest.mark.parametrize("function", sorted(declared_functions()))
def test_every_function_has_a_sample(function: str) -> None:
    assert _samples(function)


@pytest.mark.parametrize("function", [name for name in declared_functions() if routes_of(name)])
def test_samples_of_a_family_are_requests_to_its_routes(function: str) -> None:
    for name, sample in _samples(function).items():
        assert sample["version"] == "2.0", name
        assert sample["routeKey"] in routes_of(function), name
        assert sample["rawPath"] == sample["requestContext"]["http"]["path"], name
        assert "{" not in sample["rawPath"], name


@pytest.mark.parametrize("function", [name for name in declared_functions() if events_of(name, "SQS")])
def test_samples_of_a_queue_s_worker_come_from_its_queue(function: str) -> None:
    [event] = events_of(function, "SQS")
    for name, sample in _samples(function).items():
        for record in sample["Records"]:
            assert record["eventSourceARN"].endswith(f":{target(event['Queue'])}"), name
            body = json.loads(record["body"])
            assert body.get("teamId") or body.get("TopicArn") or body["detail-type"], name


def test_samples_of_the_dispatcher_pass_its_filter() -> None:
    records = [record for sample in _samples("DispatcherFunction").values() for record in sample["Records"]]

    assert {record["dynamodb"]["Keys"]["sk"]["S"] for record in records} == {keys.outbox("any").sk}
    assert {record["eventName"] for record in records} == {"INSERT"}


def test_samples_of_the_ledger_pass_its_filter() -> None:
    [event] = events_of("LedgerFunction", "DynamoDB")
    samples = _samples("LedgerFunction").values()

    assert all(Filter(event).matches(record) for sample in samples for record in sample["Records"])


def test_samples_of_the_evaluation_s_tasks_cover_the_actions_of_its_state_machine() -> None:
    definition = json.loads((REPOSITORY / "functions/evaluation/assets/evaluation.asl.json").read_text())
    payloads = [
        state["Parameters"]["Payload"] for state in definition["States"].values() if state["Type"] == "Task"
    ]
    expected = {payload["action"]: {member.removesuffix(".$") for member in payload} for payload in payloads}

    samples = _samples("EvaluationTaskFunction").values()
    assert {sample["action"]: set(sample) for sample in samples} == expected


def test_every_sample_belongs_to_a_function() -> None:
    assert set(EVENTS.rglob("*.json")) == {file for _, file in every_sample()}
