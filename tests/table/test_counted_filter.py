"""Lists by status on a table: pages, totals and round trips, whatever becomes of the records."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.core.record import archived, common_fields
from gather.table import counted_filter, keys
from gather.table.changes import Update
from gather.table.counted_filter import COUNT_SHARD, SHARDS, CountShards, count_again, read_counts
from gather.table.kind import Stored
from gather.table.listing import BUCKET_SIZE, LISTING_CHUNK
from gather.table.records import Records
from gather.table.store import KeyRange, Table, Write
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.jobs.models import JobRecord, JobStatus, JobType
from gather.workflow.jobs.storage import JOB

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
TEAM = TeamScope(new_id(), new_id(), None)


def jobs(number: int) -> list[JobRecord]:
    """New open jobs, called by their numbers."""
    return [
        JobRecord(
            **common_fields(TEAM, NOW), title=f"{each:03d}", type=JobType.REQUISITION, status=JobStatus.OPEN
        )
        for each in range(number)
    ]


def add(records: Records, *made: JobRecord) -> None:
    """Store jobs by transactions of up to thirty."""
    for start in range(0, len(made), 30):
        unit = records.unit_of_work()
        for job in made[start : start + 30]:
            unit.create(JOB, job)
        unit.commit()


def change(records: Records, job: JobRecord, **fields: Any) -> None:
    def changed(stored: Stored[JobRecord], _unit: UnitOfWork) -> JobRecord:
        return stored.record.changed(**fields)

    records.change(JOB, TEAM.team_id, job.id, changed)


def titles(records: Records, status: str, size: int = 7) -> list[str]:
    """Every title of the jobs with a status, page after page."""
    found: list[str] = []
    while True:
        page = records.filtered_page(JOB, TEAM.team_id, status, len(found), size)
        if not page.records:
            assert page.total == len(found)
            return found
        found += [job.title for job in page.records]


def test_pages_and_totals_follow_every_change(records: Records) -> None:
    made = jobs(2 * BUCKET_SIZE + 9)
    add(records, *made)
    for number in range(10, 30):
        change(records, made[number], status=JobStatus.CLOSED)
    for number in (12, 2 * BUCKET_SIZE + 1):
        change(records, made[number], status=JobStatus.OPEN, title=f"{number:03d}")
    change(records, made[11], archived_at="2026-03-05T00:00:00.000Z")
    change(records, made[40], archived_at="2026-03-05T00:00:00.000Z")
    change(records, made[41], archived_at="2026-03-05T00:00:00.000Z")
    change(records, made[41], archived_at=None)
    unit = records.unit_of_work()
    unit.delete(records.get(JOB, TEAM.team_id, made[50].id))
    unit.commit()

    closed = set(range(10, 30)) - {11, 12}
    gone = {11, 40, 50}
    newest_first = range(len(made) - 1, -1, -1)
    assert titles(records, "closed") == [f"{number:03d}" for number in newest_first if number in closed]
    assert titles(records, "open") == [
        f"{number:03d}" for number in newest_first if number not in closed | gone
    ]
    assert titles(records, "draft") == []


def test_a_record_keeps_its_status_when_something_else_changes(records: Records) -> None:
    [job] = jobs(1)
    add(records, job)

    change(records, job, title="Another")

    assert titles(records, "open") == ["Another"]


def test_one_transaction_may_move_and_add_records_of_one_status(records: Records) -> None:
    first, second, third = jobs(3)
    add(records, first, second)
    unit = records.unit_of_work()
    for job in (first, second):
        stored = records.get(JOB, TEAM.team_id, job.id)
        unit.replace(stored, stored.record.changed(status=JobStatus.CLOSED))
    unit.create(JOB, third)
    unit.commit()

    assert (titles(records, "closed"), titles(records, "open")) == (["001", "000"], ["002"])


def test_a_change_that_loses_its_race_is_not_counted(records: Records) -> None:
    [job] = jobs(1)
    add(records, job)
    stale = records.get(JOB, TEAM.team_id, job.id)
    change(records, job, status=JobStatus.CLOSED)
    unit = records.unit_of_work()
    unit.replace(stale, stale.record.changed(status=JobStatus.FILLED))

    with pytest.raises(LostRace):
        unit.commit()

    assert [titles(records, status) for status in ("open", "closed", "filled")] == [[], ["000"], []]


def test_any_page_costs_three_round_trips(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    add(records, *jobs(2 * BUCKET_SIZE))
    calls: list[str] = []
    ask = Table._call_unnamed

    def counted(self: Table, operation: str, **parameters: Any) -> dict[str, Any]:
        calls.append(operation)
        return ask(self, operation, **parameters)

    monkeypatch.setattr(Table, "_call_unnamed", counted)
    for offset in (0, BUCKET_SIZE, 2 * BUCKET_SIZE - 1):
        records.filtered_page(JOB, TEAM.team_id, "open", offset, 20)

    assert calls == ["query", "query", "batch_get_item"] * 3


def busy(records: Records, status: str) -> str:
    """Has this process spread the counts of a status, as after a transaction that was refused."""
    partition = keys.filtered(JOB.team_listing(TEAM.team_id), status)
    records._listing_sizes.count_shards.spread(partition)
    return partition


def items_of(records: Records, partition: str) -> list[dict[str, Any]]:
    return [*records.table.query_all(KeyRange(keys.listing_head(partition).pk), consistent=True)]


def test_counts_of_a_busy_team_are_spread_and_add_up(records: Records) -> None:
    made = jobs(60)
    opened = busy(records, "open")
    for job in made:
        add(records, job)
    busy(records, "closed")
    for job in made[:40]:
        change(records, job, status=JobStatus.CLOSED)

    assert len(items_of(records, opened)) > 5
    assert sum(read_counts(records.table, opened).values()) == 20
    assert titles(records, "open") == [f"{number:03d}" for number in range(59, 39, -1)]
    assert titles(records, "closed") == [f"{number:03d}" for number in range(39, -1, -1)]


def test_the_counts_of_one_transaction_go_to_one_item(records: Records) -> None:
    partition = busy(records, "open")

    add(records, *jobs(20))

    assert [item["n0"] for item in items_of(records, partition)] == [20]


def test_a_team_that_is_busy_no_longer_has_one_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_filter, "SPREAD_TRANSACTIONS", 50)
    shards = CountShards()
    assert shards.choose("one") is None
    shards.spread("one")

    chosen = [shards.choose("one") for _ in range(50)]

    assert len(set(chosen)) > 5
    assert set(chosen) <= set(SHARDS)
    assert [shards.choose("one"), shards.choose("other")] == [None, None]


def test_a_refusal_for_the_counts_spreads_them_and_one_for_a_record_does_not(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    transact = Table.transact
    place = 0

    def refused_once(self: Table, writes: Sequence[Write], evade: Any) -> None:
        transact(self, evade([range(len(writes))[place]]))

    monkeypatch.setattr(Table, "transact", refused_once)
    partition = keys.filtered(JOB.team_listing(TEAM.team_id), "open")
    for _ in range(20):
        add(records, *jobs(1))
    assert [item["sk"] for item in items_of(records, partition)] == ["CHUNK#000000"]
    place = -1
    for _ in range(20):
        add(records, *jobs(1))

    assert len(items_of(records, partition)) > 5
    assert read_counts(records.table, partition) == {0: 40}


def test_counts_that_are_spread_are_corrected_as_a_whole(records: Records) -> None:
    made = jobs(30)
    partition = busy(records, "open")
    for job in made:
        add(records, job)
    shard = COUNT_SHARD.at(partition, 0, "03")
    records.table.write(shard.update(Update(add={"n0": 4, "n9": -2})))

    assert count_again(records.table, partition) == 1
    assert read_counts(records.table, partition) == {0: 30}
    assert count_again(records.table, partition) == 0


def test_a_spread_count_that_changes_meanwhile_stays_as_it_is(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(records, *jobs(3))
    partition = keys.filtered(JOB.team_listing(TEAM.team_id), "open")
    shard = COUNT_SHARD.at(partition, 0, "03")
    records.table.write(shard.update(Update(add={"n0": 4})))
    transact = Table.transact

    def overtaken(self: Table, writes: Sequence[Write]) -> None:
        records.table.write(shard.update(Update(add={"n0": 1})))
        transact(self, writes)

    monkeypatch.setattr(Table, "transact", overtaken)

    assert count_again(records.table, partition) == 0
    assert read_counts(records.table, partition) == {0: 8}


def test_counts_that_an_earlier_release_left_wrong_are_corrected(records: Records) -> None:
    made = jobs(3)
    add(records, *made)
    change(records, made[0], status=JobStatus.CLOSED)
    partition = keys.filtered(JOB.team_listing(TEAM.team_id), "open")
    chunk = LISTING_CHUNK.at(partition, 0)
    records.table.write(chunk.update(Update(add={"n0": 5, "n7": 1})))

    assert count_again(records.table, partition) == 2
    assert read_counts(records.table, partition) == {0: 2}
    assert count_again(records.table, partition) == 0


def test_archiving_leaves_nothing_in_the_filter(records: Records) -> None:
    [job] = jobs(1)
    add(records, job)
    records.change(
        JOB, TEAM.team_id, job.id, lambda stored, _: archived(stored.record, "2026-03-05T00:00:00.000Z")
    )

    partition = keys.filtered(JOB.team_listing(TEAM.team_id), "open")
    assert [*records.table.query_all(KeyRange(partition, "filter"))] == []


def test_what_follows_a_place_is_not_moved_by_what_comes_meanwhile(records: Records) -> None:
    add(records, *jobs(BUCKET_SIZE + 5))
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = records.filtered_page(JOB, TEAM.team_id, "open", 0, 20, after=after)
        found += [job.title for job in page.records]
        after = page.last
        add(records, *jobs(1))

    assert found == [f"{number:03d}" for number in reversed(range(BUCKET_SIZE + 5))]
