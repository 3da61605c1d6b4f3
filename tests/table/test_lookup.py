"""Records are found by values that several share, whatever becomes of them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.core.record import archived
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import BY_EMAIL, BY_EXTERNAL_ID, CANDIDATE
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.lookup import Lookup
from gather.table.records import Records
from gather.table.search import Search
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork
from tests.builders.candidates import make_candidate

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
TEAM = TeamScope(new_id(), new_id(), None)


def add(records: Records, name: str = "Ada", **fields: Any) -> Candidate:
    fields = {"external_id": "A-1", "email": "ada@example.com", **fields}
    return make_candidate(records, TEAM, name, **fields)


def change(records: Records, candidate: Candidate, **fields: Any) -> None:
    def changed(stored: Stored[Candidate], _unit: UnitOfWork) -> Candidate:
        return stored.record.changed(**fields)

    records.change(CANDIDATE, TEAM.team_id, candidate.id, changed)


def names(
    records: Records,
    value: str,
    lookup: Lookup[Candidate] = BY_EXTERNAL_ID,
    selection: Selection = Selection.ACTIVE,
    team_id: str = TEAM.team_id,
) -> list[str]:
    page = records.found_page(CANDIDATE, lookup, team_id, value, selection, 0, 50)
    assert page.total == len(page.records)
    return [each.first_name for each in page.records]


def test_all_who_share_a_value_are_found_the_newest_first(records: Records) -> None:
    for name in ("Ada", "Bob", "Cid"):
        add(records, name)
    add(records, "Eve", external_id="A-11", email="eve@example.com")
    add(records, "Fay", external_id=None, email=None)

    assert names(records, "A-1") == names(records, "ada@example.com", BY_EMAIL) == ["Cid", "Bob", "Ada"]
    assert names(records, "A-1", team_id=new_id()) == []


def test_a_changed_value_is_found_and_the_one_before_is_not(records: Records) -> None:
    candidate = add(records)

    change(records, candidate, external_id="B-2", email="ADA@Example.com")

    assert (names(records, "A-1"), names(records, "B-2")) == ([], ["Ada"])
    assert names(records, "ada@example.com", BY_EMAIL) == ["Ada"]
    change(records, candidate, external_id=None)
    assert names(records, "B-2") == []


def test_an_archived_record_is_found_among_the_archived(records: Records) -> None:
    candidate = add(records)
    add(records, "Bob")
    records.change(
        CANDIDATE, TEAM.team_id, candidate.id, lambda stored, _: archived(stored.record, "2026-03-05")
    )

    assert names(records, "A-1") == ["Bob"]
    assert names(records, "A-1", selection=Selection.ARCHIVED) == ["Ada"]
    assert names(records, "A-1", selection=Selection.ALL) == ["Bob", "Ada"]
    change(records, candidate, archived_at=None)
    assert names(records, "A-1") == ["Bob", "Ada"]


def test_nothing_is_left_of_a_removed_record(records: Records) -> None:
    candidate = add(records)
    unit = records.unit_of_work()
    unit.delete(records.get(CANDIDATE, TEAM.team_id, candidate.id))
    unit.commit()

    left = records.table.query_all(KeyRange(BY_EXTERNAL_ID.partition(TEAM.team_id, "A-1")))
    assert list(left) == []


def test_a_change_that_loses_its_race_changes_no_lookup(records: Records) -> None:
    candidate = add(records)
    stale = records.get(CANDIDATE, TEAM.team_id, candidate.id)
    change(records, candidate, external_id="B-2")
    unit = records.unit_of_work()
    unit.replace(stale, stale.record.changed(external_id="C-3"))

    with pytest.raises(LostRace):
        unit.commit()

    assert (names(records, "B-2"), names(records, "C-3")) == (["Ada"], [])


def test_further_filters_and_pages_apply_to_what_is_found(records: Records) -> None:
    for name in ("Ada", "Bob", "Adam"):
        add(records, name, email=f"{name}@example.com")

    def page(offset: int) -> tuple[list[str], int]:
        found = records.found_page(
            CANDIDATE, BY_EXTERNAL_ID, TEAM.team_id, "A-1", Selection.ACTIVE, offset, 1, Search("ADA")
        )
        return [each.first_name for each in found.records], found.total

    assert (page(0), page(1), page(2)) == ((["Adam"], 2), (["Ada"], 2), ([], 2))


def test_what_is_found_costs_two_round_trips(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Ada", "Bob"):
        add(records, name)
    calls: list[str] = []
    ask = Table._call_unnamed

    def counted(self: Table, operation: str, **parameters: Any) -> dict[str, Any]:
        calls.append(operation)
        return ask(self, operation, **parameters)

    monkeypatch.setattr(Table, "_call_unnamed", counted)
    names(records, "A-1")
    names(records, "nobody")

    assert calls == ["query", "batch_get_item", "query"]
