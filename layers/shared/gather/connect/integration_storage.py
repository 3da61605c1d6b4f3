"""Integrations in the table: an organization's share one partition, and each has its Basic credentials in an
item of its own, which authentication reads and counts on as it does on a key's.
"""

from collections.abc import Callable

from gather.connect.integration import MOST_INTEGRATIONS, IntegrationRecord, IntegrationStatus
from gather.core.caller import Permission, Scope
from gather.table import keys, store
from gather.table.records import Kind, Records, Stored, Transaction
from gather.table.store import KeyRange, Table, Update
from gather.tenancy import organization_storage


class _IntegrationKind(Kind[IntegrationRecord]):
    """Integrations: records of an organization, which stands where others have their team."""

    def key(self, team_id: str, record_id: str) -> keys.Key:
        """The primary key of an integration; `team_id` is the organization's."""
        return keys.integration(team_id, record_id)


INTEGRATION = _IntegrationKind(
    "integration", "INTEGRATION", IntegrationRecord, lambda record: record.organization_id, lambda record: []
)


def create(records: Records, record: IntegrationRecord) -> None:
    """Store a new integration with its Basic credentials. One round trip.

    Raises NotFound for its organization, Conflict when that has too many.
    """
    transaction = records.transaction()
    organization_storage.count_in(transaction, record.organization_id, "integrations", 1, MOST_INTEGRATIONS)
    transaction.create(INTEGRATION, record)
    key = keys.integration_user(record.vendor, record.user)
    item = {
        "pk": key.pk,
        "sk": key.sk,
        "entity": "INTEGRATION_LOGIN",
        "id": record.id,
        "organizationId": record.organization_id,
        "teamId": record.team_id,
        "scope": Scope.INTEGRATIONS.value,
        "permissions": [permission.value for permission in Permission],
        "passwordHash": record.password_hash,
    }
    if record.status is IntegrationStatus.DISABLED:
        item["revokedAt"] = record.created_at
    transaction.write(store.put(item, "attribute_not_exists(pk)"))
    transaction.commit()


def of_organization(table: Table, organization_id: str) -> list[IntegrationRecord]:
    """The integrations of an organization, newest first. One round trip for each megabyte."""
    partition = KeyRange(keys.integration(organization_id, "").pk)
    items = table.query_all(partition, consistent=True, descending=True)
    return [IntegrationRecord.model_validate(item) for item in items]


def change(
    records: Records,
    organization_id: str,
    integration_id: str,
    changed: Callable[[Stored[IntegrationRecord]], IntegrationRecord],
) -> Stored[IntegrationRecord]:
    """Change an integration, and its Basic credentials with it. Two round trips.

    Raises NotFound, Conflict, and what `changed` raises.
    """

    def with_login(stored: Stored[IntegrationRecord], transaction: Transaction) -> IntegrationRecord:
        before, after = stored.record, changed(stored)
        if (before.status, before.password_hash) != (after.status, after.password_hash):
            transaction.write(store.update(keys.integration_user(after.vendor, after.user), _login(after)))
        return after

    return records.change(INTEGRATION, organization_id, integration_id, with_login)


def _login(record: IntegrationRecord) -> Update:
    """Disabled credentials fail as revoked ones do."""
    if record.status is IntegrationStatus.ACTIVE:
        expression, values = "SET passwordHash = :hash REMOVE revokedAt", {}
    else:
        expression, values = "SET passwordHash = :hash, revokedAt = :now", {":now": record.updated_at}
    return Update(expression, {":hash": record.password_hash, **values}, condition="attribute_exists(pk)")


def remove(records: Records, stored: Stored[IntegrationRecord]) -> None:
    """Take an integration away for good, with its secrets and credentials. One round trip.

    Raises Conflict when it is changed at the same time.
    """
    record = stored.record
    transaction = records.transaction()
    transaction.remove(stored)
    transaction.write(store.delete(keys.integration_user(record.vendor, record.user)))
    organization_storage.count_in(transaction, record.organization_id, "integrations", -1, MOST_INTEGRATIONS)
    transaction.commit()
