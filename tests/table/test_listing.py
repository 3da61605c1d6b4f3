"""Counted listings on a table: pages, totals and round trips, whatever the order of changes."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.core.record import archived
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.idempotency import IDEMPOTENCY
from gather.table.kind import Stored
from gather.table.listing import BUCKET_SIZE, Selection
from gather.table.records import Records
from gather.table.store import Table
from gather.table.unit_of_work import ListingSizes, LostRace, UnitOfWork
from tests.builders.candidates import make_candidate, new_candidate

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
TEAM = TeamScope(new_id(), new_id(), None)
LISTING = CANDIDATE.team_listing(TEAM.team_id)
LISTED_ALONE = replace(CANDIDATE, lookups=(), entries=lambda _candidate: {}, has_feed=False)
"""Candidates without anything that leads to them, of which a transaction takes a hundred."""


def add(records: Records, name: str) -> Candidate:
    return make_candidate(records, TEAM, name)


def archive(records: Records, candidate: Candidate) -> None:
    def change(stored: Stored[Candidate], _unit: UnitOfWork) -> Candidate:
        return archived(stored.record, "2026-03-04T00:00:00.000Z")

    records.change(CANDIDATE, TEAM.team_id, candidate.id, change)


def unarchive(records: Records, candidate: Candidate) -> None:
    def change(stored: Stored[Candidate], _unit: UnitOfWork) -> Candidate:
        return stored.record.changed(archived_at=None)

    records.change(CANDIDATE, TEAM.team_id, candidate.id, change)


def remove(records: Records, candidate: Candidate) -> None:
    unit = records.unit_of_work()
    unit.delete(records.get(CANDIDATE, TEAM.team_id, candidate.id))
    unit.commit()


def names(records: Records, selection: Selection, size: int = 7) -> Iterator[str]:
    """Yields every name of a listing, page after page."""
    offset = 0
    while page := records.page(CANDIDATE, LISTING, selection, offset, size).records:
        yield from (candidate.first_name for candidate in page)
        offset += size


def test_pages_and_totals_follow_every_change(records: Records) -> None:
    candidates = [add(records, f"{number:03d}") for number in range(2 * BUCKET_SIZE + 9)]
    gone = {3, BUCKET_SIZE, 2 * BUCKET_SIZE + 1}
    hidden = set(range(10, 30)) | {2 * BUCKET_SIZE + 8}
    for number in sorted(hidden | gone):
        archive(records, candidates[number])
    for number in (10, 11):
        unarchive(records, candidates[number])
    hidden -= {10, 11}
    for number in gone:
        remove(records, candidates[number])

    newest_first = range(len(candidates) - 1, -1, -1)
    active = [f"{number:03d}" for number in newest_first if number not in hidden | gone]
    archived_names = [f"{number:03d}" for number in newest_first if number in hidden]

    assert list(names(records, Selection.ACTIVE)) == active
    assert list(names(records, Selection.ARCHIVED)) == archived_names
    assert list(names(records, Selection.ALL)) == active + archived_names
    assert records.page(CANDIDATE, LISTING, Selection.ALL, 0, 5).total == len(active) + len(archived_names)


def test_a_process_that_knows_no_bucket_finds_the_open_one(records: Records, table: Table) -> None:
    for number in range(BUCKET_SIZE + 2):
        add(records, f"{number:03d}")

    add(Records(table), "newcomer")

    assert records.page(CANDIDATE, LISTING, Selection.ACTIVE, 0, 1).records[0].first_name == "newcomer"
    assert records.page(CANDIDATE, LISTING, Selection.ACTIVE, 0, 1).total == BUCKET_SIZE + 3


@pytest.mark.parametrize("offset", [0, BUCKET_SIZE, 2 * BUCKET_SIZE - 1])
def test_any_page_costs_two_round_trips(
    records: Records, monkeypatch: pytest.MonkeyPatch, offset: int
) -> None:
    for number in range(2 * BUCKET_SIZE):
        add(records, f"{number:03d}")
    calls: list[str] = []
    ask = Table._call_unnamed

    def counted(self: Table, operation: str, **parameters: Any) -> dict[str, Any]:
        calls.append(operation)
        return ask(self, operation, **parameters)

    monkeypatch.setattr(Table, "_call_unnamed", counted)
    records.page(CANDIDATE, LISTING, Selection.ACTIVE, offset, 20)

    assert calls == ["query", "query"]


def test_two_creates_at_once_are_both_counted(records: Records, table: Table) -> None:
    """A bucket can fill up between a writer's reading and its writing. The writer then takes the next one."""
    late = Records(table)
    add(late, "first of the late writer")
    for number in range(BUCKET_SIZE):
        add(records, f"{number:03d}")

    add(late, "late")

    everyone = list(names(records, Selection.ACTIVE))
    assert len(everyone) == BUCKET_SIZE + 2
    assert everyone[0] == "late"


