"""Integrations: what connects an organization with a vendor, such as its tracking system.

Interface: Connect, rules 1 and 3; Authentication, rule 2.
"""

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
        call.records, call.caller, call.team, call.path["vendor"], call.body, call.actor, now=call.now
    )
    return _result(record, 1, password)


@api.get("/integrations", response=IntegrationList)
def list_integrations(call: KeyCall[NoBody, IntegrationListQuery]) -> IntegrationList:
    """List the integrations with a vendor, newest first."""
    vendor_name = call.path["vendor"]
    secrets = get_vendor(vendor_name).configuration.secret_members()
    found = service.list_visible(call.records, call.caller, vendor_name, team_id=call.query.team_id)
    return IntegrationList(integrations=[Integration.of(record, secrets) for record in found])


@api.get(PATH, response=OneIntegration)
def get_integration(call: KeyCall[NoBody, IntegrationQuery]) -> Result:
    """Read an integration; the secrets of its configuration are named and not shown."""
    vendor = get_vendor(call.path["vendor"])
    stored = service.get(call.records, call.caller, call.path["vendor"], call.path["integrationId"])
    integration = Integration.of(stored.record, vendor.configuration.secret_members())
    return Result(OneIntegration(integration=integration), version=stored.version)


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
        now=call.now,
        precondition=call.precondition,
    )
    return _result(stored.record, stored.version, password)


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
        team_id=call.query.team_id,
        now=call.now,
    )
    return OneHealth(health=health)


@api.post("/config/validate", response=Validation, status=200)
def validate_configuration(call: KeyCall[ValidateConfiguration, IntegrationQuery]) -> Validation:
    """Say everything that is wrong with a configuration. Nothing is stored, and the vendor is not asked."""
    vendor = get_vendor(call.path["vendor"])
    faults = configurations.find_configuration_faults(vendor, call.body.configuration)
    errors = [ConfigurationError(field=fault.field, reason=fault.reason) for fault in faults]
    return Validation(valid=not errors, errors=errors)


def _result(record: IntegrationRecord, version: int, password: str | None) -> Result:
    shown = Integration.of(record, get_vendor(record.vendor).configuration.secret_members())
    integration = IntegrationWithPassword(**shown.model_dump(), password=password)
    return Result(OneIntegrationWithPassword(integration=integration), version=version)
