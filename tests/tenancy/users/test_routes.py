"""Users over the HTTP interface (interface: Users, rules 1 to 3)."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from gather.core.caller import OPERATOR, Permission
from gather.core.errors import Conflict
from gather.core.identifiers import new_id
from gather.table.changes import Update
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import MOST_USERS
from gather.tenancy.organizations.storage import ORGANIZATION
from gather.tenancy.users import service as user_service
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import LONGEST_SIGN_IN_ADDRESS, MOST_USERS_IN_A_CALL, new_user
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, tasks_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_key

pytestmark = pytest.mark.routes

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def person(tenant: Tenant, email: str = "ada@example.com", **members: object) -> dict[str, object]:
    """A user of a body."""
    return {
        "firstName": "Ada",
        "lastName": "Example",
        "email": email,
        "teamIds": [tenant.team_id],
        **members,
    }


def emails(reply: Reply) -> list[str]:
    """The addresses of the users that are answered, without the tenant's own."""
    return [user["email"] for user in reply.data["users"] if user["email"] != "grace@example.com"]


def test_several_users_are_made_in_one_call(service: Service, tenant: Tenant) -> None:
    both = [tenant.second_team_id, tenant.team_id, tenant.second_team_id]

    reply = service.post(
        "/users",
        {
            "users": [
                person(tenant, phone="+14155550123", teamIds=both),
                person(tenant, "Bo@Example.com", firstName="Bo"),
            ]
        },
    )

    assert reply.status == 201
    first, second = reply.data["users"]
    assert first == {
        "id": first["id"],
        "firstName": "Ada",
        "lastName": "Example",
        "email": "ada@example.com",
        "phone": "+14155550123",
        "isApiUser": True,
        "notifications": "each",
        "timezone": None,
        "teamIds": [tenant.second_team_id, tenant.team_id],
        "organizationId": tenant.organization_id,
        "createdAt": first["createdAt"],
        "updatedAt": first["createdAt"],
    }
    assert (second["firstName"], second["email"], second["phone"]) == ("Bo", "Bo@Example.com", None)
    assert service.get("/users", includeTeams="false").data["users"][:2] == [second, first]


def test_a_new_user_can_be_acted_for_at_once(service: Service, tenant: Tenant) -> None:
    [user] = service.post("/users", {"users": [person(tenant)]}).data["users"]
    body = {"title": "Why?", "audioURL": "https://files.example.com/1.mp3", "userId": user["id"]}

    question = service.post("/questions", body).data["question"]

    assert question["createdById"] == user["id"]


def test_every_fault_is_named_with_its_index_and_no_user_is_created(service: Service, tenant: Tenant) -> None:
    reply = service.post(
        "/users",
        {
            "users": [
                person(tenant),
                {},
                person(tenant, "no address", phone="0171", teamIds=[], createAuth0Account="yes"),
                person(tenant, "ADA@example.com", firstName="", lastName=7, teamIds=[7]),
                "Ada",
            ]
        },
    )

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == {
        *(f"users[1].{name}" for name in ("firstName", "lastName", "email", "teamIds")),
        *(f"users[2].{name}" for name in ("email", "phone", "teamIds", "createAuth0Account")),
        *(f"users[3].{name}" for name in ("email", "firstName", "lastName", "teamIds[0]")),
        "users[4]",
    }
    assert emails(service.get("/users")) == []


def test_an_address_that_comes_twice_in_a_call_is_a_fault_of_the_later_one(
    service: Service, tenant: Tenant
) -> None:
    users = [person(tenant), person(tenant, "bo@example.com"), person(tenant, "ADA@Example.Com")]

    reply = service.post("/users", {"users": users})

    assert reply.status == 400
    assert reply.error["details"] == [
        {"field": "users[2].email", "reason": "is the address of users[0] already"}
    ]


@pytest.mark.parametrize("body", [{}, {"users": []}, {"users": {}}])
def test_a_call_makes_one_user_at_least(service: Service, body: Mapping[str, object]) -> None:
    reply = service.post("/users", body)

    assert (reply.status, reply.faulty_fields) == (400, {"users"})


def test_a_call_makes_twenty_five_users_at_most(service: Service, tenant: Tenant) -> None:
    users = [person(tenant, f"user-{number}@example.com") for number in range(MOST_USERS_IN_A_CALL + 1)]

    reply = service.post("/users", {"users": users})

    assert MOST_USERS_IN_A_CALL == 25
    assert (reply.status, reply.faulty_fields) == (400, {"users"})


def test_as_many_users_as_a_call_may_make_go_into_one_transaction(service: Service, tenant: Tenant) -> None:
    users = [
        person(tenant, f"user-{number}@example.com", createAuth0Account=True)
        for number in range(MOST_USERS_IN_A_CALL)
    ]

    reply = service.post("/users", {"users": users}, headers={"Idempotency-Key": new_id()})

    assert reply.status == 201
    assert len(emails(service.get("/users"))) == MOST_USERS_IN_A_CALL


