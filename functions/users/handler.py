"""Users of the organization: who works with its teams.

Interface: Users, rules 1 to 3.

They work in the organization of the key, whether the key is a team's or the whole organization's.
"""

from gather.core.errors import NotFound
from gather.core.formats import QueryFlag, RecordId
from gather.core.model import Model, NoBody, NoQuery, QueryModel
from gather.http.call import KeyCall
from gather.http.routes import Api
from gather.tenancy.teams.models import Team
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import CreateUsers, ListedUser, User, new_users

api = Api("users")
handler = api.handler


class UserListQuery(QueryModel):
    """Query of GET /users; `team_id` leaves only the users of a team."""

    team_id: RecordId | None = None
    """Keeps the members of this team."""
    include_teams: QueryFlag = True
    """Whether each user has `teams` with their names."""


class CreatedUsers(Model):
    """Data of POST /users."""

    users: list[User]
    """The users."""


class UserList(Model):
    """Data of GET /users: users have `teams`, or `teamIds` where these are not asked for."""

    users: list[ListedUser]


@api.post("/users", response=CreatedUsers)
def create_users(call: KeyCall[CreateUsers, NoQuery]) -> CreatedUsers:
    """Add users, all of them or none. Who is to have an account is invited to the dashboard soon after."""
    users = new_users(call.body, call.organization_id, call.now)
    user_storage.create_users(call.records, users, [user.team_ids for user in call.body.users], call.actor)
    return CreatedUsers(users=users)


@api.get("/users", response=UserList)
def list_users(call: KeyCall[NoBody, UserListQuery]) -> UserList:
    """List the organization's users, or those of a team, newest first."""
    query = call.query
    if query.team_id is None and not query.include_teams:
        users = user_storage.users(call.records.table, call.organization_id)
        return UserList(users=[ListedUser.with_ids(user) for user in users])
    teams, users = user_storage.teams_and_users(call.records.table, call.organization_id)
    by_id = {team.id: team for team in teams}
    if query.team_id is not None:
        users = _of_team(users, query.team_id, by_id)
    if query.include_teams:
        return UserList(users=[ListedUser.with_teams(user, by_id) for user in users])
    return UserList(users=[ListedUser.with_ids(user) for user in users])


def _of_team(users: list[User], team_id: str, teams: dict[str, Team]) -> list[User]:
    """The users who belong to a team. Raises NotFound when the organization has no such team."""
    if team_id not in teams:
        raise NotFound("team", team_id, "teamId")
    return [user for user in users if team_id in user.team_ids]
