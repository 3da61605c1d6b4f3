"""Lists by status on a table: pages, totals and round trips, whatever becomes of the records."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.core.record import archived, common_fields
from gather.table import keys
from gather.table.changes import Update
from gather.table.counted_filter import count_again, read_counts
from gather.table.kind import Stored
from gather.table.listing import BUCKET_SIZE, LISTING_CHUNK
from gather.table.records import Records
from gather.table.store import KeyRange, Table
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
