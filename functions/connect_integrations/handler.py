"""Integrations: what connects an organization with a vendor, such as its tracking system.

Interface: Connect, rules 1 and 3; Authentication, rule 2.
"""

from typing import Any

from gather.connect.integrations import configuration as configurations
from gather.connect.integrations import service
from gather.connect.integrations.health import VendorHealth
from gather.connect.integrations.models import (
    ChangeIntegration,
    CreateIntegration,
    Integration,
    IntegrationRecord,
    IntegrationWithPassword,
    ValidateConfiguration,
)
from gather.connect.integrations.trial import try_configuration
from gather.connect.vendor_protocol import AnyVendor
from gather.connect.vendor_registry import get_vendor, json_getter
from gather.core.caller import Basic, Scope
from gather.core.formats import RecordId
from gather.core.model import Model, NoBody, QueryModel, TeamQuery
from gather.http.call import KeyCall, TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api

api = Api(
    "connect-integrations",
    prefix="/connect/{vendor}",
    scopes=frozenset({Scope.INTEGRATIONS}),
    basic=Basic.REFUSED,
)
handler = api.handler

PATH = "/integrations/{integrationId}"
AnyKeyCall = KeyCall[Any, Any]
"""A call of any route here."""


class IntegrationQuery(QueryModel):
    """Query of the routes of one integration: none."""


class IntegrationListQuery(QueryModel):
    """Query of GET /connect/{vendor}/integrations and /connect/{vendor}/health."""

    team_id: RecordId | None = None
    """Keeps the integrations of this team."""


class OneIntegration(Model):
    """Data of the routes of one integration."""

    integration: Integration


class OneIntegrationWithPassword(Model):
    """Data of the routes that make a password; `password` is there when they made one."""

    integration: IntegrationWithPassword


class IntegrationList(Model):
    """Data of GET /connect/{vendor}/integrations."""

    integrations: list[Integration]


class RemovedIntegration(Model):
    """The response to the removal of an integration."""

    id: str
    """The integration."""
    removed_at: str
    """When the integration was removed: ISO 8601 in UTC."""


class OneRemovedIntegration(Model):
    """Data of DELETE /connect/{vendor}/integrations/{integrationId}."""

    integration: RemovedIntegration


class OneHealth(Model):
    """Data of GET /connect/{vendor}/health."""

    health: VendorHealth


class ConfigurationError(Model):
    """One thing that is wrong with a configuration; `field` is its path in the body."""

    field: str
    """The path of the member that is wrong."""
    reason: str
    """The reason why it is wrong."""


class Validation(Model):
    """Data of POST /connect/{vendor}/config/validate."""

    valid: bool
    """Whether the configuration has everything that the vendor needs."""
    errors: list[ConfigurationError]
    """The faults of the configuration; empty when it is valid."""


@api.post("/integrations", response=OneIntegrationWithPassword, faults=configurations.find_faults)
def create_integration(call: TeamCall[CreateIntegration, TeamQuery]) -> Result:
    """Connect a team with a vendor.

    The configuration is what the vendor's model takes. `password` is the integration's own for Basic, and is
    told this once; secrets of the configuration are never shown.
    """
    record, password = service.create(
        call.records,
        call.caller,
        call.team,
        call.path["vendor"],
        call.body,
        call.actor,
        lambda: call.adapters.engines.encryption(),
        now=call.now,
        allow_private_addresses=call.adapters.settings.allow_private_webhook_addresses,
    )
    return _result(call, record, 1, password)


@api.get("/integrations", response=IntegrationList)
def list_integrations(call: KeyCall[NoBody, IntegrationListQuery]) -> IntegrationList:
    """List the integrations with a vendor, newest first."""
    vendor_name = call.path["vendor"]
    vendor = get_vendor(vendor_name)
    found = service.list_visible(call.records, call.caller, vendor_name, team_id=call.query.team_id)
    return IntegrationList(integrations=[_shown(call, vendor, record) for record in found])


