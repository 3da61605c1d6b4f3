"""Teams of the organization, with their branding.

Interface: Teams, rules 1 to 6.

They work in the organization of the key, whether the key is a team's or the whole organization's. A person
who has signed in sees their own teams, and an administrator all.
"""

from gather.core.caller import Caller, Role, SandboxUse
from gather.core.errors import NotFound
from gather.core.formats import RecordId
from gather.core.model import Model, NoBody, NoQuery, QueryModel
from gather.http.call import KeyCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.tenancy.teams import service
from gather.tenancy.teams import storage as team_storage
from gather.tenancy.teams.models import ChangeBranding, CreateTeams, Team
from gather.tenancy.teams.storage import TEAM
from gather.tenancy.users import storage as user_storage

api = Api("teams", writers=Role.ADMINISTRATOR)
handler = api.handler


class TeamListQuery(QueryModel):
    """Query of GET /teams."""

    user_id: RecordId | None = None
    """Keeps the teams that this user is a member of."""


class OneTeam(Model):
    """Data of the routes of one team."""

    team: Team


class TeamList(Model):
    """Data of GET and POST /teams."""

    teams: list[Team]


@api.post("/teams", response=TeamList, sandbox=SandboxUse.REFUSED)
def create_teams(call: KeyCall[CreateTeams, NoQuery]) -> TeamList:
    """Add teams, all of them or none. The users that a team names belong to it from then on."""
    return TeamList(teams=service.create(call.records, call.organization_id, call.body, now=call.now))


@api.get("/teams", response=TeamList)
def list_teams(call: KeyCall[NoBody, TeamListQuery]) -> TeamList:
    """List the organization's teams, or those that a user belongs to, newest first."""
    if call.query.user_id is not None:
        teams = user_storage.list_teams_of_user(call.records, call.organization_id, call.query.user_id)
    else:
        teams = team_storage.list_teams(call.records.table, call.organization_id)
    return TeamList(teams=[team for team in teams if _is_visible(call.caller, team.id)])


@api.get("/teams/{teamId}", response=OneTeam)
def get_team(call: KeyCall[NoBody, NoQuery]) -> Result:
    """Read a team."""
    team_id = call.path["teamId"]
    if not _is_visible(call.caller, team_id):
        raise NotFound(TEAM.resource, team_id)
    stored = call.records.get(TEAM, call.organization_id, team_id)
    return Result(OneTeam(team=stored.record), version=stored.version)


@api.patch("/teams/{teamId}/branding", response=OneTeam, sandbox=SandboxUse.REFUSED)
def change_branding(call: KeyCall[ChangeBranding, NoQuery]) -> Result:
    """Change the members of a team's branding that are supplied; null clears all but the name."""
    stored = service.change_branding(
        call.records,
        call.organization_id,
        call.body,
        call.path["teamId"],
        now=call.now,
        precondition=call.precondition,
    )
    return Result(OneTeam(team=stored.record), version=stored.version)


def _is_visible(caller: Caller, team_id: str) -> bool:
    return caller.visible_team_ids is None or team_id in caller.visible_team_ids
