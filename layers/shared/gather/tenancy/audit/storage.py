"""The audit log in the table: one partition for each organization, in the order of the times.

    audit_storage.save(unit, organization_id, actor, AuditAction.WEBHOOK_CREATED, webhook.id, now)

An entry is a member of the unit of work that it reports, so that there is none without the other. It is
deleted after a year.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.caller import Actor
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import NotFound
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit.models import AuditAction, AuditEntry, new_entry
from gather.tenancy.organizations.storage import organization_key

KEPT = timedelta(days=365)


def audit_entry_key(organization_id: str, at: str, entry_id: str) -> Key:
    """An entry of an organization's audit log."""
    return Key(f"ORGANIZATION#{organization_id}#AUDIT_LOG", f"{at}#{entry_id}")


AUDIT_ENTRY = ItemKind("AUDIT_ENTRY", audit_entry_key)


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Some entries, newest first. `last` is the place to go on after, None at the end."""

    entries: list[AuditEntry]
    last: str | None


def save(
    unit: UnitOfWork,
    organization_id: str,
    actor: Actor,
    action: AuditAction,
    resource_id: str,
    now: datetime,
) -> None:
    """Save an entry about what `unit` does in the audit log, as part of `unit`. One item."""
    save_all(unit, organization_id, actor, action, [resource_id], now)


def save_all(
    unit: UnitOfWork,
    organization_id: str,
    actor: Actor,
    action: AuditAction,
    resource_ids: Sequence[str],
    now: datetime,
) -> None:
    """Save an entry for each of several records that `unit` changes, as part of `unit`. One item."""
    entry = new_entry(organization_id, actor, action, resource_ids[0], now)
    place = AUDIT_ENTRY.at(organization_id, entry.at, entry.id)
    body = entry.model_dump(by_alias=True, mode="json")
    others = {"resourceIds": list(resource_ids)} if len(resource_ids) > 1 else {}
    unit.write(place.new(**body, **others, expiresAtEpoch=epoch_seconds(now + KEPT)))


def list_entries(
    table: Table,
    organization_id: str,
    *,
    since: str | None,
    until: str | None,
    after: str,
    limit: int,
    now: datetime,
) -> AuditPage:
    """The entries of an organization from `since` to `until` (timestamps, inclusive) that follow the place
    `after`, newest first.

    Two round trips. Entries older than a year are left out: they may still be there. Raises NotFound.
    """
    if table.get(organization_key(organization_id)) is None:
        raise NotFound("organization", organization_id, "organizationId")
    low = max(since or "", timestamp(now - KEPT))
    high = after or (f"{until}~" if until else "~")
    if low > high:
        return AuditPage([], None)
    walk = KeyRange(audit_entry_key(organization_id, "", "").pk, between=(low, high))
    # One item more than wanted tells whether others follow; that of `after` is the first.
    page = table.query(walk, limit=limit + 2, descending=True, consistent=True)
    found = [each for item in page.items for each in _entries_of(item) if not after or each[0] < after]
    last = found[limit - 1][0] if len(found) > limit else None
    return AuditPage([entry for _place, entry in found[:limit]], last)


def _entries_of(item: Item) -> Iterator[tuple[str, AuditEntry]]:
    """The entries of an item, each with its place in the log, newest first."""
    resource_ids = item.get("resourceIds") or [item["resourceId"]]
    for position, resource_id in reversed([*enumerate(resource_ids)]):
        place = f"{Key.of(item).sk}#{position:02}"
        for entry in readable(AuditEntry, [{**item, "resourceId": resource_id}]):
            yield place, entry
