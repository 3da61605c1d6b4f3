"""The integrations of an organization with a vendor: creating, reading, changing and deleting them.

record, password = service.create(records, caller, team, "example-ats", request, actor, encryption, now=now)
stored = service.get(records, caller, "example-ats", record.id)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gather.connect.integrations import configuration as configurations
from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.access_token import new_integration_key
from gather.connect.integrations.health import VendorHealth, check_all
from gather.connect.integrations.models import (
    ChangeIntegration,
    CreateIntegration,
    IntegrationRecord,
    IntegrationStatus,
    merge_configuration,
    new_integration,
)
from gather.connect.integrations.secrets import (
    STAND_IN,
    EncryptionMaker,
    seal,
    seal_configuration,
    seal_password,
    sealed_members,
)
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.vendor_protocol import AnyVendor, GetJson
from gather.connect.vendor_registry import get_vendor
from gather.core.caller import Actor, Caller, TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
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
    encryption: EncryptionMaker,
    *,
    now: datetime,
    allow_private_addresses: bool = False,
) -> tuple[IntegrationRecord, str]:
    """Connect a team with a vendor.

    Returns the integration and the password of its Basic credentials, of which a hash is stored and, for a
    vendor that is called with it, an encrypted copy. Raises NotFound for the vendor and for a team that the
    key does not work in, ValidationFailed for a configuration that the vendor's model does not take, Conflict
    when the organization has too many, EngineFailed when secrets cannot be encrypted at present.
    """
    vendor = get_vendor(vendor_name)
    if caller.team_id not in (None, team.team_id):
        raise NotFound("team", team.team_id, "teamId")
    record, password = new_integration(
        vendor_name,
        request.name,
        configurations.validate(
            vendor,
            merge_configuration({}, request.configuration),
            allow_private_addresses=allow_private_addresses,
        ),
        team.organization_id,
        team.team_id,
        now,
        request.status,
    )
    sealed = seal(vendor, record, password, encryption)
    integration_storage.create(records, sealed, actor)
    return sealed, password


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
    encryption: EncryptionMaker,
    *,
    now: datetime,
    precondition: Precondition,
    allow_private_addresses: bool = False,
) -> tuple[Stored[IntegrationRecord], str | None]:
    """Set the members of an integration that the request supplies, and merge its configuration.

    Returns the integration, and the new password where the request rotates it. No secret that is stored is
    decrypted. Raises NotFound, PreconditionFailed, Conflict, ValidationFailed for a configuration that the
    vendor does not take, and EngineFailed when secrets cannot be encrypted at present.
    """
    change = _Change(get_vendor(vendor_name), request, encryption, allow_private_addresses)

    def changed(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        _require_visible(stored.record, caller, vendor_name)
        precondition.check(stored.version)
        before = stored.record
        after = change.carry_out(before)
        return before if after == before else after.changed(updated_at=timestamp(now))

    stored = integration_storage.update(records, caller.organization_id, integration_id, changed, actor, now)
    return stored, change.password


@dataclass
class _Change:
    """What a request changes of an integration. `password` is the new one, once there is one."""

    vendor: AnyVendor
    request: ChangeIntegration
    encryption: EncryptionMaker
    allow_private_addresses: bool
    password: str | None = field(default=None, repr=False)

    def carry_out(self, before: IntegrationRecord) -> IntegrationRecord:
        """The integration with the members that the request supplies."""
        supplied = self.request.supplied()
        if supplied.pop("rotate_password", False):
            self.password = new_integration_key(before.vendor, before.user)
            supplied["password_hash"] = hash_of(self.password)
            supplied["sealed_password"] = seal_password(
                self.vendor, self.password, before.id, self.encryption
            )
        change = supplied.pop("configuration", {})
        if change:
            supplied["configuration"] = self._merge(before, change)
        return before.changed(**supplied)

    def _merge(self, before: IntegrationRecord, change: Mapping[str, Any]) -> dict[str, Any]:
        """The configuration with the change. Secrets that stay encrypted are not validated again."""
        kept = {
            name: text
            for name, text in sealed_members(self.vendor, before.configuration).items()
            if name not in change
        }
        merged = {**merge_configuration(before.configuration, dict(change)), **dict.fromkeys(kept, STAND_IN)}
        validated = configurations.validate(
            self.vendor, merged, allow_private_addresses=self.allow_private_addresses
        )
        written = {name: value for name, value in validated.items() if name not in kept}
        sealed = seal_configuration(self.vendor, written, before.id, self.encryption)
        return {name: kept[name] if name in kept else sealed[name] for name in validated}


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
    encryption: EncryptionMaker,
    *,
    team_id: str | None,
    now: datetime,
) -> VendorHealth:
    """Ask the vendor's service for each visible integration. Twelve seconds at most.

    `get_json` returns the function that asks, once it is known whom. Raises NotFound for the vendor,
    EngineFailed when secrets cannot be decrypted at present.
    """
    vendor = get_vendor(vendor_name)
    visible = list_visible(records, caller, vendor_name, team_id=team_id)
    return check_all(vendor, vendor_name, visible, get_json(), encryption(), timestamp(now))


def _require_visible(record: IntegrationRecord, caller: Caller, vendor_name: str) -> None:
    """Raises NotFound for another vendor's integration, and for another team's where the key is a team's."""
    if record.vendor != vendor_name or not record.is_open_to(caller):
        raise NotFound(INTEGRATION.resource, record.id)


def disable(
    records: Records, caller: Caller, record: IntegrationRecord, actor: Actor, *, now: datetime
) -> None:
    """Disable an integration, as its own suite asks for. Raises NotFound, Conflict."""

    def disabled(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        _require_visible(stored.record, caller, record.vendor)
        if stored.record.status is IntegrationStatus.DISABLED:
            return stored.record
        return stored.record.changed(status=IntegrationStatus.DISABLED, updated_at=timestamp(now))

    integration_storage.update(records, caller.organization_id, record.id, disabled, actor, now)
