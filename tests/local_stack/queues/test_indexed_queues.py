"""The local stack's queues are fair between groups, and lose no message."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moto.sqs import models
from moto.sqs.exceptions import ReceiptHandleIsInvalid
from moto.sqs.models import Message, Queue, SQSBackend

from local_stack.queues import indexed_queues
from local_stack.queues.indexed_queues import IndexedQueue, index_queues, indexed_queue

HOUR = 3600
_RECEIVE, _CHANGE_VISIBILITY = SQSBackend.receive_message, SQSBackend.change_message_visibility


@pytest.fixture(autouse=True, scope="module")
def _indexed() -> Iterator[None]:
    index_queues()
    yield
    models.Queue = Queue  # type: ignore[misc]  # as it was before
    SQSBackend.receive_message = _RECEIVE  # type: ignore[method-assign]
    SQSBackend.change_message_visibility = _CHANGE_VISIBILITY  # type: ignore[method-assign]


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time, which the test controls."""
    moment = SimpleNamespace(now=1_000_000.0)
    for module in (models, indexed_queues):
        monkeypatch.setattr(module, "unix_time", lambda: moment.now)
        monkeypatch.setattr(module, "unix_time_millis", lambda: moment.now * 1000)
    return moment


@pytest.fixture
def backend() -> SQSBackend:
    made = SQSBackend("us-east-1", "123456789012")
    made.create_queue("work")
    return made


def send(backend: SQSBackend, *bodies: str, group: str | None = None) -> None:
    for body in bodies:
        backend.send_message("work", body, group_id=group)


def receive(backend: SQSBackend, count: int = 1, hidden: int = 60) -> list[Message]:
    return backend.receive_message("work", count, 0, hidden)


def bodies(messages: list[Message]) -> list[str]:
    return [message.body for message in messages]


def test_a_group_with_much_in_flight_does_not_delay_the_others(backend: SQSBackend) -> None:
    send(backend, *(f"noisy {number}" for number in range(50)), group="noisy")
    receive(backend, 5)
    send(backend, "quiet 1", "quiet 2", group="quiet")

    assert bodies(receive(backend, 3)) == ["quiet 1", "quiet 2", "noisy 5"]


def test_groups_with_as_much_in_flight_take_turns(backend: SQSBackend) -> None:
    for group in ("a", "b", "c"):
        send(backend, f"{group}1", f"{group}2", group=group)

    taken = [receive(backend)[0] for _ in range(3)]
    for message in taken:
        backend.delete_message("work", str(message.receipt_handle))

    assert [*bodies(taken), *bodies(receive(backend, 3))] == ["a1", "b1", "c1", "a2", "b2", "c2"]


def test_messages_without_a_group_come_in_their_order(backend: SQSBackend) -> None:
    send(backend, "first", "second", "third")

    assert bodies(receive(backend, 10)) == ["first", "second", "third"]


def test_a_message_at_work_is_hidden_until_its_time_is_over(
    backend: SQSBackend, seconds: SimpleNamespace
) -> None:
    send(backend, "work", group="team")
    [first] = receive(backend, hidden=60)
    assert receive(backend) == []

    seconds.now += 61

    [second] = receive(backend)
    assert (second.id, second.approximate_receive_count) == (first.id, 2)
    assert second.receipt_handle != first.receipt_handle
    # Who is late may still delete it.
    backend.delete_message("work", str(first.receipt_handle))
    assert indexed_queue(backend, "work")._messages == []


def test_a_delayed_message_comes_when_its_delay_is_over(
    backend: SQSBackend, seconds: SimpleNamespace
) -> None:
    backend.send_message("work", "later", delay_seconds=30, group_id="team")
    queue = indexed_queue(backend, "work")
    assert (receive(backend), queue.approximate_number_of_messages_delayed) == ([], 1)

    seconds.now += 31

    assert queue.approximate_number_of_messages == 1
    assert bodies(receive(backend)) == ["later"]
    assert queue.approximate_number_of_messages_not_visible == 1


def test_a_message_that_is_shown_again_can_be_received_at_once(backend: SQSBackend) -> None:
    send(backend, "again")
    [message] = receive(backend)

    backend.change_message_visibility("work", str(message.receipt_handle), 0)

    assert bodies(receive(backend)) == ["again"]
    with pytest.raises(ReceiptHandleIsInvalid):
        backend.change_message_visibility("work", "of another queue", 0)


def test_what_was_received_too_often_goes_to_the_dead_letters(backend: SQSBackend) -> None:
    backend.create_queue("dead")
    dead = indexed_queue(backend, "dead")
    work = indexed_queue(backend, "work")
    work.redrive_policy = {"maxReceiveCount": 2}
    work.dead_letter_queue = dead
    send(backend, "poison", "good", group="team")
    for _ in range(2):
        for message in receive(backend, 10):
            if message.body == "good":
                backend.delete_message("work", str(message.receipt_handle))
            else:
                backend.change_message_visibility("work", str(message.receipt_handle), 0)

    assert receive(backend) == []
    assert bodies(backend.receive_message("dead", 10, 0, 60)) == ["poison"]
    assert work._messages == []


def test_deleting_again_and_purging_are_no_errors(backend: SQSBackend) -> None:
    send(backend, "handled", "purged")
    [handled] = receive(backend)
    for _ in range(2):
        backend.delete_message("work", str(handled.receipt_handle))
    backend.purge_queue("work")

    assert indexed_queue(backend, "work")._messages == []


def test_who_waits_for_a_message_gets_it_as_it_comes_and_goes_when_stopped(backend: SQSBackend) -> None:
    queue = indexed_queue(backend, "work")
    stopped = Event()
    with ThreadPoolExecutor(1) as waiting:
        receiving = waiting.submit(queue.take, 10, 60, HOUR, stopped.is_set)
        send(backend, "at once")
        assert bodies(receiving.result()) == ["at once"]

        receiving = waiting.submit(queue.take, 10, 60, HOUR, stopped.is_set)
        stopped.set()
        queue.wake()
        assert receiving.result() == []


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c", None]), st.booleans()), max_size=30))
def test_every_message_is_received_once_while_it_is_hidden(steps: list[tuple[str | None, bool]]) -> None:
    backend = SQSBackend("us-east-1", "123456789012")
    queue = backend.create_queue("work")
    assert isinstance(queue, IndexedQueue)
    received: list[str] = []
    for number, (group, takes) in enumerate(steps):
        backend.send_message("work", str(number), group_id=group)
        if takes:
            received += bodies(receive(backend, 2))
    received += bodies(receive(backend, len(steps) + 1))

    assert sorted(received) == sorted(str(number) for number in range(len(steps)))
    assert queue.approximate_number_of_messages_not_visible == len(steps)


class NeverWalked(dict[str, Any]):
    """A mapping that allows lookups, and no iteration."""

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("walked through all messages")

    def values(self) -> Any:
        raise AssertionError("walked through all messages")


def test_sending_receiving_and_counting_walk_through_no_messages(backend: SQSBackend) -> None:
    send(backend, "first", "second", "third")
    queue = indexed_queue(backend, "work")
    queue._kept = NeverWalked(queue._kept)

    send(backend, "fourth")
    backend.send_message("work", "later", delay_seconds=60)
    [taken] = receive(backend)
    backend.delete_message("work", str(taken.receipt_handle))
    receive(backend)
    counts = backend.get_queue_attributes("work", ["All"])

    assert counts["ApproximateNumberOfMessages"] == 2
    assert counts["ApproximateNumberOfMessagesNotVisible"] == 1
    assert counts["ApproximateNumberOfMessagesDelayed"] == 1
