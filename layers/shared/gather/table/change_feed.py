"""Change feeds: the records of a team in the order of their last changes, for who wants what is new.

A record has one item in the feed of its kind, under the time of its last change. A change moves it, in the
transaction of the record. A reader goes upwards by consistent reads, and so sees what was committed.

A change is stamped before it is committed, so that one may come to stand behind a reader who was faster. No
change is on its way for longer than `UNSETTLED`. The place of a reader therefore says what it has seen of the
last seconds, by a mark for each change. What stands there later without a mark is new. Where these are too
many changes for a cursor, it has a digest of each second instead, and the reader sees a second again that has
changed.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from typing import Final

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.store import KeyRange, Table

UNSETTLED: Final = timedelta(seconds=60)
"""So long may it take from the stamp of a change to its commit: longer than a function of requests runs."""
MOST_MARKS: Final = 800
"""The most marks of a place, each of four characters."""
_ABOVE_ALL: Final = "~"
_MARK_BYTES: Final = 3
_MARK: Final = 4
_DIGEST: Final = "+"
_SECOND: Final = len("2026-01-02T03:04:05")


def change_key(team_id: str, kind_name: str, moment: str, record_id: str) -> keys.Key:
    """The last change of a record of a team."""
    return keys.Key(change_partition(team_id, kind_name), f"{moment}#{record_id}")


def change_partition(team_id: str, kind_name: str) -> str:
    """The feed of a kind of records of a team."""
    return f"TEAM#{team_id}#{kind_name}#CHANGES"


CHANGE = ItemKind("CHANGE", change_key)


@dataclass(frozen=True, slots=True)
class FeedPlace:
    """The place of a reader. Up to `settled` everything was seen, and nothing comes any more; from there to
    `passed` that was seen which `seen` tells, by second: marks of changes, or a digest of all of them."""

    settled: str
    passed: str
    seen: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def since(cls, moment: str) -> "FeedPlace":
        """The place before all changes from a timestamp on."""
        return cls(moment, moment)

    def text(self) -> str:
        """The place as a cursor has it."""
        return "|".join((self.settled, self.passed, *(second + what for second, what in self.seen.items())))

    @classmethod
    def of(cls, text: str) -> "FeedPlace | None":
        """The place that a cursor has; None for a text that is none."""
        settled, _, rest = text.partition("|")
        passed, *seen = rest.split("|")
        if not settled <= passed or not all(map(_is_change, (settled, passed))):
            return None
        return cls(settled, passed, {each[:_SECOND]: each[_SECOND:] for each in seen})


def _is_change(sort_key: str) -> bool:
    """Whether a text is the sort key of a change, or the beginning of one that has its time."""
    moment, _, record_id = sort_key.partition("#")
    try:
        return timestamp(from_timestamp(moment)).startswith(moment) and (not record_id or is_id(record_id))
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class FeedPart:
    """The changes that follow a place, as sort keys, and the place after them; None at the feed's end."""

    changes: list[str]
    place: FeedPlace | None = None


def record_id_of(change: str) -> str:
    """The record of a change, from its sort key."""
    return change.partition("#")[2]


def moment_of(change: str) -> str:
    """The timestamp of a change, from its sort key."""
    return change.partition("#")[0]


def read_changes(table: Table, partition: str, place: FeedPlace, size: int, now: datetime) -> FeedPart:
    """`size` changes that follow a place, the earliest first. One round trip, or two near the end."""
    before = _between(table, partition, place.settled, place.passed) if place.seen else []
    place = _rewound(place, before)
    before = [change for change in before if change <= place.passed]
    late = [*_unseen(before, place.seen)]
    fresh = _after(table, partition, place.passed, size + 1)
    following = [*late, *fresh]
    if len(following) <= size:
        return FeedPart(following)
    shown, left = following[:size], set(following[size:])
    passed = max(place.passed, shown[-1])
    settled = place.settled
    if left.isdisjoint(late):
        # What was stamped before this moment is committed, or never will be.
        settled = max(settled, min(passed, timestamp(now - UNSETTLED)))
    seen = [each for each in (*before, *fresh) if settled < each <= passed and each not in left]
    return FeedPart(shown, FeedPlace(settled, passed, _what_is_seen(seen)))


def _rewound(place: FeedPlace, before: Iterable[str]) -> FeedPlace:
    """The place before the first second whose digest is another by now; the same where none is."""
    there = {second: _digest([*changes]) for second, changes in groupby(before, _second_of)}
    digests = {second: what for second, what in place.seen.items() if what.startswith(_DIGEST)}
    changed = [second for second in there if digests and there[second] != digests.get(second)]
    if not changed:
        return place
    first = max(place.settled, min(changed))
    return FeedPlace(place.settled, first, {each: digests[each] for each in digests if each < first})


def _unseen(changes: Iterable[str], seen: Mapping[str, str]) -> Iterator[str]:
    """The changes that a reader has passed and that have no mark."""
    for second, there in groupby(changes, _second_of):
        what = seen.get(second, "")
        marks = {what[start : start + _MARK] for start in range(0, len(what), _MARK)}
        if not what.startswith(_DIGEST):
            yield from (change for change in there if _mark(change) not in marks)


def _what_is_seen(changes: list[str]) -> dict[str, str]:
    tell = _marks if len(changes) <= MOST_MARKS else _digest
    return {second: tell([*there]) for second, there in groupby(changes, _second_of)}


def _marks(changes: list[str]) -> str:
    return "".join(map(_mark, changes))


def _mark(change: str) -> str:
    return urlsafe_b64encode(sha256(change.encode()).digest()[:_MARK_BYTES]).decode()


def _digest(changes: list[str]) -> str:
    return _DIGEST + sha256("\n".join(changes).encode()).hexdigest()[:8]


def _second_of(change: str) -> str:
    return change[:_SECOND]


def _between(table: Table, partition: str, settled: str, passed: str) -> list[str]:
    """The changes after `settled` up to `passed`. One round trip for each megabyte."""
    there = table.query_all(KeyRange(partition, between=(settled, passed)), consistent=True)
    return [item["sk"] for item in there if item["sk"] != settled]


def _after(table: Table, partition: str, passed: str, most: int) -> list[str]:
    """The first changes after `passed`, `most` of them."""
    # The one that was passed may still be there.
    page = table.query(KeyRange(partition, between=(passed, _ABOVE_ALL)), limit=most + 1, consistent=True)
    return [item["sk"] for item in page.items if item["sk"] != passed][:most]
