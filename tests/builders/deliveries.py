"""Webhook configurations and deliveries of a team, straight in the table."""

from datetime import UTC, datetime
from typing import Any

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.deliveries.models import DeliveryRecord, new_delivery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events import event_log_storage
from gather.events.event import EventName, EventRecord
from gather.outgoing.result import AttemptResult
from gather.table.records import Records
from gather.webhooks.models import CreateWebhook, DeliveryTarget, WebhookRecord, new_webhook
from gather.webhooks.storage import save_new
from tests.builders.service import Tenant

MADE_AT = datetime(2026, 2, 3, 4, 5, 6, 789_000, tzinfo=UTC)
# The recovery of a running stack, which comes each minute, finds nothing of this time overdue.
FAR_AHEAD = MADE_AT.replace(year=2126)
SECRET = "sixteen letters!"
URL = "https://hooks.example.com/in"


def make_webhook(records: Records, tenant: Tenant, **fields: Any) -> WebhookRecord:
    """A configuration of the tenant's first team; `fields` in the client's spelling."""
    body = {"urls": [URL], "events": [EventName.INTERVIEW_CREATED.value], "secret": SECRET, **fields}
    webhook = new_webhook(
        CreateWebhook.model_validate(body),
        identifier=new_id(),
        organization_id=tenant.organization_id,
        team_id=tenant.team_id,
        now=timestamp(MADE_AT),
    )
    unit = records.unit_of_work()
    save_new(unit, webhook)
    unit.commit()
    return webhook


def make_delivery(
    records: Records,
    tenant: Tenant,
    webhook_id: str | None = None,
    *,
    result: AttemptResult | None = None,
    at: datetime = FAR_AHEAD,
    name: EventName = EventName.INTERVIEW_CREATED,
    candidate_interview_id: str | None = None,
) -> DeliveryRecord:
    """A delivery of an event of its own: pending, or after one attempt with `result`."""
    about = {"candidateInterviewId": candidate_interview_id} if candidate_interview_id else {}
    event = new_event(tenant, name, at, interviewId=new_id(), **about)
    owner = {"webhook_configuration_id": webhook_id} if webhook_id else {"candidate_interview_id": new_id()}
    delivery = new_delivery(event, DeliveryTarget(URL, **owner))
    if result is not None:
        claimed = delivery.claim(1, at)
        assert claimed is not None
        delivery = claimed.settle(result, at).record
    unit = records.unit_of_work()
    unit.create(WEBHOOK_DELIVERY, delivery)
    unit.commit()
    return delivery


def new_event(tenant: Tenant, name: EventName, at: datetime, **payload: object) -> EventRecord:
    """An event of the tenant's first team that is not stored."""
    return EventRecord(
        id=new_id(),
        name=name,
        organization_id=tenant.organization_id,
        team_id=tenant.team_id,
        payload=payload,
        created_at=timestamp(at),
    )


def make_event(
    records: Records, tenant: Tenant, *, at: datetime, name: EventName = EventName.INTERVIEW_CREATED
) -> EventRecord:
    """An event of the tenant's first team that was dispatched."""
    event = new_event(tenant, name, at, interviewId=new_id(), status=0)
    event_log_storage.save(records.table, event)
    return event
