"""Deliveries that a customer asks for: tests of a configuration, and redeliveries of one or of a range.

What is asked for goes by the outbox to the fan-out worker, as events do: its queue is fair between teams.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import Conflict, ValidationFailed
from gather.core.identifiers import new_id
from gather.deliveries.models import OVER, DeliveryRecord, new_delivery, redelivery
from gather.deliveries.requests import RedeliverWebhook
from gather.deliveries.storage import TEST_TEXT, WEBHOOK_DELIVERY
from gather.events.event import EventName, EventRecord
from gather.events.samples import sample_of
from gather.events.task import TaskName
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.outbox import Task
from gather.table.search import Search
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.webhooks.models import DeliveryTarget, WebhookConfiguration, WebhookRecord
from gather.webhooks.storage import WEBHOOK

MOST_REDELIVERIES = 10_000
"""How many deliveries one request repeats at most."""

PART_SIZE = 20
"""How many deliveries of the log one turn of a redelivery looks at; one transaction stores as many."""


def send_test(unit: UnitOfWork, configuration: WebhookRecord, event: str, now: datetime) -> DeliveryRecord:
    """Send the sample of an event to every URL; returns the delivery to the first.

    Raises Conflict when the configuration is inactive.
    """
    require_active(configuration)
    sample = EventRecord(
        id=new_id(),
        name=EventName(event),
        organization_id=configuration.organization_id,
        team_id=configuration.team_id,
        payload=sample_of(EventName(event), timestamp(now)),
        created_at=timestamp(now),
    )
    targets = [DeliveryTarget(url, webhook_configuration_id=configuration.id) for url in configuration.urls]
    deliveries = [new_delivery(sample, target).changed(is_test=True) for target in targets]
    _send(unit, deliveries, now)
    return deliveries[0]


def redeliver(unit: UnitOfWork, stored: Stored[DeliveryRecord], now: datetime) -> DeliveryRecord:
    """Send the event of a delivery again to its URL, as a delivery of its own, which is returned.

    Raises Conflict when the delivery is not over or its configuration is inactive, NotFound when that is
    deleted.
    """
    delivery = stored.record
    if delivery.status not in OVER:
        raise Conflict("The delivery is not over: its attempts go on.")
    if delivery.webhook_configuration_id is not None:
        require_active(unit.get(WEBHOOK, delivery.team_id, delivery.webhook_configuration_id).record)
    repeated = redelivery(delivery, new_id(), now)
    _send(unit, [repeated], now)
    return repeated


def redeliver_range(
    unit: UnitOfWork, configuration: WebhookRecord, request: RedeliverWebhook, now: datetime
) -> int:
    """Have the deliveries of a range sent again; returns how many there are.

    Raises Conflict when the configuration is inactive, ValidationFailed when there are too many.
    """
    require_active(configuration)
    first_id, last_id = request.ids(now)
    payload = {
        "webhookConfigurationId": configuration.id,
        "status": request.status,
        "firstId": first_id,
        "lastId": last_id,
        "requestedAt": timestamp(now),
    }
    count = 0
    for _ in _meant(unit.table, configuration.team_id, payload):
        count += 1
        if count > MOST_REDELIVERIES:
            limit = f"leaves more than {MOST_REDELIVERIES} deliveries: take a shorter range"
            raise ValidationFailed.of("until", limit)
    if count:
        unit.send(_task(TaskName.REDELIVER, configuration, payload, now))
    return count


def require_active(configuration: WebhookConfiguration) -> None:
    """Raises Conflict when nothing is sent for the configuration."""
    if not configuration.is_active:
        raise Conflict("The webhook configuration is inactive. Set isActive to true first.")


def part_of_range(table: Table, team_id: str, payload: Item, after: str) -> tuple[list[str], str | None]:
    """The ids of the next deliveries that a redelivery repeats, and the place to go on from; None at the end.

    One round trip.
    """
    low, high = after or payload["firstId"], payload["lastId"]
    if low > high:
        return [], None
    walk = KeyRange(WEBHOOK_DELIVERY.team_listing(team_id), "search", between=(low, high))
    page = table.query(walk, limit=PART_SIZE, where=_search(payload).condition(Selection.ALL))
    found = [item["searchSk"] for item in page.items if item["searchSk"] != after and not _is_test(item)]
    return found, page.next_key["searchSk"]["S"] if page.next_key else None


def _meant(table: Table, team_id: str, payload: Item) -> Iterator[Item]:
    if payload["firstId"] > payload["lastId"]:
        return
    between = (payload["firstId"], payload["lastId"])
    walk = KeyRange(WEBHOOK_DELIVERY.team_listing(team_id), "search", between=between)
    for item in table.query_all(walk, where=_search(payload).condition(Selection.ALL)):
        if not _is_test(item):
            yield item


def _search(payload: Item) -> Search:
    return Search(equals={name: payload[name] for name in ("webhookConfigurationId", "status")})


def attempt_at_once(unit: UnitOfWork, delivery: DeliveryRecord, now: datetime) -> None:
    """Have the first attempt of a stored delivery made without waiting for recovery."""
    unit.send(_task(TaskName.SEND_DELIVERIES, delivery, {"deliveryIds": [delivery.id]}, now))


def _is_test(item: Item) -> bool:
    return bool(item.get("searchText") == TEST_TEXT)


def _send(unit: UnitOfWork, deliveries: Sequence[DeliveryRecord], now: datetime) -> None:
    """Store deliveries of one configuration and have their first attempts made."""
    for delivery in deliveries:
        unit.create(WEBHOOK_DELIVERY, delivery)
    one = deliveries[0]
    if one.webhook_configuration_id is not None:
        unit.require(WEBHOOK.key(one.team_id, one.webhook_configuration_id), present(), LostRace())
    delivery_ids = [delivery.id for delivery in deliveries]
    unit.send(_task(TaskName.SEND_DELIVERIES, one, {"deliveryIds": delivery_ids}, now))


def _task(name: TaskName, owner: WebhookConfiguration | DeliveryRecord, payload: Item, now: datetime) -> Task:
    return Task(
        name=name, organization_id=owner.organization_id, team_id=owner.team_id, payload=payload, at=now
    )
