"""Organizations with their teams and users, as an operator makes and sees them.

Interface: Teams, rule 1; Users, rules 1 and 2.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from gather.core.caller import OPERATOR, Role
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import DEFAULT_EXPIRY_DAYS, Organization
from gather.tenancy.teams import service as team_service
from gather.tenancy.teams import storage as team_storage
from gather.tenancy.teams.models import Team, new_team
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users import service as user_service
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import User, new_user


def create_organization(
    table: Table,
    name: str,
    now: datetime,
    *,
    features: Iterable[str] = (),
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS,
    country: str | None = None,
    sms_countries: Iterable[str] = (),
) -> Organization:
    """Make an organization. One round trip."""
    moment = timestamp(now)
    organization = Organization(
        id=new_id(),
        name=name,
        features=tuple(features),
        default_expiry_days=default_expiry_days,
        country=country,
        sms_countries=tuple(sms_countries),
        created_at=moment,
        updated_at=moment,
    )
    organization_storage.create(table, organization)
    return organization


def change_organization(
    records: Records, before: Organization, after: Organization, now: datetime
) -> Organization:
    """Store what `after` changes of an organization; the organization as it is then. One round trip.

    Raises Conflict when it is not as `before` any more.
    """
    unit = records.unit_of_work()
    changed = organization_storage.save_change(unit, before, after, now)
    action = AuditAction.ORGANIZATION_CHANGED
    audit_storage.save(unit, before.id, OPERATOR, action, before.id, now)
    unit.commit()
    return changed


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
    team_service.create_all(records, [team])
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
    role: Role = Role.REVIEWER,
) -> User:
    """Make a user of some of an organization's teams; who is no API user is invited to the console.

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
        role=role,
    )
    user_service.create_all(records, [user], [named], OPERATOR)
    return user


def teams(table: Table, organization_id: str) -> list[Team]:
    """The teams of an organization, oldest first."""
    return team_storage.list_teams(table, organization_id)[::-1]


def users(table: Table, organization_id: str) -> list[User]:
    """The users of an organization, oldest first."""
    return user_storage.list_users(table, organization_id)[::-1]


def read_team(records: Records, organization_id: str, team_id: str) -> Team:
    """A team of an organization. One round trip. Raises NotFound."""
    return records.get(TEAM, organization_id, team_id).record


def change_team(records: Records, team: Team, now: datetime, **members: Any) -> Team:
    """Change members of a team, by their Python names; the team as it is then. Two round trips.

    Raises NotFound and Conflict.
    """

    def changed(stored: Stored[Team], _unit: UnitOfWork) -> Team:
        after = stored.record.changed(**members)
        return stored.record if after == stored.record else after.changed(updated_at=timestamp(now))

    return records.change(TEAM, team.organization_id, team.id, changed).record
