"""Records that wait for somebody: each declares whether it does, and the index `review` has those that do.

A record stands in the index as long as its `Kind.review` says so. What it waits for is therefore never
written or removed apart from it. For example:

    first = next_review(table, Waiting(team_id, ReviewKind.GATE), after="", size=50)
    count = count_review(table, Waiting(team_id, ReviewKind.GATE))

What waits may be very much: what nobody decides about stays. Whatever reads all of it goes on from the first
megabyte in slices of time, which are read side by side.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, Final

from gather.core.clock import from_timestamp, timestamp
from gather.core.review_kind import ReviewKind
from gather.table.conditions import Condition, equal
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.store import ItemPage, KeyRange, Table

SLICES: Final = 24
PAGES_OF_A_SLICE: Final = 2

_BELOW_ALL = "!"
_ABOVE_ALL = "~"


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """Why a record waits, `since` when, and for which job. `until` is the time by which it is found, where
    that is another than `since`; both are stored timestamps."""

    kind: ReviewKind
    since: str
    job_id: str | None = None
    until: str | None = None

    def attributes(self, team_id: str, record_id: str) -> Item:
        """The attributes by which the index has the record."""
        item: Item = {
            "reviewPk": Waiting(team_id, self.kind).partition,
            "reviewSk": f"{self.until or self.since}#{record_id}",
            "reviewSince": self.since,
        }
        return item if self.job_id is None else {**item, "reviewJobId": self.job_id}


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """A record that waits, as the index has it. `key` is the record's, `id` its id."""

    kind: ReviewKind
    since: str
    id: str
    job_id: str | None
    key: Key

    @property
    def place(self) -> str:
        """The place in the order of the whole queue."""
        return f"{_ORDER[self.kind]}#{self.since}#{self.id}"


_ORDER = {kind: number for number, kind in enumerate(ReviewKind)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits in a team for one reason: for one job, or found `between` two times, if those are given."""

    team_id: str
    kind: ReviewKind
    job_id: str | None = None
    between: tuple[str, str] | None = None

    @property
    def partition(self) -> str:
        """The partition of the index."""
        return f"TEAM#{self.team_id}#REVIEW#{self.kind.value}"

    @property
    def range(self) -> KeyRange:
        """The keys in the index."""
        low, high = self.between or (_BELOW_ALL, "")
        return KeyRange(self.partition, "review", between=(low, f"{high}{_ABOVE_ALL}"))

    @property
    def condition(self) -> Condition | None:
        """What holds for no other record of the range."""
        return None if self.job_id is None else equal("reviewJobId", self.job_id)


def next_review(table: Table, waiting: Waiting, *, after: str, size: int) -> list[ReviewEntry]:
    """Read up to `size` entries of all jobs that follow the place `after`, the longest waiting first.

    One round trip. Only of a kind that is found by the time since when it waits.
    """
    number, _, place = after.partition("#")
    if after and int(number) > _ORDER[waiting.kind]:
        return []
    keys = waiting.range
    if after and int(number) == _ORDER[waiting.kind]:
        keys = _from(keys, _behind(place))
    return [_entry(waiting.kind, item) for item in table.query(keys, limit=size).items]


def read_review(table: Table, waiting: Waiting) -> list[ReviewEntry]:
    """Read what waits. One round trip for the first megabyte, which has some 3,000 entries, and two or three
    more for the rest; of more than a hundred thousand entries it may leave some out."""
    pages = _read_all(table, waiting, only_count=False)
    return [_entry(waiting.kind, item) for page in pages for item in page.items]


def count_review(table: Table, waiting: Waiting) -> int:
    """Count what waits, in as many round trips as reading it, and with the same bound."""
    return sum(page.count for page in _read_all(table, waiting, only_count=True))


def _read_all(table: Table, waiting: Waiting, *, only_count: bool) -> list[ItemPage]:
    """The first page, and what follows it slice by slice."""

    def look(keys: KeyRange, start: dict[str, Any] | None = None) -> ItemPage:
        return table.query(keys, where=waiting.condition, start=start, only_count=only_count)

    def look_through(keys: KeyRange) -> list[ItemPage]:
        pages = [look(keys)]
        while len(pages) < PAGES_OF_A_SLICE and (start := pages[-1].next_key) is not None:
            pages.append(look(keys, start))
        return pages

    first = look(waiting.range)
    if first.next_key is None:
        return [first]
    rest = _from(waiting.range, _behind(first.next_key["reviewSk"]["S"]))
    started = [table.start(partial(look_through, keys)) for keys in _slices(table, rest)]
    return [first, *(page for looking in started for page in looking.result())]


def _slices(table: Table, keys: KeyRange) -> Iterator[KeyRange]:
    """Parts of a range with the same time each. One round trip, which finds where it ends."""
    assert keys.between is not None, "the range of a slice has bounds"
    newest = table.query(keys, limit=1, descending=True).items
    if newest:
        low, high = keys.between[0], newest[0]["reviewSk"]
        # No key is a bound: a key begins with its time, and a bound is a time alone.
        inner = sorted({time for time in _times_between(low, high) if low < time < high})
        yield from (replace(keys, between=bounds) for bounds in pairwise([low, *inner, high]))


def _times_between(low: str, high: str) -> Iterator[str]:
    first, last = (from_timestamp(key.partition("#")[0]) for key in (low, high))
    for number in range(1, SLICES):
        yield timestamp(first + (last - first) * number / SLICES)


def _from(keys: KeyRange, low: str) -> KeyRange:
    assert keys.between is not None, "a range of what waits has bounds"
    return replace(keys, between=(low, keys.between[1]))


def _behind(sort_key: str) -> str:
    """A key that stands directly behind another one."""
    return f"{sort_key}{_BELOW_ALL}"


def _entry(kind: ReviewKind, item: Item) -> ReviewEntry:
    record_id = item["reviewSk"].partition("#")[2]
    return ReviewEntry(kind, item["reviewSince"], record_id, item.get("reviewJobId"), Key.of(item))
