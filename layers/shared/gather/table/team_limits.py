"""Limits of a team's concurrent work: slots, each leased for a while.

A slot that is not given back, because its worker died, is free again when its lease ends. Work that one
worker begins and another one ends holds its slot under a name (`take_slot`, `give_back_slot`).

The slots of a large limit are spread over several items: one item takes a thousand write units a second, and
each write of it takes one for each kilobyte. Work looks for a slot in a few of the items, which follow from
its name. A team that has almost all of its slots under way may therefore find none although one is left.
"""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from gather.core.clock import timestamp
from gather.table.changes import Update
from gather.table.conditions import at_most, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import ConditionFailed, Table

SLOTS_OF_AN_ITEM = 25
"""Two kilobytes of them."""
ITEMS_LOOKED_AT = 3
"""How many items work looks for a slot in, where there are more: seldom are several full before most are."""


def team_slots_key(team_id: str, what: str, part: int = 0) -> Key:
    """A part of the slots of a team for what it has under way."""
    return Key(f"TEAM#{team_id}#SLOTS", f"{what}#{part}" if part else what)


TEAM_SLOTS = ItemKind(None, team_slots_key)


@dataclass(frozen=True, slots=True)
class SlotLimit:
    """The most slots for `what` at once, each for `lease` at the longest.

    Another number of slots changes where work looks for them: what is held meanwhile is free when its lease
    ends.
    """

    what: str
    most: int
    lease: timedelta

    def places(self, team_id: str, mark: str) -> list["SlotPlace"]:
        """The items in which the work that `mark` names looks for a slot, in its order."""
        count = -(-self.most // SLOTS_OF_AN_ITEM)
        parts = random.Random(mark).sample(range(count), min(ITEMS_LOOKED_AT, count))
        return [SlotPlace(team_slots_key(team_id, self.what, part), self._slots_of(part)) for part in parts]

    def _slots_of(self, part: int) -> int:
        return min(SLOTS_OF_AN_ITEM, self.most - part * SLOTS_OF_AN_ITEM)


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """An item of slots, and how many it has."""

    key: Key
    slots: int

    @property
    def names(self) -> list[str]:
        """The attributes of the item that are slots."""
        return [f"slot{number}" for number in range(self.slots)]


@dataclass(frozen=True, slots=True)
class _HeldSlot:
    """A slot that somebody has: its item, its name there and the value that says who has it."""

    key: Key
    name: str
    value: str


@contextmanager
def held_slot(table: Table, team_id: str, limit: SlotLimit, now: datetime) -> Iterator[bool]:
    """Hold one of the team's slots while the block runs; whether there was one.

    Two round trips; one more for each slot that another worker was faster to take, and for each item that is
    full.
    """
    # The mark makes each holder's value its own.
    taken = _taken(table, team_id, limit, secrets.token_hex(4), now)
    try:
        yield taken is not None
    finally:
        if taken is not None:
            _give_back(table, taken)


def take_slot(table: Table, team_id: str, limit: SlotLimit, mark: str, now: datetime) -> bool:
    """Take one of the team's slots for what `mark` names; whether there was one.

    What has a slot already, taken by a worker that died, goes on with that, for another lease. Two round
    trips; one more for each slot that another worker was faster to take, and for each item that is full.
    """
    for held in _held(table, team_id, limit, mark):
        change = Update(
            set={held.name: _value(mark, now + limit.lease)}, condition=equal(held.name, held.value)
        )
        try:
            table.update(held.key, change)
        except ConditionFailed:
            continue
        return True
    return _taken(table, team_id, limit, mark, now) is not None


def give_back_slot(table: Table, team_id: str, limit: SlotLimit, mark: str) -> None:
    """Give back what `take_slot` took, unless that was done before. Two round trips."""
    for held in _held(table, team_id, limit, mark):
        _give_back(table, held)


def _held(table: Table, team_id: str, limit: SlotLimit, mark: str) -> list[_HeldSlot]:
    """The slots that `mark` has. One round trip: the items are read side by side."""
    places = limit.places(team_id, mark)
    reads = [table.start(partial(table.get, place.key)) for place in places]
    return [
        _HeldSlot(place.key, name, item[name])
        for place, read in zip(places, reads, strict=True)
        if (item := read.result()) is not None
        for name in place.names
        if item.get(name, "").endswith(f"#{mark}")
    ]


def _value(mark: str, until: datetime) -> str:
    """The value that says who holds a slot. The time before the mark orders the values."""
    return f"{timestamp(until)}#{mark}"


def _taken(table: Table, team_id: str, limit: SlotLimit, mark: str, now: datetime) -> _HeldSlot | None:
    """A slot that was free; None where there is none in any item that `mark` looks at."""
    holder = _value(mark, now + limit.lease)
    for place in limit.places(team_id, mark):
        name = _taken_of(table, place, holder, timestamp(now))
        if name is not None:
            return _HeldSlot(place.key, name, holder)
    return None


def _taken_of(table: Table, place: SlotPlace, holder: str, moment: str) -> str | None:
    """The name of the slot of an item that `holder` has now; None where all are held."""
    names = place.names
    # Workers that begin elsewhere seldom meet.
    name = random.choice(names)
    for _ in names:
        free = lacks(name) | at_most(name, moment)
        try:
            table.update(place.key, Update(set={name: holder}, condition=free))
        except ConditionFailed as failure:
            others = _free_among(names, failure.item or {}, moment)
            if not others:
                return None
            name = random.choice(others)
        else:
            return name
    return None


def _free_among(names: list[str], item: Item, moment: str) -> list[str]:
    return [name for name in names if item.get(name, "") <= moment]


def _give_back(table: Table, held: _HeldSlot) -> None:
    change = Update(remove=[held.name], condition=equal(held.name, held.value))
    try:
        table.update(held.key, change)
    except ConditionFailed:
        # The lease ended, and another worker holds the slot.
        return
