"""The health of receivers in the table. A receiver without an item is healthy, and not proven."""

from datetime import datetime, timedelta

from gather.core.clock import epoch_seconds, timestamp
from gather.deliveries.circuit_breaker import HEALTHY, OPENS_AT, PROBE_PAUSE, ReceiverHealth
from gather.deliveries.models import DeliveryRecord
from gather.events.task import TaskName
from gather.table.changes import Update
from gather.table.conditions import equal, has, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.store import ConditionFailed, Table
from gather.table.unit_of_work import LostRace

RETENTION = timedelta(days=7)
"""How long the table has a receiver that gets no more deliveries."""


def receiver_key(team_id: str, host: str) -> Key:
    """The key of a team's receiver on a host."""
    return Key(f"TEAM#{team_id}#RECEIVER#{host}", "RECEIVER")


RECEIVER = ItemKind("RECEIVER", receiver_key)


def read_health(item: Item | None) -> ReceiverHealth:
    """The health that an item states; HEALTHY without an item."""
    if item is None:
        return HEALTHY
    return ReceiverHealth(item["failures"], item.get("openedAt"), item.get("probeAt"), item.get("provenAt"))


def claim_probe(table: Table, key: Key, health: ReceiverHealth, now: datetime) -> bool:
    """Claim the probe of an open receiver; False when another worker makes it. One round trip."""
    change = Update(
        set={"probeAt": timestamp(now + PROBE_PAUSE)}, condition=equal("probeAt", health.probe_at)
    )
    try:
        table.update(key, change)
    except ConditionFailed:
        return False
    return True


def save_success(table: Table, team_id: str, host: str, now: datetime) -> None:
    """Save that a receiver took an event, and forget its failures. One round trip."""
    place = RECEIVER.at(team_id, host)
    named = place.named(
        host=host, failures=0, provenAt=timestamp(now), expiresAtEpoch=epoch_seconds(now + RETENTION)
    )
    table.update(place.key, Update(set=named, remove=["openedAt", "probeAt"]))


def save_failure(records: Records, host: str, delivery: DeliveryRecord, now: datetime) -> bool:
    """Save one more failure of a receiver; True when this one opens it, of which the team gets a notice.

    One round trip, two for the one failure that opens it.
    """
    place = RECEIVER.at(delivery.team_id, host)
    named = place.named(host=host, expiresAtEpoch=epoch_seconds(now + RETENTION))
    item = records.table.update(place.key, Update(set=named, add={"failures": 1}))
    if item["failures"] < OPENS_AT or "openedAt" in item:
        return False
    moment = timestamp(now)
    opening = Update(
        set={"openedAt": moment, "probeAt": timestamp(now + PROBE_PAUSE)},
        condition=has("failures") & lacks("openedAt"),
    )
    unit = records.unit_of_work()
    unit.write(place.update(opening))
    unit.send(
        Task(
            name=TaskName.SEND_RECEIVER_NOTICE,
            organization_id=delivery.organization_id,
            team_id=delivery.team_id,
            payload={"host": host, "openedAt": moment},
            at=now,
        )
    )
    try:
        unit.commit()
    except LostRace:
        return False
    return True
