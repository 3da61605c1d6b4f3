"""Waits follow Erlang's formula, and grow without end where there is more work than workers."""

import pytest

from capacity.queueing import WorkerPool


def test_one_worker_who_is_busy_half_the_time_lets_work_wait_as_long_as_it_takes() -> None:
    """M/M/1: the mean wait is usage / (1 - usage) times the seconds of a piece."""
    pool = WorkerPool(workers=1, seconds=2)

    assert pool.usage(0.25) == 0.5
    assert pool.mean_wait(0.25) == pytest.approx(2)


def test_several_workers_wait_less_than_one_who_is_as_fast_as_all() -> None:
    """Erlang C for 2 workers, each busy half the time, is a third."""
    assert WorkerPool(workers=2, seconds=1).mean_wait(1) == pytest.approx(1 / 3)


def test_nobody_waits_while_workers_are_free() -> None:
    pool = WorkerPool(workers=50, seconds=0.25)

    assert pool.late_wait(1) == 0
    assert pool.mean_wait(0) == 0


def test_too_much_work_waits_for_what_an_hour_leaves() -> None:
    """Twice as much as the workers do: an hour's work takes two, so its last piece waits for one."""
    pool = WorkerPool(workers=1, seconds=2)

    assert pool.mean_wait(1) == 3600
    assert pool.late_wait(1) == 3600
