"""Creating and changing webhook configurations; the audit log says who did.

A configuration is deleted together with its deliveries (gather.deliveries.webhook_deletion).

    webhook = service.create(records, team, request, actor, now=now)
    rotation = RotateWebhookSecret(overlap_hours=24)
    service.rotate_secret(records, team, webhook.id, rotation, actor, now=now, precondition=Precondition())
"""

from datetime import datetime

from gather.core.caller import Actor, TeamScope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.precondition import Precondition
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.webhooks.models import (
    CreateWebhook,
    RotateWebhookSecret,
    UpdateWebhook,
    WebhookRecord,
    new_webhook,
)
from gather.webhooks.storage import WEBHOOK, save_new


def create(
    records: Records, team: TeamScope, request: CreateWebhook, actor: Actor, *, now: datetime
) -> WebhookRecord:
    """Create the configuration that the request asks for. Raises Conflict when the team has too many."""
    webhook = new_webhook(
        request,
        identifier=new_id(),
        organization_id=team.organization_id,
        team_id=team.team_id,
        now=timestamp(now),
    )
    unit = records.unit_of_work()
    save_new(unit, webhook)
    _log(unit, webhook, actor, AuditAction.WEBHOOK_CREATED, now)
    unit.commit()
    return webhook


def update(
    records: Records,
    team: TeamScope,
    webhook_id: str,
    request: UpdateWebhook,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[WebhookRecord]:
    """Set the members of a configuration that the request supplies.

    Raises NotFound, PreconditionFailed, and Conflict when others keep changing it.
    """

    def change(stored: Stored[WebhookRecord], unit: UnitOfWork) -> WebhookRecord:
        precondition.check(stored.version)
        _log(unit, stored.record, actor, AuditAction.WEBHOOK_UPDATED, now)
        return stored.record.update(request, now=timestamp(now))

    return records.change(WEBHOOK, team.team_id, webhook_id, change)


def rotate_secret(
    records: Records,
    team: TeamScope,
    webhook_id: str,
    request: RotateWebhookSecret,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[WebhookRecord]:
    """Replace the secret of a configuration; the replaced one signs on for the request's overlap.

    Raises NotFound, PreconditionFailed, and Conflict when others keep changing it.
    """

    def change(stored: Stored[WebhookRecord], unit: UnitOfWork) -> WebhookRecord:
        precondition.check(stored.version)
        _log(unit, stored.record, actor, AuditAction.WEBHOOK_SECRET_ROTATED, now)
        return stored.record.replace_secret(request, now=now)

    return records.change(WEBHOOK, team.team_id, webhook_id, change)


def _log(unit: UnitOfWork, webhook: WebhookRecord, actor: Actor, action: AuditAction, now: datetime) -> None:
    """Save in the audit log what a person or a key did to a configuration."""
    audit_storage.save(unit, webhook.organization_id, actor, action, webhook.id, now)
