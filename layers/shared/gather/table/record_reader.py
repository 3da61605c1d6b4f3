"""Reads of records, by kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.record import Identified
from gather.table import keys, listing
from gather.table.conversion import Item
from gather.table.kind import Kind, Stored
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.lookup import Lookup, kept
from gather.table.search import Search
from gather.table.store import KeyRange, Table

R = TypeVar("R", bound=Identified)


@dataclass(frozen=True, slots=True)
class RecordPage(Generic[R]):
    """A page of records, newest first, and how many there are in all."""

    records: list[R]
    total: int


class RecordReader:
    """Reads the records of `table`."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def find(self, kind: Kind[R], team_id: str, record_id: str) -> Stored[R] | None:
        """A record of a team, or None. One round trip, consistent."""
        if not is_id(record_id):
            return None
        item = self.table.get(kind.key(team_id, record_id))
        return _stored(kind, item) if item else None

    def get(self, kind: Kind[R], team_id: str, record_id: str, field: str | None = None) -> Stored[R]:
        """A record of a team. Raises NotFound; `field` is the request's member that named it."""
        stored = self.find(kind, team_id, record_id)
        if stored is None:
            raise NotFound(kind.resource, record_id, field)
        return stored

    def get_many(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> dict[str, R]:
        """The records of `record_ids` that exist, by id. One round trip for each hundred."""
        wanted = [kind.key(team_id, record_id) for record_id in record_ids if is_id(record_id)]
        items = self.table.get_many(wanted)
        return {item["id"]: kind.model.model_validate(item) for item in items.values()}

    def lacking_supplement(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> list[str]:
        """Those of `record_ids` whose records lack some of their lookups. One round trip for each hundred
        records, and for each hundred lookups."""
        stored = self.table.get_many([kind.key(team_id, record_id) for record_id in record_ids])
        lookups = {
            item["id"]: kind.lookups_of(kind.model.model_validate(item), item.get("archivedAt"))
            for item in stored.values()
        }
        wanted = [place.key for places in lookups.values() for place in places]
        there = self.table.get_many(wanted)
        return [
            record_id
            for record_id, places in lookups.items()
            if any(
                place.key not in there or there[place.key].get("archivedAt") != archived_at
                for place, archived_at in places.items()
            )
        ]

    def page(
        self,
        kind: Kind[R],
        partition: str,
        selection: Selection,
        offset: int,
        size: int,
        search: Search | None = None,
        slot: Slot = SLOTS[0],
    ) -> RecordPage[R]:
        """A page of a listing. Two round trips; with a `search` as many as its walk needs."""
        if search:
            # Only the listing of everything has a thin index; the others are walked in their own.
            index = "search" if slot == SLOTS[0] else slot.index
            return self._search(
                kind, KeyRange(partition, index, between=search.ids), selection, offset, size, search
            )
        items, total = listing.read_page(self.table, slot, partition, selection, offset, size)
        return RecordPage([kind.model.model_validate(item) for item in items], total)

    def found_page(
        self,
        kind: Kind[R],
        lookup: Lookup[R],
        team_id: str,
        value: str,
        selection: Selection,
        offset: int,
        size: int,
        search: Search | None = None,
    ) -> RecordPage[R]:
        """A page of the records with a value, newest first, read consistently. Two round trips; with a
        `search` one more for each further hundred records with the value."""
        search = search or Search()
        pointers = self.table.query_all(
            KeyRange(lookup.partition(team_id, value), between=search.ids),
            descending=True,
            consistent=True,
            where=kept(selection),
        )
        found = [kind.key(team_id, pointer["sk"]) for pointer in pointers]
        if search.keeps_all():
            return RecordPage(self._in_order(kind, found[offset : offset + size]), len(found))
        items = self.table.get_many(found)
        wanted = [key for key in found if key in items and search.keeps(items[key])]
        records = [kind.model.model_validate(items[key]) for key in wanted[offset : offset + size]]
        return RecordPage(records, len(wanted))

    def _in_order(self, kind: Kind[R], wanted: Sequence[keys.Key]) -> list[R]:
        items = self.table.get_many(wanted)
        return [kind.model.model_validate(items[key]) for key in wanted if key in items]

    def _search(
        self,
        kind: Kind[R],
        walk: KeyRange,
        selection: Selection,
        offset: int,
        size: int,
        search: Search,
    ) -> RecordPage[R]:
        there = self.table.query_all(walk, descending=True, where=search.condition(selection))
        found = [keys.Key.of(item) for item in there]
        return RecordPage(self._in_order(kind, found[offset : offset + size]), len(found))


def _stored(kind: Kind[R], item: Item) -> Stored[R]:
    return Stored(kind, kind.model.model_validate(item), item)
