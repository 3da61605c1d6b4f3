"""The integrations of an organization with a vendor: creating, reading, changing and deleting them.

record, password = service.create(records, caller, team, "example-ats", request, actor, now=now)
stored = service.get(records, caller, "example-ats", record.id)
"""

from collections.abc import Callable
from datetime import datetime

from gather.connect.integrations import configuration as configurations
from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.health import VendorHealth, check_all
from gather.connect.integrations.models import (
    ChangeIntegration,
    CreateIntegration,
    IntegrationRecord,
    merge_configuration,
    new_integration,
)
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.vendor_protocol import GetJson
from gather.connect.vendor_registry import get_vendor
from gather.core.caller import Actor, Caller, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import new_token
from gather.core.precondition import Precondition
from gather.table.kind import Stored
from gather.table.records import Records
from gather.tenancy.api_keys.secret import hash_of


def create(
    records: Records,
    caller: Caller,
    team: TeamScope,
    vendor_name: str,
    request: CreateIntegration,
    actor: Actor,
    *,
    now: datetime,
) -> tuple[IntegrationRecord, str]:
    """Connect a team with a vendor.

    Returns the integration and the password of its Basic credentials, of which only a hash is stored. Raises
    NotFound for the vendor and for a team that the key does not work in, ValidationFailed for a configuration
    that the vendor's model does not take, Conflict when the organization has too many.
    """
    vendor = get_vendor(vendor_name)
    if caller.team_id not in (None, team.team_id):
        raise NotFound("team", team.team_id, "teamId")
    record, password = new_integration(
        vendor_name,
        request.name,
        configurations.validate(vendor, request.configuration),
        team.organization_id,
        team.team_id,
        now,
        request.status,
    )
    integration_storage.create(records, record, actor)
    return record, password


def list_visible(
    records: Records, caller: Caller, vendor_name: str, *, team_id: str | None
) -> list[IntegrationRecord]:
    """List the integrations with a vendor that the key may see, newest first; of one team with `team_id`."""
    return [
        record
        for record in integration_storage.list_readable(records.table, caller.organization_id)
        if record.vendor == vendor_name and record.is_open_to(caller) and team_id in (None, record.team_id)
    ]


def get(records: Records, caller: Caller, vendor_name: str, integration_id: str) -> Stored[IntegrationRecord]:
    """Get an integration. Raises NotFound, as for another vendor's or another team's."""
    stored = records.get(INTEGRATION, caller.organization_id, integration_id)
    _require_visible(stored.record, caller, vendor_name)
    return stored


def update(
    records: Records,
    caller: Caller,
    vendor_name: str,
    integration_id: str,
    request: ChangeIntegration,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> tuple[Stored[IntegrationRecord], str | None]:
    """Set the members of an integration that the request supplies, and merge its configuration.

    Returns the integration, and the new password where the request rotates it. Raises NotFound,
    PreconditionFailed, Conflict, and ValidationFailed for a configuration that the vendor does not take.
    """
    vendor, supplied = get_vendor(vendor_name), request.supplied()
    password = new_token() if supplied.pop("rotate_password", False) else None
    if password is not None:
        supplied["password_hash"] = hash_of(password)
    change = supplied.pop("configuration", {})

    def changed(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        _require_visible(stored.record, caller, vendor_name)
        precondition.check(stored.version)
        before = stored.record
        configuration = before.configuration
        if change:
            configuration = configurations.validate(vendor, merge_configuration(configuration, change))
        after = before.changed(configuration=configuration, **supplied)
        return before if after == before else after.changed(updated_at=timestamp(now))

    stored = integration_storage.update(records, caller.organization_id, integration_id, changed, actor, now)
    return stored, password


def delete(
    records: Records,
    caller: Caller,
    vendor_name: str,
    integration_id: str,
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> None:
    """Delete an integration for good, with its secrets and its password.

    Raises NotFound, PreconditionFailed, and Conflict when it is changed at the same time.
    """
    get_vendor(vendor_name)
    stored = get(records, caller, vendor_name, integration_id)
    precondition.check(stored.version)
    integration_storage.delete(records, stored, actor, now)


def check_health(
    records: Records,
    caller: Caller,
    vendor_name: str,
    get_json: Callable[[], GetJson],
    *,
    team_id: str | None,
    now: datetime,
) -> VendorHealth:
    """Ask the vendor's service for each visible integration. Twelve seconds at most.

    `get_json` returns the function that asks, once it is known whom. Raises NotFound for the vendor.
    """
    vendor = get_vendor(vendor_name)
    visible = list_visible(records, caller, vendor_name, team_id=team_id)
    return check_all(vendor, vendor_name, visible, get_json(), timestamp(now))


def _require_visible(record: IntegrationRecord, caller: Caller, vendor_name: str) -> None:
    """Raises NotFound for another vendor's integration, and for another team's where the key is a team's."""
    if record.vendor != vendor_name or not record.is_open_to(caller):
        raise NotFound(INTEGRATION.resource, record.id)
