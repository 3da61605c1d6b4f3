"""Change feeds: who follows one misses nothing, whoever writes meanwhile."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.table import change_feed
from gather.table.change_feed import (
    CHANGE,
    UNSETTLED,
    FeedPlace,
    change_partition,
    moment_of,
    read_changes,
    record_id_of,
)
from gather.table.store import Table

BEGINNING = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@dataclass
class Writers:
    """Records that are changed: a change is stamped first and committed later."""

    table: Table
    team_id: str = field(default_factory=new_id)
    now: datetime = BEGINNING
    committed: dict[str, str] = field(default_factory=dict)
    on_their_way: list[tuple[str, str]] = field(default_factory=list)

    @property
    def partition(self) -> str:
        return change_partition(self.team_id, "CANDIDATE")

    def stamp(self, record_id: str) -> None:
        self.on_their_way.append((record_id, timestamp(self.now)))

    def commit(self, number: int) -> None:
        record_id, moment = self.on_their_way.pop(number)
        before = self.committed.get(record_id)
        if before is not None:
            self.table.delete(CHANGE.key(self.team_id, "CANDIDATE", before, record_id))
        self.table.write(CHANGE.at(self.team_id, "CANDIDATE", moment, record_id).put())
        self.committed[record_id] = moment

    def change(self, record_id: str) -> None:
        self.stamp(record_id)
        self.commit(len(self.on_their_way) - 1)

    def pass_time(self, milliseconds: int) -> None:
        self.now += timedelta(milliseconds=milliseconds)
        late = timestamp(self.now - UNSETTLED + timedelta(seconds=1))
        for number in reversed(range(len(self.on_their_way))):
            if self.on_their_way[number][1] <= late:
                self.commit(number)


@dataclass
class Reader:
    """Follows the feed from its beginning, a part at a time."""

    writers: Writers
    size: int = 3
    place: FeedPlace | None = field(default_factory=lambda: FeedPlace.since(timestamp(BEGINNING)))
    seen: list[tuple[str, str]] = field(default_factory=list)
    ended_with: dict[str, str] = field(default_factory=dict)

    def read(self) -> None:
        if self.place is None:
            return
        there = FeedPlace.of(self.place.text())
        assert there == self.place
        part = read_changes(
            self.writers.table, self.writers.partition, self.place, self.size, self.writers.now
        )
        self.seen += [(record_id_of(change), moment_of(change)) for change in part.changes]
        self.place = part.place
        if part.place is None:
            self.ended_with = dict(self.writers.committed)

    def read_to_end(self) -> None:
        while self.place is not None:
            self.read()


def test_records_come_in_the_order_of_their_last_changes(table: Table) -> None:
    writers = Writers(table)
    first, second, third = (new_id() for _ in range(3))
    for record_id in (first, second, third, first):
        writers.change(record_id)
        writers.pass_time(1)
    reader = Reader(writers, size=2)

    reader.read_to_end()

    assert [record_id for record_id, _moment in reader.seen] == [second, third, first]


def test_a_feed_begins_with_the_moment_that_was_asked_for(table: Table) -> None:
    writers = Writers(table)
    writers.change(new_id())
    writers.pass_time(1)
    asked_for = timestamp(writers.now)
    wanted = new_id()
    writers.change(wanted)

    part = read_changes(table, writers.partition, FeedPlace.since(asked_for), 10, writers.now)

    assert [*map(record_id_of, part.changes)] == [wanted]
    assert part.place is None


def test_many_records_that_have_just_been_made_come_once_each(table: Table) -> None:
    writers = Writers(table)
    made = [new_id() for _ in range(40)]
    for record_id in made:
        writers.change(record_id)
    reader = Reader(writers, size=7)

    reader.read_to_end()

    assert sorted(record_id for record_id, _moment in reader.seen) == sorted(made)


def test_a_change_that_was_committed_behind_the_reader_comes_alone(table: Table) -> None:
    writers = Writers(table)
    slow = new_id()
    writers.stamp(slow)
    writers.pass_time(1)
    for _ in range(6):
        writers.change(new_id())
    reader = Reader(writers, size=3)

    reader.read()
    writers.commit(0)
    reader.read_to_end()

    assert [record_id for record_id, _moment in reader.seen].count(slow) == 1
    assert len(reader.seen) == 7


def test_where_there_is_no_room_for_marks_a_second_is_read_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_feed, "MOST_MARKS", 2)
    writers = Writers(table)
    slow = new_id()
    writers.stamp(slow)
    made = [new_id() for _ in range(9)]
    for record_id in made:
        writers.change(record_id)
    reader = Reader(writers, size=4)

    reader.read()
    reader.read()
    writers.commit(0)
    reader.read_to_end()

    assert {record_id for record_id, _moment in reader.seen} == {slow, *made}


def test_what_has_settled_needs_no_marks(table: Table) -> None:
    writers = Writers(table)
    for _ in range(5):
        writers.change(new_id())
    writers.pass_time(int(UNSETTLED / timedelta(milliseconds=1)) + 1_000)

    part = read_changes(table, writers.partition, FeedPlace.since(timestamp(BEGINNING)), 3, writers.now)

    assert part.place is not None
    assert part.place.settled == part.place.passed == part.changes[-1]
    assert not part.place.seen


@pytest.mark.parametrize("text", ["", "x", "2026-03-04", "2026-03-04T05:06:07.000Z|x", "0|1|2"])
def test_a_made_up_place_is_none(text: str) -> None:
    assert FeedPlace.of(text) is None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    chance=st.randoms(use_true_random=False),
    size=st.integers(1, 5),
    marks=st.sampled_from([0, 3, 800]),
)
def test_nothing_is_missed_while_writers_go_on(
    table: Table, chance: random.Random, size: int, marks: int
) -> None:
    """Writers and archivers of ten records, whose commits take up to a minute, and a reader between them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(change_feed, "MOST_MARKS", marks)
        writers = Writers(table)
        records = [new_id() for _ in range(10)]
        for record_id in records:
            writers.change(record_id)
            writers.pass_time(chance.choice((0, 1, 700)))
        reader = Reader(writers, size)
        for _ in range(30):
            what = chance.random()
            if what < 0.3:
                writers.stamp(chance.choice(records))
            elif what < 0.55 and writers.on_their_way:
                writers.commit(chance.randrange(len(writers.on_their_way)))
            elif what < 0.75:
                writers.pass_time(chance.choice((0, 1, 400, 2_000, 30_000)))
            else:
                reader.read()
        reader.read_to_end()

    assert reader.ended_with.items() <= set(reader.seen)
