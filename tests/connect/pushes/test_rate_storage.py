"""No more requests a second than a suite takes (suites: `lever`)."""

import pytest

from gather.connect.integrations.suite_storage import SUITE_RATE
from gather.connect.pushes import rate_storage
from gather.table.store import Table
from tests.builders.service import UNKNOWN_ID
from tests.doubles.clock import HandClock

MOST = 10


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch, clock: HandClock) -> list[float]:
    """The pauses that are made, during which the clock goes on."""
    made: list[float] = []

    def sleep(seconds: float) -> None:
        made.append(seconds)
        clock.advance(seconds=seconds)

    monkeypatch.setattr("time.sleep", sleep)
    return made


def send(table: Table, clock: HandClock, times: int, most: int | None = MOST) -> None:
    for _ in range(times):
        rate_storage.wait_for_room(table, UNKNOWN_ID, most, clock)


def test_as_many_as_a_second_takes_go_at_once(table: Table, clock: HandClock, pauses: list[float]) -> None:
    send(table, clock, MOST)

    assert pauses == []


def test_one_more_waits_for_the_next_second(table: Table, clock: HandClock, pauses: list[float]) -> None:
    send(table, clock, MOST + 1)

    assert sum(pauses) == pytest.approx(1, abs=rate_storage.PAUSE_SECONDS)
    item = table.get(SUITE_RATE.key(UNKNOWN_ID))
    assert item is not None
    assert item["used"] == 1


def test_a_suite_without_a_limit_is_not_counted(table: Table, clock: HandClock, pauses: list[float]) -> None:
    send(table, clock, 3 * MOST, most=None)

    assert (pauses, table.get(SUITE_RATE.key(UNKNOWN_ID))) == ([], None)


def test_integrations_are_counted_each_by_itself(table: Table, clock: HandClock, pauses: list[float]) -> None:
    send(table, clock, MOST)
    rate_storage.wait_for_room(table, UNKNOWN_ID.replace("012", "013"), MOST, clock)

    assert pauses == []
