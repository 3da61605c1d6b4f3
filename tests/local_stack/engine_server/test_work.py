"""Recordings are worked on in turns, and a second request finds what the first began."""

import threading
from collections.abc import Iterator

import pytest

from local_stack.engine_server.transcription.work import SharedWork

SOON, NEVER = 60.0, 0.02


def test_a_second_request_goes_on_with_the_same_job() -> None:
    work: SharedWork[str] = SharedWork()
    gate, begun = threading.Event(), []

    def job() -> Iterator[str | None]:
        begun.append("it")
        gate.wait(SOON)
        yield "done"

    with pytest.raises(TimeoutError):
        work.outcome("recording", 1, job, NEVER)
    gate.set()

    assert work.outcome("recording", 1, job, SOON) == "done"
    assert work.outcome("recording", 1, job, SOON) == "done"
    assert begun == ["it"]


def test_a_short_job_goes_before_the_rest_of_a_long_one() -> None:
    work: SharedWork[str] = SharedWork()
    order: list[str] = []
    reached, gate = threading.Event(), threading.Event()

    def long() -> Iterator[str | None]:
        reached.set()
        gate.wait(SOON)
        for _ in range(3):
            order.append("long")
            yield None
        yield "long"

    def short() -> Iterator[str | None]:
        order.append("short")
        yield "short"

    with pytest.raises(TimeoutError):
        work.outcome("long", 100, long, NEVER)
    assert reached.wait(SOON)
    with pytest.raises(TimeoutError):
        work.outcome("short", 1, short, NEVER)
    gate.set()

    assert work.outcome("short", 1, short, SOON) == "short"
    assert work.outcome("long", 100, long, SOON) == "long"
    assert order == ["long", "short", "long", "long"]


def test_a_job_that_fails_can_be_started_again() -> None:
    work: SharedWork[str] = SharedWork()

    def failing() -> Iterator[str | None]:
        yield None
        raise ValueError("broken")

    def good() -> Iterator[str | None]:
        yield "done"

    with pytest.raises(ValueError, match="broken"):
        work.outcome("recording", 1, failing, SOON)
    assert work.outcome("recording", 1, good, SOON) == "done"


def test_what_nobody_waits_for_any_more_goes_last() -> None:
    """As a busy machine has it: the short ones came too late for those who asked for them."""
    work: SharedWork[str] = SharedWork()
    order: list[str] = []
    reached, gate = threading.Event(), threading.Event()

    def first() -> Iterator[str | None]:
        reached.set()
        gate.wait(SOON)
        yield "first"

    def job(name: str) -> Iterator[str | None]:
        order.append(name)
        yield name

    work.begin("first", 1, first)
    assert reached.wait(SOON)
    begun = work.begin("abandoned", 1, lambda: job("abandoned"))
    with pytest.raises(TimeoutError):
        work.outcome("awaited", 100, lambda: job("awaited"), NEVER)
    gate.set()

    assert begun.result(SOON) == "abandoned"
    assert order == ["awaited", "abandoned"]
