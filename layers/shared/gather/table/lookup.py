"""Lookups: how records are found by a value that several may share, such as an e-mail address.

Each record has a thin item for each of its values, in the partition of the value, under the record's id. It
is written in the transaction of the record and therefore under the record's own condition.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from gather.core.record import Identified
from gather.table.conditions import Condition, has, lacks
from gather.table.item_kind import ItemKind, Place
from gather.table.listing import Selection
from gather.table.store import Write

R = TypeVar("R", bound=Identified)


@dataclass(frozen=True, slots=True)
class Lookup(Generic[R]):
    """Finds the records of a kind by what `value_of` gives; None is not to be found.

    `item` makes the keys from the team, the hash of the value and the id of the record.
    """

    item: ItemKind[[str, str, str]]
    value_of: Callable[[R], str | None]

    def partition(self, team_id: str, value: str) -> str:
        """The partition of a value."""
        return self.item.key(team_id, value_hash(team_id, value), "").pk

    def place(self, team_id: str, record: R) -> Place | None:
        """The place of the item that leads to a record."""
        value = self.value_of(record)
        return None if value is None else self.item.at(team_id, value_hash(team_id, value), record.id)


def value_hash(team_id: str, value: str) -> str:
    """What stands for a value in keys, which hold no personal data; another one in each team."""
    return hashlib.sha256(f"{team_id}\n{value}".encode()).hexdigest()


Lookups = dict[Place, str | None]
"""Where the lookups of a record are, with the time of its archiving."""


def changes(before: Lookups, after: Lookups) -> Iterator[Write]:
    """The writes that turn the lookups of a record into others; none for those that stay as they are."""
    for place in before.keys() - after.keys():
        yield place.delete()
    for place, archived_at in after.items():
        if place not in before or before[place] != archived_at:
            yield place.put(archivedAt=archived_at)


def kept(selection: Selection) -> Condition | None:
    """What a lookup keeps of a selection; None when that is everything."""
    if selection is Selection.ALL:
        return None
    return lacks("archivedAt") if selection is Selection.ACTIVE else has("archivedAt")
