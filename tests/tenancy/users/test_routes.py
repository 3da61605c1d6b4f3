"""Users over the HTTP interface (interface: Users)."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from gather.core.caller import OPERATOR, Actor, Permission, Role
from gather.core.errors import Conflict
from gather.core.identifiers import new_id
from gather.core.precondition import Precondition
from gather.table.changes import Update
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import MOST_USERS
from gather.tenancy.organizations.storage import ORGANIZATION
from gather.tenancy.users import service as user_service
from gather.tenancy.users import storage as user_storage
from gather.tenancy.users.models import LONGEST_SIGN_IN_ADDRESS, MOST_USERS_IN_A_CALL, UpdateUser, new_user
from gather.tenancy.users.storage import USER
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, tasks_of
from tests.builders.people import as_bearer, make_person, token_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_key
from tests.doubles.table_faults import once_before

pytestmark = pytest.mark.routes

QUESTION = {"title": "Why?", "audioURL": "https://e.com/a.mp3"}
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
        "role": None,
        "archivedAt": None,
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
        "role": None,
        "archivedAt": None,
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


class TestRoles:
    def test_a_user_with_an_account_is_a_reviewer_unless_told_otherwise(
        self, service: Service, tenant: Tenant
    ) -> None:
        people = [
            person(tenant, "a@example.com", createAuth0Account=True),
            person(tenant, "b@example.com", createAuth0Account=True, role="manager"),
            person(tenant, "c@example.com"),
        ]

        made = service.post("/users", {"users": people}).data["users"]

        assert [user["role"] for user in made] == ["reviewer", "manager", None]

    def test_an_api_user_has_none(self, service: Service, tenant: Tenant) -> None:
        posted = service.post(
            "/users", {"users": [person(tenant), person(tenant, "b@e.com", role="manager")]}
        )
        patched = service.patch(f"/users/{tenant.user_id}", {"role": "manager"})

        assert (posted.status, posted.faulty_fields) == (400, {"users[1].role"})
        assert (patched.status, patched.faulty_fields) == (400, {"role"})

    @pytest.mark.parametrize("role", [None, "owner", 1])
    def test_no_other_role_is_taken(
        self, service: Service, records: Records, tenant: Tenant, role: object
    ) -> None:
        user = make_person(records, tenant)

        reply = service.patch(f"/users/{user.id}", {"role": role})

        assert (reply.status, reply.faulty_fields) == (400, {"role"})

    def test_whom_an_earlier_release_made_is_a_reviewer(
        self, service: Service, table: Table, records: Records, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)
        table.update(USER.key(tenant.organization_id, user.id), Update(remove=["role"]))

        users = {each["id"]: each["role"] for each in service.get("/users").data["users"]}

        assert (users[user.id], users[tenant.user_id]) == ("reviewer", None)


class TestChanges:
    def test_each_member_is_changed_as_it_is_supplied(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)
        changes: dict[str, object] = {
            "role": "administrator",
            "teamIds": [tenant.second_team_id, tenant.team_id],
            "firstName": "Ben",
            "lastName": "Moor",
            "phone": "+14155550123",
            "notifications": "daily",
            "timezone": "Europe/Berlin",
        }

        for name, value in changes.items():
            reply = service.patch(f"/users/{user.id}", {name: value})
            assert reply.data["user"][name] == value

        users = service.get("/users", includeTeams="false").data["users"]
        stored = next(each for each in users if each["id"] == user.id)
        assert {name: stored[name] for name in changes} == changes

    def test_a_team_that_is_not_of_the_organization_is_absent(
        self, service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)

        for team_id in (other_tenant.team_id, UNKNOWN_ID):
            reply = service.patch(f"/users/{user.id}", {"teamIds": [tenant.team_id, team_id]})
            assert (reply.status, reply.error["details"]["field"]) == (404, "teamIds[1]")

    def test_at_least_one_team_stays(self, service: Service, records: Records, tenant: Tenant) -> None:
        user = make_person(records, tenant)

        assert service.patch(f"/users/{user.id}", {"teamIds": []}).faulty_fields == {"teamIds"}

    def test_a_team_that_is_named_twice_counts_once(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)

        reply = service.patch(f"/users/{user.id}", {"teamIds": [tenant.second_team_id] * 2})

        assert reply.data["user"]["teamIds"] == [tenant.second_team_id]


class TestArchiving:
    def test_the_user_leaves_the_lists_and_their_address_is_free(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)

        archived = service.delete(f"/users/{user.id}").data["user"]
        again = service.delete(f"/users/{user.id}").data["user"]
        other = service.post("/users", {"users": [person(tenant, user.email)]})

        assert archived["archivedAt"] is not None
        assert again["archivedAt"] == archived["archivedAt"]
        assert other.status == 201
        for include in ("true", "false"):
            listed = service.get("/users", includeTeams=include).data["users"]
            assert user.id not in {each["id"] for each in listed}

    def test_they_are_changed_and_named_no_more(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)
        service.delete(f"/users/{user.id}")

        assert service.patch(f"/users/{user.id}", {"firstName": "Ben"}).status == 404
        named = service.post("/questions", {**QUESTION, "userId": user.id})
        joined = service.post("/teams", {"teams": [{"name": "T", "displayName": "T", "userIds": [user.id]}]})
        assert (named.status, joined.status) == (404, 404)

    def test_their_keys_go_on(self, service: Service, records: Records, table: Table, tenant: Tenant) -> None:
        user = make_person(records, tenant)
        key = make_key(table, tenant.organization_id, tenant.team_id, user_id=user.id)

        service.delete(f"/users/{user.id}")

        made = service.using(key).post("/questions", QUESTION)
        assert (made.status, made.data["question"]["createdById"]) == (201, user.id)

    def test_there_is_room_for_another(
        self, service: Service, records: Records, table: Table, tenant: Tenant
    ) -> None:
        user = make_person(records, tenant)
        full = Update(set={"usersCount": MOST_USERS})
        table.update(ORGANIZATION.key(tenant.organization_id), full)
        refused = service.post("/users", {"users": [person(tenant)]}).status

        service.delete(f"/users/{user.id}")

        assert (refused, service.post("/users", {"users": [person(tenant)]}).status) == (409, 201)

    def test_an_absent_user_is_not_there(
        self, service: Service, records: Records, other_tenant: Tenant
    ) -> None:
        theirs = make_person(records, other_tenant)

        assert service.delete(f"/users/{UNKNOWN_ID}").status == 404
        assert service.delete(f"/users/{theirs.id}").status == 404


class TestTheLastAdministrator:
    def test_a_person_cannot_take_them_away(self, service: Service, records: Records, tenant: Tenant) -> None:
        user = make_person(records, tenant, Role.ADMINISTRATOR)
        theirs = as_bearer(service, token_of(records, user))

        lowered = theirs.patch(f"/users/{user.id}", {"role": "manager"})
        archived = theirs.delete(f"/users/{user.id}")

        assert (lowered.status, archived.status) == (409, 409)
        assert theirs.get("/users").status == 200

    def test_of_two_either_may_go(self, service: Service, records: Records, tenant: Tenant) -> None:
        first, second = (make_person(records, tenant, Role.ADMINISTRATOR) for _ in range(2))
        theirs = as_bearer(service, token_of(records, first))

        assert theirs.delete(f"/users/{second.id}").status == 200
        assert theirs.patch(f"/users/{first.id}", {"role": "reviewer"}).status == 409

    @pytest.mark.in_process
    def test_of_two_who_lower_each_other_one_stays(
        self, adapters: Adapters, records: Records, tenant: Tenant
    ) -> None:
        people = [make_person(records, tenant, Role.ADMINISTRATOR) for _ in range(2)]

        # Each of the two changes is planned before the other is written.
        actors = [Actor(None, user.id, session_id=new_id()) for user in people]
        request = UpdateUser(role=Role.REVIEWER)

        def lower_the_other() -> None:
            with suppress(Conflict):
                user_service.update(
                    records,
                    tenant.organization_id,
                    people[0].id,
                    request,
                    actors[1],
                    now=NOW,
                    precondition=Precondition.of_header(None),
                )

        once_before(adapters, "TransactWriteItems", lower_the_other)
        with pytest.raises(Conflict):
            user_service.update(
                records,
                tenant.organization_id,
                people[1].id,
                request,
                actors[0],
                now=NOW,
                precondition=Precondition.of_header(None),
            )
        roles = [records.get(USER, tenant.organization_id, user.id).record.role for user in people]
        assert roles == [Role.REVIEWER, Role.ADMINISTRATOR]

    def test_a_key_can(self, service: Service, records: Records, tenant: Tenant) -> None:
        lowered, archived = (make_person(records, tenant, Role.ADMINISTRATOR) for _ in range(2))

        assert service.delete(f"/users/{archived.id}").status == 200
        assert service.patch(f"/users/{lowered.id}", {"role": "reviewer"}).status == 200
