"""Limits of a team's concurrent work: slots, each leased for a while.

A slot that is not given back, because its worker died, is free again when its lease ends. Work that one
worker begins and another one ends holds its slot under a name (`take_slot`, `give_back_slot`).
"""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.clock import timestamp
from gather.table.changes import Update
from gather.table.conditions import at_most, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import ConditionFailed, Table


def team_slots_key(team_id: str, what: str) -> Key:
    """The slots of a team for what it has under way."""
    return Key(f"TEAM#{team_id}#SLOTS", what)


TEAM_SLOTS = ItemKind(None, team_slots_key)


@dataclass(frozen=True, slots=True)
class SlotLimit:
    """The most slots for `what` at once, each for `lease` at the longest."""

    what: str
    most: int
    lease: timedelta


@contextmanager
def held_slot(table: Table, team_id: str, limit: SlotLimit, now: datetime) -> Iterator[bool]:
    """Hold one of the team's slots while the block runs; whether there was one.

    Two round trips; one more for each slot that another worker was faster to take.
    """
    # The mark makes each holder's value its own.
    taken = _taken(table, team_id, limit, secrets.token_hex(4), now)
    try:
        yield taken is not None
    finally:
        if taken is not None:
            _give_back(table, team_id, limit, *taken)


def take_slot(table: Table, team_id: str, limit: SlotLimit, mark: str, now: datetime) -> bool:
    """Take one of the team's slots for what `mark` names; whether there was one.

    What has a slot already, taken by a worker that died, goes on with that, for another lease. Two round
    trips; one more for each slot that another worker was faster to take.
    """
    for name, value in _held(table, team_id, limit, mark):
        change = Update(set={name: _value(mark, now + limit.lease)}, condition=equal(name, value))
        try:
            table.update(TEAM_SLOTS.key(team_id, limit.what), change)
        except ConditionFailed:
            continue
        return True
    return _taken(table, team_id, limit, mark, now) is not None


def give_back_slot(table: Table, team_id: str, limit: SlotLimit, mark: str) -> None:
    """Give back what `take_slot` took, unless that was done before. Two round trips."""
    for name, value in _held(table, team_id, limit, mark):
        _give_back(table, team_id, limit, name, value)


def _held(table: Table, team_id: str, limit: SlotLimit, mark: str) -> list[tuple[str, str]]:
    """The names and the values of the slots that `mark` has."""
    item = table.get(TEAM_SLOTS.key(team_id, limit.what)) or {}
    return [(name, item[name]) for name in _names(limit) if item.get(name, "").endswith(f"#{mark}")]


def _names(limit: SlotLimit) -> list[str]:
    return [f"slot{number}" for number in range(limit.most)]


def _value(mark: str, until: datetime) -> str:
    """The value that says who holds a slot. The time before the mark orders the values."""
    return f"{timestamp(until)}#{mark}"


def _taken(table: Table, team_id: str, limit: SlotLimit, mark: str, now: datetime) -> tuple[str, str] | None:
    """The name of a slot and the value that says who holds it."""
    names = _names(limit)
    holder = _value(mark, now + limit.lease)
    moment = timestamp(now)
    # Workers that begin elsewhere seldom meet.
    name = random.choice(names)
    for _ in names:
        free = lacks(name) | at_most(name, moment)
        try:
            table.update(TEAM_SLOTS.key(team_id, limit.what), Update(set={name: holder}, condition=free))
        except ConditionFailed as failure:
            others = _free_among(names, failure.item or {}, moment)
            if not others:
                return None
            name = random.choice(others)
        else:
            return name, holder
    return None


def _free_among(names: list[str], item: Item, moment: str) -> list[str]:
    return [name for name in names if item.get(name, "") <= moment]


def _give_back(table: Table, team_id: str, limit: SlotLimit, name: str, holder: str) -> None:
    change = Update(remove=[name], condition=equal(name, holder))
    try:
        table.update(TEAM_SLOTS.key(team_id, limit.what), change)
    except ConditionFailed:
        # The lease ended, and another worker holds the slot.
        return
