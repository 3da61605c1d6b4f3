"""Switching off a configuration whose deliveries fail for days (interface: Deliveries, rule 17)."""

from datetime import datetime

from gather.core.errors import NotFound
from gather.deliveries.circuit_breaker import host_of
from gather.events.task import TaskName
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.webhooks.models import WebhookRecord
from gather.webhooks.storage import WEBHOOK


def save_outcome(records: Records, seen: WebhookRecord, *, delivered: bool, now: datetime) -> bool:
    """Save how a delivery of a configuration ended; True when that switches the configuration off.

    `seen` is the configuration as it was read for the delivery. No round trip while the end tells nothing
    new, two when it does. The task that tells the team is part of the same transaction. Raises Conflict when
    others keep changing the configuration.
    """
    if seen.settle_delivery(delivered=delivered, now=now) == seen:
        return False

    def settle(unit: UnitOfWork) -> bool:
        stored = unit.get(WEBHOOK, seen.team_id, seen.id)
        changed = stored.record.settle_delivery(delivered=delivered, now=now)
        if changed == stored.record:
            return False
        unit.replace(stored, changed)
        is_switched_off = stored.record.is_active and not changed.is_active
        if is_switched_off:
            unit.send(_notice(changed, now))
        return is_switched_off

    try:
        return records.run(settle)
    except NotFound:
        return False


def _notice(configuration: WebhookRecord, now: datetime) -> Task:
    return Task(
        name=TaskName.SEND_WEBHOOK_NOTICE,
        organization_id=configuration.organization_id,
        team_id=configuration.team_id,
        payload={
            "webhookConfigurationId": configuration.id,
            "hosts": sorted({host_of(url) for url in configuration.urls}),
            "failingSince": configuration.failing_since,
        },
        at=now,
    )
