"""Work is done meanwhile, and its result waits for whoever asks."""

import threading

import pytest

from gather.table.concurrency import Start, Threads, at_once

SECONDS = 30
"""Only ends a test that would hang."""


@pytest.mark.parametrize("start", [Threads(), at_once])
def test_the_result_is_that_of_the_work_as_often_as_it_is_asked_for(start: Start) -> None:
    started = start(lambda: 42)

    assert [started.result() for _ in range(3)] == [42] * 3


@pytest.mark.parametrize("start", [Threads(), at_once])
def test_a_failure_is_raised_where_the_result_is_asked_for(start: Start) -> None:
    started = start(lambda: int("no number"))

    for _ in range(2):
        with pytest.raises(ValueError, match="no number"):
            started.result()


def test_what_is_started_together_is_under_way_together() -> None:
    start, all_there = Threads(), threading.Barrier(4)

    started = [start(lambda: all_there.wait(SECONDS)) for _ in range(3)]
    all_there.wait(SECONDS)

    assert all(each.result() is not None for each in started)


def test_a_thread_takes_one_work_after_the_other() -> None:
    start = Threads()
    names = set()

    for _ in range(50):
        started = start(threading.get_ident)
        names.add(started.result())

    # A thread is idle a moment after it has given its result, so now and then one more is started.
    assert len(names) < 50
