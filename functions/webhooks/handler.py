"""Webhooks: where events are sent, each delivery with its attempts, and the events of a team.

Interface: Webhooks, rules 1 to 5; Deliveries, rules 8 and 9.
"""

from typing import Annotated, Any

from pydantic import Field

from gather.core.caller import Role
from gather.core.errors import ValidationFailed
from gather.core.formats import QueryFlag, QueryNumber
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, RequestModel, TeamQuery
from gather.core.time_range import EndDate, StartDate
from gather.deliveries import redelivery, webhook_deletion
from gather.deliveries.log import list_deliveries
from gather.deliveries.models import WebhookDelivery, WebhookDeliveryDetail
from gather.deliveries.requests import MOST_ON_A_PAGE, RedeliverWebhook, WebhookDeliveryQuery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.event import EventName, SubscribableName
from gather.events.event_log_storage import read_events
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.cursors import cursor_of
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.record_reader import page_of
from gather.webhooks import service
from gather.webhooks.models import (
    CreateWebhook,
    RotateWebhookSecret,
    UpdateWebhook,
    WebhookConfiguration,
    WebhookRecord,
    WebhookWithSecret,
)
from gather.webhooks.storage import WEBHOOK, list_configurations

api = Api("webhooks", writers=Role.ADMINISTRATOR)
handler = api.handler


class WebhookListQuery(CursorQuery):
    """Query of GET /webhooks."""

    page: paging.PageNumber = 1
    page_size: Annotated[QueryNumber, Field(ge=1, le=MOST_ON_A_PAGE)] = 50


class DeleteWebhookQuery(TeamQuery):
    """Query of DELETE /webhooks/{id}."""

    delete_deliveries: QueryFlag = False
    """`true` deletes the configuration together with its deliveries."""


class OneWebhook(Model):
    """Data of the routes of one configuration."""

    webhook: WebhookConfiguration


class OneWebhookWithSecret(Model):
    """Data of the two routes that show a secret, this one time."""

    webhook: WebhookWithSecret


class WebhookList(Model):
    """Data of GET /webhooks."""

    webhooks: list[WebhookConfiguration]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


class DeletedWebhook(Model):
    """The response to the deletion of a configuration."""

    id: str
    """The configuration."""


class OneDeletedWebhook(Model):
    """Data of DELETE /webhooks/{id}."""

    webhook: DeletedWebhook


class EventListQuery(TeamQuery):
    """Query of GET /events."""

    since: StartDate | None = None
    """The earliest `createdAt`, inclusive."""
    until: EndDate | None = None
    """The latest `createdAt`, inclusive."""
    event: SubscribableName | None = None
    """Keeps the events of this name."""
    limit: paging.PageSize = 50
    """How many events are listed at most."""
    cursor: str | None = None
    """The `nextCursor` of the page before; empty or left out to begin."""

    def filters(self) -> dict[str, str | None]:
        """The filters of the events, by their names in the query."""
        return {"since": self.since, "until": self.until, "event": self.event}


class KeptEvent(Model):
    """An event that happened in a team."""

    id: str
    """The `X-Service-Id` of its deliveries."""
    event: EventName
    """The name of the event."""
    created_at: str
    """When it happened."""
    payload: dict[str, Any]
    """The payload that its receivers get."""


class EventList(Model):
    """Data of GET /events."""

    events: list[KeptEvent]
    """The events, oldest first."""
    next_cursor: str | None
    """The cursor of the next page; null at the end."""


class OneWebhookDelivery(Model):
    """Data of the routes of one delivery."""

    delivery: WebhookDeliveryDetail


class TestWebhook(RequestModel):
    """Body of the test of a configuration."""

    event: SubscribableName
    """The event whose sample is sent, subscribed or not."""


class RedeliveryCount(Model):
    """Data of the redelivery of a range."""

    count: int
    """How many deliveries are sent again."""


class WebhookDeliveryList(Model):
    """Data of GET /webhook-deliveries."""

    webhook_deliveries: list[WebhookDelivery]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


@api.post("/webhooks", response=OneWebhookWithSecret)
def create_webhook(call: TeamCall[CreateWebhook, TeamQuery]) -> Result:
    """Subscribe URLs to events. The response shows the secret, this one time."""
    webhook = service.create(call.records, call.team, call.body, call.actor, now=call.now)
    return Result(OneWebhookWithSecret(webhook=webhook), version=1)


@api.get("/webhooks", response=WebhookList)
def list_webhooks(call: TeamCall[NoBody, WebhookListQuery]) -> Result:
    """List the team's webhook configurations, newest first."""
    part = paging.part(call, call.query.page, call.query.page_size)
    found = list_configurations(call.records.table, call.team.team_id)
    page = page_of(found[::-1], part.offset, part.size, part.after)
    webhooks = WebhookList(webhooks=[*page.records], pagination=part.total_pages(page))
    return Result(webhooks, meta=part.meta(page))


