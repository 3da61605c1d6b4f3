"""Records that may be older than an organization keeps them, read from the listings of its teams and
chatbots, and the round that removes them."""

from collections.abc import Iterator

from gather.core.tenant import sandbox_of
from gather.rights.retention.round import RetentionRound
from gather.table import listing
from gather.table.conditions import equal
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key, pointer
from gather.table.listing import SLOTS
from gather.table.store import ConditionFailed, KeyRange, Table
from gather.tenancy.teams import storage as team_storage

_FIRST = SLOTS[0]


def retention_round_key() -> Key:
    """The last round of retention, of all organizations."""
    return pointer("RETENTIONROUND", "1")


RETENTION_ROUND = ItemKind("RETENTION_ROUND", retention_round_key)


def find_round(table: Table) -> RetentionRound | None:
    """The last round. One round trip."""
    item = table.get(RETENTION_ROUND.key())
    return None if item is None else RetentionRound.model_validate(item)


def save_round(table: Table, before: RetentionRound | None, after: RetentionRound) -> None:
    """Save how far a round is, unless another run has saved something since `before`. One round trip."""
    place = RETENTION_ROUND.at()
    runs = 0 if before is None else before.runs
    attributes = after.changed(runs=runs + 1).model_dump(mode="json", by_alias=True)
    try:
        table.write(
            place.new(**attributes) if before is None else place.replace(equal("runs", runs), **attributes)
        )
    except ConditionFailed:
        # What both have removed is removed; the next run goes on from where the other one was.
        return


def list_tenants(table: Table, organization_id: str) -> list[str]:
    """The ids of an organization's teams, each with the one in the sandbox. One round trip."""
    teams = team_storage.list_teams(table, organization_id)
    return [tenant for team in teams for tenant in (team.id, sandbox_of(team.id))]


def list_created_by(table: Table, partition: str, moment: str) -> Iterator[Item]:
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
