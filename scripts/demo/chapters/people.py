"""The people who work with the service: a new team with its branding, and the users who belong to it."""

from typing import Any

from demo.deviation import expect, require
from demo.scene import Scene
from talent_screening import Conflict, ValidationFailed
from talent_screening.models import ChangeBranding, CreateTeams, CreateUsers, TeamToCreate, UserToCreate

PERSON = "bo@example.com"


def make_team(scene: Scene) -> None:
    """Create a team with its branding, two users, and the invitation of the one who may sign in."""
    step = scene.customer.step(
        "The second shift needs a team. One request can create several teams, all or none.",
        status=201,
        show=("data.teams[].id", "data.teams[].name"),
    )
    night_shift = TeamToCreate(name="Night shift", display_name="Night shift at Example Works")
    [team] = step.create_teams(CreateTeams(teams=[night_shift])).teams
    _give_it_a_look(scene, team.id)
    _add_users(scene, team.id)
    _read_invitation(scene)


def _give_it_a_look(scene: Scene, team_id: str) -> None:
    scene.customer.refused(
        "Colors are hex digits without #. The service reports every invalid color.",
        ValidationFailed,
        lambda customer: customer.change_branding(
            team_id, ChangeBranding(accent_color="#1f4e8c", team_button_color="blue")
        ),
    )
    step = scene.customer.step(
        "The team's candidates see its colors from now on.",
        show=("data.team.displayName", "data.team.accentColor", "data.team.buttonColor"),
    )
    branding = ChangeBranding(accent_color="1f4e8c", team_button_color="fa0")
    branded = step.change_branding(team_id, branding).team
    expect("the colors", (branded.accent_color, branded.button_color), ("1f4e8c", "fa0"))


def _add_users(scene: Scene, team_id: str) -> None:
    program = _user(team_id, "Roster", "roster@example.com")
    person = _user(team_id, "Bo", PERSON, create_auth0_account=True)
    step = scene.customer.step(
        "The team gets a user for a program and a user for a person who signs in to the dashboard.",
        status=201,
        show=("data.users[].id", "data.users[].email", "data.users[].isApiUser"),
    )
    made = step.create_users(CreateUsers(users=[program, person])).users
    expect("who is an API user", [user.is_api_user for user in made], [True, False])
    newcomer, again = _user(team_id, "New", "new@example.com"), _user(team_id, "Bo", "BO@example.com")
    refused = scene.customer.refused(
        "E-mail addresses are unique and ignore case. The service names both conflicts and creates no user.",
        Conflict,
        lambda customer: customer.create_users(CreateUsers(users=[newcomer, again, program])),
    )
    fields = [fault.field for fault in refused.faults]
    expect("the addresses in the way", fields, ["users[1].email", "users[2].email"])
    step = scene.customer.step(
        "The list shows the team's users with the ids of their teams.",
        show=("data.users[].firstName", "data.users[].teamIds"),
    )
    listed = step.list_users(team_id=team_id, include_teams=False).users
    expect("the users of the team", {user.id for user in listed}, {user.id for user in made})


def _user(
    team_id: str, first_name: str, email: str, *, create_auth0_account: bool | None = None
) -> UserToCreate:
    user = UserToCreate(first_name=first_name, last_name="Example", email=email, team_ids=[team_id])
    if create_auth0_account is not None:
        user.create_auth0_account = create_auth0_account
    return user


def _read_invitation(scene: Scene) -> None:
    def invitations(inbox: Any) -> list[dict[str, str]]:
        return [message for message in inbox["messages"] if message["to"] == PERSON]

    inbox = scene.browser.look("The person receives an invitation.", "/_local/inbox", invitations)
    require("invitations", len(invitations(inbox)) == 1, "one", invitations(inbox))
    [invitation] = invitations(inbox)
    scene.page.fact(f"{invitation['channel']} to {invitation['to']}: {invitation['subject']}")
