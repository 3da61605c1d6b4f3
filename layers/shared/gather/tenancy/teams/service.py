"""The use cases of teams.

teams = service.create(records, organization_id, request, now=now)
service.create_all(records, [new_team("Night shift", "Nights", organization_id, now)])
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.core.precondition import Precondition
from gather.table import store
from gather.table.changes import Update
from gather.table.conditions import lacks, present
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.models import MOST_TEAMS
from gather.tenancy.organizations.storage import add_to_count, user_key
from gather.tenancy.teams.models import ChangeBranding, CreateTeams, Team, new_teams
from gather.tenancy.teams.storage import TEAM


def create(records: Records, organization_id: str, request: CreateTeams, *, now: datetime) -> list[Team]:
    """Create the teams that the request asks for, with the users who belong to them. As `create_all`."""
    teams = new_teams(request, organization_id, now)
    create_all(records, teams, [team.user_ids for team in request.teams])
    return teams


def change_branding(
    records: Records,
    organization_id: str,
    request: ChangeBranding,
    team_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[Team]:
    """Change how a team looks to candidates. Raises NotFound, PreconditionFailed, Conflict."""

    def change(stored: Stored[Team], _unit: UnitOfWork) -> Team:
        precondition.check(stored.version)
        return stored.record.change_branding(request, timestamp(now))

    return records.change(TEAM, organization_id, team_id, change)


def create_all(records: Records, teams: Sequence[Team], members: Sequence[Sequence[str]] = ()) -> None:
    """Create teams of one organization; the users `members[0]` come to belong to `teams[0]`, and so on.

    All or nothing, one round trip. Raises NotFound for the organization and for a user who is not of it,
    named as `teams[0].userIds[1]`, and Conflict when the organization has too many teams.
    """
    organization_id, moment = teams[0].organization_id, teams[0].created_at
    unit = records.unit_of_work()
    for member in _new_members(teams, members):
        join = Update(
            append={"teamIds": member.team_ids},
            set={"updatedAt": moment},
            add={"revision": 1},
            condition=present() & lacks("archivedAt"),
        )
        refused = NotFound("user", member.user_id, member.named_at)
        unit.write(store.update(user_key(organization_id, member.user_id), join), refused)
    add_to_count(unit, organization_id, "teams", len(teams), MOST_TEAMS)
    for team in teams:
        unit.create(TEAM, team)
    unit.commit()


@dataclass(slots=True)
class _NewMember:
    """A user who joins teams; `named_at` is the first member of the request that names them."""

    user_id: str
    named_at: str
    team_ids: list[str] = field(default_factory=list)


def _new_members(teams: Sequence[Team], members: Sequence[Sequence[str]]) -> Iterable[_NewMember]:
    """Each user once, because a transaction writes an item once. Raises NotFound for a malformed id."""
    found: dict[str, _NewMember] = {}
    for number, (team, user_ids) in enumerate(zip(teams, members, strict=False)):
        for position, user_id in enumerate(user_ids):
            place = f"teams[{number}].userIds[{position}]"
            if not is_id(user_id):
                raise NotFound("user", user_id, place)
            member = found.setdefault(user_id, _NewMember(user_id, place))
            if team.id not in member.team_ids:
                member.team_ids.append(team.id)
    return found.values()
