"""Authentication of callers (interface: Authentication, rules 1 to 5; Conventions, rule 8; Keys, rule 4)."""

import base64
from datetime import timedelta

import pytest

from gather.core.caller import Permission, Scope
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.table.store import Table
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.secret import hash_of
from tests.builders.connect import EXAMPLE
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, Transport, make_key
from tests.builders.whole_interface import Operation, operations
from tests.doubles.clock import HandClock
from tests.support.records import post_chatbot

pytestmark = pytest.mark.routes

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}


def basic(organization_id: str, key: str) -> dict[str, str]:
    encoded = base64.b64encode(f"{organization_id}:{key}".encode()).decode()
    return {"Authorization": f"Basic {encoded}"}


def ask(service: Service, headers: dict[str, str]) -> Reply:
    """Read a list with these headers and no other key."""
    return service.using(None).request("GET", "/candidates", headers=headers)


def is_unauthorized(reply: Reply) -> bool:
    return (reply.status, reply.error["code"]) == (401, "UNAUTHORIZED")


def test_a_key_in_its_header_opens_the_teams_records(service: Service, tenant: Tenant) -> None:
    assert ask(service, {"x-api-key": tenant.key}).status == 200
    assert ask(service, {"X-Api-Key": f" {tenant.key} "}).status == 200


def test_basic_of_organization_and_key_is_the_same_key(service: Service, tenant: Tenant) -> None:
    created = service.post("/candidates", ADA).data

    reply = ask(service, basic(tenant.organization_id, tenant.key))

    assert [candidate["id"] for candidate in reply.data["candidates"]] == [created["id"]]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-api-key": ""},
        {"x-api-key": "qapi_unknown"},
        {"x-api-key": "q" * 5000},
        {"Authorization": "Basic"},
        {"Authorization": "Basic not-base64!"},
        {"Authorization": "Basic " + base64.b64encode(b"no colon").decode()},
        {"Authorization": "Basic " + base64.b64encode(b"\xff\xfe:key").decode()},
        {"Authorization": "Bearer qapi_unknown"},
    ],
)
def test_without_a_known_key_nothing_opens(service: Service, headers: dict[str, str]) -> None:
    assert is_unauthorized(ask(service, headers))


