"""Fills a table with candidates as the service's own code would have stored them, without its requests."""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import islice
from typing import Any

from gather.clock import timestamp
from gather.domain.caller import TeamScope
from gather.domain.candidate import CreateCandidate, new_candidate
from gather.domain.record import archived
from gather.table import keys
from gather.table.conversion import Item, to_attributes
from gather.table.kinds import CANDIDATE
from gather.table.listing import BUCKET_SIZE, SLOTS
from gather.table.records import record_attributes

WRITES_AT_ONCE = 2
_BATCH = 25


def candidate_item(team: TeamScope, now: datetime, number: int, *, is_archived: bool = False) -> Item:
    """The item of the team's candidate that was made as the `number`th, counted from 0."""
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
    if is_archived:
        candidate = archived(candidate, timestamp(now))
    item = record_attributes(CANDIDATE, candidate)
    item["revision"] = 2 if is_archived else 1
    for slot, partition in zip(SLOTS, CANDIDATE.listings(candidate), strict=False):
        item[slot.partition_attribute] = partition
        item[slot.sort_attribute] = keys.listing_sort(not is_archived, number // BUCKET_SIZE, candidate.id)
    return item


def directory_items(team_id: str, count: int, archived_every: int | None = None) -> list[Item]:
    """The directory of a listing of `count` candidates, of which every so many-th is archived."""
    partition = keys.listing(team_id, CANDIDATE.name)
    head = keys.listing_head(partition)
    items: list[Item] = [{"pk": head.pk, "sk": head.sk, "added": count}]
    if not archived_every:
        return items
    chunks: dict[keys.Key, Item] = {}
    for number in range(0, count, archived_every):
        bucket = number // BUCKET_SIZE
        key = keys.listing_chunk(partition, bucket)
        chunk = chunks.setdefault(key, {"pk": key.pk, "sk": key.sk})
        name = f"a{bucket % keys.BUCKETS_PER_CHUNK}"
        chunk[name] = chunk.get(name, 0) + 1
    return [*items, *chunks.values()]


def fill(
    client: Any, table_name: str, team: TeamScope, now: datetime, count: int, archived_every: int | None = None
) -> float:
    """Store `count` candidates and their directory; the seconds that it took."""
    started = time.monotonic()
    candidates = (
        candidate_item(team, now, number, is_archived=bool(archived_every and number % archived_every == 0))
        for number in range(count)
    )

    def write(items: list[Item]) -> None:
        requests = [{"PutRequest": {"Item": to_attributes(item)}} for item in items]
        while requests:
            answer = client.batch_write_item(RequestItems={table_name: requests})
            requests = answer.get("UnprocessedItems", {}).get(table_name, [])

    with ThreadPoolExecutor(WRITES_AT_ONCE) as writers:
        batches = _batches(candidates)
        while some := list(islice(batches, 4 * WRITES_AT_ONCE)):
            list(writers.map(write, some))
    for batch in _batches(directory_items(team.team_id, count, archived_every)):
        write(batch)
    return time.monotonic() - started


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
