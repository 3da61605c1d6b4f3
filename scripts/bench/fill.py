"""Fills a table with records as the service's own code would have stored them, without its requests."""

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, islice
from typing import Any, TypeVar

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.record import Identified, archived
from gather.screening.candidates.models import CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table import keys
from gather.table.conversion import Item, to_attributes
from gather.table.item_kind import Place
from gather.table.kind import Kind, record_attributes
from gather.table.listing import BUCKET_SIZE, LISTING_CHUNK, LISTING_HEAD, SLOTS

R = TypeVar("R", bound=Identified)

WRITES_AT_ONCE = 2
_BATCH = 25


def candidate_item(team: TeamScope, now: datetime, number: int, archived_id: str | None = None) -> Item:
    """The item of the team's candidate that was made as the `number`th, counted from 0.

    With `archived_id` it is the one that has this id, archived.
    """
    request = CreateCandidate.model_validate(
        {
            "firstName": "Ada",
            "lastName": f"Lovelace {number}",
            "email": f"ada.{number}@example.com",
            "phone": "+14155550123",
            "externalId": f"A-{number}",
            "linkedInURL": "https://linkedin.example.com/in/ada",
            "timezone": "Europe/London",
            "smsOptIn": True,
        }
    )
    candidate = new_candidate(request, team, now)
    if archived_id is not None:
        candidate = archived(candidate.changed(id=archived_id), timestamp(now))
    return listed_item(CANDIDATE, candidate, number)


def listed_item(kind: Kind[R], record: R, number: int) -> Item:
    """The item of a record that was made as the `number`th of its listings."""
    item = record_attributes(kind, record)
    is_archived = item.get("archivedAt") is not None
    item["revision"] = 2 if is_archived else 1
    bucket = number // BUCKET_SIZE
    for slot, partition in zip(SLOTS, kind.listings(record), strict=False):
        item[slot.partition_attribute] = partition
        item[slot.sort_attribute] = keys.listing_sort(not is_archived, bucket, kind.place_name(record))
    filtered = kind.filter_partition(record)
    return (
        item if filtered is None else {**item, **keys.filter_place(filtered, bucket, kind.place_name(record))}
    )


def lookup_items(kind: Kind[Any], item: Item) -> list[Item]:
    """The lookups of a record that is stored as `item`."""
    lookups = kind.lookups_of(kind.model.model_validate(item), item)
    return [place.item(**attributes) for place, attributes in lookups.items()]


def filter_items(kind: Kind[R], record: R, numbers: Iterable[int]) -> list[Item]:
    """The counts of the records with the status of `record`, by the numbers under which they were made."""
    partition = kind.filter_partition(record)
    return [] if partition is None else _counts(partition, "n", numbers)


def head_item(team_id: str, count: int) -> Item:
    """The head of a listing of `count` candidates."""
    return LISTING_HEAD.at(CANDIDATE.team_listing(team_id)).item(added=count)


def chunk_items(team_id: str, archived_numbers: Iterable[int]) -> list[Item]:
    """The counts of the archived candidates, by the numbers under which they were made."""
    return _counts(CANDIDATE.team_listing(team_id), "a", archived_numbers)


def _counts(partition: str, prefix: str, numbers: Iterable[int]) -> list[Item]:
    chunks: dict[Place, Item] = {}
    for number in numbers:
        bucket = number // BUCKET_SIZE
        place = LISTING_CHUNK.at(partition, bucket)
        chunk = chunks.setdefault(place, place.item())
        name = f"{prefix}{bucket % keys.BUCKETS_PER_CHUNK}"
        chunk[name] = chunk.get(name, 0) + 1
    return list(chunks.values())


@dataclass
class Fill:
    """A team's list of candidates, written straight to the table; every `archived_every`th is one of those
    that `archive` takes.

    With `buckets`, only the candidates of these are stored, with their lookups: a list that is counted whole
    and can be read around some places.
    """

    client: Any
    table_name: str
    team: TeamScope
    now: datetime
    count: int
    archived_every: int
    buckets: Collection[int] | None = None
    _ids: dict[int, str] = field(default_factory=dict)

    @property
    def archived_numbers(self) -> range:
        """The numbers of the candidates that `archive` takes."""
        return range(0, self.count, self.archived_every)

    def add(self) -> None:
        """Store the candidates, and remember those to be archived."""
        write_items(self.client, self.table_name, self._new())
        write_items(self.client, self.table_name, [head_item(self.team.team_id, self.count)])

    def archive(self) -> None:
        """Archive the candidates remembered."""
        gone = (candidate_item(self.team, self.now, number, one) for number, one in self._ids.items())
        write_items(self.client, self.table_name, gone)
        write_items(self.client, self.table_name, chunk_items(self.team.team_id, self.archived_numbers))

    def _new(self) -> Iterator[Item]:
        for number in self._numbers():
            item = candidate_item(self.team, self.now, number)
            if number % self.archived_every == 0:
                self._ids[number] = item["id"]
            yield item
            if self.buckets is not None:
                yield from lookup_items(CANDIDATE, item)

    def _numbers(self) -> Iterable[int]:
        if self.buckets is None:
            return range(self.count)
        starts = (bucket * BUCKET_SIZE for bucket in self.buckets)
        return chain.from_iterable(range(start, min(start + BUCKET_SIZE, self.count)) for start in starts)


def write_items(client: Any, table_name: str, items: Iterable[Item]) -> None:
    """Store items, by a few batches at once."""

    def write(batch: list[Item]) -> None:
        requests = [{"PutRequest": {"Item": to_attributes(item)}} for item in batch]
        while requests:
            response = client.batch_write_item(RequestItems={table_name: requests})
            requests = response.get("UnprocessedItems", {}).get(table_name, [])

    with ThreadPoolExecutor(WRITES_AT_ONCE) as writers:
        batches = _batches(items)
        while some := list(islice(batches, 4 * WRITES_AT_ONCE)):
            list(writers.map(write, some))


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
