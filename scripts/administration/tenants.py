"""Organizations with their teams and users, as an operator makes and sees them (interface: Team, User)."""

from collections.abc import Iterable
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import new_id
from gather.table import keys
from gather.table.records import Records, Stored, Transaction
from gather.table.store import ConditionFailed, Table, Update
from gather.tenancy import organization_storage as table_of_tenants
from gather.tenancy.organization import DEFAULT_EXPIRY_DAYS, Organization
from gather.tenancy.organization_storage import TEAM
from gather.tenancy.team import Team, new_team
from gather.tenancy.user import User, new_user


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


def read_organization(table: Table, organization_id: str) -> Organization:
    """An organization. One round trip. Raises NotFound."""
    item = table.get(keys.organization(organization_id))
    if item is None:
        raise NotFound("organization", organization_id)
    return Organization.model_validate(item)


def change_organization(
    table: Table, before: Organization, after: Organization, now: datetime
) -> Organization:
    """Store the name, the features and the expiry of `after`; the organization as it is then.

    One round trip. Raises Conflict when it is not as `before` any more.
    """
    change = Update(
        "SET #name = :name, features = :features, defaultExpiryDays = :days, updatedAt = :now",
        {
            ":name": after.name,
            ":features": list(after.features),
            ":days": after.default_expiry_days,
            ":now": timestamp(now),
            ":before": before.updated_at,
            ":had": list(before.features),
        },
        {"#name": "name"},
        condition="updatedAt = :before AND features = :had",
    )
    try:
        return Organization.model_validate(table.update(keys.organization(before.id), change))
    except ConditionFailed:
        raise Conflict("The organization was changed at the same time. Look at it and try again.") from None


def read_team(records: Records, organization_id: str, team_id: str) -> Team:
    """A team of an organization. One round trip. Raises NotFound."""
    return records.get(TEAM, organization_id, team_id).record


def change_team(records: Records, team: Team, now: datetime, **members: str) -> Team:
    """Change members of a team, by their Python names; the team as it is then. Two round trips.

    Raises NotFound and Conflict.
    """

    def changed(stored: Stored[Team], _transaction: Transaction) -> Team:
        after = stored.record.changed(**members)
        return stored.record if after == stored.record else after.changed(updated_at=timestamp(now))

    return records.change(TEAM, team.organization_id, team.id, changed).record
