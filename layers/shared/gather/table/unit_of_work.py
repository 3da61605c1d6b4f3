"""Writes together: records, counts, events and tasks, in one transaction of the table.

Items carry a `revision` that every replacement is conditional on, so that of two concurrent changes one
wins whole. `Records.run` tries a unit of work again when another request was faster.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gather.core.errors import Conflict
from gather.core.record import Identified
from gather.table import keys, listing, store
from gather.table.conditions import Condition, absent, equal
from gather.table.conversion import Item
from gather.table.counted_filter import CountShards, Recount, recounts, removals
from gather.table.kind import Kind, Stored, record_attributes
from gather.table.listing import SLOTS
from gather.table.lookup import Lookups, changes
from gather.table.outbox import OutboxEntry
from gather.table.record_reader import People, RecordReader
from gather.table.store import ConditionFailed, Table, TransactionRefused, Write

R = TypeVar("R", bound=Identified)

HEAD_ATTEMPTS = 8
MOST_WRITES = 100
"""The most writes of a transaction of DynamoDB."""
MOST_LISTINGS_REMEMBERED = 10_000
"""The most listings whose sizes a process keeps: every candidate and every chatbot has one."""

Refusal = Exception | Callable[[Item | None], Exception]
"""The exception that says why a write was refused: as it is, or made from what is stored instead."""


class LostRace(Conflict):
    """Another request changed the record between its reading and its writing."""

    def __init__(
        self,
        message: str = "The record was changed by another request at the same time. Read it and try again.",
    ) -> None:
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Created:
    """The place of a record that a request has created: its team, or what stands for one, and its id."""

    team_id: str
    id: str


@dataclass
class Guard:
    """A write that belongs to the first unit of work of a request that commits. `write` gets the record of
    the kind `makes` that this unit creates, if it does. `people` are those whom the request has read or
    written about."""

    write: Callable[[Created | None], Write]
    refused: Refusal
    makes: Kind[Any] | None = None
    is_used: bool = False
    people: People = field(default_factory=set)


class ListingSizes:
    """The listings that a process knows to have grown, so that the next create need not ask.

    A process that has seen very many begins anew: what it forgets costs a round trip.
    """

    def __init__(self) -> None:
        self._sizes: dict[str, int] = {}
        self.count_shards = CountShards()
        """Where the process counts what the listings have of each status."""

    def __len__(self) -> int:
        return len(self._sizes)

    def of(self, partition: str) -> int:
        """Returns the number of records that were added to the listing, as far as this process knows."""
        return self._sizes.get(partition, 0)

    def remember(self, sizes: Mapping[str, int]) -> None:
        """Keep the sizes of listings, by their partitions."""
        if len(self._sizes) + len(sizes) > MOST_LISTINGS_REMEMBERED:
            self._sizes.clear()
        self._sizes.update(sizes)


@dataclass(frozen=True, slots=True)
class _Planned:
    # From what each listing is believed to have had added to it.
    build: Callable[[Mapping[str, int]], Write]
    refused: Refusal | None = None
    head_of: str | None = None

    def refusal(self, item: Item | None) -> Exception:
        """The exception that says why the write was refused, with `item` stored instead."""
        if self.refused is None:
            return LostRace()
        return self.refused if isinstance(self.refused, Exception) else self.refused(item)


class UnitOfWork(RecordReader):
    """Reads and writes that belong together. Nothing is written before `commit`.

    `attempt` counts from 1 how often `Records.run` has begun it: only the first may use what was read ahead.
    """

    def __init__(
        self, table: Table, listing_sizes: ListingSizes, guard: Guard | None, attempt: int = 1
    ) -> None:
        super().__init__(table, guard.people if guard is not None else None)
        self.attempt = attempt
        self._listing_sizes = listing_sizes
        self._guard = guard
        self._made: Created | None = None
        self._planned: list[_Planned] = []
        self._added: Counter[str] = Counter()
        self._recounts: list[Callable[[Mapping[str, int]], Recount]] = []
        self._bucket_changes = listing.BucketChanges()

    def create(self, kind: Kind[R], record: R, refused: Refusal | None = None) -> None:
        """Store a new record, and count and list it. Of several in one listing the last is the newest."""
        self.meet(kind, record)
        if self._guard is not None and self._guard.makes is kind:
            self._made = Created(kind.team_of(record), record.id)
        partitions = kind.listings(record)
        positions = [self._count_in(partition) for partition in partitions]
        body = record_attributes(kind, record)
        body["revision"] = 1
        filtered = kind.filter_partition(record)

        def buckets(sizes: Mapping[str, int]) -> list[int]:
            return [
                listing.bucket_at(sizes.get(partition, 0) + position)
                for partition, position in zip(partitions, positions, strict=True)
            ]

        def build(sizes: Mapping[str, int]) -> Write:
            places: dict[str, str] = {}
            in_buckets = buckets(sizes)
            for slot, partition, bucket in zip(SLOTS, partitions, in_buckets, strict=False):
                places[slot.partition_attribute] = partition
                places[slot.sort_attribute] = keys.listing_sort(True, bucket, kind.place_name(record))
            if filtered is not None:
                places.update(keys.filter_place(filtered, in_buckets[0], kind.place_name(record)))
            return store.put({**body, **places}, absent())

        self._planned.append(_Planned(build, refused))
        if filtered is not None:
            self._recounts.append(lambda sizes: Recount(filtered, buckets(sizes)[0], 1))
        self._look_up(Lookups(), kind.lookups_of(record, body))

    def _look_up(self, before: Lookups, after: Lookups) -> None:
        for write in changes(before, after):
            self.write(write)

    def _count_in(self, partition: str) -> int:
        """Count one more record in; returns how many this unit adds to the listing before it."""
        position = self._added[partition]
        self._added[partition] += 1
        if position == 0:

            def build(sizes: Mapping[str, int]) -> Write:
                size, records = sizes.get(partition, 0), self._added[partition]
                return listing.add_to_head(partition, size, records)

            self._planned.append(_Planned(build, head_of=partition))
        return position

    def replace(self, stored: Stored[R], record: R, refused: Refusal | None = None) -> Stored[R]:
        """Store the changed `record`, on condition that nobody changed it since it was read.

        Archiving and its undoing are noticed and counted. Returns what will be stored.
        """
        item = self._replace(stored, record, refused)
        self._look_up(_lookups(stored), stored.kind.lookups_of(record, item))
        return Stored(stored.kind, record, item)

    def _replace(self, stored: Stored[R], record: R, refused: Refusal | None = None) -> Item:
        """Store the changed `record` without what leads to it; returns its item."""
        item = {**places_of(stored.item), **record_attributes(stored.kind, record)}
        item["revision"] = stored.version + 1
        archives = _archived_change(stored.item, item)
        if archives:
            self._recount(stored, item, archives)
        self._filter(stored, record, item)
        self.write(store.put(item, equal("revision", stored.version)), refused)
        return item

    def _filter(self, stored: Stored[R], record: R, item: Item) -> None:
        """Give `item` its place among the records with its status, and count it there and not elsewhere."""
        before, after = stored.item.get("filterPk"), stored.kind.filter_partition(record)
        place = stored.item.get(SLOTS[0].sort_attribute)
        if place is None:
            return
        bucket, name = listing.place_of(place)
        if after is not None:
            item.update(keys.filter_place(after, bucket, name))
        for partition, by in ((before, -1), (after, 1)):
            if partition is not None and before != after:
                self._count_in_filter(partition, bucket, by)

    def _count_in_filter(self, partition: str, bucket: int, by: int) -> None:
        self._recounts.append(lambda _sizes: Recount(partition, bucket, by))

    def _recount(self, stored: Stored[Any], item: Item, change: int) -> None:
        for slot, partition in zip(SLOTS, stored.kind.listings(stored.record), strict=False):
            bucket, name = listing.place_of(stored.item[slot.sort_attribute])
            item[slot.sort_attribute] = keys.listing_sort(change < 0, bucket, name)
            self._bucket_changes.count(partition, bucket, archived=change)

    def delete(self, stored: Stored[Any]) -> None:
        """Delete the record, also from its listings. Several may be of the same listing."""
        archived = -1 if stored.item.get("archivedAt") is not None else 0
        for slot, partition in zip(SLOTS, stored.kind.listings(stored.record), strict=False):
            bucket = listing.bucket_of(stored.item[slot.sort_attribute])
            self._bucket_changes.count(partition, bucket, archived=archived, removed=1)
        for partition, bucket, by in removals([stored.item]):
            self._count_in_filter(partition, bucket, by)
        key = keys.Key.of(stored.item)
        self.write(store.delete(key, equal("revision", stored.version)))
        self._look_up(_lookups(stored), Lookups())

    def supplement(self, stored: Stored[R], record: R) -> None:
        """Add what a record of an earlier release lacks, if nobody changed it since it was read. `record` is
        the record with what was derived for it. One that changes, or that is to be filtered, gets a new
        revision, so that the former one is stale."""
        item = stored.item
        if record != stored.record or item.get("filterPk") != stored.kind.filter_partition(record):
            item = self._replace(stored, record)
        else:
            self.require(keys.Key.of(item), equal("revision", stored.version), LostRace())
        self._look_up(Lookups(), stored.kind.lookups_of(record, item))

    def require(self, key: keys.Key, condition: Condition, refused: Refusal) -> None:
        """Commit only if `condition` holds for the item under `key`, which stays as it is."""
        self.write(store.check(key, condition), refused)

    def write(self, write: Write, refused: Refusal | None = None) -> None:
        """Add a write made by `gather.table.store`."""
        self._planned.append(_Planned(lambda _sizes: write, refused))

    def send(self, entry: OutboxEntry) -> None:
        """Hand an event or a task to the dispatcher, if and only if the unit of work commits."""
        self.write(store.put(entry.item(), absent()))

    @property
    def size(self) -> int:
        """How many writes the transaction has by now, or a few more: who plans until it is full may ask."""
        return len(self._planned) + len(self._recounts) + len(self._bucket_changes.writes())

    def discard(self) -> None:
        """Forget what is planned."""
        self._made = None
        self._planned.clear()
        self._added.clear()
        self._recounts.clear()
        self._bucket_changes = listing.BucketChanges()

    def commit(self) -> None:
        """Write everything that is planned. One round trip, one more when a listing has moved on to its next
        bucket; none when nothing is planned.

        Raises what the refused write says (`Conflict` unless told otherwise), or ServiceUnavailable.
        """
        if not self._planned:
            return
        guard = self._guard
        if guard is not None and not guard.is_used:
            self.write(guard.write(self._made), guard.refused)
        self._commit()
        if guard is not None:
            guard.is_used = True

    def commit_ahead(self) -> None:
        """Commit writes that prepare the request's own unit of work, and that remain if it fails: they do not
        count as the request's outcome."""
        self._commit()

    def _commit(self) -> None:
        for _ in range(HEAD_ATTEMPTS):
            sizes = {partition: self._listing_sizes.of(partition) for partition in self._added}
            try:
                # The counts come last and have no conditions, so that a refusal is of something planned.
                self._execute(
                    [*(planned.build(sizes) for planned in self._planned), *self._bucket_changes.writes()],
                    [recount(sizes) for recount in self._recounts],
                )
            except TransactionRefused as refusal:
                self._learn(refusal)
            else:
                self._listing_sizes.remember(
                    {partition: sizes[partition] + more for partition, more in self._added.items()}
                )
                # The plans refer to this unit: left there, they would stay until the next collection.
                self.discard()
                return
        raise Conflict("The list is being added to by many others. Try again.")

    def _execute(self, first: list[Write], changes: list[Recount]) -> None:
        shards = self._listing_sizes.count_shards

        def evade(collided: Collection[int]) -> list[Write]:
            if any(index >= len(first) for index in collided):
                for change in changes:
                    shards.spread(change.partition)
            return [*first, *recounts(changes, shards)]

        writes = [*first, *recounts(changes, shards)]
        if len(writes) > len(first):
            self.table.transact(writes, evade)
            return
        if len(writes) > 1:
            self.table.transact(writes)
            return
        try:
            self.table.write(writes[0])
        except ConditionFailed as failure:
            raise TransactionRefused({0: failure.item}) from None

    def _learn(self, refusal: TransactionRefused) -> None:
        """Take the sizes of listings from the heads that refused. Raises when another write refused."""
        learnt: dict[str, int] = {}
        for index, item in refusal.failed.items():
            planned = self._planned[index]
            if planned.head_of is None:
                raise planned.refusal(item) from None
            learnt[planned.head_of] = listing.added_to(item)
        self._listing_sizes.remember(learnt)


_PLACES = tuple(name for slot in SLOTS for name in (slot.partition_attribute, slot.sort_attribute))


def places_of(item: Item) -> Item:
    """The listing attributes of an item, which a replacement keeps."""
    return {name: item[name] for name in _PLACES if name in item}


def _lookups(stored: Stored[Any]) -> Lookups:
    return stored.kind.lookups_of(stored.record, stored.item)


def _archived_change(before: Item, after: Item) -> int:
    return (after.get("archivedAt") is not None) - (before.get("archivedAt") is not None)