def test_basic_of_another_organization_is_refused(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    assert is_unauthorized(ask(service, basic(other_tenant.organization_id, tenant.key)))


def test_the_key_header_goes_before_basic(service: Service, tenant: Tenant, other_tenant: Tenant) -> None:
    theirs = basic(other_tenant.organization_id, other_tenant.key)
    created = service.post("/candidates", ADA).data

    both = ask(service, {"x-api-key": tenant.key, **theirs})

    assert [candidate["id"] for candidate in both.data["candidates"]] == [created["id"]]
    assert is_unauthorized(ask(service, {"x-api-key": "qapi_unknown", **theirs}))


def test_a_revoked_key_is_refused(service: Service, table: Table, tenant: Tenant) -> None:
    key = make_key(table, tenant.organization_id, tenant.team_id)
    where = CREDENTIAL.key(hash_of(key))
    item = table.get(where)
    assert item is not None
    table.put({**item, "revokedAt": "2026-01-02T00:00:00.000Z"})

    assert is_unauthorized(ask(service, {"x-api-key": key}))


def test_a_key_is_refused_from_its_expiry_on(
    service: Service, table: Table, tenant: Tenant, clock: HandClock
) -> None:
    expiry = clock.now() + timedelta(seconds=10)
    key = make_key(table, tenant.organization_id, tenant.team_id, expires_at=timestamp(expiry))
    clock.advance(seconds=9)
    assert ask(service, {"x-api-key": key}).status == 200

    for period in ({"seconds": 1}, {"minutes": 1}, {"days": 400}):
        clock.advance(**period)

        assert is_unauthorized(ask(service, {"x-api-key": key}))


@pytest.mark.parametrize("scope", [Scope.ACCOUNTS, Scope.INTEGRATIONS, Scope.ADMIN])
def test_a_key_of_another_scope_is_forbidden(
    service: Service, table: Table, tenant: Tenant, scope: Scope
) -> None:
    reply = service.using(make_key(table, tenant.organization_id, tenant.team_id, scope=scope)).get(
        "/candidates"
    )

    assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")


def test_a_key_without_write_reads_only(service: Service, table: Table, tenant: Tenant) -> None:
    created = service.post("/candidates", ADA).data
    reader = service.using(
        make_key(table, tenant.organization_id, tenant.team_id, permissions=(Permission.READ,))
    )
    path = f"/candidates/{created['id']}"

    assert reader.get(path).status == 200
    for reply in (reader.post("/candidates", ADA), reader.patch(path, {}), reader.delete(path)):
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    assert service.get(path).data == created


def test_a_key_without_read_writes_only(service: Service, table: Table, tenant: Tenant) -> None:
    writer = service.using(
        make_key(table, tenant.organization_id, tenant.team_id, permissions=(Permission.WRITE,))
    )

    assert writer.post("/candidates", ADA).status == 201
    assert writer.get("/candidates").status == 403


def test_a_request_without_a_key_is_told_nothing_about_its_faults(service: Service) -> None:
    stranger = service.using(None)

    assert is_unauthorized(stranger.post("/candidates", {"firstName": 7}))
    assert is_unauthorized(stranger.post("/candidates", raw="{"))


def test_the_use_of_a_key_is_noted(service: Service, table: Table, tenant: Tenant, clock: HandClock) -> None:
    service.get("/candidates")
    clock.advance(minutes=1)
    service.get("/candidates")

    item = table.get(CREDENTIAL.key(hash_of(tenant.key)))

    assert item is not None
    assert item["lastUsedAt"] == "2026-03-02T09:31:00.000Z"


def test_team_id_names_another_team_of_the_organization(service: Service, tenant: Tenant) -> None:
    team_id = tenant.second_team_id
    in_query = service.request("POST", "/candidates", ADA, query={"teamId": team_id}).data
    in_body = service.post("/candidates", {**ADA, "teamId": team_id}).data

    listed = service.get("/candidates", teamId=team_id).data["candidates"]

    assert [candidate["id"] for candidate in listed] == [in_body["id"], in_query["id"]]
    assert {candidate["teamId"] for candidate in listed} == {team_id}
    assert service.get("/candidates").data["candidates"] == []


@pytest.mark.parametrize("member", ["teamId", "userId"])
def test_the_query_and_the_body_name_the_same_team_and_user(
    service: Service, tenant: Tenant, member: str
) -> None:
    body, query = {**ADA, member: tenant.team_id}, {member: tenant.second_team_id}

    reply = service.request("POST", "/candidates", body, query=query)

    assert (reply.status, reply.faulty_fields) == (400, {member})


def test_a_team_of_another_organization_is_absent(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    reply = service.post("/candidates", {**ADA, "teamId": other_tenant.team_id})

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "team", "id": other_tenant.team_id, "field": "teamId"}
    assert service.get("/candidates", teamId="nowhere").status == 404


def test_a_key_of_the_organization_must_name_a_team(service: Service, tenant: Tenant) -> None:
    whole = service.using(tenant.organization_key)

    for reply in (whole.get("/candidates"), whole.post("/candidates", ADA)):
        assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
        assert reply.faulty_fields == {"teamId"}
    assert whole.post("/candidates", {**ADA, "teamId": tenant.team_id}).data["teamId"] == tenant.team_id
    assert whole.get("/candidates", teamId=tenant.team_id).data["pagination"]["total"] == 1


def test_a_candidate_is_made_by_the_keys_owner_or_by_the_user_named(
    service: Service, table: Table, tenant: Tenant
) -> None:
    ownerless = service.using(make_key(table, tenant.organization_id, tenant.team_id))

    assert service.post("/candidates", ADA).data["createdById"] == tenant.user_id
    assert ownerless.post("/candidates", ADA).data["createdById"] is None
    named = ownerless.post("/candidates", {**ADA, "userId": tenant.user_id}).data
    assert named["createdById"] == tenant.user_id


def test_a_user_of_another_organization_is_absent(service: Service, other_tenant: Tenant) -> None:
    for stranger in (other_tenant.user_id, new_id()):
        reply = service.post("/candidates", {**ADA, "userId": stranger})

        assert reply.status == 404
        assert reply.error["details"] == {"resource": "user", "id": stranger, "field": "userId"}
    assert service.get("/candidates").data["pagination"]["total"] == 0


def is_data_of_a_vendor(operation: Operation) -> bool:
    return operation.path.rpartition("{vendor}/")[2].split("/")[0] in ("catalog", "orders", "results")


@pytest.mark.in_process
@pytest.mark.parametrize("operation", operations(), ids=str)
def test_a_401_names_what_lets_a_request_in(operation: Operation, transport: Transport) -> None:
    service = Service(transport, None, "")
    path = operation.path.replace("{vendor}", EXAMPLE)
    for name in operation.identifiers:
        path = path.replace(f"{{{name}}}", UNKNOWN_ID)

    for headers in ({}, {"x-api-key": "qapi_unknown"}, basic("nobody", "nothing")):
        reply = service.request(operation.method, path, headers=headers)

        assert reply.status == 401
        challenge = reply.headers["www-authenticate"]
        assert challenge.startswith('ApiKey realm="')
        assert ("Basic realm=" in challenge) is is_data_of_a_vendor(operation)


@pytest.mark.in_process
def test_a_401_of_a_chat_asks_for_its_token(service: Service) -> None:
    chatbot_id = post_chatbot(service)["id"]

    reply = service.public().get(f"/chat/{chatbot_id}/messages")

    assert (reply.status, reply.headers["www-authenticate"]) == (
        401,
        'Token realm="Talent Screening Service"',
    )