@api.get("/webhooks/{id}", response=OneWebhook)
def get_webhook(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a webhook configuration."""
    return _result(call.records.get(WEBHOOK, call.team.team_id, call.path["id"]))


@api.put("/webhooks/{id}", response=OneWebhook, operation="replaceWebhook")
@api.patch("/webhooks/{id}", response=OneWebhook)
def change_webhook(call: TeamCall[UpdateWebhook, TeamQuery]) -> Result:
    """Change the members of a webhook configuration that are supplied."""
    stored = service.update(
        call.records,
        call.team,
        call.path["id"],
        call.body,
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored)


@api.post(
    "/webhooks/{id}/rotate-secret", response=OneWebhookWithSecret, status=200, refusals=frozenset({412})
)
def rotate_webhook_secret(call: TeamCall[RotateWebhookSecret, TeamQuery]) -> Result:
    """Replace the secret; attempts from now on are signed with the new one, which is shown this one time.

    For `overlapHours` they are signed with the replaced one as well.
    """
    stored = service.rotate_secret(
        call.records,
        call.team,
        call.path["id"],
        call.body,
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return Result(OneWebhookWithSecret(webhook=stored.record), version=stored.version)


@api.post("/webhooks/{id}/test", response=OneWebhookDelivery, status=202)
def test_webhook(call: TeamCall[TestWebhook, TeamQuery]) -> OneWebhookDelivery:
    """Send the sample of an event to every URL of the configuration, whether or not it subscribes to it.

    The answer has the delivery to the first URL.
    """
    delivery = redelivery.send_test(call.records, call.team, call.path["id"], call.body.event, now=call.now)
    return OneWebhookDelivery(delivery=delivery)


@api.post("/webhooks/{id}/redeliver", response=RedeliveryCount, status=202)
def redeliver_webhook(call: TeamCall[RedeliverWebhook, TeamQuery]) -> RedeliveryCount:
    """Send the deliveries of a range of times again, without those of tests; `count` says how many."""
    count = redelivery.redeliver_range(call.records, call.team, call.path["id"], call.body, now=call.now)
    return RedeliveryCount(count=count)


@api.delete("/webhooks/{id}", response=OneDeletedWebhook)
def delete_webhook(call: TeamCall[NoBody, DeleteWebhookQuery]) -> OneDeletedWebhook:
    """Delete a webhook configuration, with `deleteDeliveries=true` together with its deliveries."""
    webhook_deletion.delete(
        call.records,
        call.team,
        call.path["id"],
        call.actor,
        with_deliveries=call.query.delete_deliveries,
        now=call.now,
        precondition=call.precondition,
    )
    return OneDeletedWebhook(webhook=DeletedWebhook(id=call.path["id"]))


@api.get("/events", response=EventList)
def list_events(call: TeamCall[NoBody, EventListQuery]) -> EventList:
    """List the team's events of the last thirty days, oldest first, whether or not anyone subscribed."""
    query = call.query
    if query.since and query.until and query.until < query.since:
        raise ValidationFailed.of("until", "must not be before since")
    sent = {name: value for name, value in query.filters().items() if value is not None}
    cursor = cursor_of(f"events of {call.team.team_id}", sent, query.cursor)
    filters = cursor.parameters
    page = read_events(
        call.records.table,
        call.team.team_id,
        since=filters.get("since"),
        until=filters.get("until"),
        name=EventName(filters["event"]) if "event" in filters else None,
        after=cursor.after,
        limit=query.limit,
        now=call.now,
    )
    return EventList(
        events=[
            KeptEvent(id=event.id, event=event.name, created_at=event.created_at, payload=event.payload)
            for event in page.events
        ],
        next_cursor=None if page.last is None else cursor.at(page.last),
    )


@api.get("/webhook-deliveries", response=WebhookDeliveryList)
def list_webhook_deliveries(call: TeamCall[NoBody, WebhookDeliveryQuery]) -> Result:
    """List the team's deliveries, newest first."""
    query = call.query
    if query.start_date and query.end_date and query.end_date < query.start_date:
        raise ValidationFailed.of("endDate", "must not be before startDate")
    part = paging.part(call, query.page, query.page_size)
    page = list_deliveries(call.records, call.team, query, part.offset, part.size, part.after)
    deliveries = WebhookDeliveryList(webhook_deliveries=[*page.records], pagination=part.total_pages(page))
    return Result(deliveries, meta=part.meta(page))


@api.post("/webhook-deliveries/{id}/redeliver", response=OneWebhookDelivery, status=202)
def redeliver_webhook_delivery(call: TeamCall[NoBody, TeamQuery]) -> OneWebhookDelivery:
    """Send the event of a delivery that is over to its URL again, as a new delivery, which is answered."""
    delivery = redelivery.redeliver(call.records, call.team, call.path["id"], now=call.now)
    return OneWebhookDelivery(delivery=delivery)


@api.get("/webhook-deliveries/{id}", response=OneWebhookDelivery)
def get_webhook_delivery(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a delivery with all its attempts."""
    stored = call.records.get(WEBHOOK_DELIVERY, call.team.team_id, call.path["id"])
    return Result(OneWebhookDelivery(delivery=stored.record))


def _result(stored: Stored[WebhookRecord]) -> Result:
    return Result(OneWebhook(webhook=stored.record), version=stored.version)
