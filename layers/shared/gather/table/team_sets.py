"""Records of which a team has few: read whole by one query, and counted so that they stay few."""

from typing import TypeVar

from gather.core.record import Identified
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import below, lacks
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind, Stored
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import Refusal, UnitOfWork

R = TypeVar("R", bound=Identified)

TEAM_SET_SIZE = ItemKind(None, keys.team_set_size)


class TeamSetKind(Kind[R]):
    """Records of a small set, which share the team's partition and are read by one Query."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a record."""
        return keys.team_set(team_id, self.name, record_id)


def read_all(table: Table, kind: TeamSetKind[R], team_id: str) -> list[R]:
    """The team's records of a kind, oldest first.

    One round trip for each megabyte, read consistently: what was made a moment ago is among them.
    """
    of_team = KeyRange(kind.key(team_id, "").pk)
    return [*readable(kind.model, table.query_all(of_team, consistent=True))]


def save_new(unit: UnitOfWork, kind: Kind[R], record: R, most: int, too_many: Refusal) -> None:
    """Store a new record, as part of `unit`, which is refused when the team has `most` already."""
    unit.create(kind, record)
    change = Update(add={"amount": 1}, condition=lacks("amount") | below("amount", most))
    unit.write(_size(kind, record).update(change), too_many)


def delete(unit: UnitOfWork, kind: TeamSetKind[R], stored: Stored[R]) -> None:
    """Remove a record, as part of `unit`."""
    unit.delete(stored)
    count_out(unit, kind, stored.record)


def count_out(unit: UnitOfWork, kind: Kind[R], record: R) -> None:
    """Count a record no longer, as part of `unit`: one that is archived makes room for another."""
    unit.write(_size(kind, record).update(Update(add={"amount": -1})))


def _size(kind: Kind[R], record: R) -> Place:
    return TEAM_SET_SIZE.at(kind.team_of(record), kind.name)
