"""Integrations in the table: an organization's share one partition, and each has its Basic credentials in an
item of its own, which authentication reads and counts on as it does on a key's.
"""

from collections.abc import Callable, Iterator
from datetime import datetime

from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.connect.integrations.models import MOST_INTEGRATIONS, IntegrationRecord, IntegrationStatus
from gather.connect.integrations.suite_storage import suite_item_deletions
from gather.core.caller import Actor, Permission, Scope
from gather.core.clock import from_timestamp, timestamp
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.item_kind import Place
from gather.table.kind import Kind, Stored
from gather.table.readable import read, readable
from gather.table.records import Records
from gather.table.store import KeyRange, Table, Write
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations import storage as organization_storage


def integration_key(organization_id: str, integration_id: str) -> keys.Key:
    """The key of an integration; one partition lists those of an organization."""
    return keys.Key(f"ORGANIZATION#{organization_id}#INTEGRATIONS", integration_id)


INTEGRATION = Kind(
    resource="integration",
    name="INTEGRATION",
    model=IntegrationRecord,
    team_of=lambda record: record.organization_id,
    listings=lambda record: [],
    key_of=integration_key,
)


def create(records: Records, record: IntegrationRecord, actor: Actor) -> None:
    """Save a new integration, which `actor` makes, with its Basic credentials. One round trip.

    Raises NotFound for its organization, Conflict when that has too many.
    """
    unit = records.unit_of_work()
    organization_storage.add_to_count(unit, record.organization_id, "integrations", 1, MOST_INTEGRATIONS)
    unit.create(INTEGRATION, record)
    unit.write(
        _login(record).new(
            id=record.id,
            organizationId=record.organization_id,
            teamId=record.team_id,
            scope=Scope.INTEGRATIONS.value,
            permissions=[permission.value for permission in Permission],
            passwordHash=record.password_hash,
            revokedAt=record.created_at if record.status is IntegrationStatus.DISABLED else None,
        )
    )
    _log(unit, record, actor, AuditAction.INTEGRATION_CREATED, from_timestamp(record.created_at))
    unit.commit()


def list_readable(table: Table, organization_id: str) -> list[IntegrationRecord]:
    """List the readable integrations of an organization, newest first. One round trip for each megabyte."""
    return [*readable(IntegrationRecord, _items_of(table, organization_id))]


def list_all(table: Table, organization_id: str) -> list[IntegrationRecord]:
    """List all integrations of an organization, newest first. Raises UnreadableRecord."""
    return [read(IntegrationRecord, item) for item in _items_of(table, organization_id)]


def list_ids(table: Table, organization_id: str) -> list[str]:
    """List the ids of an organization's integrations, of unreadable ones too."""
    return [item["id"] for item in _items_of(table, organization_id)]


def _items_of(table: Table, organization_id: str) -> Iterator[Item]:
    partition = KeyRange(INTEGRATION.key(organization_id, "").pk)
    return table.query_all(partition, consistent=True, descending=True)


def update(
    records: Records,
    organization_id: str,
    integration_id: str,
    changed: Callable[[Stored[IntegrationRecord]], IntegrationRecord],
    actor: Actor,
    now: datetime,
) -> Stored[IntegrationRecord]:
    """Update an integration, and its Basic credentials with it. Two round trips.

    Raises NotFound, Conflict, and what `changed` raises.
    """

    def with_login(stored: Stored[IntegrationRecord], unit: UnitOfWork) -> IntegrationRecord:
        before, after = stored.record, changed(stored)
        if (before.status, before.password_hash) != (after.status, after.password_hash):
            unit.write(_login(after).update(_changed_login(after)))
        _log(unit, after, actor, AuditAction.INTEGRATION_UPDATED, now)
        return after

    return records.change(INTEGRATION, organization_id, integration_id, with_login)


def _login(record: IntegrationRecord) -> Place:
    return INTEGRATION_LOGIN.at(record.vendor, record.user)


def _changed_login(record: IntegrationRecord) -> Update:
    """Disabled credentials fail as revoked ones do."""
    changes = {"passwordHash": record.password_hash}
    if record.status is IntegrationStatus.ACTIVE:
        return Update(set=changes, remove=["revokedAt"], condition=present())
    return Update(set={**changes, "revokedAt": record.updated_at}, condition=present())


def login_revocation(record: IntegrationRecord, now: datetime) -> Write:
    """The write that ends the Basic credentials of an integration; the first time stays in place."""
    return _login(record).update(Update(set_once={"revokedAt": timestamp(now)}))


def delete(records: Records, stored: Stored[IntegrationRecord], actor: Actor, now: datetime) -> None:
    """Delete an integration for good, with its secrets and credentials. One round trip.

    Raises Conflict when it is changed at the same time.
    """
    record = stored.record
    unit = records.unit_of_work()
    unit.delete(stored)
    unit.write(_login(record).delete())
    for write in suite_item_deletions(record.id):
        unit.write(write)
    organization_storage.add_to_count(unit, record.organization_id, "integrations", -1, MOST_INTEGRATIONS)
    _log(unit, record, actor, AuditAction.INTEGRATION_DELETED, now)
    unit.commit()


def _log(
    unit: UnitOfWork, record: IntegrationRecord, actor: Actor, action: AuditAction, now: datetime
) -> None:
    audit_storage.save(unit, record.organization_id, actor, action, record.id, now)
