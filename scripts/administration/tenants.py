"""Organizations with their teams and users (interface: Team, User)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from gather.clock import timestamp
from gather.domain.organization import DEFAULT_EXPIRY_DAYS, Organization, Team, User
from gather.domain.record import Identified
from gather.errors import NotFound
from gather.identifiers import new_id
from gather.table import keys, store
from gather.table.records import Records, absent
from gather.table.store import KeyRange, Table

_EXISTS = "attribute_exists(pk)"
_NEW = "attribute_not_exists(pk)"


def create_organization(
    table: Table,
    name: str,
    now: datetime,
    *,
    features: Iterable[str] = (),
    default_expiry_days: int = DEFAULT_EXPIRY_DAYS,
) -> Organization:
    """Make an organization. One round trip."""
    organization = Organization(
        **_identity(now), name=name, features=tuple(features), default_expiry_days=default_expiry_days
    )
    place = {"searchPk": keys.ORGANIZATIONS, "searchSk": organization.id}
    item = _item(keys.organization(organization.id), "ORGANIZATION", organization)
    table.put({**item, **place}, _NEW)
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

    One round trip. Raises NotFound when there is no such organization.
    """
    team = Team(
        **_identity(now),
        name=name,
        display_name=display_name or name,
        organization_id=organization_id,
        **branding,
    )
    transaction = records.transaction()
    transaction.require(keys.organization(organization_id), _EXISTS, absent("organization", organization_id))
    transaction.write(store.put(_item(keys.team(organization_id, team.id), "TEAM", team), _NEW))
    transaction.commit()
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
    """Make a user of some of an organization's teams.

    One round trip. Raises NotFound when a team is not of the organization.
    """
    user = User(
        **_identity(now),
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone=phone,
        is_api_user=is_api_user,
        team_ids=tuple(dict.fromkeys(team_ids)),
        organization_id=organization_id,
    )
    transaction = records.transaction()
    transaction.require(keys.organization(organization_id), _EXISTS, absent("organization", organization_id))
    for team_id in user.team_ids:
        transaction.require(keys.team(organization_id, team_id), _EXISTS, absent("team", team_id))
    transaction.write(store.put(_item(keys.user(organization_id, user.id), "USER", user), _NEW))
    transaction.commit()
    return user


def organizations(table: Table) -> list[Organization]:
    """Every organization, oldest first; one that was made a moment ago may be missing."""
    places = table.query_all(KeyRange(keys.ORGANIZATIONS, "search"))
    wanted = [keys.Key(place["pk"], place["sk"]) for place in places]
    found = table.get_many(wanted)
    return [Organization.model_validate(found[key]) for key in wanted if key in found]


def teams(table: Table, organization_id: str) -> list[Team]:
    """The teams of an organization, oldest first."""
    return [Team.model_validate(item) for item in _members(table, keys.team(organization_id, ""))]


def users(table: Table, organization_id: str) -> list[User]:
    """The users of an organization, oldest first."""
    return [User.model_validate(item) for item in _members(table, keys.user(organization_id, ""))]


def require_team(table: Table, organization_id: str, team_id: str) -> None:
    """Raises NotFound when the organization has no such team."""
    if table.get(keys.team(organization_id, team_id)) is None:
        raise NotFound("team", team_id)


def _members(table: Table, first: keys.Key) -> Iterable[dict[str, Any]]:
    return table.query_all(KeyRange(first.pk, begins_with=first.sk), consistent=True)


def _identity(now: datetime) -> dict[str, Any]:
    return {"id": new_id(), "created_at": timestamp(now), "updated_at": timestamp(now)}


def _item(key: keys.Key, entity: str, record: Identified) -> dict[str, Any]:
    return {**record.model_dump(by_alias=True), "pk": key.pk, "sk": key.sk, "entity": entity}
