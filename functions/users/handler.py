"""Users of the organization: who works with its teams.

Interface: Users, rules 1 to 3; Console, rule 10.

They work in the organization of the key, whether the key is a team's or the whole organization's. A person
who has signed in sees those of their teams, and an administrator everybody.
"""

from gather.core.caller import Role
from gather.core.formats import QueryFlag, RecordId
from gather.core.model import Model, NoBody, NoQuery, QueryModel
from gather.http.call import KeyCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.tenancy.users import service
from gather.tenancy.users.models import CreateUsers, ListedUser, UpdateUser, User

api = Api("users", writers=Role.ADMINISTRATOR)
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


class OneUser(Model):
    """Data of PATCH and DELETE /users/{userId}."""

    user: User


class UserList(Model):
    """Data of GET /users: users have `teams`, or `teamIds` where these are not asked for."""

    users: list[ListedUser]


@api.post("/users", response=CreatedUsers)
def create_users(call: KeyCall[CreateUsers, NoQuery]) -> CreatedUsers:
    """Add users, all of them or none. Who is to have an account is invited to the dashboard soon after."""
    users = service.create(call.records, call.organization_id, call.body, call.actor, now=call.now)
    return CreatedUsers(users=users)


@api.get("/users", response=UserList)
def list_users(call: KeyCall[NoBody, UserListQuery]) -> UserList:
    """List the organization's users, or those of a team, newest first."""
    users = service.list_users(
        call.records,
        call.organization_id,
        team_id=call.query.team_id,
        include_teams=call.query.include_teams,
        visible=call.caller.visible_team_ids,
    )
    return UserList(users=users)


@api.patch("/users/{userId}", response=OneUser)
def change_user(call: KeyCall[UpdateUser, NoQuery]) -> Result:
    """Change the members of a user that are supplied.

    A person who has signed in cannot take its last administrator from the organization.
    """
    stored = service.update(
        call.records,
        call.organization_id,
        call.path["userId"],
        call.body,
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return Result(OneUser(user=stored.record), version=stored.version)


@api.delete("/users/{userId}", response=OneUser)
def archive_user(call: KeyCall[NoBody, NoQuery]) -> OneUser:
    """Archive a user, whose sessions end and whose keys go on. They are in no list from then on."""
    stored = service.archive(
        call.records,
        call.organization_id,
        call.path["userId"],
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )
    return OneUser(user=stored.record)
