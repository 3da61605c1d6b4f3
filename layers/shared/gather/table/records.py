"""Records of teams: reading, writing and listing them, each write one transaction.

A `Kind` says where a resource's records live; `Records` reads them; a `Transaction` collects what
must happen together (records, counts, events, tasks) and commits it whole. Items carry a `revision`
that every replacement is conditional on, so that of two concurrent changes one wins whole.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gather.core.errors import Conflict, GatherError, NotFound
from gather.core.identifiers import is_id
from gather.core.record import Identified
from gather.table import keys, listing, store
from gather.table.conversion import Item
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.outbox import OutboxEntry
from gather.table.search import Search
from gather.table.store import ConditionFailed, KeyRange, Table, TransactionRefused

R = TypeVar("R", bound=Identified)

HEAD_ATTEMPTS = 8
CHANGE_ATTEMPTS = 5
MOST_LISTINGS_REMEMBERED = 10_000
"""Of how many listings a process keeps what was added to them: every candidate and every chatbot has one."""


def _no_text(_record: Any) -> str | None:
    return None


def _no_due(_record: Any) -> tuple[str, str] | None:
    return None


@dataclass(frozen=True)
class Kind(Generic[R]):
    """Where the records of a resource live and which listings, searches and schedules know them.

    `resource` is what a person calls it ("candidate"); `name` stands in keys. `team_of` gives a
    record's team; `listings` its partitions, one for each slot used; `search_text` what `search`
    looks through; `due` the schedule and the timestamp at which the record wants attention.
    """

    resource: str
    name: str
    model: type[R]
    team_of: Callable[[R], str]
    listings: Callable[[R], Sequence[str]]
    search_text: Callable[[R], str | None] = _no_text
    due: Callable[[R], tuple[str, str] | None] = _no_due

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of a record."""
        return keys.record(team_id, self.name, record_id)

    def team_listing(self, team_id: str) -> str:
        """The partition that lists all records of the kind in a team."""
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


@dataclass(frozen=True, slots=True)
class RecordPage(Generic[R]):
    """A page of records, newest first, and how many there are in all."""

    records: list[R]
    total: int


class Records:
    """The records of the table, by kind."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.listing_sizes: dict[str, int] = {}
        self.guard: tuple[dict[str, Any], Refusal] | None = None

    def find(self, kind: Kind[R], team_id: str, record_id: str) -> Stored[R] | None:
        """A record of a team, or None. One round trip, consistent."""
        if not is_id(record_id):
            return None
        item = self.table.get(kind.key(team_id, record_id))
        return _stored(kind, item) if item else None

    def get(self, kind: Kind[R], team_id: str, record_id: str, field: str | None = None) -> Stored[R]:
        """A record of a team. Raises NotFound; `field` is the request's member that named it."""
        stored = self.find(kind, team_id, record_id)
        if stored is None:
            raise NotFound(kind.resource, record_id, field)
        return stored

    def get_many(self, kind: Kind[R], team_id: str, record_ids: Iterable[str]) -> dict[str, R]:
        """The records of `record_ids` that exist, by id. One round trip for each hundred."""
        wanted = [kind.key(team_id, record_id) for record_id in record_ids if is_id(record_id)]
        items = self.table.get_many(wanted)
        return {item["id"]: kind.model.model_validate(item) for item in items.values()}

    def page(
        self,
        kind: Kind[R],
        partition: str,
        selection: Selection,
        offset: int,
        size: int,
        search: Search | None = None,
        slot: Slot = SLOTS[0],
    ) -> RecordPage[R]:
        """A page of a listing. Two round trips; with a `search` as many as its walk needs."""
        if search:
            # Only the listing of everything has a thin index; the others are walked in their own.
            index = "search" if slot == SLOTS[0] else slot.index
            return self._search(
                kind, KeyRange(partition, index, between=search.ids), selection, offset, size, search
            )
        items, total = listing.read_page(self.table, slot, partition, selection, offset, size)
        return RecordPage([kind.model.model_validate(item) for item in items], total)

    def _search(
        self,
        kind: Kind[R],
        walk: KeyRange,
        selection: Selection,
        offset: int,
        size: int,
        search: Search,
    ) -> RecordPage[R]:
        expression, values = search.expression(selection)
        found = [
            keys.Key(item["pk"], item["sk"])
            for item in self.table.query_all(
                walk,
                descending=True,
                filter_expression=expression,
                filter_values=values,
                filter_names=search.names(),
            )
        ]
        wanted = found[offset : offset + size]
        items = self.table.get_many(wanted)
        records = [kind.model.model_validate(items[key]) for key in wanted if key in items]
        return RecordPage(records, len(found))

    def change(
        self,
        kind: Kind[R],
        team_id: str,
        record_id: str,
        change: "Callable[[Stored[R], Transaction], R]",
        field: str | None = None,
    ) -> Stored[R]:
        """Read a record, change it and store it; from the beginning again when somebody was faster.

        `change` answers the changed record, or the same one to leave it as it is, and may add to the
        transaction what belongs with it. It may be called more than once and has no effect of its own.
        Raises NotFound, Conflict after several lost races, and what `change` raises.
        """
        for attempt in range(1, CHANGE_ATTEMPTS + 1):
            stored = self.get(kind, team_id, record_id, field)
            transaction = self.transaction()
            record = change(stored, transaction)
            if record == stored.record:
                return stored
            changed = transaction.replace(stored, record)
            try:
                transaction.commit()
                return changed
            except LostRace:
                if attempt == CHANGE_ATTEMPTS:
                    raise
        raise AssertionError("the last attempt returns or raises")

    @contextmanager
    def guarded(self, write: dict[str, Any], refused: "Refusal") -> Iterator[None]:
        """Make `write` part of the first transaction that commits meanwhile: it tells whether one did."""
        self.guard = (write, refused)
        try:
            yield
        finally:
            self.guard = None

    def remember(self, listing_sizes: Mapping[str, int]) -> None:
        """Keep what listings have had added to them, so that the next create need not ask.

        A process that has seen very many begins anew: what it forgets costs a round trip.
        """
        if len(self.listing_sizes) + len(listing_sizes) > MOST_LISTINGS_REMEMBERED:
            self.listing_sizes.clear()
        self.listing_sizes.update(listing_sizes)

    def transaction(self) -> "Transaction":
        """A new, empty transaction."""
        return Transaction(self)


