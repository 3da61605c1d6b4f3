"""The entries of an organization's audit log: who did what to which record (interface: Data rights and
audit, rules 1 to 3).

An entry names ids and an action. It never holds a body or personal data.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from gather.core.caller import Actor
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.model import LeftOutWhenNull, Model


class AuditAction(StrEnum):
    """The actions that the audit log has entries of (interface: Data rights and audit, rule 1)."""

    CREDENTIAL_CREATED = "credential.created"
    CREDENTIAL_REVOKED = "credential.revoked"
    USER_CREATED = "user.created"
    USER_UPDATED = "user.updated"
    USER_ARCHIVED = "user.archived"
    SESSION_CREATED = "session.created"
    SESSION_ENDED = "session.ended"
    JOB_APPROVED = "job.approved"
    WEBHOOK_CREATED = "webhook.created"
    WEBHOOK_UPDATED = "webhook.updated"
    WEBHOOK_DELETED = "webhook.deleted"
    WEBHOOK_SECRET_ROTATED = "webhook.secret_rotated"  # noqa: S105
    RESULTS_CHANGED = "results.changed"
    SHARE_LINK_CREATED = "share_link.created"
    SHARE_LINK_ENDED = "share_link.ended"
    CANDIDATE_INTERVIEW_DECIDED = "candidate_interview.decided"
    CANDIDATE_EXPORTED = "candidate.exported"
    CANDIDATE_ERASED = "candidate.erased"
    INTEGRATION_CREATED = "integration.created"
    INTEGRATION_UPDATED = "integration.updated"
    INTEGRATION_DELETED = "integration.deleted"
    ORGANIZATION_CHANGED = "organization.changed"

    @property
    def resource(self) -> str:
        """The name of the record that the action is about, as in the `details` of a 404."""
        subject = self.value.partition(".")[0]
        return _OTHER_RESOURCES.get(subject, subject)


_OTHER_RESOURCES = {
    "candidate_interview": "candidate interview",
    "results": "candidate interview",
    "share_link": "candidate interview",
    "webhook": "webhook configuration",
}


class AuditActor(Model):
    """The actor of an entry: an API key, a person who has signed in, or the operator of the service."""

    credential_id: str | None = None
    """The API key of the request; null for a person who has signed in, and for the operator."""
    user_id: str | None = None
    """The user who acted: the one that the request names, else the key's owner; null where there is none."""
    operator: Annotated[bool | None, LeftOutWhenNull] = None
    """`true` for the operator of the service, who uses the administration command line."""


class AuditEntry(Model):
    """One change of an organization, as the log shows it."""

    at: str
    """When it was done: ISO 8601 in UTC."""
    actor: AuditActor
    action: AuditAction
    """The action."""
    resource: str
    """The kind of the record, such as `webhook configuration`."""
    resource_id: str
    """The record's id."""


class StoredAuditEntry(AuditEntry):
    """An entry as it is stored; `id` distinguishes and orders entries of one millisecond."""

    id: str
    organization_id: str


def new_entry(
    organization_id: str, actor: Actor, action: AuditAction, resource_id: str, now: datetime
) -> StoredAuditEntry:
    """A new entry."""
    who = AuditActor(
        credential_id=actor.credential_id,
        user_id=actor.user_id,
        operator=True if actor.is_operator else None,
    )
    return StoredAuditEntry(
        id=new_id(),
        organization_id=organization_id,
        at=timestamp(now),
        actor=who,
        action=action,
        resource=action.resource,
        resource_id=resource_id,
    )
