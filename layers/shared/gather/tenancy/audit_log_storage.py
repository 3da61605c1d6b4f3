"""The audit log in the table: one partition for each organization, in the order of the times.

An entry is a member of the unit of work that it reports, so that there is none without the other. It is
removed after a year.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from gather.core.caller import Actor
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import NotFound
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit_entry import AuditAction, AuditEntry, new_entry
from gather.tenancy.organization_storage import organization_key

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


def note(
    unit: UnitOfWork,
    organization_id: str,
    actor: Actor,
    action: AuditAction,
    resource_id: str,
    now: datetime,
) -> None:
    """Note what `unit` does in the audit log of an organization, as part of `unit`. One item."""
    entry = new_entry(organization_id, actor, action, resource_id, now)
    place = AUDIT_ENTRY.at(organization_id, entry.at, entry.id)
    body = entry.model_dump(by_alias=True, mode="json")
    unit.write(place.new(**body, expiresAtEpoch=epoch_seconds(now + KEPT)))


def read_entries(
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

    Two round trips. What is older than a year is left out: it may still be there. Raises NotFound.
    """
    if table.get(organization_key(organization_id)) is None:
        raise NotFound("organization", organization_id, "organizationId")
    low = max(since or "", timestamp(now - KEPT))
    high = after or (f"{until}~" if until else "~")
    if low > high:
        return AuditPage([], None)
    walk = KeyRange(audit_entry_key(organization_id, "", "").pk, between=(low, high))
    # One item more than wanted tells whether others follow; `after` itself is the first.
    page = table.query(walk, limit=limit + 2, descending=True, consistent=True)
    items = [item for item in page.items if Key.of(item).sk != after]
    last = Key.of(items[limit - 1]).sk if len(items) > limit else None
    return AuditPage([AuditEntry.model_validate(item) for item in items[:limit]], last)
