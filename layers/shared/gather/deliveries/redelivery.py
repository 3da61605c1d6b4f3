"""Deliveries that a customer asks for: tests of a configuration, and redeliveries of one or of a range.

They go by the outbox to the fan-out worker, as events do: its queue is fair between teams.

    delivery = redeliver(records, team, delivery_id, now=now)
    count = redeliver_range(records, team, webhook_id, request, now=now)
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, ValidationFailed
from gather.core.identifiers import new_id
from gather.deliveries.models import DeliveryRecord, new_delivery
from gather.deliveries.requests import RedeliverWebhook
from gather.deliveries.storage import TEST_TEXT, WEBHOOK_DELIVERY
from gather.events.event import EventName, EventRecord
from gather.events.samples import sample_of
from gather.events.task import TaskName
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.listing import Selection
from gather.table.outbox import Task
from gather.table.records import Records
from gather.table.search import Search
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.webhooks.models import DeliveryTarget, WebhookConfiguration
from gather.webhooks.storage import WEBHOOK

MOST_REDELIVERIES = 10_000
"""How many deliveries one request repeats at most."""

PART_SIZE = 20
"""How many deliveries of the log one batch of a redelivery looks at; one transaction stores as many."""


def send_test(
    records: Records, team: TeamScope, webhook_id: str, event: str, *, now: datetime
) -> DeliveryRecord:
    """Send the sample of an event to every URL of a configuration; returns the delivery to the first.

    Raises NotFound, and Conflict when the configuration is inactive.
    """
    configuration = records.get(WEBHOOK, team.team_id, webhook_id).record
    _require_active(configuration)
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
    unit = records.unit_of_work()
    _send(unit, deliveries, now)
    unit.commit()
    return deliveries[0]


def redeliver(records: Records, team: TeamScope, delivery_id: str, *, now: datetime) -> DeliveryRecord:
    """Send the event of a delivery again to its URL, as a delivery of its own, which is returned.

    Raises NotFound, also when the configuration is deleted; Conflict when the delivery is not over or its
    configuration is inactive.
    """
    unit = records.unit_of_work()
    delivery = unit.get(WEBHOOK_DELIVERY, team.team_id, delivery_id).record
    if not delivery.is_over:
        raise Conflict("The delivery is not over: its attempts go on.")
    if delivery.webhook_configuration_id is not None:
        _require_active(unit.get(WEBHOOK, delivery.team_id, delivery.webhook_configuration_id).record)
    repeated = delivery.repeat(new_id(), now)
    _send(unit, [repeated], now)
    unit.commit()
    return repeated


def redeliver_range(
    records: Records, team: TeamScope, webhook_id: str, request: RedeliverWebhook, *, now: datetime
) -> int:
    """Send the deliveries of a configuration in a range of times again; returns how many there are.

    Raises NotFound, Conflict when the configuration is inactive, ValidationFailed when there are too many.
    """
    configuration = records.get(WEBHOOK, team.team_id, webhook_id).record
    _require_active(configuration)
    first_id, last_id = request.ids(now)
    payload = {
        "webhookConfigurationId": configuration.id,
        "status": request.status,
        "firstId": first_id,
        "lastId": last_id,
        "requestedAt": timestamp(now),
    }
    count = 0
    for _ in _deliveries_in_range(records.table, configuration.team_id, payload):
        count += 1
        if count > MOST_REDELIVERIES:
            limit = f"leaves more than {MOST_REDELIVERIES} deliveries: take a shorter range"
            raise ValidationFailed.of("until", limit)
    unit = records.unit_of_work()
    if count:
        unit.send(_task(TaskName.REDELIVER, configuration, payload, now))
    unit.commit()
    return count


def _require_active(configuration: WebhookConfiguration) -> None:
    """Raises Conflict for an inactive configuration."""
    if not configuration.is_active:
        raise Conflict("The webhook configuration is inactive. Set isActive to true first.")


def list_part_of_range(table: Table, team_id: str, payload: Item, after: str) -> tuple[list[str], str | None]:
    """List the ids of the next deliveries of a redelivery, and the place to go on from; None at the end.

    One round trip.
    """
    low, high = after or payload["firstId"], payload["lastId"]
    if low > high:
        return [], None
    walk = KeyRange(WEBHOOK_DELIVERY.team_listing(team_id), "search", between=(low, high))
    page = table.query(walk, limit=PART_SIZE, where=_search(payload).condition(Selection.ALL))
    found = [item["searchSk"] for item in page.items if item["searchSk"] != after and not _is_test(item)]
    return found, page.next_key["searchSk"]["S"] if page.next_key else None


def _deliveries_in_range(table: Table, team_id: str, payload: Item) -> Iterator[Item]:
    if payload["firstId"] > payload["lastId"]:
        return
    between = (payload["firstId"], payload["lastId"])
    walk = KeyRange(WEBHOOK_DELIVERY.team_listing(team_id), "search", between=between)
    for item in table.query_all(walk, where=_search(payload).condition(Selection.ALL)):
        if not _is_test(item):
            yield item


def _search(payload: Item) -> Search:
    return Search(equals={name: payload[name] for name in ("webhookConfigurationId", "status")})


def send_first_attempt(unit: UnitOfWork, delivery: DeliveryRecord, now: datetime) -> None:
    """Send the first attempt of a stored delivery to its worker at once, without waiting for recovery."""
    unit.send(_task(TaskName.SEND_DELIVERIES, delivery, {"deliveryIds": [delivery.id]}, now))


def _is_test(item: Item) -> bool:
    return bool(item.get("searchText") == TEST_TEXT)


def _send(unit: UnitOfWork, deliveries: Sequence[DeliveryRecord], now: datetime) -> None:
    """Save deliveries of one configuration and have their first attempts made."""
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
