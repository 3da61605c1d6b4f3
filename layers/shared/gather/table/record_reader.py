"""Reads of records, by kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.record import Identified
from gather.table import counted_filter, keys, listing
from gather.table.conditions import Condition
from gather.table.conversion import Item
from gather.table.kind import Kind, Stored
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.lookup import Lookup, Summary, is_there, kept
from gather.table.search import Search
from gather.table.store import KeyRange, Table

R = TypeVar("R", bound=Identified)

_BELOW_ALL = "!"
"""Before every sort key of an index."""


@dataclass(frozen=True, slots=True)
class RecordPage(Generic[R]):
    """A page of records, newest first, and how many there are in all.

    Where the records after a place were asked for, `total` is not counted and `last` is the place of the last
    of them, None when no more follow.
    """

    records: list[R]
    total: int = 0
    last: str | None = None


People = set[tuple[str, str]]
"""Teams and candidates of theirs."""


class RecordReader:
    """Reads the records of `table`. `people` collects whom the records are about, where somebody asks."""

    def __init__(self, table: Table, people: People | None = None) -> None:
        self.table = table
        self._people = people

    def meet(self, kind: Kind[R], record: R) -> None:
        """Note whom a record is about, where somebody asks."""
        if self._people is not None and (person := kind.person_of(record)) is not None:
            self._people.add((kind.team_of(record), person))

    def find(self, kind: Kind[R], team_id: str, record_id: str) -> Stored[R] | None:
        """A record of a team, or None. One round trip, consistent."""
        if not is_id(record_id):
            return None
        item = self.table.get(kind.key(team_id, record_id))
        if item is None:
            return None
        stored = _stored(kind, item)
        self.meet(kind, stored.record)
        return stored

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
        """Those of `record_ids` whose records lack some of their lookups, or their place in a filter. One
        round trip for each hundred records, and for each hundred lookups."""
        stored = self.find_many(kind, team_id, record_ids)
        lookups = {each.record.id: kind.lookups_of(each.record, each.item) for each in stored}
        there = self.table.get_many([place.key for places in lookups.values() for place in places])
        return [
            each.record.id
            for each in stored
            if each.item.get("filterPk") != kind.filter_partition(each.record)
            or not all(
                is_there(there.get(place.key), attributes)
                for place, attributes in lookups[each.record.id].items()
            )
        ]

    def summaries(self, summary: Summary[Any], team_id: str, most: int) -> list[Item]:
        """The summaries of a team's records, newest first, `most` of them.

        One round trip for each megabyte.
        """
        of_team = KeyRange(summary.partition(team_id))
        return list(islice(self.table.query_all(of_team, descending=True, page_size=most), most))

    def page(
        self,
        kind: Kind[R],
        partition: str,
        selection: Selection,
        offset: int,
        size: int,
        search: Search | None = None,
        slot: Slot = SLOTS[0],
        after: str | None = None,
    ) -> RecordPage[R]:
        """A page of a listing. Two round trips; with a `search` as many as its walk needs.

        With `after`, the records that follow that place, empty for the beginning, whatever the `offset`; the
        records that have come meanwhile do not move the place. One round trip less, since nothing is counted.
        """
        if search:
            # Only the listing of everything has a thin index; the others are walked in their own.
            index = "search" if slot == SLOTS[0] else slot.index
            walk = KeyRange(partition, index, between=_up_to(search.ids, after))
            return self._search(kind, walk, selection, offset, size, search, after)
        if after is not None:
            items, last = listing.read_after(self.table, slot, partition, selection, after, size)
            return RecordPage([kind.model.model_validate(item) for item in items], last=last)
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
        after: str | None = None,
    ) -> RecordPage[R]:
        """A page of the records with a value, newest first, read consistently. Two round trips; with a
        `search` one more for each further hundred records with the value."""
        search = search or Search()
        pointers = self.table.query_all(
            KeyRange(lookup.partition(team_id, value), between=_up_to(search.ids, after)),
            descending=True,
            consistent=True,
            where=kept(selection),
        )
        places = {
            kind.key(team_id, pointer["sk"]): pointer["sk"] for pointer in pointers if pointer["sk"] != after
        }
        found = list(places)
        if search.keeps_all():
            keys_of_page, total, last = _window(found, places, offset, size, after)
            return RecordPage(self._in_order(kind, keys_of_page), total, last)
        items = self.table.get_many(found)
        wanted = [key for key in found if key in items and search.keeps(items[key])]
        keys_of_page, total, last = _window(wanted, places, offset, size, after)
        return RecordPage([kind.model.model_validate(items[key]) for key in keys_of_page], total, last)

    def filtered_page(
        self,
        kind: Kind[R],
        team_id: str,
        value: str,
        offset: int,
        size: int,
        where: Condition | None = None,
        after: str | None = None,
    ) -> RecordPage[R]:
        """A page of a team's records with a status, newest first. Three round trips, with `after` two.

        `where` narrows a value that few records have at a time; all of them are then walked. `after` is as in
        `page`.
        """
        partition = keys.filtered(kind.team_listing(team_id), value)
        if where is not None:
            walk = KeyRange(partition, "filter", between=_up_to(None, after))
            there = self.table.query_all(walk, descending=True, where=where)
            places = {keys.Key.of(item): item["filterSk"] for item in there if item["filterSk"] != after}
            found, total, last = _window(list(places), places, offset, size, after)
        elif after is not None:
            total = 0
            found, last = counted_filter.read_after(self.table, partition, after, size)
        else:
            last = None
            found, total = counted_filter.read_page(self.table, partition, offset, size)
        return RecordPage(self._in_order(kind, found), total, last)

    def find_many(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> list[Stored[R]]:
        """The records of `record_ids` that exist, as they are stored. One round trip for each hundred."""
        items = self.table.get_many([kind.key(team_id, record_id) for record_id in record_ids])
        return [_stored(kind, item) for item in items.values()]

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
        after: str | None,
    ) -> RecordPage[R]:
        there = self.table.query_all(walk, descending=True, where=search.condition(selection))
        sort = f"{walk.index}Sk"
        places = {keys.Key.of(item): item[sort] for item in there if item[sort] != after}
        keys_of_page, total, last = _window(list(places), places, offset, size, after)
        return RecordPage(self._in_order(kind, keys_of_page), total, last)


def page_of(records: Sequence[R], offset: int, size: int, after: str | None) -> RecordPage[R]:
    """A page of records that were read as a whole, newest first; `after` is the id of one."""
    if after is None:
        return RecordPage([*records[offset : offset + size]], len(records))
    following = [record for record in records if not after or record.id < after]
    last = following[size - 1].id if len(following) > size else None
    return RecordPage(following[:size], last=last)


def _up_to(ids: tuple[str, str] | None, after: str | None) -> tuple[str, str] | None:
    """The range of a walk that goes on at a place, which is the upper end since walks go down."""
    if not after:
        return ids
    low = ids[0] if ids else _BELOW_ALL
    # A cursor that somebody made up may lie below: then nothing follows it.
    return low, max(low, after)


def _window(
    found: list[keys.Key], places: Mapping[keys.Key, str], offset: int, size: int, after: str | None
) -> tuple[list[keys.Key], int, str | None]:
    """The keys of a page among those found, how many there are, and the place of the last if more follow."""
    if after is None:
        return found[offset : offset + size], len(found), None
    last = places[found[size - 1]] if len(found) > size else None
    return found[:size], 0, last


def _stored(kind: Kind[R], item: Item) -> Stored[R]:
    return Stored(kind, kind.model.model_validate(item), item)