def add_together(records: Records, *candidate_names: str) -> None:
    unit = records.unit_of_work()
    for name in candidate_names:
        unit.create(LISTED_ALONE, new_candidate(TEAM, name))
    unit.commit()


@pytest.mark.parametrize("before", [0, BUCKET_SIZE - 30, BUCKET_SIZE - 1, BUCKET_SIZE])
@pytest.mark.parametrize("together", [30, BUCKET_SIZE + 26])
def test_many_are_added_by_one_transaction(
    records: Records, table: Table, before: int, together: int
) -> None:
    """Also by a process without knowledge of the listing, and over the end of a bucket."""
    everyone = [f"{number:03d}" for number in range(before + together + 2)]
    for name in everyone[:before]:
        add(records, name)

    add_together(Records(table), *everyone[before:-2])
    for name in everyone[-2:]:
        add(records, name)

    assert list(names(records, Selection.ACTIVE)) == everyone[::-1]
    assert records.page(CANDIDATE, LISTING, Selection.ACTIVE, 0, 5).total == len(everyone)
    archived_one = records.page(CANDIDATE, LISTING, Selection.ACTIVE, 1, 1).records[0]
    archive(records, archived_one)
    assert list(names(records, Selection.ARCHIVED)) == [archived_one.first_name]


def test_many_added_at_once_by_two_processes_are_all_counted(records: Records, table: Table) -> None:
    """Each process has an outdated view of the listing after the other's writes."""
    late = Records(table)
    add_together(late, *(f"a{number}" for number in range(40)))
    add_together(records, *(f"b{number}" for number in range(23)))

    add_together(late, *(f"c{number}" for number in range(40)))

    assert list(names(records, Selection.ACTIVE)) == [
        *(f"c{number}" for number in reversed(range(40))),
        *(f"b{number}" for number in reversed(range(23))),
        *(f"a{number}" for number in reversed(range(40))),
    ]


def test_what_leads_up_to_a_request_does_not_carry_its_guard(records: Records, table: Table) -> None:
    """A guard tells whether the request itself was carried out."""
    place = IDEMPOTENCY.at("credential", "key")
    guarded = records.guarded(lambda _made: place.new(carriedOut=True), LostRace())
    ahead = guarded.unit_of_work()
    ahead.create(CANDIDATE, new_candidate(TEAM))
    ahead.commit_ahead()
    assert table.get(place.key) is None
    add(guarded, "itself")

    assert table.get(place.key) is not None


def test_a_process_that_adds_to_very_many_listings_forgets_and_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gather.table.unit_of_work.MOST_LISTINGS_REMEMBERED", 2)
    sizes = ListingSizes()
    records = Records(table, sizes)
    teams = [new_id() for _ in range(3)]

    for number in range(BUCKET_SIZE + 1):
        for team_id in teams if number in (0, BUCKET_SIZE) else teams[:1]:
            make_candidate(records, TeamScope(TEAM.organization_id, team_id, None))
            assert len(sizes) <= 2

    totals = [
        records.page(CANDIDATE, CANDIDATE.team_listing(team_id), Selection.ALL, 0, 1).total
        for team_id in teams
    ]
    assert totals == [BUCKET_SIZE + 1, 2, 2]
