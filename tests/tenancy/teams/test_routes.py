"""Teams over the HTTP interface (interface: Teams, rules 1 to 6)."""

from collections.abc import Mapping

import pytest

from gather.core.caller import Permission
from gather.core.identifiers import new_id
from gather.table.changes import Update
from gather.table.store import Table
from gather.tenancy.organizations.models import MOST_TEAMS
from gather.tenancy.organizations.storage import ORGANIZATION
from gather.tenancy.teams.models import MOST_MEMBERS_IN_A_CALL, MOST_TEAMS_IN_A_CALL
from gather.tenancy.users.models import MOST_USERS_IN_A_CALL
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_key

pytestmark = pytest.mark.routes

TEAM = {"name": "Night shift", "displayName": "Night shift at Example Works"}


def add_users(service: Service, tenant: Tenant, number: int) -> list[str]:
    """The ids of new users of the first team."""
    users = [
        {
            "firstName": "Robin",
            "lastName": "Example",
            "email": f"robin-{new_id()}@example.com",
            "teamIds": [tenant.team_id],
        }
        for _ in range(number)
    ]
    return [user["id"] for user in service.post("/users", {"users": users}).data["users"]]


def team_ids_of(service: Service, user_id: str) -> list[str]:
    """The ids of the teams that a user has."""
    users = service.get("/users", includeTeams="false").data["users"]
    [ids] = [user["teamIds"] for user in users if user["id"] == user_id]
    return list(ids)


def names(reply: Reply) -> list[str]:
    """The names of the teams that are answered."""
    return [team["name"] for team in reply.data["teams"]]


def test_several_teams_are_made_in_one_call(service: Service, tenant: Tenant) -> None:
    reply = service.post(
        "/teams",
        {
            "teams": [
                {**TEAM, "description": "From ten to six"},
                {"name": "Kitchen", "displayName": "Kitchen"},
            ]
        },
    )

    assert reply.status == 201
    first, second = reply.data["teams"]
    assert first == {
        "id": first["id"],
        "name": "Night shift",
        "displayName": "Night shift at Example Works",
        "description": "From ten to six",
        "logoUrl": None,
        "accentColor": None,
        "buttonColor": None,
        "backgroundImage": None,
        "organizationId": tenant.organization_id,
        "createdAt": first["createdAt"],
        "updatedAt": first["createdAt"],
        "archivedAt": None,
    }
    assert (second["name"], second["description"]) == ("Kitchen", None)
    assert service.get(f"/teams/{second['id']}").data == {"team": second}


def test_a_new_team_can_be_worked_in_at_once(service: Service) -> None:
    [team] = service.post("/teams", {"teams": [TEAM]}).data["teams"]

    assert service.get("/candidates", teamId=team["id"]).status == 200
    assert service.get("/branding", teamId=team["id"]).data["branding"]["displayName"] == TEAM["displayName"]


def test_users_that_a_team_names_belong_to_it_from_then_on(service: Service, tenant: Tenant) -> None:
    first, second = add_users(service, tenant, 2)
    body = {
        "teams": [
            {**TEAM, "userIds": [first, first]},
            {**TEAM, "name": "Kitchen", "userIds": [second, first]},
        ]
    }

    night, kitchen = [team["id"] for team in service.post("/teams", body).data["teams"]]

    assert team_ids_of(service, first) == [tenant.team_id, night, kitchen]
    assert team_ids_of(service, second) == [tenant.team_id, kitchen]
    assert names(service.get("/teams", userId=second)) == ["Kitchen", "Team 1"]


def test_two_calls_that_name_one_user_at_the_same_time_lose_neither_team(
    service: Service, tenant: Tenant, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    [user_id] = add_users(service, tenant, 1)
    transact = Table.transact

    def overtaken(self: Table, writes: list[dict[str, object]]) -> None:
        monkeypatch.setattr(Table, "transact", transact)
        assert service.post("/teams", {"teams": [{**TEAM, "name": "B", "userIds": [user_id]}]}).status == 201
        transact(self, writes)

    monkeypatch.setattr(Table, "transact", overtaken)

    body = {"teams": [{**TEAM, "name": "A", "userIds": [user_id]}]}
    assert service.post("/teams", body).status == 201

    assert sorted(names(service.get("/teams", userId=user_id))) == ["A", "B", "Team 1"]


def test_every_fault_is_named_with_its_index_and_nothing_is_written(service: Service) -> None:
    reply = service.post(
        "/teams",
        {
            "teams": [
                TEAM,
                {"displayName": "", "userIds": "all"},
                {"name": 7, "displayName": "x" * 256, "description": "x" * 2_001},
                "Kitchen",
            ]
        },
    )

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {
        "teams[1].name",
        "teams[1].displayName",
        "teams[1].userIds",
        "teams[2].name",
        "teams[2].displayName",
        "teams[2].description",
        "teams[3]",
    }
    assert names(service.get("/teams")) == ["Team 2", "Team 1"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"teams"}),
        ({"teams": []}, {"teams"}),
        ({"teams": TEAM}, {"teams"}),
        ({"teams": [TEAM] * (MOST_TEAMS_IN_A_CALL + 1)}, {"teams"}),
        ({"teams": [{**TEAM, "userIds": [UNKNOWN_ID] * (MOST_MEMBERS_IN_A_CALL + 1)}]}, {"teams[0].userIds"}),
    ],
)
def test_a_call_makes_from_one_to_twenty_five_teams(
    service: Service, body: Mapping[str, object], fields: set[str]
) -> None:
    reply = service.post("/teams", body)

    assert (reply.status, reply.faulty_fields) == (400, fields)


