"""What may be older than an organization keeps it, read from the listings of its teams and chatbots."""

from collections.abc import Iterator

from gather.core.tenant import sandbox_of
from gather.table import listing
from gather.table.conversion import Item
from gather.table.listing import SLOTS
from gather.table.store import KeyRange, Table
from gather.tenancy import team_storage

_FIRST = SLOTS[0]


def tenants_of(table: Table, organization_id: str) -> list[str]:
    """The ids of an organization's teams, each with the one in the sandbox. One round trip."""
    teams = team_storage.teams(table, organization_id)
    return [tenant for team in teams for tenant in (team.id, sandbox_of(team.id))]


def made_by(table: Table, partition: str, moment: str) -> Iterator[Item]:
    """The records of a first listing that were made by `moment`, oldest first, as the index has them.

    One round trip for each megabyte of them. A bucket of the listing is in no order, and its neighbour may
    be filled at the same time: the walk ends after the bucket that follows the first younger record.
    """
    last: int | None = None
    for item in table.query_all(KeyRange(partition, _FIRST.index)):
        bucket = listing.bucket_of(item[_FIRST.sort_attribute])
        if last is not None and bucket > last:
            return
        if item["createdAt"] <= moment:
            yield item
        elif last is None:
            last = bucket + 1
