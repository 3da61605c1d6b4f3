"""Kinds of records: what an area declares about where the records of a resource live."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from gather.core.case_folding import fold
from gather.core.record import Identified
from gather.table import keys
from gather.table.change_feed import CHANGE, change_partition
from gather.table.conversion import Item
from gather.table.counted_filter import CountedFilter
from gather.table.lookup import Lookup, Lookups, Summary, lookups_of
from gather.table.review import ReviewPlace

R = TypeVar("R", bound=Identified)


class _TeamRecord(Protocol):
    @property
    def team_id(self) -> str: ...


def team_of(record: _TeamRecord) -> str:
    """The team that a record names; what most kinds give as `team_of`."""
    return record.team_id


def _no_text(_record: Any) -> str | None:
    return None


def _nobody(_record: Any) -> str | None:
    return None


def _no_due(_record: Any) -> tuple[str, str] | None:
    return None


def _no_entries(_record: Any) -> Lookups:
    return {}


def _record_id(record: Identified) -> str:
    return record.id


def _no_review(_record: Any) -> ReviewPlace | None:
    return None


@dataclass(frozen=True)
class Kind(Generic[R]):
    """The place of a resource's records, and the listings, searches and schedules that have them.

    `resource` is what a person calls it ("candidate"); `name` stands in keys. `team_of` gives a
    record's team; `listings` its partitions, one for each slot used; `search_text` what `search`
    looks through; `due` the schedule and the timestamp at which the record wants attention; `review` why it
    waits for a person, and since when; `lookups` the values by which it is found; `summary` what is shown of
    it where somebody chooses one; `entries` the thin items by which sorted lists find it, with what their
    filters look at (`gather.table.sorted_list`); `has_feed` whether there is a feed of its changes;
    `status_filter` the status by which its list is filtered and counted; `person_of` the candidate whom it is
    about, so that what was kept of a person can be found. `place_name` tells it from others of a listing, in
    the order of their making.
    `key_of` and `listing_of` are for records that belong to an organization: its id stands then where others
    have their team's.
    """

    resource: str
    name: str
    model: type[R]
    team_of: Callable[[R], str]
    listings: Callable[[R], Sequence[str]]
    search_text: Callable[[R], str | None] = _no_text
    due: Callable[[R], tuple[str, str] | None] = _no_due
    review: Callable[[R], ReviewPlace | None] = _no_review
    lookups: Sequence[Lookup[R]] = ()
    summary: Summary[R] | None = None
    entries: Callable[[R], Lookups] = _no_entries
    has_feed: bool = False
    place_name: Callable[[R], str] = _record_id
    status_filter: CountedFilter[R] | None = None
    person_of: Callable[[R], str | None] = _nobody
    key_of: Callable[[str, str], keys.Key] | None = None
    listing_of: Callable[[str], str] | None = None

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a record."""
        if self.key_of is not None:
            return self.key_of(team_id, record_id)
        return keys.record(team_id, self.name, record_id)

    def includes(self, item: Mapping[str, object]) -> bool:
        """Whether an item is a record of the kind; for partitions that hold others too."""
        return item.get("entity") == self.name

    def part(self, team_id: str, record_id: str, part_kind: str, part_id: str) -> keys.Key:
        """The key of what is stored beside a record, such as an answer beside its candidate interview."""
        return keys.Key(self.key(team_id, record_id).pk, f"{part_kind}#{part_id}")

    def lookups_of(self, record: R, item: Item) -> Lookups:
        """The lookups, the summary and the entries of a record that is stored as `item`."""
        found = dict(self.entries(record))
        if self.lookups or self.summary is not None:
            found.update(lookups_of(self.lookups, self.summary, self.team_of(record), record, item))
        if self.has_feed:
            found[CHANGE.at(self.team_of(record), self.name, record.updated_at, record.id)] = {}
        return found

    def feed(self, team_id: str) -> str:
        """The partition with the changes of a team's records."""
        return change_partition(team_id, self.name)

    def filter_partition(self, record: R) -> str | None:
        """The partition that lists the record among those with its status; None when none does."""
        value = None if self.status_filter is None else self.status_filter.value_of(record)
        return None if value is None else keys.filtered(self.team_listing(self.team_of(record)), value)

    def team_listing(self, team_id: str) -> str:
        """The partition that lists all records of the kind in a team."""
        if self.listing_of is not None:
            return self.listing_of(team_id)
        return keys.listing(team_id, self.name)


@dataclass(frozen=True, slots=True)
class Stored(Generic[R]):
    """A record with the item it came from; what a replacement starts from."""

    kind: Kind[R]
    record: R
    item: Item

    @property
    def version(self) -> int:
        """Counts the record's changes; the value of its ETag."""
        return int(self.item["revision"])


def record_attributes(kind: Kind[R], record: R) -> Item:
    """The item of a record without its version and its places in listings."""
    item: Item = record.model_dump(by_alias=True)
    key = kind.key(kind.team_of(record), record.id)
    item.update(pk=key.pk, sk=key.sk, entity=kind.name)
    text = kind.search_text(record)
    if text is not None:
        partition = kind.team_listing(kind.team_of(record))
        item.update(keys.found_in(partition, record.id, fold(text)))
    due = kind.due(record)
    if due is not None:
        schedule, moment = due
        item.update(keys.due_at(schedule, record.id, moment))
    review = kind.review(record)
    if review is not None:
        item.update(review.attributes(kind.team_of(record), record.id))
    return item
