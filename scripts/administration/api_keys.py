"""API keys of any scope, the administration tool's own included (interface: Keys, rules 1 and 3)."""

from collections.abc import Iterable
from datetime import datetime

from gather.core.caller import OPERATOR, Permission, Scope
from gather.table.records import Records
from gather.tenancy.api_keys import service as api_key_service
from gather.tenancy.api_keys.models import Credential, new_credential


def create_key(
    records: Records,
    organization_id: str,
    name: str,
    now: datetime,
    *,
    team_id: str | None = None,
    user_id: str | None = None,
    scope: Scope = Scope.GATHER,
    permissions: Iterable[Permission] = tuple(Permission),
    expires_at: str | None = None,
    sandbox: bool = False,
) -> tuple[Credential, str]:
    """Make a key for a team, or for a whole organization when `team_id` is None; `user_id` is its owner.
    One of a `sandbox` works in the organization's sandbox.

    Returns the credential and the key, which cannot be read again. One round trip. Raises NotFound, and
    ValidationFailed for a sandbox's key of another scope than `gather`.
    """
    credential = new_credential(
        organization_id,
        team_id,
        name,
        permissions,
        now,
        scope=scope,
        user_id=user_id,
        expires_at=expires_at,
        sandbox=sandbox,
    )
    return credential, api_key_service.create_key(records, credential, OPERATOR)
