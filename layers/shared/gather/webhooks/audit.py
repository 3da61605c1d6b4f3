"""What the audit log says of webhook configurations."""

from typing import Any

from gather.http.call import TeamCall
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_log_storage
from gather.tenancy.audit.models import AuditAction


def note(unit: UnitOfWork, call: TeamCall[Any, Any], action: AuditAction, webhook_id: str) -> None:
    """Note in the audit log what a person or a key did to a configuration."""
    audit_log_storage.note(unit, call.organization_id, call.actor, action, webhook_id, call.now)
