"""What waits for somebody, read and counted by pages that end early, as DynamoDB's end at a megabyte."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.review_kind import ReviewKind
from gather.table import review
from gather.table.review import ReviewPlace, Waiting, count_review, next_review, read_review
from gather.table.store import ItemPage, KeyRange, Table

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
PAGE = 5
JOB, OTHER_JOB = new_id(), new_id()


def at(seconds: float) -> str:
    return timestamp(NOW + timedelta(seconds=seconds))


def add(table: Table, team_id: str, seconds: float, job_id: str | None = None) -> None:
    """Store a record that waits since then."""
    record_id = new_id()
    place = ReviewPlace(ReviewKind.DECISION, at(seconds), job_id)
    table.put({"pk": record_id, "sk": "RECORD", **place.attributes(team_id, record_id)})


@pytest.fixture
def queries(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[KeyRange]:
    """The ranges that were asked for. A page looks at few records."""
    asked: list[KeyRange] = []
    query = table.query

    def query_little(keys: KeyRange, *, limit: int | None = None, **rest: Any) -> ItemPage:
        asked.append(keys)
        return query(keys, limit=min(limit or PAGE, PAGE), **rest)

    monkeypatch.setattr(table, "query", query_little)
    return asked


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(times=st.lists(st.integers(0, 10 * review.SLICES).map(lambda number: number / 10), max_size=60))
def test_nothing_is_counted_twice_and_nothing_is_left_out(
    table: Table, queries: list[KeyRange], times: list[float]
) -> None:
    """However it is spread over the time, while no slice has more than its pages."""
    spread = [seconds for number, seconds in enumerate(times) if times[:number].count(seconds) < 3]
    waiting = Waiting(new_id(), ReviewKind.DECISION)
    for seconds in spread:
        add(table, waiting.team_id, seconds)

    read = read_review(table, waiting)

    assert sorted(entry.since for entry in read) == sorted(map(at, spread))
    assert len({entry.id for entry in read}) == len(spread)
    assert count_review(table, waiting) == len(spread)


def test_the_slices_cover_a_long_queue_in_one_round(table: Table, queries: list[KeyRange]) -> None:
    waiting = Waiting(new_id(), ReviewKind.DECISION)
    count = PAGE + review.SLICES * (PAGE - 2)
    for number in range(count):
        add(table, waiting.team_id, number)

    assert count_review(table, waiting) == count
    # The first page, the newest, and each slice once.
    assert len(queries) == 2 + review.SLICES


def test_a_very_long_queue_is_counted_in_part(table: Table, queries: list[KeyRange]) -> None:
    waiting = Waiting(new_id(), ReviewKind.DECISION)
    for _ in range(4 * PAGE):
        add(table, waiting.team_id, 1)

    assert count_review(table, waiting) == PAGE + review.PAGES_OF_A_SLICE * PAGE


def test_those_of_a_job_are_found_among_many_others(table: Table, queries: list[KeyRange]) -> None:
    team_id = new_id()
    for number in range(30):
        add(table, team_id, number, JOB if number % 10 == 7 else OTHER_JOB)
    waiting = Waiting(team_id, ReviewKind.DECISION, JOB)

    assert [entry.since for entry in read_review(table, waiting)] == [at(7), at(17), at(27)]
    assert count_review(table, waiting) == 3


def test_the_next_follow_the_place_of_the_last(table: Table) -> None:
    waiting = Waiting(new_id(), ReviewKind.DECISION)
    for number in range(4):
        add(table, waiting.team_id, number)
    [_, second, *others] = next_review(table, waiting, after="", size=50)

    assert next_review(table, waiting, after=second.place, size=50) == others
    assert next_review(table, waiting, after=second.place, size=1) == others[:1]
    earlier_kind, later_kind = "0#2026", "5#2026"
    assert len(next_review(table, waiting, after=earlier_kind, size=50)) == 4
    assert next_review(table, waiting, after=later_kind, size=50) == []
