"""Fills a table with candidates as the service's own code would have stored them, without its requests."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.record import archived
from gather.screening.candidate import CreateCandidate, new_candidate
from gather.screening.candidate_storage import CANDIDATE
from gather.table import keys
from gather.table.conversion import Item, to_attributes
from gather.table.item_kind import Place
from gather.table.kind import record_attributes
from gather.table.listing import BUCKET_SIZE, LISTING_CHUNK, LISTING_HEAD, SLOTS

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
    item = record_attributes(CANDIDATE, candidate)
    item["revision"] = 1 if archived_id is None else 2
    for slot, partition in zip(SLOTS, CANDIDATE.listings(candidate), strict=False):
        bucket = number // BUCKET_SIZE
        item[slot.partition_attribute] = partition
        item[slot.sort_attribute] = keys.listing_sort(archived_id is None, bucket, candidate.id)
    return item


def head_item(team_id: str, count: int) -> Item:
    """The head of a listing of `count` candidates."""
    return LISTING_HEAD.at(CANDIDATE.team_listing(team_id)).item(added=count)


def chunk_items(team_id: str, archived_numbers: Iterable[int]) -> list[Item]:
    """The counts of the archived candidates, by the numbers under which they were made."""
    partition = CANDIDATE.team_listing(team_id)
    chunks: dict[Place, Item] = {}
    for number in archived_numbers:
        bucket = number // BUCKET_SIZE
        place = LISTING_CHUNK.at(partition, bucket)
        chunk = chunks.setdefault(place, place.item())
        name = f"a{bucket % keys.BUCKETS_PER_CHUNK}"
        chunk[name] = chunk.get(name, 0) + 1
    return list(chunks.values())


@dataclass
class Fill:
    """A team's list of candidates, written straight to the table; `ids` are those that `archive` takes."""

    client: Any
    table_name: str
    team: TeamScope
    now: datetime
    ids: dict[int, str] = field(default_factory=dict)

    def add(self, count: int, archived_every: int) -> None:
        """Store `count` candidates, and remember every so many-th."""
        self._write(self._new(count, archived_every))
        self._write([head_item(self.team.team_id, count)])

    def archive(self) -> None:
        """Archive the candidates remembered."""
        self._write(candidate_item(self.team, self.now, number, one) for number, one in self.ids.items())
        self._write(chunk_items(self.team.team_id, self.ids))

    def _new(self, count: int, archived_every: int) -> Iterator[Item]:
        for number in range(count):
            item = candidate_item(self.team, self.now, number)
            if number % archived_every == 0:
                self.ids[number] = item["id"]
            yield item

    def _write(self, items: Iterable[Item]) -> None:
        with ThreadPoolExecutor(WRITES_AT_ONCE) as writers:
            batches = _batches(items)
            while some := list(islice(batches, 4 * WRITES_AT_ONCE)):
                list(writers.map(self._write_batch, some))

    def _write_batch(self, items: list[Item]) -> None:
        requests = [{"PutRequest": {"Item": to_attributes(item)}} for item in items]
        while requests:
            response = self.client.batch_write_item(RequestItems={self.table_name: requests})
            requests = response.get("UnprocessedItems", {}).get(self.table_name, [])


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
