"""Records of which a team has few: read whole by one query, and counted so that they stay few."""

from typing import TypeVar

from gather.core.record import Identified
from gather.table import keys, store
from gather.table.records import Kind, Refusal, Stored, Transaction
from gather.table.store import KeyRange, Table, Update

R = TypeVar("R", bound=Identified)


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
    return [kind.model.model_validate(item) for item in table.query_all(of_team, consistent=True)]


def put_in(transaction: Transaction, kind: Kind[R], record: R, most: int, too_many: Refusal) -> None:
    """Store a new record, as part of `transaction`, which is refused when the team has `most` already."""
    transaction.create(kind, record)
    change = Update(
        "ADD amount :one",
        {":one": 1, ":most": most},
        condition="attribute_not_exists(amount) OR amount < :most",
    )
    transaction.write(store.update(_size(kind, record), change), too_many)


def take_out(transaction: Transaction, kind: TeamSetKind[R], stored: Stored[R]) -> None:
    """Remove a record, as part of `transaction`."""
    transaction.remove(stored)
    count_out(transaction, kind, stored.record)


def count_out(transaction: Transaction, kind: Kind[R], record: R) -> None:
    """Count a record no longer, as part of `transaction`: one that is archived makes room for another."""
    change = Update("ADD amount :gone", {":gone": -1})
    transaction.write(store.update(_size(kind, record), change))


def _size(kind: Kind[R], record: R) -> keys.Key:
    return keys.team_set_size(kind.team_of(record), kind.name)