def test_the_teams_of_a_call_name_as_many_users_as_go_into_one_transaction(
    service: Service, tenant: Tenant
) -> None:
    users = [user for _ in range(4) for user in add_users(service, tenant, MOST_USERS_IN_A_CALL)]
    most, more = users[:MOST_MEMBERS_IN_A_CALL], users[: MOST_MEMBERS_IN_A_CALL + 1]

    def team(user_ids: list[str]) -> dict[str, object]:
        return {**TEAM, "userIds": user_ids}

    refused = service.post("/teams", {"teams": [team(more[:40]), team(more[40:])]})
    made = service.post("/teams", {"teams": [team(most[number::25]) for number in range(25)]})

    assert (refused.status, refused.faulty_fields) == (400, {"teams"})
    assert (made.status, len(made.data["teams"])) == (201, 25)


@pytest.mark.parametrize("user_id", [UNKNOWN_ID, "nobody", ""])
def test_a_user_who_is_not_there_is_named_and_no_team_is_made(
    service: Service, tenant: Tenant, user_id: str
) -> None:
    body = {"teams": [{**TEAM, "userIds": [tenant.user_id]}, {**TEAM, "userIds": [tenant.user_id, user_id]}]}

    reply = service.post("/teams", body)

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "user", "id": user_id, "field": "teams[1].userIds[1]"}
    assert names(service.get("/teams")) == ["Team 2", "Team 1"]
    assert team_ids_of(service, tenant.user_id) == [tenant.team_id, tenant.second_team_id]


def test_another_organizations_user_is_not_there(service: Service, other_tenant: Tenant) -> None:
    reply = service.post("/teams", {"teams": [{**TEAM, "userIds": [other_tenant.user_id]}]})

    assert (reply.status, reply.error["details"]["field"]) == (404, "teams[0].userIds[0]")


def test_two_teams_may_have_the_same_name(service: Service) -> None:
    assert service.post("/teams", {"teams": [TEAM, TEAM]}).status == 201


def test_an_organization_has_a_limit_of_teams(service: Service, tenant: Tenant, table: Table) -> None:
    organization = ORGANIZATION.key(tenant.organization_id)
    table.update(organization, Update(set={"teamsCount": MOST_TEAMS - 1}))

    refused = service.post("/teams", {"teams": [TEAM, TEAM]})
    made = service.post("/teams", {"teams": [TEAM]})
    full = service.post("/teams", {"teams": [TEAM]})

    assert (refused.status, made.status, full.status) == (409, 201, 409)
    assert len(service.get("/teams").data["teams"]) == 3


def test_a_repeated_call_makes_the_teams_once(service: Service) -> None:
    key = {"Idempotency-Key": new_id()}

    first = service.post("/teams", {"teams": [TEAM]}, headers=key)
    second = service.post("/teams", {"teams": [TEAM]}, headers=key)

    assert first.data == second.data
    assert names(service.get("/teams")) == ["Night shift", "Team 2", "Team 1"]


def test_every_key_of_the_organization_sees_all_of_its_teams(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    by_team, by_organization = (service.using(key) for key in (tenant.key, tenant.organization_key))

    assert names(by_team.get("/teams")) == names(by_organization.get("/teams")) == ["Team 2", "Team 1"]
    assert by_team.get(f"/teams/{tenant.second_team_id}").status == 200
    assert by_organization.post("/teams", {"teams": [TEAM]}).status == 201
    assert service.using(other_tenant.key).get("/teams").data["teams"][0]["id"] == other_tenant.second_team_id


@pytest.mark.parametrize("team_id", [UNKNOWN_ID, "no-uuid"])
def test_a_team_that_is_not_there_is_404(service: Service, team_id: str) -> None:
    for reply in (
        service.get(f"/teams/{team_id}"),
        service.patch(f"/teams/{team_id}/branding", {"accentColor": "fff"}),
    ):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "team", "id": team_id}


def test_another_organizations_team_is_404(service: Service, other_tenant: Tenant) -> None:
    path = f"/teams/{other_tenant.team_id}"

    assert service.get(path).status == 404
    assert service.patch(f"{path}/branding", {"accentColor": "fff"}).status == 404
    theirs = service.using(other_tenant.key).get(path).data["team"]
    assert theirs["accentColor"] == "3366ff"


