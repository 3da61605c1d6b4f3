"""Units of work on a table: what is begun again, how often, and what is written."""

import gc
import weakref
from datetime import UTC, datetime

import pytest

from gather.core.caller import TeamScope
from gather.core.errors import GatherError, ServiceUnavailable
from gather.core.identifiers import new_id
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.records import CHANGE_ATTEMPTS, Records
from gather.table.unit_of_work import LostRace, UnitOfWork
from tests.builders.candidates import make_candidate

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
TEAM = TeamScope(new_id(), new_id(), None)


@pytest.fixture
def candidate(records: Records) -> Candidate:
    return make_candidate(records, TEAM)


def rename(unit: UnitOfWork, candidate: Candidate, name: str) -> str:
    """Rename a candidate, as part of `unit`; the name so far."""
    stored = unit.get(CANDIDATE, TEAM.team_id, candidate.id)
    unit.replace(stored, stored.record.changed(first_name=name))
    return stored.record.first_name


def name_of(records: Records, candidate: Candidate) -> str:
    return records.get(CANDIDATE, TEAM.team_id, candidate.id).record.first_name


def test_a_lost_race_is_repeated_on_the_state_that_won(records: Records, candidate: Candidate) -> None:
    attempts = []

    def work(unit: UnitOfWork) -> str:
        attempts.append(unit.attempt)
        before = rename(unit, candidate, "Grace")
        if unit.attempt == 1:
            records.run(lambda faster: rename(faster, candidate, "Edsger"))
        return before

    assert records.run(work) == "Edsger"
    assert name_of(records, candidate) == "Grace"
    assert attempts == [1, 2]


def test_several_lost_races_are_a_conflict(records: Records, candidate: Candidate) -> None:
    attempts = []

    def work(unit: UnitOfWork) -> None:
        attempts.append(unit.attempt)
        rename(unit, candidate, "Grace")
        records.run(lambda faster: rename(faster, candidate, f"Faster {unit.attempt}"))

    with pytest.raises(LostRace):
        records.run(work)
    assert attempts == [*range(1, CHANGE_ATTEMPTS + 1)]
    assert name_of(records, candidate) == f"Faster {CHANGE_ATTEMPTS}"


def test_other_failures_begin_nothing_again_unless_that_is_asked_for(
    records: Records, candidate: Candidate
) -> None:
    failures: list[GatherError] = []

    def work(unit: UnitOfWork) -> str:
        if unit.attempt < 3:
            raise ServiceUnavailable("The table is busy.")
        return rename(unit, candidate, "Grace")

    def begins_again(failure: GatherError) -> bool:
        failures.append(failure)
        return len(failures) < 3

    with pytest.raises(ServiceUnavailable):
        records.run(work)
    assert records.run(work, begins_again) == "Ada"
    assert len(failures) == 2
    with pytest.raises(ServiceUnavailable):
        records.run(work, begins_again)
    assert len(failures) == 3


def test_what_plans_nothing_writes_nothing(records: Records, candidate: Candidate) -> None:
    before = records.get(CANDIDATE, TEAM.team_id, candidate.id)

    def work(unit: UnitOfWork) -> str:
        rename(unit, candidate, "Grace")
        unit.discard()
        return "nothing"

    assert records.run(work) == "nothing"
    assert records.get(CANDIDATE, TEAM.team_id, candidate.id) == before


def test_a_unit_that_is_committed_leaves_nothing_to_the_garbage_collector(
    records: Records, candidate: Candidate
) -> None:
    """Else a function's memory grows with each request until the next collection."""
    seen: list[weakref.ref[UnitOfWork]] = []

    def work(unit: UnitOfWork) -> None:
        seen.append(weakref.ref(unit))
        unit.create(CANDIDATE, candidate.model_copy(update={"id": new_id()}))

    gc.disable()
    try:
        records.run(work)
        assert [unit() for unit in seen] == [None]
    finally:
        gc.enable()
