"""Keys, and how those that several resources have in common are built (docs/data-model.md has them all).

The keys of one resource stand in the storage module of its area. Tenancy is in the partition key: a record
is read by its team and its id together, so another tenant's id is simply absent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

HEAD = "HEAD"
RECORD = "RECORD"
BUCKETS_PER_CHUNK = 256
DUE_SHARDS = 16


@dataclass(frozen=True, slots=True)
class Key:
    """A primary key of the table."""

    pk: str
    sk: str

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> "Key":
        """The key of an item, as the table or one of its indexes shows it."""
        return cls(item["pk"], item["sk"])

    def attributes(self) -> dict[str, dict[str, str]]:
        """The key in DynamoDB's own JSON."""
        return {"pk": {"S": self.pk}, "sk": {"S": self.sk}}


def record(team_id: str, kind: str, record_id: str) -> Key:
    """A record of a team."""
    return Key(f"TEAM#{team_id}#{kind}#{record_id}", RECORD)


def pointer(kind: str, identifier: str) -> Key:
    """An item that leads from something unique, such as a token, to where the record is."""
    return Key(f"{kind}#{identifier}", "POINTER")


def team_set(team_id: str, kind: str, record_id: str) -> Key:
    """A record of a small set that is read as one partition, such as a team's webhooks."""
    return Key(f"TEAM#{team_id}#{kind}S", record_id)


def team_set_size(team_id: str, kind: str) -> Key:
    """The number of records in a small set of a team."""
    return Key(f"TEAM#{team_id}#{kind}S#SIZE", "SIZE")


def outbox(entry_id: str) -> Key:
    """An event or a task that waits for the dispatcher."""
    return Key(f"OUTBOX#{entry_id}", "OUTBOX")


def listing(team_id: str, kind: str) -> str:
    """All records of a kind in a team."""
    return f"TEAM#{team_id}#{kind}"


def sublisting(team_id: str, kind: str, by: str, by_id: str) -> str:
    """The records of a kind that belong to another record, such as a candidate's interviews."""
    return f"TEAM#{team_id}#{kind}#{by}#{by_id}"


def listing_head(partition: str) -> Key:
    """The counter of a listing: how many records were ever added."""
    return Key(f"LISTING#{partition}", HEAD)


def listing_chunk(partition: str, bucket: int) -> Key:
    """The archived and removed counts of the 256 buckets around `bucket`."""
    return Key(f"LISTING#{partition}", f"CHUNK#{bucket // BUCKETS_PER_CHUNK:06d}")


def count_shard(partition: str, bucket: int, shard: str) -> Key:
    """A part of the counts of a filter for the 256 buckets around `bucket`."""
    chunk = listing_chunk(partition, bucket)
    return Key(chunk.pk, f"{chunk.sk}#{shard}")


def listing_sort(active: bool, bucket: int, name: str) -> str:
    """The place of a record in its listing, by a name that ends in its id; active records sort last."""
    return f"{int(active)}#{bucket:08d}#{name}"


def filtered(listing_partition: str, value: str) -> str:
    """The records of a listing that have a status."""
    return f"{listing_partition}#STATUS#{value}"


def filter_sort(bucket: int, name: str) -> str:
    """The place of a record among those with its status, by its bucket in the listing and its name there."""
    return f"{bucket:08d}#{name}"


def filter_place(partition: str, bucket: int, name: str) -> dict[str, str]:
    """The attributes of a record that is listed among those with its status."""
    return {"filterPk": partition, "filterSk": filter_sort(bucket, name)}


def due(schedule: str, identifier: str) -> str:
    """The shard with what a schedule has to do for `identifier`, in the order of the times.

    One partition takes a thousand writes a second, for all tenants together; the shards take so many each.
    """
    return _due_shard(schedule, crc32(identifier.encode()) % DUE_SHARDS)


def due_shards(schedule: str) -> list[str]:
    """All partitions of a schedule."""
    return [_due_shard(schedule, shard) for shard in range(DUE_SHARDS)]


def _due_shard(schedule: str, shard: int) -> str:
    return f"DUE#{schedule}#{shard:02d}"


def due_at(schedule: str, identifier: str, moment: str) -> dict[str, str]:
    """The attributes of the item of `identifier` that `schedule` has to attend to at `moment`."""
    return {"duePk": due(schedule, identifier), "dueSk": moment}


def found_in(partition: str, identifier: str, text: str | None = None) -> dict[str, str]:
    """The attributes of an item that the thin search index knows, with the text that is looked through."""
    place = {"searchPk": partition, "searchSk": identifier}
    return place if text is None else {**place, "searchText": text}
