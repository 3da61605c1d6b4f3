"""Pools of the service do their work in virtual time, so many at once, in the same order every time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from simulation.thread_pools import ProcessPool
from simulation.virtual_time import VirtualTime

BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)


def live(life: Callable[[VirtualTime], object], owner: object = None) -> VirtualTime:
    """Let a process live to its end."""
    time = VirtualTime(BEGINNING)
    time.start("caller", lambda: life(time), owner)
    time.run(until=BEGINNING + timedelta(hours=1))
    return time


def test_so_many_work_at_once_and_the_results_keep_their_order() -> None:
    seen: list[tuple[list[int], float]] = []

    def work(time: VirtualTime, number: int) -> int:
        time.pause(10 - number)
        return number

    def life(time: VirtualTime) -> None:
        with ProcessPool(time, 2) as pool:
            results = list(pool.map(lambda number: work(time, number), [1, 2, 3, 4]))
        seen.append((results, time.elapsed))

    live(life)

    assert seen == [([1, 2, 3, 4], 15.0)]


def test_a_pool_is_waited_for_at_its_end() -> None:
    seen: list[float] = []

    def life(time: VirtualTime) -> None:
        with ProcessPool(time, 3) as pool:
            pool.submit(time.pause, 7)
        seen.append(time.elapsed)

    live(life)

    assert seen == [7.0]


def test_who_works_is_the_caller_and_what_is_raised_reaches_it() -> None:
    owners: list[object] = []

    def fail(time: VirtualTime) -> None:
        owners.append(time.owner())
        raise LookupError

    def life(time: VirtualTime) -> None:
        with ProcessPool(time, 1) as pool, pytest.raises(LookupError):
            pool.submit(fail, time).result()
        owners.append(time.owner())

    live(life, "the invocation")

    assert owners == ["the invocation", "the invocation"]
