"""Records that wait for somebody: each declares whether it does, and the index `review` has those that do.

A record stands in the index as long as its `Kind.review` says so. What it waits for is therefore never
written or removed apart from it. For example:

    entries = read_review(table, team_id, ReviewKind.GATE)
"""

from dataclasses import dataclass

from gather.core.review_kind import ReviewKind
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.store import KeyRange, Table

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
            "reviewPk": _partition(team_id, self.kind),
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


def read_review(
    table: Table, team_id: str, kind: ReviewKind, between: tuple[str, str] | None = None
) -> list[ReviewEntry]:
    """Read the records of a team that wait for one reason, those found `between` two times if that is given.

    One round trip for each megabyte, which has some 4,000 records.
    """
    low, high = between or (_BELOW_ALL, "")
    there = KeyRange(_partition(team_id, kind), "review", between=(low, f"{high}{_ABOVE_ALL}"))
    return [_entry(kind, item) for item in table.query_all(there)]


def _entry(kind: ReviewKind, item: Item) -> ReviewEntry:
    record_id = item["reviewSk"].partition("#")[2]
    return ReviewEntry(kind, item["reviewSince"], record_id, item.get("reviewJobId"), Key.of(item))


def _partition(team_id: str, kind: ReviewKind) -> str:
    return f"TEAM#{team_id}#REVIEW#{kind.value}"
