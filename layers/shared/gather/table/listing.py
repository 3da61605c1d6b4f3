"""Counted listings: any page, its total and its records in two round trips, at any size.

A listing keeps its records in buckets of 64 in the order of their making. One small item, the head,
counts how many were ever added; that number alone gives every bucket's size. Items for each 256
buckets ("chunks") hold what was archived or removed of them, and exist only where that happened. So
a page's place is found by arithmetic on one small query, and read from an index whose sort key is
state#bucket#id, skipping less than one bucket. Lists are newest first; where archived records are
listed too, they follow the active ones.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import between, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind, Place
from gather.table.store import KeyRange, Table, Write

BUCKET_SIZE = 64

LISTING_HEAD = ItemKind(None, keys.listing_head)
LISTING_CHUNK = ItemKind(None, keys.listing_chunk)


class Selection(StrEnum):
    """The records of a listing to select."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the three listing indexes; a record is in at most one listing of each."""

    index: str

    @property
    def partition_attribute(self) -> str:
        """Name of the attribute that holds the listing's partition."""
        return f"{self.index}Pk"

    @property
    def sort_attribute(self) -> str:
        """Name of the attribute that holds the place in the listing."""
        return f"{self.index}Sk"


SLOTS = (Slot("listing1"), Slot("listing2"), Slot("listing3"))


@dataclass(slots=True)
class BucketCounts:
    """The losses of a bucket: archived but still listed as such, and removed for good."""

    archived: int = 0
    removed: int = 0


