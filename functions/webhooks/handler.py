"""Routes of webhook configurations and their log (interface: Webhook configuration and delivery log)."""

import time
from typing import Annotated

from pydantic import Field

from gather.core.errors import NotFound, ValidationFailed
from gather.core.identifiers import new_id
from gather.core.model import Model, NoBody, QueryFlag, QueryNumber, TeamQuery
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table import keys
from gather.table.conversion import Item
from gather.table.listing import SLOTS, Selection, Slot
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.webhooks import webhook_deletion_operations
from gather.webhooks.webhook import (
    CreateWebhook,
    RotateWebhookSecret,
    UpdateWebhook,
    WebhookConfiguration,
    WebhookWithSecret,
    configured,
    reconfigured,
    with_rotated_secret,
)
from gather.webhooks.webhook_delivery import WebhookDelivery
from gather.webhooks.webhook_delivery_query import MOST_ON_A_PAGE, WebhookDeliveryQuery
from gather.webhooks.webhook_storage import (
    WEBHOOK,
    WEBHOOK_DELETION,
    WEBHOOK_DELIVERY,
    configurations,
    deliveries_of,
    put_in,
    take_out,
)
from gather.wiring import records, table

# A request deletes deliveries for this long; the recovery worker deletes what is left.
DELETION_SECONDS = 8.0

api = Api("webhooks")
handler = api.handler


class WebhookListQuery(TeamQuery):
    """Query of GET /webhooks."""

    page: paging.PageNumber = 1
    page_size: Annotated[QueryNumber, Field(ge=1, le=MOST_ON_A_PAGE)] = 50


class DeleteWebhookQuery(TeamQuery):
    """Query of DELETE /webhooks/{id}."""

    delete_deliveries: QueryFlag = False


class WebhookAnswer(Model):
    """Data of a route that answers one configuration."""

    webhook: WebhookConfiguration


class WebhookWithSecretAnswer(Model):
    """Data of the two routes that show a secret, this one time."""

    webhook: WebhookWithSecret


class WebhookList(Model):
    """Data of GET /webhooks."""

    webhooks: list[WebhookConfiguration]
    pagination: paging.TotalPages


class DeletedWebhook(Model):
    """What is left of a deleted configuration."""

    id: str


class DeletedWebhookAnswer(Model):
    """Data of DELETE /webhooks/{id}."""

    webhook: DeletedWebhook


class WebhookDeliveryList(Model):
    """Data of GET /webhook-deliveries."""

    webhook_deliveries: list[WebhookDelivery]
    pagination: paging.TotalPages


@api.post("/webhooks", answer=WebhookWithSecretAnswer, body=CreateWebhook)
def create_webhook(call: Call[CreateWebhook, TeamQuery]) -> Answer:
    """Subscribe URLs to events. The answer shows the secret, this one time."""
    webhook = configured(
        call.body,
        identifier=new_id(),
        organization_id=call.team.organization_id,
        team_id=call.team.team_id,
        now=call.moment,
    )
    transaction = records().transaction()
    put_in(transaction, webhook)
    transaction.commit()
    return Answer(WebhookWithSecretAnswer(webhook=webhook), version=1)


@api.get("/webhooks", answer=WebhookList, query=WebhookListQuery)
def list_webhooks(call: Call[NoBody, WebhookListQuery]) -> WebhookList:
    """List the team's webhook configurations, newest first."""
    page, size = call.query.page, call.query.page_size
    found: list[WebhookConfiguration] = [*reversed(configurations(table(), call.team.team_id))]
    return WebhookList(
        webhooks=found[(page - 1) * size : page * size],
        pagination=paging.total_pages(len(found), page, size),
    )


