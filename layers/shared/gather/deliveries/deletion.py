"""The end of a webhook configuration: alone where it has no deliveries, or together with them."""

import time
from datetime import datetime

from gather.core.caller import Actor
from gather.core.errors import ValidationFailed
from gather.deliveries import webhook_deletion
from gather.deliveries.storage import deliveries_of
from gather.table.conditions import absent
from gather.table.kind import Stored
from gather.table.listing import LISTING_HEAD
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.webhooks.models import WebhookRecord
from gather.webhooks.storage import delete

# A request deletes deliveries for this long; the recovery worker deletes what is left.
DELETION_SECONDS = 8.0


def delete_unused(records: Records, actor: Actor, stored: Stored[WebhookRecord], *, now: datetime) -> None:
    """Delete a configuration that has no deliveries, and gets none while it is being deleted."""
    if webhook_deletion.deliveries_of_configuration(records, stored.record):
        raise _has_deliveries()
    unit = records.unit_of_work()
    delete(unit, stored)
    _note_deletion(unit, actor, stored.record, now)
    head = LISTING_HEAD.key(deliveries_of(stored.record.team_id, stored.record.id))
    unit.require(head, absent(), _has_deliveries())
    unit.commit()


def _has_deliveries() -> Exception:
    return ValidationFailed.of("deleteDeliveries", "must be true, because the configuration has deliveries")


def delete_with_deliveries(
    records: Records, actor: Actor, stored: Stored[WebhookRecord], *, now: datetime
) -> None:
    """Delete a configuration at once, and of its deliveries as many as the time of a request allows."""
    unit = records.unit_of_work()
    webhook_deletion.begin(unit, stored, now)
    _note_deletion(unit, actor, stored.record, now)
    unit.commit()
    delete_deliveries(records, stored.record.team_id, stored.record.id)


def delete_deliveries(records: Records, team_id: str, webhook_id: str) -> None:
    """Go on to delete the deliveries of a configuration that is being deleted."""
    end = time.monotonic() + DELETION_SECONDS
    webhook_deletion.go_on(records, team_id, webhook_id, lambda: _is_before(end))


def _note_deletion(unit: UnitOfWork, actor: Actor, webhook: WebhookRecord, now: datetime) -> None:
    audit_storage.save(unit, webhook.organization_id, actor, AuditAction.WEBHOOK_DELETED, webhook.id, now)


def _is_before(end: float) -> bool:
    return time.monotonic() < end
