"""The deletion of a webhook configuration: alone where it has no deliveries, or together with them.

The configuration is deleted first, and with it every way to make another delivery. Its deliveries follow in
transactions that also keep the counts of both listings right, so that a run may end or die at any point
and another one go on, even at the same time.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from gather.core.caller import Actor
from gather.core.clock import timestamp
from gather.core.errors import ValidationFailed
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.storage import WEBHOOK_DELETION, WEBHOOK_DELIVERY, deliveries_of
from gather.table import counted_filter, keys, listing, store
from gather.table.conditions import absent, present
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.listing import LISTING_HEAD, SLOTS, Selection
from gather.table.lookup import Lookups, changes
from gather.table.readable import read
from gather.table.records import Records
from gather.table.store import KeyRange, TransactionRefused, Write
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.webhooks.models import WebhookConfiguration, WebhookRecord, deleted
from gather.webhooks.storage import delete

MOST_WRITES = 100
GRACE = timedelta(minutes=1)

# A request deletes deliveries for this long; the recovery worker deletes what is left.
DELETION_SECONDS = 8.0

_OF_TEAM, _OF_CONFIGURATION = SLOTS[0], SLOTS[1]


def delete_unused(records: Records, actor: Actor, stored: Stored[WebhookRecord], *, now: datetime) -> None:
    """Delete a configuration that has no deliveries, and gets none while it is being deleted."""
    if deliveries_of_configuration(records, stored.record):
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
    begin(unit, stored, now)
    _note_deletion(unit, actor, stored.record, now)
    unit.commit()
    delete_deliveries(records, stored.record.team_id, stored.record.id)


def delete_deliveries(records: Records, team_id: str, webhook_id: str) -> None:
    """Go on to delete the deliveries of a configuration that is being deleted."""
    end = time.monotonic() + DELETION_SECONDS
    go_on(records, team_id, webhook_id, lambda: _is_before(end))


def _note_deletion(unit: UnitOfWork, actor: Actor, webhook: WebhookRecord, now: datetime) -> None:
    audit_storage.save(unit, webhook.organization_id, actor, AuditAction.WEBHOOK_DELETED, webhook.id, now)


def _is_before(end: float) -> bool:
    return time.monotonic() < end


def begin(unit: UnitOfWork, stored: Stored[WebhookRecord], now: datetime) -> None:
    """Delete the configuration and remember that its deliveries are to follow, as part of `unit`."""
    delete(unit, stored)
    unit.create(WEBHOOK_DELETION, deleted(stored.record, now=timestamp(now), due_at=timestamp(now + GRACE)))


def deliveries_of_configuration(records: Records, configuration: WebhookConfiguration) -> int:
    """How many deliveries a configuration has. One round trip, consistent."""
    partition = deliveries_of(configuration.team_id, configuration.id)
    return listing.read_directory(records.table, partition, consistent=True).total(Selection.ALL)


def go_on(records: Records, team_id: str, configuration_id: str, has_time: Callable[[], bool]) -> bool:
    """Delete deliveries of a deleted configuration while `has_time`; True when there are none left.

    False also when the index does not show the latest deliveries yet: the recovery worker comes back.
    """
    partition = deliveries_of(team_id, configuration_id)
    for page in _pages(records, partition):
        for batch in _batches(page, partition, keys.listing(team_id, "WEBHOOK_DELIVERY")):
            if not has_time():
                return False
            _remove(records, batch)
    directory = listing.read_directory(records.table, partition, consistent=True)
    if directory.total(Selection.ALL) > 0:
        return False
    listing.delete_counts(records.table, partition)
    records.table.delete(WEBHOOK_DELETION.key(team_id, configuration_id))
    return True


def _pages(records: Records, partition: str) -> Iterator[list[Item]]:
    start = None
    while True:
        page = records.table.query(
            KeyRange(partition, _OF_CONFIGURATION.index), limit=MOST_WRITES, start=start
        )
        yield page.items
        start = page.next_key
        if start is None:
            return


class _Batch:
    """Deliveries that one transaction removes, with the counts that it corrects."""

    def __init__(self, of_configuration: str, of_team: str) -> None:
        self._partitions = ((_OF_TEAM, of_team), (_OF_CONFIGURATION, of_configuration))
        self.items: list[Item] = []

    def writes(self) -> list[Write]:
        """The transaction; its first writes are the items' own, in their order."""
        recounts = [
            change
            for slot, partition in self._partitions
            for change in listing.count_removed(
                partition, [listing.bucket_of(item[slot.sort_attribute]) for item in self.items]
            )
        ]
        removals = [store.delete(keys.Key.of(item), present()) for item in self.items]
        out_of_filters = counted_filter.recounts(counted_filter.removals(self.items))
        return [*removals, *recounts, *out_of_filters, *self._lookups_removed()]

    def _lookups_removed(self) -> Iterator[Write]:
        for item in self.items:
            delivery = read(DeliveryRecord, item)
            yield from changes(WEBHOOK_DELIVERY.lookups_of(delivery, item), Lookups())

    def takes(self, item: Item) -> bool:
        """Add an item if the transaction has room for it."""
        self.items.append(item)
        if len(self.writes()) <= MOST_WRITES:
            return True
        self.items.pop()
        return False


def _batches(items: Sequence[Item], of_configuration: str, of_team: str) -> Iterator[_Batch]:
    batch = _Batch(of_configuration, of_team)
    for item in items:
        if not batch.takes(item):
            yield batch
            batch = _Batch(of_configuration, of_team)
            batch.takes(item)
    if batch.items:
        yield batch


def _remove(records: Records, batch: _Batch) -> None:
    """Remove the batch's deliveries; those that are gone already, whatever the index says, are left out."""
    while batch.items:
        try:
            records.table.transact(batch.writes())
        except TransactionRefused as refusal:
            batch.items = [item for place, item in enumerate(batch.items) if place not in refusal.failed]
        else:
            return