@pytest.mark.parametrize("user_id", [UNKNOWN_ID, "nobody"])
def test_teams_of_a_user_who_is_not_there_are_404(
    service: Service, other_tenant: Tenant, user_id: str
) -> None:
    for wanted in (user_id, other_tenant.user_id):
        reply = service.get("/teams", userId=wanted)
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "user", "id": wanted, "field": "userId"}


def test_branding_changes_what_is_supplied_and_keeps_the_rest(service: Service, tenant: Tenant) -> None:
    before = service.get(f"/teams/{tenant.team_id}").data["team"]

    reply = service.patch(
        f"/teams/{tenant.team_id}/branding",
        {
            "teamButtonColor": "0Af",
            "teamBackgroundImage": "https://cdn.example.com/background.png",
            "logoUrl": "https://cdn.example.com/logo.png",
            "displayName": "Careers",
            "description": "Who hires",
        },
    )

    assert reply.status == 200
    assert reply.data["team"] == {
        **before,
        "buttonColor": "0Af",
        "backgroundImage": "https://cdn.example.com/background.png",
        "logoUrl": "https://cdn.example.com/logo.png",
        "displayName": "Careers",
        "description": "Who hires",
        "updatedAt": reply.data["team"]["updatedAt"],
    }
    assert reply.data["team"]["updatedAt"] > before["updatedAt"]
    assert service.get(f"/teams/{tenant.team_id}").data == reply.data
    assert service.get("/branding").data["branding"]["buttonColor"] == "0Af"


def test_null_clears_what_a_team_can_do_without(service: Service, tenant: Tenant) -> None:
    path = f"/teams/{tenant.team_id}/branding"
    service.patch(path, {"teamButtonColor": "112233", "logoUrl": "https://cdn.example.com/logo.png"})

    cleared = service.patch(path, {"accentColor": None, "teamButtonColor": None, "logoUrl": None})

    assert cleared.status == 200
    team = cleared.data["team"]
    assert (team["accentColor"], team["buttonColor"], team["logoUrl"]) == (None, None, None)
    assert team["displayName"] == "Example Team 1"


def test_every_fault_of_a_branding_is_named(service: Service, tenant: Tenant) -> None:
    reply = service.patch(
        f"/teams/{tenant.team_id}/branding",
        {
            "accentColor": "#3366ff",
            "teamButtonColor": "33",
            "teamBackgroundImage": "background.png",
            "logoUrl": "javascript:alert(1)",
            "displayName": None,
            "description": 7,
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "accentColor",
        "teamButtonColor",
        "teamBackgroundImage",
        "logoUrl",
        "displayName",
        "description",
    }


@pytest.mark.parametrize("color", ["#fff", "ggg", "1234", "12345", "1234567", "", " fff", "fff\n"])
def test_a_color_is_three_or_six_hex_digits_without_a_hash(
    service: Service, tenant: Tenant, color: str
) -> None:
    reply = service.patch(f"/teams/{tenant.team_id}/branding", {"accentColor": color})

    assert (reply.status, reply.faulty_fields) == (400, {"accentColor"})


def test_a_branding_is_changed_only_as_it_was_read(service: Service, tenant: Tenant) -> None:
    path = f"/teams/{tenant.team_id}"
    read = service.get(path).headers["etag"]

    def patch(color: str) -> int:
        return service.patch(f"{path}/branding", {"accentColor": color}, headers={"If-Match": read}).status

    assert (patch("111111"), patch("222222")) == (200, 412)
    assert service.get(path).data["team"]["accentColor"] == "111111"


def test_a_branding_that_is_as_it_was_changes_nothing(service: Service, tenant: Tenant) -> None:
    path = f"/teams/{tenant.team_id}"
    before = service.get(path)

    after = service.patch(f"{path}/branding", {"accentColor": "3366ff"})

    assert (after.data, after.headers["etag"]) == (before.data, before.headers["etag"])


def test_concurrent_changes_of_a_branding_are_both_kept(
    service: Service, tenant: Tenant, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/teams/{tenant.team_id}/branding"
    write = Table.write

    def overtaken(self: Table, request: dict[str, object]) -> None:
        monkeypatch.setattr(Table, "write", write)
        assert service.patch(path, {"accentColor": "111111"}).status == 200
        write(self, request)

    monkeypatch.setattr(Table, "write", overtaken)

    team = service.patch(path, {"teamButtonColor": "222222"}).data["team"]

    assert (team["accentColor"], team["buttonColor"]) == ("111111", "222222")


def test_a_key_that_only_reads_makes_and_changes_nothing(
    service: Service, tenant: Tenant, table: Table
) -> None:

    reader = service.using(
        make_key(table, tenant.organization_id, tenant.team_id, permissions=(Permission.READ,))
    )

    assert reader.get("/teams").status == 200
    assert reader.post("/teams", {"teams": [TEAM]}).status == 403
    assert reader.patch(f"/teams/{tenant.team_id}/branding", {"accentColor": "fff"}).status == 403
