"""Lambda stops a function that its own messages invoke again and again, after 16 rounds.

It follows messages through queues, topics and buckets, also from function to function, and not through state
machines or the table (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html). A function in
such a loop either has an end that a test names and is allowed to loop, or must not be in it.
"""

import json
from collections.abc import Iterable, Mapping

from tests.connect.pushes import test_worker
from tests.deliveries import test_delivery_tasks, test_fan_out
from tests.messaging.notifications import test_worker_turns
from tests.template.deployment import (
    REPOSITORY,
    declared,
    declared_functions,
    events_of,
    of_type,
    target,
)
from tests.template.needs import needed_queues, needs

BOUNDED = {
    "ConnectPushesFunction": (
        test_worker.test_a_push_that_keeps_failing_sends_few_messages_and_comes_to_an_end,
        test_worker.test_a_held_turn_and_a_long_evaluation_are_no_loops,
    ),
    "NotificationsFunction": (
        test_worker_turns.test_a_message_comes_back_a_few_times_at_most_until_its_turns_have_come,
    ),
    "FanOutFunction": (
        test_fan_out.test_the_batches_of_an_event_go_on_and_come_to_an_end,
        test_delivery_tasks.test_the_batches_of_a_range_go_on_and_come_to_an_end,
    ),
}
"""The functions that may loop, with the tests that show the end of each of their loops."""

THROUGH_MACHINES = {"DeliveriesFunction", "SlowDeliveriesFunction"}
"""Loops that Lambda does not see: each of a delivery's three attempts but the last starts an execution."""

Edges = Mapping[str, Iterable[str]]


def _readers() -> dict[str, set[str]]:
    """Returns the functions that a queue invokes."""
    readers: dict[str, set[str]] = {queue: set() for queue in of_type("AWS::SQS::Queue")}
    for function in declared_functions():
        for event in events_of(function, "SQS"):
            readers[target(event["Queue"])].add(function)
    return readers


def _through_queues() -> Edges:
    """Maps each function to the functions that its messages invoke."""
    readers = _readers()
    return {
        function: {reader for queue in needed_queues(function) for reader in readers[queue]}
        for function in declared_functions()
    }


def _through_machines() -> Edges:
    """The same with the state machines that a function starts."""
    readers, edges = _readers(), {name: {*reached} for name, reached in _through_queues().items()}
    for function, properties in declared_functions().items():
        variables = properties.get("Environment", {}).get("Variables", {})
        for name, machine in variables.items():
            if name.endswith("_STATE_MACHINE_ARN"):
                edges[function].add(target(machine))
    for name, properties in of_type("AWS::StepFunctions::StateMachine").items():
        definition = REPOSITORY / declared()["Resources"][name]["Properties"]["DefinitionUri"]
        text = json.dumps(json.loads(definition.read_text()))
        given = properties["DefinitionSubstitutions"]
        used = {target(value) for key, value in given.items() if f"${{{key}}}" in text and "Url" in key}
        edges[name] = {reader for queue in used for reader in readers[queue]}
    return edges


def _in_loops(edges: Edges) -> set[str]:
    """Returns the functions that lead to themselves, directly or not."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [*edges.get(start, ())]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += edges.get(name, ())
        return seen

    return {name for name in declared_functions() if name in reached(name)}


def test_a_function_that_sends_to_its_own_source_has_an_end_and_is_allowed_to_loop() -> None:
    allowed = {
        name
        for name, properties in of_type("AWS::Lambda::Function").items()
        if properties.get("RecursiveLoop") == "Allow"
    }

    assert _in_loops(_through_queues()) == set(BOUNDED)
    assert allowed == set(BOUNDED), "without a loop nothing is allowed that Lambda would end"


def test_loops_through_state_machines_are_those_with_a_known_end() -> None:
    assert _in_loops(_through_machines()) - set(BOUNDED) == THROUGH_MACHINES


def test_no_function_is_invoked_by_objects_or_by_a_topic_that_it_publishes_to() -> None:
    for bucket in of_type("AWS::S3::Bucket").values():
        assert "NotificationConfiguration" not in bucket
    for function in declared_functions():
        assert not any(need.startswith("sns:") for need in needs(function)), function


def test_loops_are_found_also_through_other_functions() -> None:
    edges = {"FanOutFunction": ["DeliveriesFunction"], "DeliveriesFunction": ["FanOutFunction"]}

    assert _in_loops(edges) == {"FanOutFunction", "DeliveriesFunction"}
    assert _in_loops({"FanOutFunction": ["FanOutFunction", "DeliveriesFunction"]}) == {"FanOutFunction"}
