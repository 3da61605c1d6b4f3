"""Routes of teams (interface: Endpoints, Teams).

They work in the organization of the key, whether the key is a team's or the whole organization's.
"""

from gather.core.model import Model, NoBody, NoQuery, QueryModel, RecordId
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table.records import Stored, Transaction
from gather.tenancy import organization_storage
from gather.tenancy.organization_storage import TEAM
from gather.tenancy.team import ChangeBranding, CreateTeams, Team, branded, new_teams
from gather.wiring import records, table

api = Api("teams", works_in_team=False)
handler = api.handler


class TeamListQuery(QueryModel):
    """Query of GET /teams."""

    user_id: RecordId | None = None


class TeamAnswer(Model):
    """Data of a team."""

    team: Team


class TeamList(Model):
    """Data of GET and POST /teams."""

    teams: list[Team]


@api.post("/teams", answer=TeamList, body=CreateTeams, query=NoQuery)
def create_teams(call: Call[CreateTeams, NoQuery]) -> TeamList:
    """Add teams, all of them or none. The users that a team names belong to it from then on."""
    teams = new_teams(call.body, call.organization_id, call.now)
    organization_storage.create_teams(records(), teams, [team.user_ids for team in call.body.teams])
    return TeamList(teams=teams)


@api.get("/teams", answer=TeamList, query=TeamListQuery)
def list_teams(call: Call[NoBody, TeamListQuery]) -> TeamList:
    """List the organization's teams, or those that a user belongs to, newest first."""
    if call.query.user_id is not None:
        return TeamList(
            teams=organization_storage.teams_of_user(records(), call.organization_id, call.query.user_id)
        )
    return TeamList(teams=organization_storage.teams(table(), call.organization_id))


@api.get("/teams/{teamId}", answer=TeamAnswer, query=NoQuery)
def get_team(call: Call[NoBody, NoQuery]) -> Answer:
    """Read a team."""
    stored = records().get(TEAM, call.organization_id, call.path["teamId"])
    return Answer(TeamAnswer(team=stored.record), version=stored.version)


@api.patch("/teams/{teamId}/branding", answer=TeamAnswer, body=ChangeBranding, query=NoQuery)
def change_branding(call: Call[ChangeBranding, NoQuery]) -> Answer:
    """Change the members of a team's branding that are supplied; null clears all but the name."""

    def change(stored: Stored[Team], _transaction: Transaction) -> Team:
        call.check_version(stored.version)
        return branded(stored.record, call.body, call.moment)

    stored = records().change(TEAM, call.organization_id, call.path["teamId"], change)
    return Answer(TeamAnswer(team=stored.record), version=stored.version)
