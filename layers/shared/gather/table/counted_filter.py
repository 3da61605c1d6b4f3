"""Counted filters: any page of the records with one status, and their total, at any size.

The records of a status are listed in the index `filter` by the bucket that each has in the listing of its
team. Items for each 256 buckets count them, as in `gather.table.listing`, so that a page's place is found by
arithmetic. A change of status counts a record out of one partition and into another.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from gather.core.record import Identified
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import Place
from gather.table.listing import LISTING_CHUNK
from gather.table.store import ConditionFailed, KeyRange, Table, Write

R = TypeVar("R", bound=Identified)


@dataclass(frozen=True, slots=True)
class CountedFilter(Generic[R]):
    """The filter of a kind's list: `value_of` gives the status by which a record is found, one of `values`,
    or None for a record that the list leaves out."""

    value_of: Callable[[R], str | None]
    values: Sequence[str]


class Recount(NamedTuple):
    """A change of the number of records in a bucket of a filter's partition."""

    partition: str
    bucket: int
    by: int


def recounts(changes: Iterable[Recount]) -> list[Write]:
    """The updates of the counts, one for each item however many of its counts change."""
    items: dict[Place, Counter[str]] = {}
    for partition, bucket, by in changes:
        items.setdefault(LISTING_CHUNK.at(partition, bucket), Counter())[_count_name(bucket)] += by
    counted = ((place, {name: by for name, by in counts.items() if by}) for place, counts in items.items())
    return [place.update(Update(add=counts)) for place, counts in counted if counts]


def _count_name(bucket: int) -> str:
    return f"n{bucket % keys.BUCKETS_PER_CHUNK}"


def read_counts(table: Table, partition: str, *, consistent: bool = False) -> dict[int, int]:
    """Returns the number of records in each bucket that is not empty. It takes one round trip for each
    megabyte, which has the counts of some eight million records."""
    counts: dict[int, int] = {}
    chunks = KeyRange(keys.listing_head(partition).pk)
    for item in table.query_all(chunks, consistent=consistent):
        first_bucket = int(item["sk"].split("#")[1]) * keys.BUCKETS_PER_CHUNK
        for name, count in item.items():
            if name[0] == "n" and count > 0:
                counts[first_bucket + int(name[1:])] = count
    return counts


def read_page(table: Table, partition: str, offset: int, size: int) -> tuple[list[keys.Key], int]:
    """The keys of `size` records from `offset`, newest first, and the total. Two round trips."""
    counts = read_counts(table, partition)
    total = sum(counts.values())
    place = _place(counts, offset)
    if place is None:
        return [], total
    bucket, skip = place
    needed = skip + min(size, total - offset)
    page = table.query(
        KeyRange(partition, "filter", between=("0", keys.filter_sort(bucket, "~"))),
        limit=needed,
        descending=True,
    )
    return [keys.Key.of(item) for item in page.items[skip:]], total


def read_after(table: Table, partition: str, after: str, size: int) -> tuple[list[keys.Key], str | None]:
    """The keys of `size` records that follow the sort key `after`, newest first, and the sort key of the last
    of them if more follow. One round trip."""
    downwards = KeyRange(partition, "filter", between=("0", max("0", after or "~")))
    # The last one shown, where it still is, and one that tells whether more follow.
    page = table.query(downwards, limit=size + 2, descending=True)
    items = [item for item in page.items if item["filterSk"] != after]
    last = items[size - 1]["filterSk"] if len(items) > size else None
    return [keys.Key.of(item) for item in items[:size]], last


def read_merged(
    table: Table, partitions: Sequence[str], offset: int, size: int, after: str | None
) -> tuple[list[keys.Key], int, str | None]:
    """The keys of `size` records of several statuses from `offset`, newest first, and the total; with `after`
    those that follow that sort key, no total, and the sort key of the last of them if more follow.

    One round trip, and one for the counts. The records before `offset` are read too.
    """
    # The last one shown, where it still is, and one that tells whether more follow.
    needed = offset + size if after is None else size + 2
    downwards = [KeyRange(each, "filter", between=("0", max("0", after or "~"))) for each in partitions]
    started = [table.start(partial(_read_down, table, there, needed)) for there in downwards]
    counts = [table.start(partial(read_counts, table, each)) for each in partitions if after is None]
    found = (item for each in started for item in each.result() if item["filterSk"] != after)
    items = sorted(found, key=lambda item: str(item["filterSk"]), reverse=True)
    first = offset if after is None else 0
    shown = items[first : first + size]
    last = shown[-1]["filterSk"] if after is not None and len(items) > size else None
    return [keys.Key.of(item) for item in shown], sum(sum(each.result().values()) for each in counts), last


def _read_down(table: Table, there: KeyRange, needed: int) -> list[Item]:
    return [*islice(table.query_all(there, descending=True, page_size=needed), needed)]


def _place(counts: Mapping[int, int], offset: int) -> tuple[int, int] | None:
    """The bucket of the record at `offset`, newest first, and how many of the bucket come before it."""
    for bucket in sorted(counts, reverse=True):
        if offset < counts[bucket]:
            return bucket, offset
        offset -= counts[bucket]
    return None


def count_again(table: Table, partition: str) -> int:
    """Correct counts that a release without filters has left wrong; returns how many it corrected.

    A count that changes meanwhile stays as it is. One round trip for each three thousand records.
    """
    listed = Counter(bucket_of(item) for item in table.query_all(KeyRange(partition, "filter")))
    counts = read_counts(table, partition, consistent=True)
    wrong = [bucket for bucket in listed.keys() | counts.keys() if listed[bucket] != counts.get(bucket, 0)]
    return sum(_correct(table, partition, bucket, counts.get(bucket, 0), listed[bucket]) for bucket in wrong)


def _correct(table: Table, partition: str, bucket: int, counted: int, listed: int) -> bool:
    name = _count_name(bucket)
    unchanged = equal(name, counted) if counted else lacks(name) | equal(name, 0)
    change = Update(set={name: listed}, condition=unchanged)
    try:
        table.write(LISTING_CHUNK.at(partition, bucket).update(change))
    except ConditionFailed:
        return False
    return True


def bucket_of(item: Item) -> int:
    """The bucket of a record that a filter lists."""
    return int(item["filterSk"].split("#", 1)[0])


def removals(items: Iterable[Item]) -> Iterator[Recount]:
    """The counts that fall with items that are removed for good."""
    return (Recount(item["filterPk"], bucket_of(item), -1) for item in items if "filterPk" in item)
