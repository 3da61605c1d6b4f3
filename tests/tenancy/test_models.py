"""Rules of teams and users that need no table (interface: Teams, rules 1 to 3; Users, rules 1 and 2)."""

from datetime import UTC, datetime

import pytest

from gather.core.email_address import normal_email
from gather.tenancy.teams.models import ChangeBranding, CreateTeams, new_team, new_teams
from gather.tenancy.users.models import CreateUsers, ListedUser, new_user, new_users

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
LATER = "2026-03-03T09:30:00.000Z"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ada@example.com", "Ada@Example.COM"),
        ("jos\u00e9@example.com", "jose\u0301@example.com"),
        ("JOS\u00c9@example.com", "jose\u0301@example.com"),
        ("stra\u00dfe@example.com", "STRASSE@example.com"),
    ],
)
def test_an_address_is_the_same_whatever_its_case_and_composition(one: str, other: str) -> None:
    assert normal_email(one) == normal_email(other)


def test_different_addresses_stay_different() -> None:
    assert normal_email("jose@example.com") != normal_email("jos\u00e9@example.com")


def test_teams_and_users_are_made_in_the_order_of_the_request() -> None:
    teams = CreateTeams.model_validate(
        {"teams": [{"name": "B", "displayName": "b"}, {"name": "A", "displayName": "a"}]}, strict=False
    )
    user = {"firstName": "A", "lastName": "B", "teamIds": ["t"]}
    users = CreateUsers.model_validate(
        {"users": [{**user, "email": "b@example.com"}, {**user, "email": "a@example.com"}]}, strict=False
    )

    made = new_teams(teams, "organization", NOW)
    people = new_users(users, "organization", NOW)

    assert [team.name for team in made] == ["B", "A"]
    assert sorted(team.id for team in made) == [team.id for team in made]
    assert [user.email for user in people] == ["b@example.com", "a@example.com"]


def test_a_branding_changes_only_what_it_names() -> None:
    team = new_team("A", "a", "organization", NOW, accent_color="3366ff", button_color="fff")

    changed = team.change_branding(
        ChangeBranding.model_validate_json('{"teamButtonColor": null, "description": "x"}'), LATER
    )

    assert changed == team.changed(button_color=None, description="x", updated_at=LATER)
    assert team.change_branding(ChangeBranding(), LATER) is team


def test_a_listed_user_has_teams_or_their_ids_and_not_both() -> None:
    team = new_team("A", "a", "organization", NOW)
    user = new_user("organization", "Ada", "Example", "ada@example.com", [team.id, "gone"], NOW)

    with_ids = ListedUser.with_ids(user).model_dump(by_alias=True)
    with_teams = ListedUser.with_teams(user, {team.id: team}).model_dump(by_alias=True)

    assert with_ids["teamIds"] == (team.id, "gone")
    assert [each["id"] for each in with_teams["teams"]] == [team.id]
    assert with_ids.keys() - with_teams.keys() == {"teamIds"}
    assert with_teams.keys() - with_ids.keys() == {"teams"}
