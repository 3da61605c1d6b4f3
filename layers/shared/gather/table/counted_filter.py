"""Counted filters: any page of the records with one status, and their total, at any size.

The records of a status are listed in the index `filter` by the bucket that each has in the listing of its
team. Items for each 256 buckets count them, as in `gather.table.listing`, so that a page's place is found by
arithmetic. A change of status counts a record out of one partition and into another.

Of the transactions that write one item, DynamoDB makes one at a time and refuses the others. Where a team is
so busy that this happens, its counts are spread over several items for a while, which add up.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from gather.core.record import Identified
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import Condition, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind, Place
from gather.table.listing import LISTING_CHUNK
from gather.table.store import KeyRange, Table, TransactionRefused, Write, check

COUNT_SHARD = ItemKind(None, keys.count_shard)
SHARDS = tuple(f"{number:02d}" for number in range(16))
"""The items over which the counts of a busy partition are spread."""
SPREAD_TRANSACTIONS = 1000
"""How many transactions of a process spread their counts after one that was refused."""

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


class CountShards:
    """In which item a process counts the records of each partition: in the chunk, or in a shard of it while
    others hold the chunk too often."""

    def __init__(self) -> None:
        self._spread: dict[str, int] = {}

    def spread(self, partition: str) -> None:
        """A transaction was refused because another one had the counts of a partition."""
        self._spread[partition] = SPREAD_TRANSACTIONS

    def choose(self, partition: str) -> str | None:
        """Returns the shard in which the next transaction counts; None for the chunk itself."""
        left = self._spread.pop(partition, 0)
        if left == 0:
            return None
        if left > 1:
            self._spread[partition] = left - 1
        return random.choice(SHARDS)


def recounts(changes: Iterable[Recount], shards: CountShards | None = None) -> list[Write]:
    """The updates of the counts, one for each item however many of its counts change."""
    chosen: dict[str, str | None] = {}
    items: dict[Place, Counter[str]] = {}
    for partition, bucket, by in changes:
        if partition not in chosen:
            chosen[partition] = None if shards is None else shards.choose(partition)
        items.setdefault(_place_of_count(partition, bucket, chosen[partition]), Counter())[
            _count_name(bucket)
        ] += by
    counted = ((place, {name: by for name, by in counts.items() if by}) for place, counts in items.items())
    return [place.update(Update(add=counts)) for place, counts in counted if counts]


def _place_of_count(partition: str, bucket: int, shard: str | None) -> Place:
    if shard is None:
        return LISTING_CHUNK.at(partition, bucket)
    return COUNT_SHARD.at(partition, bucket, shard)


def _count_name(bucket: int) -> str:
    return f"n{bucket % keys.BUCKETS_PER_CHUNK}"


def read_counts(table: Table, partition: str, *, consistent: bool = False) -> dict[int, int]:
    """Returns the number of records in each bucket that is not empty.

    It takes one round trip for each megabyte, which has the counts of some eight million records, or of half
    a million where they are spread.
    """
    return _add_up(_read_items(table, partition, consistent=consistent))


def _read_items(table: Table, partition: str, *, consistent: bool) -> Iterator[Item]:
    return table.query_all(KeyRange(keys.listing_head(partition).pk), consistent=consistent)


def _add_up(items: Iterable[Item]) -> dict[int, int]:
    # A record may be counted in by one shard, and out by another.
    counts: Counter[int] = Counter()
    for item in items:
        first_bucket = int(item["sk"].split("#")[1]) * keys.BUCKETS_PER_CHUNK
        for name, count in item.items():
            if name[0] == "n":
                counts[first_bucket + int(name[1:])] += count
    return {bucket: count for bucket, count in counts.items() if count > 0}


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
    items = [*_read_items(table, partition, consistent=True)]
    counts = _add_up(items)
    wrong = [bucket for bucket in listed.keys() | counts.keys() if listed[bucket] != counts.get(bucket, 0)]
    items_of_chunk: defaultdict[keys.Key, dict[keys.Key, Item]] = defaultdict(dict)
    for item in items:
        chunk = keys.Key(item["pk"], "#".join(item["sk"].split("#")[:2]))
        items_of_chunk[chunk][keys.Key.of(item)] = item
    return sum(
        _correct(
            table,
            LISTING_CHUNK.at(partition, bucket),
            items_of_chunk[LISTING_CHUNK.key(partition, bucket)],
            _count_name(bucket),
            listed[bucket] - counts.get(bucket, 0),
        )
        for bucket in wrong
    )


def _correct(table: Table, place: Place, items: Mapping[keys.Key, Item], name: str, by: int) -> bool:
    """Change a count by `by`, if none of its items has changed since it was read."""
    first = items.get(place.key, {}).get(name, 0)
    others = [
        check(key, _has_count(name, item.get(name, 0))) for key, item in items.items() if key != place.key
    ]
    change = Update(set={name: first + by}, condition=_has_count(name, first))
    try:
        table.transact([place.update(change), *others])
    except TransactionRefused:
        return False
    return True


def _has_count(name: str, count: int) -> Condition:
    return equal(name, count) if count else lacks(name) | equal(name, 0)


def bucket_of(item: Item) -> int:
    """The bucket of a record that a filter lists."""
    return int(item["filterSk"].split("#", 1)[0])


def removals(items: Iterable[Item]) -> Iterator[Recount]:
    """The counts that fall with items that are removed for good."""
    return (Recount(item["filterPk"], bucket_of(item), -1) for item in items if "filterPk" in item)
