"""The queues of the simulation deliver at least once, in any order, and give up after the last receive."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from simulation.message_order import AnyOrder
from simulation.queues import LONGEST_DELAY_SECONDS, MOST_BYTES, SimulatedQueue, event_of

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
LATER = NOW + timedelta(seconds=60)
ARN = "arn:aws:sqs:eu-west-1:000000000000:work"


@pytest.fixture
def dead() -> SimulatedQueue:
    return SimulatedQueue("dead", AnyOrder(Random(1)))


@pytest.fixture
def queue(dead: SimulatedQueue) -> SimulatedQueue:
    return SimulatedQueue(
        "work", AnyOrder(Random(1)), visibility_seconds=60, most_receives=2, dead_letters=dead
    )


def test_a_message_that_is_not_deleted_comes_again(queue: SimulatedQueue) -> None:
    queue.send({"n": 1}, NOW, group="team")

    [first] = queue.take(10, NOW)
    assert queue.take(10, NOW + timedelta(seconds=59)) == []
    [second] = queue.take(10, LATER)

    assert (first.receives, second.receives, second.body) == (1, 2, '{"n": 1}')
    assert queue.next_visible() == LATER + timedelta(seconds=60)


def test_a_receipt_is_of_the_last_time_alone(queue: SimulatedQueue) -> None:
    queue.send({}, NOW)
    [first] = queue.take(10, NOW)
    [second] = queue.take(10, LATER)

    assert not queue.delete(first, LATER)
    assert queue.delete(second, LATER)
    assert len(queue) == 0


def test_what_fails_too_often_goes_to_the_dead_letters(queue: SimulatedQueue, dead: SimulatedQueue) -> None:
    queue.send({"n": 1}, NOW, group="team")
    for turn in range(2):
        [taken] = queue.take(10, NOW)
        queue.release(taken, NOW)
        assert (len(queue), len(dead)) == (1, 0), turn

    assert queue.take(10, NOW) == []

    assert (len(queue), dead.bodies()) == (0, [{"n": 1}])
    [left] = dead.take(10, NOW)
    assert left.group == "team"


def test_a_delay_passes_first(queue: SimulatedQueue) -> None:
    queue.send({}, NOW, delay_seconds=30)

    assert queue.next_visible() == NOW + timedelta(seconds=30)
    assert queue.take(10, NOW) == []
    assert len(queue.take(10, NOW + timedelta(seconds=30))) == 1


def test_a_duplicate_is_there_while_the_first_is_handled(queue: SimulatedQueue) -> None:
    queue.send({}, NOW)
    [taken] = queue.take(10, NOW)

    queue.release(taken, NOW)

    [again] = queue.take(10, NOW)
    assert (again.id, again.receipt == taken.receipt) == (taken.id, False)


def test_the_seed_decides_the_order() -> None:
    def order(seed: int) -> list[str]:
        queue = SimulatedQueue("work", AnyOrder(Random(seed)))
        for number in range(8):
            queue.send(str(number), NOW)
        return [taken.body for taken in queue.take(10, NOW)]

    assert order(1) == order(1)
    assert sorted(order(1)) == list("01234567")
    assert len({tuple(order(seed)) for seed in range(5)}) > 1


def test_sqs_refuses_what_is_too_late_or_too_long(queue: SimulatedQueue) -> None:
    with pytest.raises(ValueError, match="delayed"):
        queue.send({}, NOW, delay_seconds=LONGEST_DELAY_SECONDS + 1)
    with pytest.raises(ValueError, match="bytes"):
        queue.send("x" * (MOST_BYTES + 1), NOW)


def test_a_function_is_told_how_often_a_message_has_come(queue: SimulatedQueue) -> None:
    queue.send({"n": 1}, NOW, group="team")

    [record] = event_of(queue.take(10, NOW), ARN)["Records"]

    assert record["body"] == '{"n": 1}'
    assert record["attributes"]["ApproximateReceiveCount"] == "1"
    assert record["attributes"]["MessageGroupId"] == "team"
    assert (record["eventSourceARN"], record["awsRegion"]) == (ARN, "eu-west-1")