@api.get(PATH, response=OneIntegration)
def get_integration(call: KeyCall[NoBody, IntegrationQuery]) -> Result:
    """Read an integration; the secrets of its configuration are named and not shown."""
    vendor = get_vendor(call.path["vendor"])
    stored = service.get(call.records, call.caller, call.path["vendor"], call.path["integrationId"])
    return Result(OneIntegration(integration=_shown(call, vendor, stored.record)), version=stored.version)


@api.patch(PATH, response=OneIntegrationWithPassword, faults=configurations.find_faults_of_change)
def change_integration(call: KeyCall[ChangeIntegration, IntegrationQuery]) -> Result:
    """Change the members of an integration that are supplied.

    Members of `configuration` are merged with those there are, null removes one. `rotatePassword` returns a
    new `password`. A disabled integration takes no orders and assigns no jobs, and its Basic password fails.
    """
    stored, password = service.update(
        call.records,
        call.caller,
        call.path["vendor"],
        call.path["integrationId"],
        call.body,
        call.actor,
        lambda: call.adapters.engines.encryption(),
        now=call.now,
        precondition=call.precondition,
        allow_private_addresses=call.adapters.settings.allow_private_webhook_addresses,
    )
    return _result(call, stored.record, stored.version, password)


@api.delete(PATH, response=OneRemovedIntegration)
def remove_integration(call: KeyCall[NoBody, IntegrationQuery]) -> OneRemovedIntegration:
    """Remove an integration for good, with its secrets and its password.

    Candidates that were ordered and jobs that were assigned stay with their team.
    """
    service.delete(
        call.records,
        call.caller,
        call.path["vendor"],
        call.path["integrationId"],
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    removed = RemovedIntegration(id=call.path["integrationId"], removed_at=call.moment)
    return OneRemovedIntegration(integration=removed)


@api.get("/health", response=OneHealth)
def get_health(call: KeyCall[NoBody, IntegrationListQuery]) -> OneHealth:
    """Ask the vendor's service, for each integration, whether it is there and takes the credentials."""
    health = service.check_health(
        call.records,
        call.caller,
        call.path["vendor"],
        lambda: json_getter(call.adapters.settings),
        lambda: call.adapters.engines.encryption(),
        team_id=call.query.team_id,
        now=call.now,
    )
    return OneHealth(health=health)


@api.post("/config/validate", response=Validation, status=200)
def validate_configuration(call: KeyCall[ValidateConfiguration, IntegrationQuery]) -> Validation:
    """Say everything that is wrong with a configuration, of which nothing is stored.

    A recruiting suite is asked whether it takes the credentials; other vendors are asked by `health` alone.
    """
    vendor = get_vendor(call.path["vendor"])
    given, settings = call.body.configuration, call.own_adapters.settings
    faults = configurations.find_configuration_faults(vendor, given)
    faults += configurations.find_address_faults(
        vendor, given, allow_private_addresses=settings.allow_private_webhook_addresses
    )
    if not faults:
        faults = try_configuration(vendor, given, lambda: json_getter(call.adapters.settings))
    errors = [ConfigurationError(field=fault.field, reason=fault.reason) for fault in faults]
    return Validation(valid=not errors, errors=errors)


def _shown(call: AnyKeyCall, vendor: AnyVendor, record: IntegrationRecord) -> Integration:
    connect_url = call.own_adapters.settings.connect_url or call.base_url
    address = vendor.address(connect_url, record.id)
    return Integration.of(record, vendor.configuration.secret_members(), address)


def _result(call: AnyKeyCall, record: IntegrationRecord, version: int, password: str | None) -> Result:
    shown = _shown(call, get_vendor(record.vendor), record)
    integration = IntegrationWithPassword(**shown.model_dump(), password=password)
    return Result(OneIntegrationWithPassword(integration=integration), version=version)
