"""No group of messages takes all the functions that a queue of the local stack may invoke at once."""

import json
from collections.abc import Iterator
from threading import Condition
from typing import Any, cast

import pytest
from moto.sqs import models
from moto.sqs.models import Queue, SQSBackend

from local_stack.functions.pool import FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.queues.indexed_queues import index_queues
from local_stack.queues.queue_source import QueueSource
from local_stack.template.resources import EventSource

PATIENCE_SECONDS = 10
_RECEIVE, _CHANGE_VISIBILITY = SQSBackend.receive_message, SQSBackend.change_message_visibility


class BusyFunction:
    """A function whose invocations last until the test lets one go; notes what is under way."""

    def __init__(self) -> None:
        self._changed = Condition()
        self.under_way: list[str] = []

    def invoke(self, _name: str, payload: bytes, _trace: str = "") -> Outcome:
        body = json.loads(payload)["Records"][0]["body"]
        with self._changed:
            self.under_way.append(body)
            self._changed.notify_all()
            self._changed.wait_for(lambda: body not in self.under_way, PATIENCE_SECONDS)
        return Outcome(b"null", failed=False)

    def let_go(self, body: str) -> None:
        """End the invocation with that message."""
        with self._changed:
            self.under_way.remove(body)
            self._changed.notify_all()

    def wait_for(self, *bodies: str) -> None:
        """Wait until exactly these are under way. Fails when they never are."""
        with self._changed:
            come = self._changed.wait_for(lambda: sorted(self.under_way) == sorted(bodies), PATIENCE_SECONDS)
        assert come, f"under way are {self.under_way}"


@pytest.fixture
def function() -> BusyFunction:
    return BusyFunction()


@pytest.fixture
def queues(function: BusyFunction) -> Iterator[SQSBackend]:
    """A backend with a queue `work`, which invokes the function four times at once."""
    index_queues()
    backend = SQSBackend("us-east-1", "123456789012")
    backend.create_queue("work")
    properties: dict[str, Any] = {"BatchSize": 1, "ScalingConfig": {"MaximumConcurrency": 20}}
    mapping = EventSource("Mapping", "function", "arn:aws:sqs:us-east-1:123456789012:work", properties)
    source = QueueSource(mapping, backend, cast("FunctionPool", function), time_scale=1)
    source.start()
    yield backend
    source.stop()
    for body in list(function.under_way):
        function.let_go(body)
    models.Queue = Queue  # type: ignore[misc]  # as it was before
    SQSBackend.receive_message = _RECEIVE  # type: ignore[method-assign]
    SQSBackend.change_message_visibility = _CHANGE_VISIBILITY  # type: ignore[method-assign]


def send(queues: SQSBackend, *bodies: str, group: str | None) -> None:
    for body in bodies:
        queues.send_message("work", body, group_id=group)


def test_a_team_with_much_work_leaves_functions_to_the_next_team(
    queues: SQSBackend, function: BusyFunction
) -> None:
    send(queues, "much 1", "much 2", "much 3", group="much")
    function.wait_for("much 1", "much 2")

    send(queues, "little", group="little")

    function.wait_for("much 1", "much 2", "little")


def test_what_a_team_has_waiting_goes_on_as_its_work_ends(queues: SQSBackend, function: BusyFunction) -> None:
    send(queues, "first", "second", "third", group="team")
    function.wait_for("first", "second")

    function.let_go("first")

    function.wait_for("second", "third")


def test_messages_of_nobody_take_all_functions(queues: SQSBackend, function: BusyFunction) -> None:
    send(queues, "a", "b", "c", "d", "e", group=None)

    function.wait_for("a", "b", "c", "d")
