"""Messages are taken in any order, or as fair queues promise: who keeps the consumers busy comes last."""

from datetime import UTC, datetime, timedelta
from random import Random

from simulation.message_order import LEAST_IN_FLIGHT, RECENT, AnyOrder, FairOrder
from simulation.queues import SimulatedQueue, TakenMessage

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def fair_queue() -> SimulatedQueue:
    return SimulatedQueue("work", FairOrder(), visibility_seconds=600)


def take(queue: SimulatedQueue, count: int, now: datetime = NOW) -> list[TakenMessage]:
    return queue.take(count, now)


def groups(taken: list[TakenMessage]) -> list[str]:
    return [message.group for message in taken]


def test_quiet_tenants_are_served_in_the_order_of_their_messages() -> None:
    queue = fair_queue()
    for group in ("a", "b", "a", "c"):
        queue.send({}, NOW, group=group)

    assert groups(take(queue, 10)) == ["a", "b", "a", "c"]


def test_who_has_much_in_flight_comes_after_the_others() -> None:
    queue = fair_queue()
    for _ in range(LEAST_IN_FLIGHT + 5):
        queue.send({}, NOW, group="noisy")
    take(queue, LEAST_IN_FLIGHT)
    queue.send({}, NOW, group="quiet")

    assert groups(take(queue, 3)) == ["quiet", "noisy", "noisy"]


def test_a_few_in_flight_make_nobody_noisy() -> None:
    queue = fair_queue()
    for _ in range(LEAST_IN_FLIGHT):
        queue.send({}, NOW, group="a")
    take(queue, LEAST_IN_FLIGHT - 1)
    queue.send({}, NOW, group="b")

    assert groups(take(queue, 2)) == ["a", "b"]


def test_who_has_taken_much_time_comes_after_the_others_until_that_is_long_ago() -> None:
    queue = fair_queue()
    queue.send({}, NOW, group="slow")
    for message in take(queue, 1):
        queue.delete(message, NOW + timedelta(seconds=5))
    for group in ("slow", "quick", "slow", "quick"):
        queue.send({}, NOW, group=group)
    later = NOW + RECENT + timedelta(seconds=6)

    assert groups(take(queue, 1, NOW + timedelta(seconds=6))) == ["quick"]
    assert groups(take(queue, 3, later)) == ["slow", "slow", "quick"]


def test_of_two_noisy_tenants_the_one_with_less_in_flight_is_next() -> None:
    queue = fair_queue()
    for group in ("first", "second"):
        queue.send({}, NOW, group=group)
    for message in take(queue, 2):
        queue.delete(message, NOW + timedelta(seconds=5))
    for group in ("first", "first", "second"):
        queue.send({}, NOW, group=group)

    assert groups(take(queue, 3, NOW + timedelta(seconds=6))) == ["first", "second", "first"]


def test_a_message_that_was_taken_back_is_taken_once() -> None:
    for order in (FairOrder(), AnyOrder(Random(1))):
        queue = SimulatedQueue("work", order, visibility_seconds=60)
        queue.send({}, NOW, group="a")
        [taken] = take(queue, 1)
        queue.release(taken, NOW)
        queue.release(taken, NOW)

        assert len(take(queue, 10)) == 1
        assert len(take(queue, 10, NOW + timedelta(seconds=60))) == 1