@api.get("/webhooks/{id}", answer=WebhookAnswer)
def get_webhook(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a webhook configuration."""
    return _answer(records().get(WEBHOOK, call.team.team_id, call.path["id"]))


@api.put("/webhooks/{id}", answer=WebhookAnswer, body=UpdateWebhook)
@api.patch("/webhooks/{id}", answer=WebhookAnswer, body=UpdateWebhook)
def change_webhook(call: Call[UpdateWebhook, TeamQuery]) -> Answer:
    """Change the members of a webhook configuration that are supplied."""

    def change(stored: Stored[WebhookWithSecret], _transaction: Transaction) -> WebhookWithSecret:
        call.check_version(stored.version)
        return reconfigured(stored.record, call.body, now=call.moment)

    return _answer(records().change(WEBHOOK, call.team.team_id, call.path["id"], change))


@api.post(
    "/webhooks/{id}/rotate-secret", answer=WebhookWithSecretAnswer, body=RotateWebhookSecret, status=200
)
def rotate_webhook_secret(call: Call[RotateWebhookSecret, TeamQuery]) -> Answer:
    """Replace the secret; attempts from now on are signed with the new one, which is shown this one time."""

    def change(stored: Stored[WebhookWithSecret], _transaction: Transaction) -> WebhookWithSecret:
        call.check_version(stored.version)
        return with_rotated_secret(stored.record, call.body, now=call.moment)

    stored = records().change(WEBHOOK, call.team.team_id, call.path["id"], change)
    return Answer(WebhookWithSecretAnswer(webhook=stored.record), version=stored.version)


@api.delete("/webhooks/{id}", answer=DeletedWebhookAnswer, query=DeleteWebhookQuery)
def delete_webhook(call: Call[NoBody, DeleteWebhookQuery]) -> DeletedWebhookAnswer:
    """Delete a webhook configuration, with `deleteDeliveries=true` together with its deliveries."""
    team_id, webhook_id = call.team.team_id, call.path["id"]
    stored = records().find(WEBHOOK, team_id, webhook_id)
    if stored is not None:
        call.check_version(stored.version)
    if not call.query.delete_deliveries:
        _delete_unused(stored or _absent(webhook_id))
    elif stored is not None:
        webhook_deletion_operations.begin(records(), stored, call.now)
        _delete_deliveries(team_id, webhook_id)
    elif records().find(WEBHOOK_DELETION, team_id, webhook_id) is not None:
        _delete_deliveries(team_id, webhook_id)
    else:
        _absent(webhook_id)
    return DeletedWebhookAnswer(webhook=DeletedWebhook(id=webhook_id))


@api.get("/webhook-deliveries", answer=WebhookDeliveryList, query=WebhookDeliveryQuery)
def list_webhook_deliveries(call: Call[NoBody, WebhookDeliveryQuery]) -> WebhookDeliveryList:
    """List the team's deliveries, newest first."""
    query, team_id = call.query, call.team.team_id
    if query.start_date and query.end_date and query.end_date < query.start_date:
        raise ValidationFailed.of("endDate", "must not be before startDate")
    partition, slot, search = _walk(query, team_id)
    page = records().page(
        WEBHOOK_DELIVERY,
        partition,
        Selection.ALL,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=search,
        slot=slot,
    )
    return WebhookDeliveryList(
        webhook_deliveries=[*page.records],
        pagination=paging.total_pages(page.total, query.page, query.page_size),
    )


def _walk(query: WebhookDeliveryQuery, team_id: str) -> tuple[str, Slot, Search | None]:
    """Where the wanted deliveries are listed: in a counted listing, or among all of the team's."""
    others = {
        "eventType": query.event_type,
        "status": query.status,
        "candidateInterviewId": query.candidate_interview_id,
    }
    is_counted = not Search(equals=others, ids=query.ids())
    if is_counted and query.webhook_configuration_id is not None:
        return deliveries_of(team_id, query.webhook_configuration_id), SLOTS[1], None
    equals = {**others, "webhookConfigurationId": query.webhook_configuration_id}
    return (
        WEBHOOK_DELIVERY.team_listing(team_id),
        SLOTS[0],
        None if is_counted else Search(equals=equals, ids=query.ids()),
    )


def _answer(stored: Stored[WebhookWithSecret]) -> Answer:
    return Answer(WebhookAnswer(webhook=stored.record), version=stored.version)


def _absent(webhook_id: str) -> Stored[WebhookWithSecret]:
    raise NotFound(WEBHOOK.resource, webhook_id)


def _has_deliveries(_item: Item | None) -> Exception:
    return ValidationFailed.of("deleteDeliveries", "must be true, because the configuration has deliveries")


def _delete_unused(stored: Stored[WebhookWithSecret]) -> None:
    """Delete a configuration that has no deliveries, and gets none while it is being deleted."""
    if webhook_deletion_operations.deliveries_of_configuration(records(), stored.record):
        raise _has_deliveries(None)
    transaction = records().transaction()
    take_out(transaction, stored)
    head = keys.listing_head(deliveries_of(stored.record.team_id, stored.record.id))
    transaction.require(head, "attribute_not_exists(pk)", _has_deliveries)
    transaction.commit()


def _delete_deliveries(team_id: str, webhook_id: str) -> None:
    end = time.monotonic() + DELETION_SECONDS
    webhook_deletion_operations.go_on(records(), team_id, webhook_id, lambda: _is_before(end))


def _is_before(end: float) -> bool:
    return time.monotonic() < end
