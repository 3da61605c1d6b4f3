"""Integrations: what connects an organization with a vendor, such as its tracking system.

Interface: Connect, rules 1 and 3; Authentication, rule 2.
"""

from typing import Any

from gather.connect.integrations import configuration as configurations
from gather.connect.integrations import storage as integration_storage
from gather.connect.integrations.health import VendorHealth, check_all
from gather.connect.integrations.models import (
    ChangeIntegration,
    CreateIntegration,
    Integration,
    IntegrationRecord,
    IntegrationWithPassword,
    ValidateConfiguration,
    merged_configuration,
    new_integration,
)
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.vendor_registry import asking, find_vendor
from gather.core.caller import Basic, Scope
from gather.core.errors import NotFound
from gather.core.formats import RecordId
from gather.core.identifiers import new_token
from gather.core.model import Model, NoBody, QueryModel, TeamQuery
from gather.http.call import KeyCall, TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.tenancy.api_keys.secret import hash_of

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
    """What is left of a removed integration."""

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
    """What is wrong with it."""


class Validation(Model):
    """Data of POST /connect/{vendor}/config/validate."""

    valid: bool
    """Whether the configuration has everything that the vendor needs."""
    errors: list[ConfigurationError]
    """What is wrong with the configuration; empty when it is valid."""


@api.post("/integrations", response=OneIntegrationWithPassword, faults=configurations.faults_of_whole)
def create_integration(call: TeamCall[CreateIntegration, TeamQuery]) -> Result:
    """Connect a team with a vendor.

    The configuration is what the vendor's model takes. `password` is the integration's own for Basic, and is
    told this once; secrets of the configuration are never shown.
    """
    vendor, team = find_vendor(call.path["vendor"]), call.team
    if call.caller.team_id not in (None, team.team_id):
        raise NotFound("team", team.team_id, "teamId")
    record, password = new_integration(
        call.path["vendor"],
        call.body.name,
        configurations.stored_form(vendor, call.body.configuration),
        team.organization_id,
        team.team_id,
        call.now,
        call.body.status,
    )
    integration_storage.create(call.records, record, call.actor)
    return _result(record, 1, password)


@api.get("/integrations", response=IntegrationList)
def list_integrations(call: KeyCall[NoBody, IntegrationListQuery]) -> IntegrationList:
    """List the integrations with a vendor, newest first."""
    secrets = find_vendor(call.path["vendor"]).configuration.secret_members()
    return IntegrationList(integrations=[Integration.of(record, secrets) for record in _visible(call)])


@api.get(PATH, response=OneIntegration)
def get_integration(call: KeyCall[NoBody, IntegrationQuery]) -> Result:
    """Read an integration; the secrets of its configuration are named and not shown."""
    vendor = find_vendor(call.path["vendor"])
    stored = _one(call)
    integration = Integration.of(stored.record, vendor.configuration.secret_members())
    return Result(OneIntegration(integration=integration), version=stored.version)


@api.patch(PATH, response=OneIntegrationWithPassword, faults=configurations.faults_of_change)
def change_integration(call: KeyCall[ChangeIntegration, IntegrationQuery]) -> Result:
    """Change the members of an integration that are supplied.

    Members of `configuration` are merged with those there are, null removes one. `rotatePassword` returns a
    new `password`. A disabled integration takes no orders and assigns no jobs, and its Basic password fails.
    """
    vendor, supplied = find_vendor(call.path["vendor"]), call.body.supplied()
    password = new_token() if supplied.pop("rotate_password", False) else None
    if password is not None:
        supplied["password_hash"] = hash_of(password)
    told = supplied.pop("configuration", {})

    def changed(stored: Stored[IntegrationRecord]) -> IntegrationRecord:
        _check(call, stored.record)
        call.check_version(stored.version)
        before = stored.record
        configuration = before.configuration
        if told:
            configuration = configurations.stored_form(vendor, merged_configuration(configuration, told))
        after = before.changed(configuration=configuration, **supplied)
        return before if after == before else after.changed(updated_at=call.moment)

    stored = integration_storage.change(
        call.records, call.organization_id, call.path["integrationId"], changed, call.actor, call.now
    )
    return _result(stored.record, stored.version, password)


@api.delete(PATH, response=OneRemovedIntegration)
def remove_integration(call: KeyCall[NoBody, IntegrationQuery]) -> OneRemovedIntegration:
    """Remove an integration for good, with its secrets and its password.

    Candidates that were ordered and jobs that were assigned stay with their team.
    """
    find_vendor(call.path["vendor"])
    stored = _one(call)
    call.check_version(stored.version)
    integration_storage.delete(call.records, stored, call.actor, call.now)
    return OneRemovedIntegration(integration=RemovedIntegration(id=stored.record.id, removed_at=call.moment))


@api.get("/health", response=OneHealth)
def get_health(call: KeyCall[NoBody, IntegrationListQuery]) -> OneHealth:
    """Ask the vendor's service, for each integration, whether it is there and takes the credentials."""
    name = call.path["vendor"]
    vendor, ask = find_vendor(name), asking(call.adapters.settings)
    return OneHealth(health=check_all(vendor, name, _visible(call), ask, call.moment))


@api.post("/config/validate", response=Validation, status=200)
def validate_configuration(call: KeyCall[ValidateConfiguration, IntegrationQuery]) -> Validation:
    """Say everything that is wrong with a configuration. Nothing is stored, and the vendor is not asked."""
    vendor = find_vendor(call.path["vendor"])
    faults = configurations.configuration_faults(vendor, call.body.configuration)
    errors = [ConfigurationError(field=fault.field, reason=fault.reason) for fault in faults]
    return Validation(valid=not errors, errors=errors)


def _visible(call: KeyCall[NoBody, IntegrationListQuery]) -> list[IntegrationRecord]:
    """The vendor's integrations that the key may see, of one team where the query names it."""
    return [
        record
        for record in integration_storage.of_organization(call.records.table, call.organization_id)
        if record.vendor == call.path["vendor"]
        and record.is_open_to(call.caller)
        and call.query.team_id in (None, record.team_id)
    ]


def _one(call: KeyCall[NoBody, IntegrationQuery]) -> Stored[IntegrationRecord]:
    stored = call.records.get(INTEGRATION, call.organization_id, call.path["integrationId"])
    _check(call, stored.record)
    return stored


def _check(call: KeyCall[Any, IntegrationQuery], record: IntegrationRecord) -> None:
    """Raises NotFound for another vendor's integration, and for another team's where the key is a team's."""
    if record.vendor != call.path["vendor"] or not record.is_open_to(call.caller):
        raise NotFound(INTEGRATION.resource, record.id)


def _result(record: IntegrationRecord, version: int, password: str | None) -> Result:
    shown = Integration.of(record, find_vendor(record.vendor).configuration.secret_members())
    integration = IntegrationWithPassword(**shown.model_dump(), password=password)
    return Result(OneIntegrationWithPassword(integration=integration), version=version)
