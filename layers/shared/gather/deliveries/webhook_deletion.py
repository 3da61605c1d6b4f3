"""The deletion of a webhook configuration: alone where it has no deliveries, or together with them.

The configuration is deleted first, and with it every way to make another delivery. Its deliveries follow in
transactions that also keep the counts of both listings right, so that a run may end or die at any point
and another one go on, even at the same time.

    delete(records, team, webhook_id, actor, with_deliveries=True, now=now, precondition=precondition)
    resume(records, team.team_id, webhook_id, has_time)  # until it returns True
"""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from gather.core.caller import Actor, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound, ValidationFailed
from gather.core.precondition import Precondition
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.storage import WEBHOOK_DELETION, WEBHOOK_DELIVERY, configuration_listing
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
from gather.webhooks import storage as webhook_storage
from gather.webhooks.models import WebhookConfiguration, WebhookDeletion, WebhookRecord
from gather.webhooks.storage import WEBHOOK
from gather.workers.recovery import RecoveryRun

MOST_WRITES = 100
GRACE = timedelta(minutes=1)

# A request deletes deliveries for this long; the recovery worker deletes what is left.
DELETION_SECONDS = 8.0

_OF_TEAM, _OF_CONFIGURATION = SLOTS[0], SLOTS[1]


def delete(
    records: Records,
    team: TeamScope,
    webhook_id: str,
    actor: Actor,
    *,
    with_deliveries: bool,
    now: datetime,
    precondition: Precondition,
) -> None:
    """Delete a configuration: alone, or with as many of its deliveries as the time of a request allows.

    Sent again it goes on with the deliveries. Raises NotFound, PreconditionFailed, Conflict, and
    ValidationFailed when a configuration that is to be deleted alone has deliveries.
    """
    stored = records.find(WEBHOOK, team.team_id, webhook_id)
    if stored is not None:
        precondition.check(stored.version)
        delete_this = _delete_with_deliveries if with_deliveries else _delete_unused
        delete_this(records, actor, stored, now)
    elif with_deliveries and records.find(WEBHOOK_DELETION, team.team_id, webhook_id) is not None:
        _delete_deliveries(records, team.team_id, webhook_id)
    else:
        raise NotFound(WEBHOOK.resource, webhook_id)


def _delete_unused(records: Records, actor: Actor, stored: Stored[WebhookRecord], now: datetime) -> None:
    """Delete a configuration that has no deliveries, and gets none while it is being deleted."""
    if count_deliveries(records, stored.record):
        raise _has_deliveries()
    unit = records.unit_of_work()
    webhook_storage.delete(unit, stored)
    _log_deletion(unit, actor, stored.record, now)
    head = LISTING_HEAD.key(configuration_listing(stored.record.team_id, stored.record.id))
    unit.require(head, absent(), _has_deliveries())
    unit.commit()


def _has_deliveries() -> Exception:
    return ValidationFailed.of("deleteDeliveries", "must be true, because the configuration has deliveries")


def _delete_with_deliveries(
    records: Records, actor: Actor, stored: Stored[WebhookRecord], now: datetime
) -> None:
    """Delete a configuration at once, and of its deliveries as many as the time of a request allows."""
    unit = records.unit_of_work()
    begin(unit, stored, now)
    _log_deletion(unit, actor, stored.record, now)
    unit.commit()
    _delete_deliveries(records, stored.record.team_id, stored.record.id)


def _delete_deliveries(records: Records, team_id: str, webhook_id: str) -> None:
    """Go on to delete the deliveries of a configuration that is being deleted."""
    end = time.monotonic() + DELETION_SECONDS
    resume(records, team_id, webhook_id, lambda: _is_before(end))


def _log_deletion(unit: UnitOfWork, actor: Actor, webhook: WebhookRecord, now: datetime) -> None:
    audit_storage.save(unit, webhook.organization_id, actor, AuditAction.WEBHOOK_DELETED, webhook.id, now)


def _is_before(end: float) -> bool:
    return time.monotonic() < end


def begin(unit: UnitOfWork, stored: Stored[WebhookRecord], now: datetime) -> None:
    """Delete the configuration and save that its deliveries are to follow, as part of `unit`."""
    webhook_storage.delete(unit, stored)
    deletion = WebhookDeletion.of(stored.record, now=timestamp(now), due_at=timestamp(now + GRACE))
    unit.create(WEBHOOK_DELETION, deletion)


def count_deliveries(records: Records, configuration: WebhookConfiguration) -> int:
    """Count the deliveries of a configuration. One round trip, consistent."""
    partition = configuration_listing(configuration.team_id, configuration.id)
    return listing.read_directory(records.table, partition, consistent=True).total(Selection.ALL)


def resume(records: Records, team_id: str, configuration_id: str, has_time: Callable[[], bool]) -> bool:
    """Go on to delete the deliveries of a deleted configuration while `has_time`; True when none is left.

    False also when the index does not show the latest deliveries yet: the recovery worker comes back.
    """
    partition = configuration_listing(team_id, configuration_id)
    for page in _pages(records, partition):
        for batch in _batches(page, partition, keys.listing(team_id, "WEBHOOK_DELIVERY")):
            if not has_time():
                return False
            _delete_batch(records, batch)
    directory = listing.read_directory(records.table, partition, consistent=True)
    if directory.total(Selection.ALL) > 0:
        return False
    listing.delete_counts(records.table, partition)
    records.table.delete(WEBHOOK_DELETION.key(team_id, configuration_id))
    return True


def recover(run: RecoveryRun, place: Item) -> bool:
    """Go on with a deletion that nobody goes on with; True when no delivery is left."""
    return resume(run.records, place["teamId"], place["id"], run.has_time)


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
    """Deliveries that one transaction deletes, with the counts that it corrects."""

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
        return [*removals, *recounts, *out_of_filters, *self._lookup_deletions()]

    def _lookup_deletions(self) -> Iterator[Write]:
        for item in self.items:
            delivery = read(DeliveryRecord, item)
            yield from changes(WEBHOOK_DELIVERY.lookups_of(delivery, item), Lookups())

    def add(self, item: Item) -> bool:
        """Add an item; False if the transaction has no room for it."""
        self.items.append(item)
        if len(self.writes()) <= MOST_WRITES:
            return True
        self.items.pop()
        return False


def _batches(items: Sequence[Item], of_configuration: str, of_team: str) -> Iterator[_Batch]:
    batch = _Batch(of_configuration, of_team)
    for item in items:
        if not batch.add(item):
            yield batch
            batch = _Batch(of_configuration, of_team)
            batch.add(item)
    if batch.items:
        yield batch


def _delete_batch(records: Records, batch: _Batch) -> None:
    """Delete the batch's deliveries; those that are gone already, whatever the index says, are left out."""
    while batch.items:
        try:
            records.table.transact(batch.writes())
        except TransactionRefused as refusal:
            batch.items = [item for place, item in enumerate(batch.items) if place not in refusal.failed]
        else:
            return
