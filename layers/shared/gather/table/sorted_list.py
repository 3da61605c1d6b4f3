"""Sorted lists: records in the order of a value, such as a score, and those that share one, such as a tag.

A record has a thin item, an entry, in each partition that sorts it. Its sort key ends in the record's id, and
its attributes are what the filters of the list look at. A list walks entries in their order and reads the
records of those that it shows. A walk looks at so many entries at most that a page costs some sixty read
units at any size of the list. What it does not reach is left to the next part.

    page = read_page(records, CANDIDATE_INTERVIEW, team_id, [EntryRange(partition)], offset=0, size=50)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeVar

from gather.core.record import Identified
from gather.table.conditions import Condition
from gather.table.conversion import Item
from gather.table.kind import Kind
from gather.table.record_reader import WALK_SECONDS, RecordPage, RecordReader
from gather.table.store import KeyRange, Table

R = TypeVar("R", bound=Identified)

MOST_ENTRIES: Final = 600
"""Entries that a part of a list looks at, at most: at 350 bytes each some 25 read units, which are eventually
consistent. The records of a page take as many."""
MOST_OF_STEP: Final = 300
"""Entries that one query looks at, at most."""
LEAST_OF_STEP: Final = 100
_BELOW_ALL: Final = "!"
_ABOVE_ALL: Final = "~"


@dataclass(frozen=True, slots=True)
class EntryRange:
    """The entries of a partition whose sort keys begin with `prefix` and lie from `low` to `high` after it.

    The place of an entry is the rest of its sort key, which ends in the id of its record. `where` filters the
    entries. With `index` the partition is one of an index, whose sort keys are alike.
    """

    partition: str
    prefix: str = ""
    low: str = ""
    high: str = ""
    where: Condition | None = None
    is_descending: bool = True
    index: str | None = None

    def keys_after(self, after: str) -> KeyRange:
        """The entries from the place `after` on, empty for all."""
        low, high = self.low or _BELOW_ALL, f"{self.high}{_ABOVE_ALL}"
        if after and self.is_descending:
            high = min(high, after)
        elif after:
            low = max(low, after)
        # Nothing lies between bounds that are the wrong way round, which the table would refuse.
        high = max(low, high)
        return KeyRange(self.partition, self.index, between=(self.prefix + low, self.prefix + high))

    @property
    def sort_attribute(self) -> str:
        """The attribute with the sort key."""
        return f"{self.index}Sk" if self.index else "sk"

    def place_in(self, sort_key: str) -> str:
        """The place of an entry, from its sort key."""
        return sort_key.removeprefix(self.prefix)


def record_id_of(place: str) -> str:
    """The record of an entry, from its place."""
    return place.rpartition("#")[2]


def record_id_in(entry: Item) -> str:
    """The record of an entry, from its item."""
    return record_id_of(entry["sk"])


def read_page(
    records: RecordReader,
    kind: Kind[R],
    team_id: str,
    ranges: Sequence[EntryRange],
    offset: int,
    size: int,
    after: str | None = None,
    total: int | None = None,
    most: int | None = None,
) -> RecordPage[R]:
    """A page of the records of `ranges`, one range after the other; with `after` those that follow the place.

    Two to four round trips. `total` is the number of records, where it is known. Otherwise the walk counts
    them as far as it goes, and the page tells whether that was to the end. The first page looks at `most`
    entries, MOST_ENTRIES unless told otherwise, and others at as many more as come before them.
    """
    looks_at = (MOST_ENTRIES if most is None else most) + (offset if after is None else 0)
    wanted = size if after is not None else offset + size
    counts = after is None and total is None
    places, stopped_at = _walk(records.table, ranges, after or "", wanted, looks_at, counts=counts)
    return _page(records, kind, team_id, places, stopped_at, offset, size, after, total)


def read_page_of(
    records: RecordReader,
    kind: Kind[R],
    team_id: str,
    ranges: Sequence[EntryRange],
    known: Sequence[Iterable[str]],
    offset: int,
    size: int,
    after: str | None = None,
) -> RecordPage[R]:
    """The same page where all places in each of the ranges are `known`. One round trip for each hundred."""
    number, place = _begun(ranges, after or "")
    ordered: list[str] = []
    for at, (each, places) in enumerate(zip(ranges, known, strict=True)):
        there = sorted(set(places), reverse=each.is_descending)
        if place and at == number:
            there = [other for other in there if other != place and (other < place) == each.is_descending]
        if at >= number:
            ordered += [_mark(ranges, at) + other for other in there]
    return _page(records, kind, team_id, ordered, None, offset, size, after, None)


def read_whole(table: Table, wanted: EntryRange, most: int) -> list[Item] | None:
    """All entries of a range, or None where there are more than `most` to look at. One round trip."""
    page = table.query(wanted.keys_after(""), limit=most, descending=wanted.is_descending, where=wanted.where)
    return page.items if page.next_key is None else None


def _walk(
    table: Table, ranges: Sequence[EntryRange], after: str, wanted: int, left: int, *, counts: bool
) -> tuple[list[str], str | None]:
    """The places of more than `wanted` entries, if there are, and where the walk stopped before the end.

    It looks at `left` entries, and without `counts` at no more than it needs. Of several ranges each place
    begins with its range's number.
    """
    first, after = _begun(ranges, after)
    deadline = monotonic() + WALK_SECONDS
    found: list[str] = []
    for number in range(first, len(ranges)):
        each, mark, start = ranges[number], _mark(ranges, number), None
        while True:
            step = min(left, MOST_OF_STEP if counts else max(LEAST_OF_STEP, wanted + 1 - len(found)))
            there = each.keys_after(after)
            page = table.query(
                there, limit=step, descending=each.is_descending, where=each.where, start=start
            )
            places = (each.place_in(item[each.sort_attribute]) for item in page.items)
            found += [mark + place for place in places if place != after]
            left -= step
            start = page.next_key
            if start is None:
                break
            is_enough = not counts and len(found) > wanted
            if is_enough or left <= 0 or monotonic() > deadline:
                return found, mark + each.place_in(start[each.sort_attribute]["S"])
        after = ""
        if not counts and len(found) > wanted:
            break
        if left <= 0 and number + 1 < len(ranges):
            return found, _mark(ranges, number + 1)
    return found, None


def _mark(ranges: Sequence[EntryRange], number: int) -> str:
    """What the places of a range begin with, where there are several."""
    return f"{number}:" if len(ranges) > 1 else ""


def _begun(ranges: Sequence[EntryRange], after: str) -> tuple[int, str]:
    """The number of the range in which a place lies, and the place there."""
    if len(ranges) == 1 or not after:
        return 0, after
    number, _, place = after.partition(":")
    # A cursor that somebody made up may name a range that is not there.
    return (int(number), place) if number.isdecimal() else (len(ranges), "")


def _page(
    records: RecordReader,
    kind: Kind[R],
    team_id: str,
    places: Sequence[str],
    stopped_at: str | None,
    offset: int,
    size: int,
    after: str | None,
    total: int | None,
) -> RecordPage[R]:
    first = 0 if after is not None else offset
    shown = places[first : first + size]
    wanted = [kind.key(team_id, record_id_of(place)) for place in shown]
    found = records.get_in_order(kind, wanted, consistent=False)
    is_short = len(places) <= first + size
    if after is not None:
        last = stopped_at if is_short else shown[-1]
        return RecordPage(found, last=last, is_partial=stopped_at is not None and is_short)
    is_whole = stopped_at is None if total is None else len(shown) >= min(size, total - offset)
    is_partial = not is_whole
    last = (shown[-1] if shown and not is_short else stopped_at) if is_partial else None
    return RecordPage(found, len(places) if total is None else total, last, is_partial)
