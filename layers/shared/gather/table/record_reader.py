"""Reads of records, by kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
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
from gather.table.readable import page_of_readable, read, readable
from gather.table.search import Search
from gather.table.store import KeyRange, Table

R = TypeVar("R", bound=Identified)

_BELOW_ALL = "!"
"""Before every sort key of an index."""


@dataclass(frozen=True, slots=True)
class RecordPage(Generic[R]):
    """A page of records, newest first, and how many there are in all.

    Where the records after a place were asked for, `total` is not counted and `last` is the place of the last
    of them, None when no more follow. `is_partial` says that a walk ended before it had seen all that it was
    to see: then `total` counts what it has found, and `last` is the place where another one goes on.
    """

    records: list[R]
    total: int = 0
    last: str | None = None
    is_partial: bool = False


WALK_STEPS = 100
"""Queries of one walk, each of which looks at a megabyte of an index: some 3,000 records."""
WALK_SECONDS = 5.0
"""The time in seconds after which a walk begins no other step. A request has 15 seconds in all."""
WALK_STEP_RECORDS = 4_000
"""Records that a step looks at, if a megabyte has as many. The table of the local stack reads the whole rest
of an index for a step without such a number."""
MOST_READ_WHOLE = 2_000
"""Records of one value that a walk reads whole, to filter them by what no index has."""


@dataclass(frozen=True, slots=True)
class _Walked:
    """The finds of a walk, each with its place, and the place where it stopped before the end.

    `is_partial` says that its time or its steps were over, not that it had found enough.
    """

    places: Mapping[keys.Key, str]
    stopped_at: str | None = None
    is_partial: bool = False


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
        """The records of `record_ids` that exist, by id. One round trip for each hundred.

        Raises UnreadableRecord: who decides on the whole must not miss one.
        """
        wanted = [kind.key(team_id, record_id) for record_id in record_ids if is_id(record_id)]
        items = self.table.get_many(wanted)
        return {item["id"]: read(kind.model, item) for item in items.values()}

    def get_readable(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> dict[str, R]:
        """The same without those that this release cannot read, for what is shown or goes to each of them."""
        items = self.table.get_many([kind.key(team_id, each) for each in record_ids if is_id(each)])
        return {record.id: record for record in readable(kind.model, items.values())}

    def lacking_supplement(
        self, kind: Kind[R], team_id: str, record_ids: Iterable[str], derive: Callable[[list[R]], list[R]]
    ) -> dict[str, int]:
        """Returns those of `record_ids` whose records lack something, with how many thin items each has: a
        lookup, a place in a filter or an entry, or what `derive` gives to records.

        It takes one round trip for each hundred records and each hundred thin items, and those of `derive`.
        """
        stored = self.find_many(kind, team_id, record_ids)
        derived = derive([each.record for each in stored])
        lookups = {
            record.id: kind.lookups_of(record, each.item)
            for each, record in zip(stored, derived, strict=True)
        }
        there = self.table.get_many([place.key for places in lookups.values() for place in places])
        return {
            each.record.id: len(lookups[each.record.id])
            for each, record in zip(stored, derived, strict=True)
            if record != each.record
            or each.item.get("filterPk") != kind.filter_partition(record)
            or not all(
                is_there(there.get(place.key), attributes)
                for place, attributes in lookups[each.record.id].items()
            )
        }

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
            return RecordPage(page_of_readable(kind.model, items), last=last)
        items, total = listing.read_page(self.table, slot, partition, selection, offset, size)
        return RecordPage(page_of_readable(kind.model, items), total)

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
        walk = KeyRange(lookup.partition(team_id, value), between=_up_to(search.ids, after))
        reads_whole = not search.keeps_all()
        walked = self._walk(
            walk,
            kept(selection),
            after,
            enough=None if after is None or reads_whole else size,
            most=MOST_READ_WHOLE if reads_whole else None,
        )
        places = {kind.key(team_id, sort): sort for sort in walked.places.values()}
        walked = replace(walked, places=places)
        if not reads_whole:
            return self._page(kind, walked, offset, size, after)
        items = self.table.get_many(list(places))
        kept_places = {key: sort for key, sort in places.items() if key in items and search.keeps(items[key])}
        return self._page(kind, replace(walked, places=kept_places), offset, size, after, items)

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
            walked = self._walk(walk, where, after, None if after is None else size)
            return self._page(kind, walked, offset, size, after)
        if after is not None:
            total = 0
            found, last = counted_filter.read_after(self.table, partition, after, size)
        else:
            last = None
            found, total = counted_filter.read_page(self.table, partition, offset, size)
        return RecordPage(self.get_in_order(kind, found), total, last)

    def merged_page(
        self, kind: Kind[R], team_id: str, values: Sequence[str], offset: int, size: int, after: str | None
    ) -> RecordPage[R]:
        """A page of a team's records with one of several statuses, newest first. Two round trips. `after` is
        as in `page`."""
        partitions = [keys.filtered(kind.team_listing(team_id), value) for value in dict.fromkeys(values)]
        found, total, last = counted_filter.read_merged(self.table, partitions, offset, size, after)
        return RecordPage(self.get_in_order(kind, found, consistent=False), total, last)

    def find_many(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> list[Stored[R]]:
        """The records of `record_ids` that exist, as they are stored. One round trip for each hundred."""
        items = self.table.get_many([kind.key(team_id, record_id) for record_id in record_ids])
        return [_stored(kind, item) for item in items.values()]

    def get_in_order(self, kind: Kind[R], wanted: Sequence[keys.Key], *, consistent: bool = True) -> list[R]:
        """The records under keys that exist and that this release can read, in the order of the keys. One
        round trip for each hundred."""
        items = self.table.get_many(wanted, consistent=consistent)
        return page_of_readable(kind.model, [items[key] for key in wanted if key in items])

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
        walked = self._walk(walk, search.condition(selection), after, None if after is None else size)
        return self._page(kind, walked, offset, size, after)

    def _walk(
        self,
        walk: KeyRange,
        where: Condition | None,
        after: str | None,
        enough: int | None,
        most: int | None = None,
    ) -> _Walked:
        """The items of a range that `where` keeps, downwards: all of it, or until more than `enough` are
        found, or more than `most`, or the time or the steps of a walk are over. One round trip a step."""
        sort = f"{walk.index}Sk" if walk.index else "sk"
        places: dict[keys.Key, str] = {}
        deadline = monotonic() + WALK_SECONDS
        start = None
        for step in range(1, WALK_STEPS + 1):
            page = self.table.query(
                walk,
                limit=WALK_STEP_RECORDS,
                descending=True,
                consistent=not walk.index,
                where=where,
                start=start,
            )
            places.update((keys.Key.of(item), item[sort]) for item in page.items if item[sort] != after)
            if most is not None and len(places) > most:
                first = dict(islice(places.items(), most))
                return _Walked(first, [*first.values()][-1], is_partial=True)
            start = page.next_key
            if start is None:
                break
            if enough is not None and len(places) > enough:
                return _Walked(places, start[sort]["S"])
            if step == WALK_STEPS or monotonic() > deadline:
                return _Walked(places, start[sort]["S"], is_partial=True)
        return _Walked(places)

    def _page(
        self,
        kind: Kind[R],
        walked: _Walked,
        offset: int,
        size: int,
        after: str | None,
        items: Mapping[keys.Key, Item] | None = None,
    ) -> RecordPage[R]:
        """A page of what a walk has found; `items` are the records, where they are read already."""
        found = list(walked.places)
        first = 0 if after is not None else offset
        shown = found[first : first + size]
        last = walked.stopped_at
        if len(found) > first + size:
            last = walked.places[shown[-1]] if after is not None or walked.is_partial else None
        total = 0 if after is not None else len(found)
        # With a full part nothing is left out that was to be in it.
        is_partial = walked.is_partial and (after is None or len(found) <= size)
        records = (
            self.get_in_order(kind, shown)
            if items is None
            else page_of_readable(kind.model, [items[key] for key in shown])
        )
        return RecordPage(records, total, last, is_partial)


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


def _stored(kind: Kind[R], item: Item) -> Stored[R]:
    return Stored(kind, read(kind.model, item), item)
