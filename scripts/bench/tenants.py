"""Tenants to measure with, written straight to the table."""

from dataclasses import dataclass

from gather.core.caller import Permission, Scope, TeamScope
from gather.core.identifiers import new_id
from gather.table import keys
from gather.table.conversion import Item
from gather.table.store import Table
from gather.tenancy.credential import hash_of
from gather.tenancy.organization import JOB_WORKFLOW

MOMENT = "2026-01-01T00:00:00.000Z"


@dataclass(frozen=True)
class Tenant:
    """An organization with a team, a user and a key."""

    scope: TeamScope
    key: str


def credential_item(team: TeamScope, scope: Scope = Scope.GATHER) -> tuple[str, Item]:
    """A new key and the item that it is checked against."""
    secret = f"qapi_{new_id()}"
    key = keys.credential(hash_of(secret))
    item: Item = {
        "pk": key.pk,
        "sk": key.sk,
        "entity": "CREDENTIAL",
        "id": new_id(),
        "name": "measurements",
        "organizationId": team.organization_id,
        "teamId": team.team_id,
        "userId": team.user_id,
        "scope": scope.value,
        "permissions": [permission.value for permission in Permission],
        "createdAt": MOMENT,
    }
    return secret, item


def add_key(table: Table, team: TeamScope, scope: Scope = Scope.GATHER) -> str:
    """One more key of the team; a key has 1000 requests an hour."""
    secret, item = credential_item(team, scope)
    table.put(item)
    return secret


def add_tenant(table: Table) -> Tenant:
    """A new organization with one team."""
    user_id = new_id()
    team = TeamScope(new_id(), new_id(), user_id)
    dates = {"createdAt": MOMENT, "updatedAt": MOMENT}
    for key, entity, attributes in (
        (
            keys.organization(team.organization_id),
            "ORGANIZATION",
            {
                "id": team.organization_id,
                "name": "Example Works",
                "features": [JOB_WORKFLOW],
                "defaultExpiryDays": 14,
            },
        ),
        (
            keys.team(team.organization_id, team.team_id),
            "TEAM",
            {
                "id": team.team_id,
                "organizationId": team.organization_id,
                "name": "Team",
                "displayName": "Example Team",
                "accentColor": "3366ff",
            },
        ),
        (
            keys.user(team.organization_id, user_id),
            "USER",
            {
                "id": user_id,
                "organizationId": team.organization_id,
                "firstName": "Grace",
                "lastName": "Hopper",
                "email": "grace@example.com",
                "isApiUser": True,
                "teamIds": [team.team_id],
            },
        ),
    ):
        table.put({"pk": key.pk, "sk": key.sk, "entity": entity, "revision": 1, **dates, **attributes})
    return Tenant(team, add_key(table, team))
