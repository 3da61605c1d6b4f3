"""Tenants to measure with, written straight to the table."""

from dataclasses import dataclass
from datetime import UTC, datetime

from gather.core.caller import Permission, Role, Scope, TeamScope
from gather.core.identifiers import new_id
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.secret import hash_of
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import JOB_WORKFLOW, Organization
from gather.tenancy.sessions import service as session_service
from gather.tenancy.teams.models import Team
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users.models import User, new_user
from gather.tenancy.users.storage import USER

MOMENT = "2026-01-01T00:00:00.000Z"


@dataclass(frozen=True)
class Tenant:
    """An organization with a team, a user and a key."""

    scope: TeamScope
    key: str


def credential_item(team: TeamScope, scope: Scope = Scope.GATHER) -> tuple[str, Item]:
    """A new key and the item that it is checked against."""
    secret = f"qapi_{new_id()}"
    item = CREDENTIAL.at(hash_of(secret)).item(
        id=new_id(),
        name="measurements",
        organizationId=team.organization_id,
        teamId=team.team_id,
        userId=team.user_id,
        scope=scope.value,
        permissions=[permission.value for permission in Permission],
        createdAt=MOMENT,
    )
    return secret, item


def add_key(table: Table, team: TeamScope, scope: Scope = Scope.GATHER) -> str:
    """One more key of the team; a key has 1000 requests an hour."""
    secret, item = credential_item(team, scope)
    table.put(item)
    return secret


def add_session(table: Table, team: TeamScope) -> str:
    """The token of a new session of an administrator."""
    now = datetime.now(UTC)
    person = new_user(
        team.organization_id,
        "Ada",
        "Lovelace",
        f"{new_id()}@example.com",
        (team.team_id,),
        now,
        is_api_user=False,
        role=Role.ADMINISTRATOR,
    )
    unit = Records(table).unit_of_work()
    unit.create(USER, person)
    unit.commit()
    return session_service.begin(Records(table), person, now=now).token


def add_tenant(table: Table) -> Tenant:
    """A new organization with one team."""
    organization_id, team_id, user_id = new_id(), new_id(), new_id()
    organization_storage.create(
        table,
        Organization(
            id=organization_id,
            name="Example Works",
            features=(JOB_WORKFLOW,),
            created_at=MOMENT,
            updated_at=MOMENT,
        ),
    )
    unit = Records(table).unit_of_work()
    unit.create(
        TEAM,
        Team(
            id=team_id,
            organization_id=organization_id,
            name="Team",
            display_name="Example Team",
            accent_color="3366ff",
            created_at=MOMENT,
            updated_at=MOMENT,
        ),
    )
    unit.create(
        USER,
        User(
            id=user_id,
            organization_id=organization_id,
            first_name="Grace",
            last_name="Hopper",
            email="grace@example.com",
            is_api_user=True,
            team_ids=(team_id,),
            created_at=MOMENT,
            updated_at=MOMENT,
        ),
    )
    unit.commit()
    team = TeamScope(organization_id, team_id, user_id)
    return Tenant(team, add_key(table, team))
