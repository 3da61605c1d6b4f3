"""Recovery resumes the work that the last stop interrupted, until none of it fails."""

import json
import threading
from datetime import UTC, datetime

import pytest

from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.recovery import recover_interrupted_work
from local_stack.functions.runtime_api import Outcome

STOPPED_AT = datetime(2026, 3, 10, 12, tzinfo=UTC)
DONE = Outcome(b'{"done": 3, "failed": 0, "more": false}', failed=False)
SOME_FAILED = Outcome(b'{"done": 2, "failed": 1, "more": false}', failed=False)
BROKE = Outcome(b'{"errorType": "ServiceUnavailable"}', failed=True)


class ScriptedPool(FunctionPool):
    """Has a recovery function that responds as the script says."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.events: list[object] = []

    def name_of_package(self, package: str) -> str:
        if not self.outcomes:
            raise FunctionNotFound(package)
        return package

    def invoke(self, name: str, payload: bytes, trace: str = "") -> Outcome:
        self.events.append(json.loads(payload))
        return self.outcomes.pop(0)


@pytest.mark.parametrize("first", [SOME_FAILED, BROKE])
def test_what_fails_is_tried_again_as_of_the_same_time(first: Outcome) -> None:
    pool = ScriptedPool(first, first, DONE, BROKE)

    assert recover_interrupted_work(pool, STOPPED_AT, threading.Event(), [0, 0, 0, 0])

    assert pool.events == [{"time": "2026-03-10T12:00:00.000Z", "queuesLost": True}] * 3


def test_what_fails_for_good_is_left_in_the_end() -> None:
    pool = ScriptedPool(*[SOME_FAILED] * 9)

    assert not recover_interrupted_work(pool, STOPPED_AT, threading.Event(), [0, 0])

    assert len(pool.events) == 3


def test_a_stack_that_stops_tries_no_more() -> None:
    pool, stopped = ScriptedPool(BROKE, DONE), threading.Event()
    stopped.set()

    assert not recover_interrupted_work(pool, STOPPED_AT, stopped, [60])

    assert len(pool.events) == 1


def test_without_a_recovery_function_there_is_nothing_to_do() -> None:
    assert recover_interrupted_work(ScriptedPool(), STOPPED_AT, threading.Event())
