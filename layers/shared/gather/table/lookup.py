"""Lookups: how records are found by a value that several may share, such as an e-mail address.

Each record has a thin item for each of its values, in the partition of the value, under the record's id. It
is written in the transaction of the record and therefore under the record's own condition.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gather.core.record import Identified
from gather.table.conditions import Condition, has, lacks
from gather.table.conversion import Item
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

    def item_at(self, team_id: str, value: str, record_id: str) -> Place:
        """The place of the item that leads from a value to a record."""
        return self.item.at(team_id, value_hash(team_id, value), record_id)

    def place(self, team_id: str, record: R) -> Place | None:
        """The place of the item that leads to a record."""
        value = self.value_of(record)
        return None if value is None else self.item_at(team_id, value, record.id)


def value_hash(team_id: str, value: str) -> str:
    """The hash of a value in keys, which hold no personal data; another one in each team."""
    return hashlib.sha256(f"{team_id}\n{value}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Summary(Generic[R]):
    """The summary of a record where somebody chooses one, stored apart so that nothing else is read.

    `item` makes the keys from the team and the id of the record; `names` are the stored attributes that are
    kept. Archived records have none.
    """

    item: ItemKind[[str, str]]
    names: Sequence[str]

    def partition(self, team_id: str) -> str:
        """The partition with the summaries of a team."""
        return self.item.key(team_id, "").pk


Lookups = dict[Place, Mapping[str, object]]
"""The places of the thin items that lead to a record, with their attributes: its lookups, its entries in
sorted lists and feeds, and its summary, if it has one."""


def lookups_of(
    lookups: Iterable[Lookup[R]], summary: Summary[R] | None, team_id: str, record: R, item: Item
) -> Lookups:
    """The lookups and the summary of a record that is stored as `item`."""
    archived_at = item.get("archivedAt")
    places = (lookup.place(team_id, record) for lookup in lookups)
    found: Lookups = {place: {"archivedAt": archived_at} for place in places if place is not None}
    if summary is not None and archived_at is None:
        found[summary.item.at(team_id, record.id)] = {name: item.get(name) for name in summary.names}
    return found


def changes(before: Lookups, after: Lookups) -> Iterator[Write]:
    """The writes that turn the lookups of a record into others; none for those that stay as they are."""
    for place in before.keys() - after.keys():
        yield place.delete()
    for place, attributes in after.items():
        if before.get(place) != attributes:
            yield place.put(**attributes)


def is_there(item: Item | None, attributes: Mapping[str, object]) -> bool:
    """Whether a lookup is stored with its attributes."""
    return item is not None and all(item.get(name) == value for name, value in attributes.items())


def kept(selection: Selection) -> Condition | None:
    """The condition of a selection on a lookup; None for everything."""
    if selection is Selection.ALL:
        return None
    return lacks("archivedAt") if selection is Selection.ACTIVE else has("archivedAt")
