"""Credentials over the HTTP interface (interface: Keys, rules 1 to 6)."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from gather.core.caller import Scope
from gather.core.identifiers import new_id
from gather.table.idempotency import IDEMPOTENCY
from gather.table.store import KeyRange, Table
from gather.tenancy.api_keys.lookup_storage import CREDENTIAL
from gather.tenancy.api_keys.secret import hash_of
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key
from tests.doubles.clock import HandClock
from tests.doubles.over_http import Http
from tests.support.records import credential_body, post_credential

pytestmark = pytest.mark.routes

SECONDS = 60
"""Only ends a test that would hang."""


def names(admin: Service, tenant: Tenant) -> list[str]:
    listed = admin.get("/credentials", organizationId=tenant.organization_id).data
    return [credential["name"] for credential in listed]


def test_a_new_key_works_at_once_for_its_team(admin: Service, tenant: Tenant) -> None:
    created = post_credential(admin, tenant)

    assert re.fullmatch(r"qapi_[\w-]{32,}", created["apiKey"])
    assert (created["organizationId"], created["teamId"]) == (tenant.organization_id, tenant.team_id)
    candidate = {"firstName": "Ada", "lastName": "L", "email": "a@example.com", "phone": "+14155550123"}
    assert admin.using(created["apiKey"]).post("/candidates", candidate).data["teamId"] == tenant.team_id


def test_the_key_is_shown_once_and_only_its_hash_is_kept(
    admin: Service, table: Table, tenant: Tenant
) -> None:
    created = post_credential(admin, tenant)

    assert created["apiKey"] not in str(admin.get("/credentials", organizationId=tenant.organization_id).body)
    stored = table.get(CREDENTIAL.key(hash_of(created["apiKey"])))
    assert stored is not None
    assert created["apiKey"] not in str(stored)


def test_the_list_shows_each_credential_and_its_last_use(
    admin: Service, tenant: Tenant, clock: HandClock
) -> None:
    first, second = (
        post_credential(admin, tenant, name="First"),
        post_credential(admin, tenant, name="Second"),
    )
    clock.advance(minutes=5)
    admin.using(first["apiKey"]).get("/candidates")

    reply = admin.get("/credentials", organizationId=tenant.organization_id)

    assert reply.data == [
        {
            "id": second["id"],
            "name": "Second",
            "organizationId": tenant.organization_id,
            "teamId": tenant.team_id,
            "createdAt": "2026-03-02T09:30:00.000Z",
            "lastUsedAt": None,
            "sandbox": False,
        },
        {
            "id": first["id"],
            "name": "First",
            "organizationId": tenant.organization_id,
            "teamId": tenant.team_id,
            "createdAt": "2026-03-02T09:30:00.000Z",
            "lastUsedAt": "2026-03-02T09:35:00.000Z",
            "sandbox": False,
        },
    ]


def test_an_admin_key_works_for_its_own_organization_alone(
    admin: Service, table: Table, tenant: Tenant, other_tenant: Tenant
) -> None:
    """Interface: Keys, rule 5."""
    their_admin = admin.using(make_key(table, other_tenant.organization_id, None, scope=Scope.ADMIN))
    post_credential(admin, tenant, name="Ours")
    theirs = post_credential(their_admin, other_tenant, name="Theirs")
    them = {"organizationId": other_tenant.organization_id}

    refused = [
        admin.post("/credentials", credential_body(other_tenant)),
        admin.post("/credentials", credential_body(other_tenant, sandbox=True)),
        admin.post("/credentials", credential_body(other_tenant, scope="accounts")),
        admin.get("/credentials", **them),
        admin.get("/audit-log", **them),
    ]

    for reply in refused:
        named = {"resource": "organization", "id": other_tenant.organization_id, "field": "organizationId"}
        assert (reply.status, reply.error["details"]) == (404, named)
    ended = admin.delete(f"/credentials/{theirs['id']}")
    assert (ended.status, ended.error["details"]) == (404, {"resource": "credential", "id": theirs["id"]})
    assert admin.using(theirs["apiKey"]).get("/candidates").status == 200
    assert names(admin, tenant) == ["Ours"]
    assert names(their_admin, other_tenant) == ["Theirs"]


@pytest.mark.parametrize("member", ["teamId", "userId"])
def test_an_admin_key_names_nothing_of_another_organization(
    admin: Service, tenant: Tenant, other_tenant: Tenant, member: str
) -> None:
    foreign = {"teamId": other_tenant.team_id, "userId": other_tenant.user_id}[member]

    reply = admin.post("/credentials", credential_body(tenant, **{member: foreign}))

    assert (reply.status, reply.error["details"]["field"]) == (404, member)
    assert names(admin, tenant) == []


def test_a_revoked_key_fails_on_its_next_request(admin: Service, tenant: Tenant) -> None:
    created, kept = post_credential(admin, tenant, name="Old"), post_credential(admin, tenant, name="New")
    client = admin.using(created["apiKey"])
    assert client.get("/candidates").status == 200

    revoked = admin.delete(f"/credentials/{created['id']}").data

    assert set(revoked) == {"id", "revokedAt"}
    reply = client.get("/candidates")
    assert (reply.status, reply.error["code"]) == (401, "UNAUTHORIZED")
    assert admin.using(kept["apiKey"]).get("/candidates").status == 200
    assert names(admin, tenant) == ["New"]


def test_a_key_that_is_revoked_while_it_reads_is_refused_from_then_on(
    admin: Service, tenant: Tenant, stack: Any
) -> None:
    """A process that has seen a key reads for it while the table checks it."""
    if stack is None:
        pytest.skip("In process, work beside a request is done at once: moto has no isolation.")
    created = post_credential(admin, tenant, name="Old")
    address = urlsplit(stack["baseUrl"])
    has_begun, is_revoked = threading.Event(), threading.Event()

    def ask() -> list[tuple[bool, int]]:
        """Whether the key was revoked before each request, and its status, up to one that came after."""
        client = replace(
            admin.using(created["apiKey"]), transport=Http(str(address.hostname), address.port or 80)
        )
        seen: list[tuple[bool, int]] = []
        while not (seen and seen[-1][0]):
            was_revoked = is_revoked.is_set()
            seen.append((was_revoked, client.get("/candidates").status))
            has_begun.set()
        return seen

    with ThreadPoolExecutor(4) as threads:
        asking = [threads.submit(ask) for _ in range(4)]
        assert has_begun.wait(SECONDS)
        admin.delete(f"/credentials/{created['id']}")
        is_revoked.set()
        seen = [each for one in asking for each in one.result(SECONDS)]

    assert {status for was_revoked, status in seen if was_revoked} == {401}
    assert {status for _, status in seen} == {200, 401}


def test_revoking_twice_returns_the_same(admin: Service, tenant: Tenant, clock: HandClock) -> None:
    path = f"/credentials/{post_credential(admin, tenant)['id']}"
    first = admin.delete(path)
    clock.advance(hours=1)

    assert (first.status, admin.delete(path).data) == (200, first.data)


@pytest.mark.parametrize("identifier", [UNKNOWN_ID, "not-a-uuid", "x" * 200])
def test_revoking_an_unknown_credential_is_404(admin: Service, identifier: str) -> None:
    reply = admin.delete(f"/credentials/{identifier}")

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "credential", "id": identifier}


@pytest.mark.parametrize(
    ("member", "resource"), [("organizationId", "organization"), ("teamId", "team"), ("userId", "user")]
)
def test_what_a_credential_names_must_exist(
    admin: Service, tenant: Tenant, member: str, resource: str
) -> None:
    absent = new_id()

    reply = admin.post("/credentials", credential_body(tenant, **{member: absent}))

    assert reply.status == 404
    assert reply.error["details"] == {"resource": resource, "id": absent, "field": member}
    assert names(admin, tenant) == []


def test_listing_an_unknown_organization_is_404(admin: Service) -> None:
    absent = new_id()

    reply = admin.get("/credentials", organizationId=absent)

    assert reply.status == 404
    assert reply.error["details"] == {"resource": "organization", "id": absent, "field": "organizationId"}
    assert admin.get("/credentials").faulty_fields == {"organizationId"}


def test_every_fault_is_named_at_once(admin: Service) -> None:
    faulty = {"permissions": ["read", "own"], "scope": "everything", "expiresAt": "tomorrow"}

    reply = admin.post("/credentials", faulty)

    assert reply.status == 400
    assert reply.faulty_fields == {
        "organizationId",
        "teamId",
        "name",
        "permissions[1]",
        "scope",
        "expiresAt",
    }


def test_a_key_without_any_permission_is_refused(admin: Service, tenant: Tenant) -> None:
    assert admin.post("/credentials", credential_body(tenant, permissions=[])).faulty_fields == {
        "permissions"
    }


@pytest.mark.parametrize("scope", ["admin", "everything", None, 3, ["gather"]])
def test_an_admin_key_cannot_be_made_over_http_nor_is_offered(
    admin: Service, tenant: Tenant, scope: object
) -> None:
    reply = admin.post("/credentials", credential_body(tenant, scope=scope))

    assert reply.error["details"] == [
        {"field": "scope", "reason": "must be gather, accounts or integrations"}
    ]


@pytest.mark.parametrize("scope", ["accounts", "integrations"])
def test_connect_keys_do_not_open_gather(admin: Service, tenant: Tenant, scope: str) -> None:
    created = post_credential(admin, tenant, scope=scope)

    assert admin.using(created["apiKey"]).get("/candidates").status == 403


def test_permissions_are_enforced(admin: Service, tenant: Tenant) -> None:
    reader = admin.using(post_credential(admin, tenant, permissions=["read"])["apiKey"])

    assert reader.get("/candidates").status == 200
    assert reader.post("/candidates", {}).status == 403


def test_a_key_works_until_it_expires(admin: Service, tenant: Tenant, clock: HandClock) -> None:
    client = admin.using(post_credential(admin, tenant, expiresAt="2026-03-02T12:00:00+02:00")["apiKey"])
    clock.advance(minutes=29, seconds=59)
    assert client.get("/candidates").status == 200

    clock.advance(seconds=1)

    assert client.get("/candidates").status == 401


@pytest.mark.parametrize("moment", ["2026-03-02T09:30:00Z", "2026-03-02T10:29:59+01:00", "1999-01-01"])
def test_a_key_that_would_never_work_is_refused(admin: Service, tenant: Tenant, moment: str) -> None:
    reply = admin.post("/credentials", {**credential_body(tenant), "expiresAt": moment})

    assert (reply.status, reply.faulty_fields) == (400, {"expiresAt"})
    assert admin.get("/credentials", organizationId=tenant.organization_id).data[1:] == []


def test_other_keys_may_not_manage_credentials(service: Service, tenant: Tenant) -> None:
    for reply in (
        service.post("/credentials", credential_body(tenant)),
        service.get("/credentials", organizationId=tenant.organization_id),
        service.delete(f"/credentials/{new_id()}"),
    ):
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")


def test_a_repeated_post_returns_the_same_key_and_hides_it_from_readers_of_the_table(
    admin: Service, table: Table, tenant: Tenant
) -> None:
    header = {"Idempotency-Key": "careers-site"}
    first = admin.post("/credentials", credential_body(tenant), headers=header)

    again = admin.post("/credentials", credential_body(tenant), headers=header)

    assert again.data == first.data
    assert names(admin, tenant) == ["Careers site"]
    assert admin.key is not None
    caller = table.get(CREDENTIAL.key(hash_of(admin.key)))
    assert caller is not None
    (kept,) = table.query(KeyRange(IDEMPOTENCY.key(caller["id"], "careers-site").pk)).items
    assert first.data["apiKey"] not in str(kept)
    assert tenant.team_id not in str(kept)
