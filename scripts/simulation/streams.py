"""The stream of a table in virtual time, and Lambda's mapping of it to a function.

Changes of one item stay in their order, and those of different shards have none between them. A batch is
handled at least once: who fails is tried again, in halves if the mapping says so, and given up in the end.

    stream = TableStream(shards=3, matches=lambda record: record.kind == "INSERT")
    dynamodb.listeners.append(stream.add)
    mapping = StreamMapping(stream, batch_size=10, bisects=True, most_retries=5)
    batch = mapping.next_batch(shard, now)
    mapping.settle(shard, handled=len(batch), now=now)
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from simulation.table.memory import TableChange

TABLE_ITSELF: Final = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
"""Who removes an item whose time is over (time-to-live-ttl-streams.html in the developer guide)."""
FIRST_RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class StreamRecord:
    """A change of the table, with its place in the whole stream."""

    number: int
    change: TableChange

    @property
    def kind(self) -> str:
        """What happened, in the stream's words."""
        if self.change.before is None:
            return "INSERT"
        return "REMOVE" if self.change.after is None else "MODIFY"


class TableStream:
    """The changes of a table that a mapping's filter lets through, shard by shard, until they are handled."""

    def __init__(self, shards: int, matches: Callable[[StreamRecord], bool] = lambda _record: True) -> None:
        """`matches` is the filter."""
        self.shards: tuple[list[StreamRecord], ...] = tuple([] for _ in range(shards))
        self._matches = matches
        self._changes = 0

    def add(self, change: TableChange) -> int | None:
        """Take up a change. Returns its shard, which is the same for all changes of a partition; None for a
        change that the filter keeps back."""
        self._changes += 1
        record = StreamRecord(self._changes, change)
        if not self._matches(record):
            return None
        shard = zlib.crc32(change.key[0].encode()) % len(self.shards)
        self.shards[shard].append(record)
        return shard


@dataclass(slots=True)
class _ShardPlace:
    """How a mapping is with a shard. `limit` is the size of its batches while it looks for what fails."""

    limit: int | None = None
    retries: int = 0
    not_before: datetime | None = None


@dataclass(slots=True)
class StreamMapping:
    """A function's place in a stream. `given_up` has the records that were left out after the last retry."""

    stream: TableStream
    batch_size: int = 100
    bisects: bool = False
    most_retries: int | None = None
    given_up: list[StreamRecord] = field(default_factory=list)
    _places: dict[int, _ShardPlace] = field(default_factory=dict)

    def next_batch(self, shard: int, now: datetime) -> list[StreamRecord]:
        """The next records of a shard that the function is to handle; none while it has to wait."""
        place = self._place(shard)
        if place.not_before is not None and now < place.not_before:
            return []
        return self.stream.shards[shard][: place.limit or self.batch_size]

    def settle(self, shard: int, batch: Sequence[StreamRecord], handled: int, now: datetime) -> None:
        """The function has handled the first `handled` records of a batch, and failed at the next one."""
        place = self._place(shard)
        if handled:
            self._go_on(place, shard, handled)
        elif self.bisects and len(batch) > 1:
            place.limit = len(batch) // 2
        elif self.most_retries is not None and place.retries >= self.most_retries:
            self.given_up += batch
            self._go_on(place, shard, len(batch))
        else:
            seconds = min(FIRST_RETRY_SECONDS * 2**place.retries, LONGEST_RETRY_SECONDS)
            place.retries += 1
            place.not_before = now + timedelta(seconds=seconds)

    def next_moment(self, shard: int, now: datetime) -> datetime | None:
        """When there is a batch to handle; None while there is nothing."""
        place = self._place(shard)
        if not self.stream.shards[shard]:
            return None
        return max(now, place.not_before) if place.not_before is not None else now

    def _go_on(self, place: _ShardPlace, shard: int, handled: int) -> None:
        del self.stream.shards[shard][:handled]
        place.limit, place.retries, place.not_before = None, 0, None

    def _place(self, shard: int) -> _ShardPlace:
        return self._places.setdefault(shard, _ShardPlace())


def event_of(batch: Sequence[StreamRecord], stream_arn: str) -> dict[str, Any]:
    """The event with which Lambda invokes a function for changes; the stream has the keys alone."""
    return {"Records": [_record(record, stream_arn) for record in batch]}


def _record(record: StreamRecord, stream_arn: str) -> dict[str, Any]:
    partition, sort = record.change.key
    told: dict[str, Any] = {
        "eventID": str(record.number),
        "eventName": record.kind,
        "eventSource": "aws:dynamodb",
        "eventSourceARN": stream_arn,
        "dynamodb": {
            "Keys": {"pk": {"S": partition}, "sk": {"S": sort}},
            "SequenceNumber": str(record.number),
            "StreamViewType": "KEYS_ONLY",
        },
    }
    return {**told, "userIdentity": TABLE_ITSELF} if record.change.is_expiry else told
