"""The end of a webhook configuration: alone where it has no deliveries, or together with them."""

import time
from typing import Any

from gather.core.errors import ValidationFailed
from gather.http.call import TeamCall
from gather.table.conditions import absent
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.listing import LISTING_HEAD
from gather.table.records import Records
from gather.tenancy.audit.models import AuditAction
from gather.deliveries import webhook_deletion as webhook_deletion_operations
from gather.webhooks.models import WebhookRecord
from gather.webhooks.storage import deliveries_of, take_out
from gather.webhooks.audit import note

# A request deletes deliveries for this long; the recovery worker deletes what is left.
DELETION_SECONDS = 8.0


def delete_unused(call: TeamCall[Any, Any], stored: Stored[WebhookRecord]) -> None:
    """Delete a configuration that has no deliveries, and gets none while it is being deleted."""
    if webhook_deletion_operations.deliveries_of_configuration(call.records, stored.record):
        raise _has_deliveries(None)
    unit = call.records.unit_of_work()
    take_out(unit, stored)
    note(unit, call, AuditAction.WEBHOOK_DELETED, stored.record.id)
    head = LISTING_HEAD.key(deliveries_of(stored.record.team_id, stored.record.id))
    unit.require(head, absent(), _has_deliveries)
    unit.commit()


def _has_deliveries(_item: Item | None) -> Exception:
    return ValidationFailed.of("deleteDeliveries", "must be true, because the configuration has deliveries")


def delete_with_deliveries(call: TeamCall[Any, Any], stored: Stored[WebhookRecord]) -> None:
    """Delete a configuration at once, and of its deliveries as many as the time of a request allows."""
    unit = call.records.unit_of_work()
    webhook_deletion_operations.begin(unit, stored, call.now)
    note(unit, call, AuditAction.WEBHOOK_DELETED, stored.record.id)
    unit.commit()
    delete_deliveries(call.records, stored.record.team_id, stored.record.id)


def delete_deliveries(records: Records, team_id: str, webhook_id: str) -> None:
    """Go on to delete the deliveries of a configuration that is being deleted."""
    end = time.monotonic() + DELETION_SECONDS
    webhook_deletion_operations.go_on(records, team_id, webhook_id, lambda: _is_before(end))


def _is_before(end: float) -> bool:
    return time.monotonic() < end
