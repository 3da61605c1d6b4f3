"""Ways by which an intruder tries to reach another tenant's records, and the content of the table."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gather.core.caller import Scope
from tests.builders.connect import basic
from tests.builders.service import GATHER, Service, Transport
from tests.builders.whole_interface import Client, Operation
from tests.doubles.data_rights import items_of
from tests.doubles.gateway import InProcess

SHARED_WITH_SANDBOX = tuple(f"{GATHER}/{family}" for family in ("teams", "branding"))
"""Routes to records that an organization and its sandbox share (interface: Sandbox, rule 2)."""


def stored(transport: Transport) -> object:
    """Returns the items of the table without the counts of keys; None where others write to it meanwhile."""
    if not isinstance(transport, InProcess):
        return None
    adapters = transport.adapters
    items = items_of(adapters)
    for item in items:
        if item.get("entity") in ({"S": "CREDENTIAL"}, {"S": "INTEGRATION_LOGIN"}):
            for counted in ("used", "windowEndsAt", "lastUsedAt"):
                item.pop(counted, None)
    return sorted(json.dumps(item, sort_keys=True) for item in items)


@dataclass(frozen=True)
class Intrusion:
    """A request with a key that is not the record's own, and the expected refusal."""

    name: str
    way: Service
    client: Client
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 404


def intrusions(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> Iterator[Intrusion]:
    """Yields every way in which another tenant could try to reach the record."""
    other_scope = Scope.INTEGRATIONS if operation.scope is Scope.GATHER else Scope.GATHER
    elsewhere = owner.using(owner.key_of(other_scope, owner.team_id))
    yield Intrusion("the owner's key of another scope", elsewhere, owner, status=403)
    team, organization = _ways(stranger, operation.scope)
    if operation.scope is Scope.ADMIN:
        yield Intrusion("another organization's administration", organization, stranger)
        return
    yield Intrusion("another organization's team", team, stranger)
    if operation.scope is Scope.INTEGRATIONS:
        yield from _over_integrations(operation, stranger, colleague)
        if "integrationId" in operation.query:
            named = {"integrationId": owner.integration()["id"]}
            yield Intrusion(
                "another organization over the owner's integration", organization, stranger, named
            )
    if operation.works_in_team:
        theirs, ours = {"teamId": owner.team_id}, {"teamId": stranger.team_id}
        yield Intrusion("another organization's team in the owner's", team, stranger, theirs)
        yield Intrusion("another organization", organization, stranger, ours)
        yield Intrusion("another organization in the owner's team", organization, stranger, theirs)
        yield Intrusion("another organization without a team", organization, stranger, status=400)
    else:
        yield Intrusion("another organization", organization, stranger)
    if operation.works_in_team or operation.scope is Scope.INTEGRATIONS:
        yield Intrusion("another team", _ways(colleague, operation.scope)[0], colleague)
    if operation.scope is Scope.GATHER and not operation.path.startswith(SHARED_WITH_SANDBOX):
        beyond = owner.other_side()
        team, _ = _ways(beyond, Scope.GATHER)
        status = 403 if operation.is_in_sandbox else 404
        yield Intrusion("the other side of the sandbox", team, beyond, status=status)


def _ways(client: Client, scope: Scope) -> tuple[Service, Service]:
    """Returns the service with the client's key of a team, and with that of the organization."""
    team, organization = (client.key_of(scope, team_id) for team_id in (client.team_id, None))
    return client.using(team), client.using(organization)


def _over_integrations(operation: Operation, *clients: Client) -> Iterator[Intrusion]:
    """Gives each client its own integration, so that its requests reach the record, also with Basic."""
    takes_basic = operation.path.split("/")[3] in ("catalog", "orders", "results")
    for client in clients:
        integration = client.integration()
        header = basic(integration["user"], integration["password"])
        yield Intrusion(
            "another integration's password",
            client.using(None, **header),
            client,
            status=404 if takes_basic else 401,
        )
