"""Organizations with their teams and users, as an operator makes and sees them (interface: Team, User)."""

from collections.abc import Iterable
from datetime import datetime

from gather.clock import timestamp
from gather.domain.organization import DEFAULT_EXPIRY_DAYS, Organization
from gather.domain.team import Team, new_team
from gather.domain.user import User, new_user
from gather.errors import NotFound
from gather.identifiers import new_id
from gather.table import keys
from gather.table import tenants as table_of_tenants
from gather.table.records import Records
from gather.table.store import Table


def create_organization(
    table: Table,
    name: str,
    now: datetime,
    *,
    features: Iterable[str] = (),
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS,
) -> Organization:
    """Make an organization. One round trip."""
    moment = timestamp(now)
    organization = Organization(
        id=new_id(),
        name=name,
        features=tuple(features),
        default_expiry_days=default_expiry_days,
        created_at=moment,
        updated_at=moment,
    )
    table_of_tenants.create_organization(table, organization)
    return organization


def create_team(
    records: Records,
    organization_id: str,
    name: str,
    now: datetime,
    *,
    display_name: str | None = None,
    **branding: str,
) -> Team:
    """Make a team of an organization; `branding` holds further members of `Team`.

    One round trip. Raises NotFound when there is no such organization, Conflict when it has too many teams.
    """
    team = new_team(name, display_name or name, organization_id, now, **branding)
    table_of_tenants.create_teams(records, [team])
    return team


def create_user(
    records: Records,
    organization_id: str,
    first_name: str,
    last_name: str,
    email: str,
    team_ids: Iterable[str],
    now: datetime,
    *,
    phone: str | None = None,
    is_api_user: bool = True,
) -> User:
    """Make a user of some of an organization's teams; who is no API user is invited to the dashboard.

    Two round trips. Raises NotFound when a team is not of the organization, Conflict when another of its
    users has the address, or when it has too many.
    """
    named = tuple(team_ids)
    user = new_user(
        organization_id,
        first_name,
        last_name,
        email,
        named,
        now,
        phone=phone,
        is_api_user=is_api_user,
    )
    table_of_tenants.create_users(records, [user], [named])
    return user


def organizations(table: Table) -> list[Organization]:
    """Every organization, oldest first; one that was made a moment ago may be missing."""
    return table_of_tenants.organizations(table)


def teams(table: Table, organization_id: str) -> list[Team]:
    """The teams of an organization, oldest first."""
    return table_of_tenants.teams(table, organization_id)[::-1]


def users(table: Table, organization_id: str) -> list[User]:
    """The users of an organization, oldest first."""
    return table_of_tenants.users(table, organization_id)[::-1]


def require_team(table: Table, organization_id: str, team_id: str) -> None:
    """Raises NotFound when the organization has no such team."""
    if table.get(keys.team(organization_id, team_id)) is None:
        raise NotFound("team", team_id)