@dataclass(slots=True)
class Directory:
    """The counts of a listing, by which pages are found."""

    added: int = 0
    buckets: dict[int, BucketCounts] = field(default_factory=dict)

    def total(self, selection: Selection) -> int:
        """Returns the number of records in the selection."""
        archived = sum(counts.archived for counts in self.buckets.values())
        removed = sum(counts.removed for counts in self.buckets.values())
        if selection is Selection.ARCHIVED:
            return archived
        everything = self.added - removed
        return everything if selection is Selection.ALL else everything - archived

    def place(self, offset: int, *, active: bool) -> tuple[int, int] | None:
        """The bucket of the record at `offset` (newest first) and how many of the bucket come before it.

        None when there is no such record.
        """
        if not active:
            return self._walk(offset, sorted(self.buckets, reverse=True), active=False)
        if not self.buckets:
            return self._place_in_full_buckets(offset)
        return self._walk(offset, range((self.added - 1) // BUCKET_SIZE, -1, -1), active=True)

    def _place_in_full_buckets(self, offset: int) -> tuple[int, int] | None:
        if offset >= self.added:
            return None
        position = self.added - 1 - offset
        bucket = position // BUCKET_SIZE
        newest_of_bucket = min(self.added, (bucket + 1) * BUCKET_SIZE) - 1
        return bucket, newest_of_bucket - position

    def _walk(self, offset: int, buckets: Iterable[int], *, active: bool) -> tuple[int, int] | None:
        for bucket in buckets:
            size = self._size(bucket, active=active)
            if offset < size:
                return bucket, offset
            offset -= size
        return None

    def _size(self, bucket: int, *, active: bool) -> int:
        counts = self.buckets.get(bucket)
        if not active:
            return counts.archived if counts else 0
        added = min(BUCKET_SIZE, self.added - bucket * BUCKET_SIZE)
        return added - counts.archived - counts.removed if counts else added


def bucket_of(sort_key: str) -> int:
    """The bucket that a record's sort key places it in."""
    return int(sort_key.split("#", 2)[1])


def place_of(sort_key: str) -> tuple[int, str]:
    """The bucket of a record and its name in it, from its sort key; both stay when it is archived."""
    _state, bucket, name = sort_key.split("#", 2)
    return int(bucket), name


def add_to_head(partition: str, added: int, records: int = 1) -> Write:
    """The update that counts `records` more, on condition that they get the buckets that they would get
    after `added` records.

    While all of them fit into one bucket, any count that leaves room for them there will do, so that
    creates do not wait for each other; where they go on into the next bucket it has to be that very count.
    """
    low, high = added, added
    room_from = bucket_at(added) * BUCKET_SIZE
    if added + records <= room_from + BUCKET_SIZE:
        low, high = room_from, room_from + BUCKET_SIZE - records
    condition = between("added", low, high)
    if low == 0:
        condition = lacks("added") | condition
    return LISTING_HEAD.at(partition).update(Update(add={"added": records}, condition=condition))


def bucket_at(position: int) -> int:
    """The bucket of the record that is added after `position` others."""
    return position // BUCKET_SIZE


def added_to(head: Item | None) -> int:
    """Returns the number of records that were ever added to a listing, from its head."""
    return int(head["added"]) if head else 0


class BucketChanges:
    """Changes of the numbers of archived and removed records in buckets; each chunk takes one write."""

    def __init__(self) -> None:
        self._chunks: dict[Place, Counter[str]] = {}

    def count(self, partition: str, bucket: int, *, archived: int = 0, removed: int = 0) -> None:
        """Count this many more in `bucket` of a listing."""
        counts = self._chunks.setdefault(LISTING_CHUNK.at(partition, bucket), Counter())
        place = bucket % keys.BUCKETS_PER_CHUNK
        counts[f"a{place}"] += archived
        counts[f"r{place}"] += removed

    def writes(self) -> list[Write]:
        """The updates of the chunks."""
        changed = (
            (chunk, {name: by for name, by in each.items() if by}) for chunk, each in self._chunks.items()
        )
        return [chunk.update(Update(add=counts)) for chunk, counts in changed if counts]


def count_removed(partition: str, buckets: Iterable[int]) -> list[Write]:
    """The updates that count records removed for good, given the bucket of each; one update a chunk."""
    chunks: dict[Place, Counter[str]] = {}
    for bucket in buckets:
        chunk = LISTING_CHUNK.at(partition, bucket)
        chunks.setdefault(chunk, Counter())[f"r{bucket % keys.BUCKETS_PER_CHUNK}"] += 1
    return [chunk.update(Update(add=counts)) for chunk, counts in chunks.items()]


def delete_counts(table: Table, partition: str) -> None:
    """Delete the counts of an empty listing, the head first: without it the listing counts as empty."""
    head = LISTING_HEAD.key(partition)
    table.delete(head)
    for item in table.query_all(KeyRange(head.pk), consistent=True):
        table.delete(keys.Key.of(item))


def read_directory(table: Table, partition: str, *, consistent: bool = False) -> Directory:
    """The counts of a listing. One round trip; half a read unit where nothing was ever archived."""
    directory = Directory()
    for item in table.query_all(KeyRange(LISTING_HEAD.key(partition).pk), consistent=consistent):
        if item["sk"] == keys.HEAD:
            directory.added = item["added"]
        else:
            _read_chunk(directory, item)
    return directory


def _read_chunk(directory: Directory, item: Item) -> None:
    first_bucket = int(item["sk"].split("#")[1]) * keys.BUCKETS_PER_CHUNK
    for name, count in item.items():
        if count == 0 or name in ("pk", "sk"):
            continue
        counts = directory.buckets.setdefault(first_bucket + int(name[1:]), BucketCounts())
        if name[0] == "a":
            counts.archived = count
        else:
            counts.removed = count


def read_page(
    table: Table, slot: Slot, partition: str, selection: Selection, offset: int, size: int
) -> tuple[list[Item], int]:
    """`size` items from `offset`, newest first, and the total. Two round trips; one for the first page, whose
    place needs no count."""
    if offset == 0:
        return _read_first_page(table, slot, partition, selection, size)
    directory = read_directory(table, partition)
    total = directory.total(selection)
    bounds = _bounds(directory, selection, offset)
    if bounds is None:
        return [], total
    low, high, skip = bounds
    needed = skip + min(size, total - offset)
    return _read_down(table, KeyRange(partition, slot.index, between=(low, high)), needed)[skip:], total


def _read_first_page(
    table: Table, slot: Slot, partition: str, selection: Selection, size: int
) -> tuple[list[Item], int]:
    counted = table.start(lambda: read_directory(table, partition))
    items = _read_down(table, KeyRange(partition, slot.index, between=_whole(selection)), size)
    total = counted.result().total(selection)
    return items[:total], total


def _read_down(table: Table, there: KeyRange, needed: int) -> list[Item]:
    """The `needed` items from the upper end."""
    items: list[Item] = []
    start = None
    while len(items) < needed:
        page = table.query(there, limit=needed - len(items), descending=True, start=start)
        items += page.items
        start = page.next_key
        if start is None:
            break
    return items


def _whole(selection: Selection) -> tuple[str, str]:
    """The sort keys between which all records of a selection lie."""
    low = "1#" if selection is Selection.ACTIVE else "0#"
    return low, "0#~" if selection is Selection.ARCHIVED else "1#~"


def read_after(
    table: Table, slot: Slot, partition: str, selection: Selection, after: str, size: int
) -> tuple[list[Item], str | None]:
    """`size` items that follow the sort key `after`, newest first, and the sort key of the last of them if
    more follow. One round trip; what has come since then is before `after` and moves nothing."""
    low, highest = _whole(selection)
    high = after or highest
    items: list[Item] = []
    start = None
    while len(items) <= size:
        page = table.query(
            KeyRange(partition, slot.index, between=(low, max(low, high))),
            # The last one shown, where it still is, and one that tells whether more follow.
            limit=size + 2 - len(items),
            descending=True,
            start=start,
        )
        items += [item for item in page.items if item[slot.sort_attribute] != after]
        start = page.next_key
        if start is None:
            break
    last = items[size - 1][slot.sort_attribute] if len(items) > size else None
    return items[:size], last


def _bounds(directory: Directory, selection: Selection, offset: int) -> tuple[str, str, int] | None:
    """The sort keys between which the page lies, and how many items to skip from the upper end."""
    low = "1#" if selection is Selection.ACTIVE else "0#"
    if selection is not Selection.ARCHIVED:
        place = directory.place(offset, active=True)
        if place is not None:
            return low, _upper_bound(place[0], active=True), place[1]
        if selection is Selection.ACTIVE:
            return None
        offset -= directory.total(Selection.ACTIVE)
    place = directory.place(offset, active=False)
    return None if place is None else (low, _upper_bound(place[0], active=False), place[1])


def _upper_bound(bucket: int, *, active: bool) -> str:
    return keys.listing_sort(active, bucket, "~")
