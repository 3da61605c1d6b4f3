"""A team has only so many slots, however many items they are spread over."""

from datetime import timedelta

import pytest

from gather.table.records import Records
from gather.table.store import Table
from gather.table.team_limits import (
    ITEMS_LOOKED_AT,
    SLOTS_OF_AN_ITEM,
    SlotLimit,
    give_back_slot,
    held_slot,
    take_slot,
    team_slots_key,
)
from tests.doubles.clock import HandClock

TEAM = "a-team"
FEW = SlotLimit("WORK", 3, timedelta(minutes=1))
MANY = SlotLimit("WORK", 8 * SLOTS_OF_AN_ITEM + 5, timedelta(minutes=1))


@pytest.fixture
def table(records: Records) -> Table:
    return records.table


def taken(table: Table, limit: SlotLimit, marks: range, clock: HandClock) -> list[str]:
    """Those of some marks that get a slot."""
    names = [f"work-{number}" for number in marks]
    return [name for name in names if take_slot(table, TEAM, limit, name, clock.now())]


def items_of(table: Table, limit: SlotLimit) -> list[dict[str, str]]:
    parts = range(-(-limit.most // SLOTS_OF_AN_ITEM))
    return [table.get(team_slots_key(TEAM, limit.what, part)) or {} for part in parts]


def test_a_few_slots_are_one_item_and_the_next_one_gets_none(table: Table, clock: HandClock) -> None:
    assert len(taken(table, FEW, range(3), clock)) == 3
    assert taken(table, FEW, range(3, 5), clock) == []

    give_back_slot(table, TEAM, FEW, "work-1")

    assert taken(table, FEW, range(3, 5), clock) == ["work-3"]


def test_many_slots_are_spread_over_items_none_of_which_has_too_many(table: Table, clock: HandClock) -> None:
    got = taken(table, MANY, range(2 * MANY.most), clock)

    held = [sum(name.startswith("slot") for name in item) for item in items_of(table, MANY)]
    assert sum(held) == len(got) <= MANY.most
    assert held[:-1] == [SLOTS_OF_AN_ITEM] * 8
    assert held[-1] == 5


def test_work_finds_a_slot_while_a_tenth_is_left(table: Table, clock: HandClock) -> None:
    most = MANY.most * 9 // 10

    assert len(taken(table, MANY, range(most), clock)) > most * 0.98


def test_who_has_a_slot_keeps_it_and_gives_it_back_by_its_name(table: Table, clock: HandClock) -> None:
    assert take_slot(table, TEAM, MANY, "work", clock.now())
    clock.advance(seconds=30)
    assert take_slot(table, TEAM, MANY, "work", clock.now())
    assert sum("slot" in name for item in items_of(table, MANY) for name in item) == 1

    give_back_slot(table, TEAM, MANY, "work")

    assert sum("slot" in name for item in items_of(table, MANY) for name in item) == 0


def test_a_slot_of_many_is_free_when_its_lease_ends(table: Table, clock: HandClock) -> None:
    first = taken(table, MANY, range(2 * MANY.most), clock)
    clock.advance(seconds=61)

    assert taken(table, MANY, range(2 * MANY.most), clock) == first


def test_a_held_slot_is_given_back_at_the_end_of_its_block(table: Table, clock: HandClock) -> None:
    with held_slot(table, TEAM, MANY, clock.now()) as has_slot:
        assert has_slot
        assert sum("slot" in name for item in items_of(table, MANY) for name in item) == 1

    assert sum("slot" in name for item in items_of(table, MANY) for name in item) == 0


def test_work_looks_into_a_few_items_and_always_the_same(table: Table) -> None:
    keys = {place.key for place in MANY.places(TEAM, "work")}

    assert len(keys) == ITEMS_LOOKED_AT
    assert keys == {place.key for place in MANY.places(TEAM, "work")}
    assert len(FEW.places(TEAM, "work")) == 1