def _stored(kind: Kind[R], item: Item) -> Stored[R]:
    return Stored(kind, kind.model.model_validate(item), item)


Refusal = Callable[[Item | None], Exception]


@dataclass(frozen=True, slots=True)
class _Planned:
    # From what each listing is believed to have had added to it.
    build: Callable[[Mapping[str, int]], dict[str, Any]]
    refused: Refusal
    head_of: str | None = None


class LostRace(Conflict):
    """Another request changed the record between its reading and its writing."""


def lost_race(_item: Item | None) -> Exception:
    """The refusal of a write that somebody else was faster with."""
    return LostRace("The record was changed by another request at the same time. Read it and try again.")


class Transaction:
    """What must happen together. Nothing is written before `commit`."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._planned: list[_Planned] = []
        self._added: Counter[str] = Counter()

    def create(self, kind: Kind[R], record: R, refused: Refusal = lost_race) -> None:
        """Store a new record, and count and list it. Of several in one listing the last is the newest."""
        partitions = kind.listings(record)
        positions = [self._count_in(partition) for partition in partitions]
        body = record_attributes(kind, record)
        body["revision"] = 1

        def build(sizes: Mapping[str, int]) -> dict[str, Any]:
            places: dict[str, str] = {}
            for slot, partition, position in zip(SLOTS, partitions, positions, strict=False):
                bucket = listing.bucket_at(sizes.get(partition, 0) + position)
                places[slot.partition_attribute] = partition
                places[slot.sort_attribute] = keys.listing_sort(True, bucket, record.id)
            return store.put({**body, **places}, "attribute_not_exists(pk)")

        self._planned.append(_Planned(build, refused))

    def _count_in(self, partition: str) -> int:
        """Count one more record in; answers how many this transaction adds to the listing before it."""
        position = self._added[partition]
        self._added[partition] += 1
        if position == 0:

            def build(sizes: Mapping[str, int]) -> dict[str, Any]:
                size, records = sizes.get(partition, 0), self._added[partition]
                return store.update(*listing.add_to_head(partition, size, records))

            self._planned.append(_Planned(build, lost_race, head_of=partition))
        return position

    def replace(self, stored: Stored[R], record: R, refused: Refusal = lost_race) -> Stored[R]:
        """Store the changed `record`, on condition that nobody changed it since it was read.

        Archiving and its undoing are noticed and counted. Answers what will be stored.
        """
        item = {**places_of(stored.item), **record_attributes(stored.kind, record)}
        item["revision"] = stored.version + 1
        archives = _archived_change(stored.item, item)
        if archives:
            self._recount(stored, item, archives)
        self.write(
            store.put(item, "revision = :version", version=stored.version),
            refused,
        )
        return Stored(stored.kind, record, item)

    def _recount(self, stored: Stored[Any], item: Item, change: int) -> None:
        for slot, partition in zip(SLOTS, stored.kind.listings(stored.record), strict=False):
            bucket = listing.bucket_of(stored.item[slot.sort_attribute])
            item[slot.sort_attribute] = keys.listing_sort(change < 0, bucket, stored.record.id)
            self.write(store.update(*listing.recount(partition, bucket, archived=change)))

    def remove(self, stored: Stored[Any]) -> None:
        """Take the record away for good and out of its listings."""
        archived = -1 if stored.item.get("archivedAt") is not None else 0
        for slot, partition in zip(SLOTS, stored.kind.listings(stored.record), strict=False):
            bucket = listing.bucket_of(stored.item[slot.sort_attribute])
            self.write(store.update(*listing.recount(partition, bucket, archived=archived, removed=1)))
        key = keys.Key(stored.item["pk"], stored.item["sk"])
        self.write(store.delete(key, "revision = :version", version=stored.version), lost_race)

    def require(self, key: keys.Key, condition: str, refused: Refusal, **values: object) -> None:
        """Commit only if `condition` holds for the item under `key`, which stays as it is."""
        self.write(store.check(key, condition, **values), refused)

    def write(self, write: dict[str, Any], refused: Refusal = lost_race) -> None:
        """Add a write made by `gather.table.store`."""
        self._planned.append(_Planned(lambda _buckets: write, refused))

    def send(self, entry: OutboxEntry) -> None:
        """Hand an event or a task to the dispatcher, if and only if the transaction commits."""
        self.write(store.put(entry.item(), "attribute_not_exists(pk)"))

    def commit(self) -> None:
        """Write it all. One round trip, one more when a listing has moved on to its next bucket.

        Raises what the refused write says (`Conflict` unless told otherwise), or ServiceUnavailable.
        """
        if self._records.guard is not None:
            self.write(*self._records.guard)
        self._commit()
        self._records.guard = None

    def commit_ahead(self) -> None:
        """As `commit`, for what leads up to the transaction that carries a request out and may be written
        in vain: it does not count as the request's outcome."""
        self._commit()

    def _commit(self) -> None:
        for _ in range(HEAD_ATTEMPTS):
            believed = self._records.listing_sizes
            sizes = {partition: believed.get(partition, 0) for partition in self._added}
            try:
                self._execute([planned.build(sizes) for planned in self._planned])
            except TransactionRefused as refusal:
                self._learn(refusal)
            else:
                self._records.remember(
                    {partition: sizes[partition] + more for partition, more in self._added.items()}
                )
                return
        raise Conflict("The list is being added to by many others. Try again.")

    def _execute(self, writes: list[dict[str, Any]]) -> None:
        if len(writes) > 1:
            self._records.table.transact(writes)
            return
        try:
            self._records.table.write(writes[0])
        except ConditionFailed as failure:
            raise TransactionRefused({0: failure.item}) from None

    def _learn(self, refusal: TransactionRefused) -> None:
        """Take the sizes of listings from the heads that refused; raise when anything else did."""
        for index, item in refusal.failed.items():
            planned = self._planned[index]
            if planned.head_of is None:
                raise planned.refused(item) from None
        learnt: dict[str, int] = {}
        for index, item in refusal.failed.items():
            partition = self._planned[index].head_of
            assert partition is not None
            learnt[partition] = listing.added_to(item)
        self._records.remember(learnt)


_PLACES = tuple(name for slot in SLOTS for name in (slot.partition_attribute, slot.sort_attribute))


def places_of(item: Item) -> Item:
    """The listing attributes of an item, which a replacement keeps."""
    return {name: item[name] for name in _PLACES if name in item}


def _archived_change(before: Item, after: Item) -> int:
    return (after.get("archivedAt") is not None) - (before.get("archivedAt") is not None)


def record_attributes(kind: Kind[R], record: R) -> Item:
    """The item of a record without its version and its places in listings."""
    item: Item = record.model_dump(by_alias=True)
    key = kind.key(kind.team_of(record), record.id)
    item.update(pk=key.pk, sk=key.sk, entity=kind.name)
    text = kind.search_text(record)
    if text is not None:
        item.update(
            searchPk=kind.team_listing(kind.team_of(record)), searchSk=record.id, searchText=text.casefold()
        )
    due = kind.due(record)
    if due is not None:
        item.update(duePk=keys.due(due[0]), dueSk=due[1])
    return item


def absent(resource: str, identifier: str, field: str | None = None) -> Refusal:
    """The refusal that says that a record which must exist does not."""

    def refused(_item: Item | None) -> GatherError:
        return NotFound(resource, identifier, field)

    return refused
