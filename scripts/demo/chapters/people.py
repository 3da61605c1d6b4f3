"""Who works with the service: a new team with its look, and the users who belong to it."""

from typing import Any

from demo.deviation import expect, require
from demo.scene import Scene

PERSON = "bo@example.com"


def make_team(scene: Scene) -> None:
    """A team, how it looks, two users, and the invitation of the one who is to sign in."""
    team = scene.customer.call(
        "The second shift needs a team. One request can create several teams, all or none.",
        "POST",
        "/teams",
        {"teams": [{"name": "Night shift", "displayName": "Night shift at Example Works"}]},
        status=201,
        show=("data.teams[].id", "data.teams[].name"),
    ).data["teams"][0]
    _give_it_a_look(scene, f"/teams/{team['id']}/branding")
    _add_users(scene, team["id"])
    _read_invitation(scene)


def _give_it_a_look(scene: Scene, path: str) -> None:
    scene.customer.call(
        "Colors are hex digits without #. The service reports every invalid color.",
        "PATCH",
        path,
        {"accentColor": "#1f4e8c", "teamButtonColor": "blue"},
        status=400,
        show=("error",),
    )
    branded = scene.customer.call(
        "The team's candidates see its colors from now on.",
        "PATCH",
        path,
        {"accentColor": "1f4e8c", "teamButtonColor": "fa0"},
        show=("data.team.displayName", "data.team.accentColor", "data.team.buttonColor"),
    ).data["team"]
    expect("the colors", (branded["accentColor"], branded["buttonColor"]), ("1f4e8c", "fa0"))


def _add_users(scene: Scene, team_id: str) -> None:
    program = _user(team_id, "Roster", "roster@example.com")
    person = {**_user(team_id, "Bo", PERSON), "createAuth0Account": True}
    made = scene.customer.call(
        "The team gets a user for a program and a user for a person who signs in to the dashboard.",
        "POST",
        "/users",
        {"users": [program, person]},
        status=201,
        show=("data.users[].id", "data.users[].email", "data.users[].isApiUser"),
    ).data["users"]
    expect("who is an API user", [user["isApiUser"] for user in made], [True, False])
    refused = scene.customer.call(
        "E-mail addresses are unique and ignore case. The service names both conflicts and creates no user.",
        "POST",
        "/users",
        {"users": [_user(team_id, "New", "new@example.com"), {**person, "email": "BO@example.com"}, program]},
        status=409,
        show=("error",),
    ).body["error"]
    fields = [detail["field"] for detail in refused["details"]]
    expect("the addresses in the way", fields, ["users[1].email", "users[2].email"])
    listed = scene.customer.call(
        "The list shows the team's users with the ids of their teams.",
        "GET",
        f"/users?teamId={team_id}&includeTeams=false",
        show=("data.users[].firstName", "data.users[].teamIds"),
    ).data["users"]
    expect("the users of the team", {user["id"] for user in listed}, {user["id"] for user in made})


def _user(team_id: str, first_name: str, email: str) -> dict[str, Any]:
    return {"firstName": first_name, "lastName": "Example", "email": email, "teamIds": [team_id]}


def _read_invitation(scene: Scene) -> None:
    def invitations(inbox: Any) -> list[dict[str, str]]:
        return [message for message in inbox["messages"] if message["to"] == PERSON]

    inbox = scene.local.await_response(
        "The person receives an invitation.", "/_local/inbox", invitations
    ).body
    require("invitations", len(invitations(inbox)) == 1, "one", invitations(inbox))
    [invitation] = invitations(inbox)
    scene.page.fact(f"{invitation['channel']} to {invitation['to']}: {invitation['subject']}")