@pytest.mark.parametrize("team_id", [UNKNOWN_ID, "no-uuid"])
def test_an_absent_team_is_named_and_no_user_is_created(
    service: Service, tenant: Tenant, team_id: str
) -> None:
    team_ids = [tenant.team_id, tenant.team_id, team_id]
    users = [person(tenant), person(tenant, "bo@example.com", teamIds=team_ids)]

    reply = service.post("/users", {"users": users})

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "team", "id": team_id, "field": "users[1].teamIds[2]"}
    assert emails(service.get("/users")) == []


def test_another_organizations_team_is_not_there(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    reply = service.post("/users", {"users": [person(tenant, teamIds=[other_tenant.team_id])]})

    assert (reply.status, reply.error["details"]["field"]) == (404, "users[0].teamIds[0]")


def test_addresses_of_other_users_are_all_named_and_no_user_is_created(
    service: Service, tenant: Tenant
) -> None:
    service.post("/users", {"users": [person(tenant), person(tenant, "bo@example.com")]})

    reply = service.post(
        "/users",
        {
            "users": [
                person(tenant, "new@example.com"),
                person(tenant, "BO@example.com"),
                person(tenant, "Ada@Example.com"),
            ]
        },
    )

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert reply.faulty_fields == {"users[1].email", "users[2].email"}
    assert "example.com" not in str(reply.error)
    assert emails(service.get("/users")) == ["bo@example.com", "ada@example.com"]


def test_another_organization_may_have_the_same_address(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    other = service.using(other_tenant.key)

    assert service.post("/users", {"users": [person(tenant)]}).status == 201
    assert other.post("/users", {"users": [person(other_tenant)]}).status == 201


def test_an_address_that_is_taken_at_the_last_moment_is_named_too(
    service: Service, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    transact = Table.transact

    def overtaken(self: Table, writes: list[dict[str, object]]) -> None:
        monkeypatch.setattr(Table, "transact", transact)
        assert service.post("/users", {"users": [person(tenant)]}).status == 201
        transact(self, writes)

    monkeypatch.setattr(Table, "transact", overtaken)

    reply = service.post("/users", {"users": [person(tenant, "new@example.com"), person(tenant)]})

    assert (reply.status, reply.faulty_fields) == (409, {"users[1].email"})
    assert emails(service.get("/users")) == ["ada@example.com"]


def test_many_concurrent_users_with_one_address_create_one(
    adapters: Adapters, tenant: Tenant, table: Table
) -> None:
    def create(number: int) -> list[str]:
        """The fields that are in the way."""
        email = "ada@example.com" if number % 2 else "Ada@Example.com"
        user = new_user(tenant.organization_id, f"Ada {number}", "Example", email, [tenant.team_id], NOW)
        try:
            user_service.create_all(Records(table), [user], [user.team_ids], OPERATOR)
        except Conflict as conflict:
            return [fault.field for fault in conflict.faults]
        return []

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(create, range(24)))

    assert sorted(outcomes) == [[], *[["users[0].email"]] * 23]
    stored = [
        user for user in user_storage.list_users(table, tenant.organization_id) if user.id != tenant.user_id
    ]
    assert len(stored) == 1


def test_an_organization_has_a_limit_of_users(service: Service, tenant: Tenant, table: Table) -> None:
    organization = ORGANIZATION.key(tenant.organization_id)
    table.update(organization, Update(set={"usersCount": MOST_USERS - 1}))

    refused = service.post("/users", {"users": [person(tenant), person(tenant, "bo@example.com")]})
    made = service.post("/users", {"users": [person(tenant)]})
    full = service.post("/users", {"users": [person(tenant, "bo@example.com")]})

    assert (refused.status, made.status, full.status) == (409, 201, 409)
    assert emails(service.get("/users")) == ["ada@example.com"]


def test_a_repeated_call_makes_the_users_once(service: Service, tenant: Tenant) -> None:
    key = {"Idempotency-Key": new_id()}
    body = {"users": [person(tenant)]}

    first, second = (service.post("/users", body, headers=key) for _ in range(2))

    assert (first.status, second.status) == (201, 201)
    assert first.data == second.data
    assert emails(service.get("/users")) == ["ada@example.com"]


def test_a_dashboard_user_is_no_api_user_and_gets_an_account_soon(
    service: Service, tenant: Tenant, table: Table
) -> None:
    users = [
        person(tenant, createAuth0Account=True, teamIds=[tenant.second_team_id]),
        person(tenant, "bo@example.com", createAuth0Account=False),
        person(tenant, "cy@example.com"),
    ]

    made = service.post("/users", {"users": users}).data["users"]

    assert [user["isApiUser"] for user in made] == [False, True, True]
    assert tasks_of(table) == [("create_dashboard_account", {"userId": made[0]["id"]})]
    [task] = entries_of(table, "TASK")
    assert (task["organizationId"], task["teamId"]) == (tenant.organization_id, tenant.second_team_id)


def test_a_refused_call_asks_for_no_account(service: Service, tenant: Tenant, table: Table) -> None:
    dashboard = person(tenant, createAuth0Account=True)
    service.post("/users", {"users": [person(tenant, "bo@example.com")]})

    assert service.post("/users", {"users": [dashboard, person(tenant, "bo@example.com")]}).status == 409

    assert tasks_of(table) == []
    assert emails(service.get("/users")) == ["bo@example.com"]


def test_an_address_to_sign_in_with_has_the_length_that_the_engine_takes(
    service: Service, tenant: Tenant
) -> None:
    host = f"{'b' * 60}.{'b' * 60}.com"
    longest = "a" * (LONGEST_SIGN_IN_ADDRESS - len(host) - 1) + f"@{host}"

    def post(email: str, dashboard: bool) -> Reply:
        return service.post("/users", {"users": [person(tenant, email, createAuth0Account=dashboard)]})

    refused = post(f"c{longest}", True)

    assert (refused.status, refused.faulty_fields) == (400, {"users[0].email"})
    assert (post(longest, True).status, post(f"c{longest}", False).status) == (201, 201)


def test_users_are_listed_with_their_teams_newest_first(service: Service, tenant: Tenant) -> None:
    service.post("/users", {"users": [person(tenant), person(tenant, "bo@example.com")]})

    users = service.get("/users").data["users"]

    assert [user["firstName"] for user in users] == ["Ada", "Ada", "Grace"]
    assert users[0] == {
        "id": users[0]["id"],
        "firstName": "Ada",
        "lastName": "Example",
        "email": "bo@example.com",
        "phone": None,
        "isApiUser": True,
        "notifications": "each",
        "timezone": None,
        "organizationId": tenant.organization_id,
        "createdAt": users[0]["createdAt"],
        "updatedAt": users[0]["updatedAt"],
        "teams": [service.get(f"/teams/{tenant.team_id}").data["team"]],
    }
    assert [team["id"] for team in users[2]["teams"]] == [tenant.team_id, tenant.second_team_id]
    assert service.get("/users", includeTeams="true").data["users"] == users


def test_users_are_listed_with_the_ids_of_their_teams_alone(service: Service, tenant: Tenant) -> None:
    [user] = service.get("/users", includeTeams="false").data["users"]

    assert user["teamIds"] == [tenant.team_id, tenant.second_team_id]
    assert "teams" not in user


@pytest.mark.parametrize("include_teams", ["true", "false"])
def test_users_of_one_team(service: Service, tenant: Tenant, include_teams: str) -> None:
    users = [person(tenant), person(tenant, "bo@example.com", teamIds=[tenant.second_team_id])]
    service.post("/users", {"users": users})

    def of_team(team_id: str) -> list[str]:
        return emails(service.get("/users", teamId=team_id, includeTeams=include_teams))

    assert of_team(tenant.team_id) == ["ada@example.com"]
    assert of_team(tenant.second_team_id) == ["bo@example.com"]


@pytest.mark.parametrize("team_id", [UNKNOWN_ID, "no-uuid"])
def test_users_of_a_team_that_is_not_there_are_404(
    service: Service, other_tenant: Tenant, team_id: str
) -> None:
    for wanted in (team_id, other_tenant.team_id):
        for include_teams in ("true", "false"):
            reply = service.get("/users", teamId=wanted, includeTeams=include_teams)
            assert reply.status == 404
            assert reply.error["details"] == {"resource": "team", "id": wanted, "field": "teamId"}


@pytest.mark.parametrize("value", ["yes", "1", "", "True"])
def test_include_teams_is_true_or_false(service: Service, value: str) -> None:
    reply = service.get("/users", includeTeams=value)

    assert (reply.status, reply.faulty_fields) == (400, {"includeTeams"})


def test_every_key_of_the_organization_sees_its_users_and_no_others(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    service.post("/users", {"users": [person(tenant)]})

    assert emails(service.using(tenant.organization_key).get("/users")) == ["ada@example.com"]
    assert emails(service.using(other_tenant.key).get("/users")) == []


def test_a_read_only_key_creates_no_users(service: Service, tenant: Tenant, table: Table) -> None:
    reader = service.using(
        make_key(table, tenant.organization_id, tenant.team_id, permissions=(Permission.READ,))
    )

    assert reader.get("/users").status == 200
    assert reader.post("/users", {"users": [person(tenant)]}).status == 403
