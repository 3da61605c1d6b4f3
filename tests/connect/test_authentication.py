"""The authentication of the Connect routes: every route with every credential.

Interface: Authentication, rules 2 and 4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import pytest

from gather.connect.integrations.login_storage import INTEGRATION_LOGIN
from gather.core.caller import Permission, Scope
from gather.core.clock import epoch_seconds, timestamp
from gather.table.changes import Update
from gather.table.store import Table
from tests.builders.connect import (
    CONNECT,
    EXAMPLE,
    PARTNER,
    Connected,
    basic,
    connect,
    customer_key,
    integrate,
    order_body,
)
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant, make_key
from tests.doubles.clock import HandClock
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_interview_with_question

pytestmark = pytest.mark.routes

ACCOUNTS = "accounts"
INTEGRATIONS = "integrations"
DATA = "data"
GATHER = "gather"

ROUTES = (
    (ACCOUNTS, "POST", "/connect/accounts"),
    (ACCOUNTS, "GET", "/connect/accounts"),
    (ACCOUNTS, "GET", f"/connect/accounts/{UNKNOWN_ID}"),
    (ACCOUNTS, "PATCH", f"/connect/accounts/{UNKNOWN_ID}"),
    (ACCOUNTS, "DELETE", f"/connect/accounts/{UNKNOWN_ID}"),
    (INTEGRATIONS, "POST", f"/connect/{EXAMPLE}/integrations"),
    (INTEGRATIONS, "GET", f"/connect/{EXAMPLE}/integrations"),
    (INTEGRATIONS, "GET", f"/connect/{EXAMPLE}/integrations/{UNKNOWN_ID}"),
    (INTEGRATIONS, "PATCH", f"/connect/{EXAMPLE}/integrations/{UNKNOWN_ID}"),
    (INTEGRATIONS, "DELETE", f"/connect/{EXAMPLE}/integrations/{UNKNOWN_ID}"),
    (INTEGRATIONS, "GET", f"/connect/{EXAMPLE}/health"),
    (INTEGRATIONS, "POST", f"/connect/{EXAMPLE}/config/validate"),
    (DATA, "GET", f"/connect/{EXAMPLE}/catalog"),
    (DATA, "POST", f"/connect/{EXAMPLE}/orders"),
    (DATA, "GET", f"/connect/{EXAMPLE}/orders"),
    (DATA, "GET", f"/connect/{EXAMPLE}/orders/{UNKNOWN_ID}"),
    (DATA, "GET", f"/connect/{EXAMPLE}/results/{UNKNOWN_ID}"),
    (GATHER, "GET", "/qsi/gather/candidates"),
)

OPEN = None
"""The request is let in: whatever the route answers, it is neither 401 nor 403."""


@dataclass(frozen=True)
class World:
    """All the credentials there are."""

    keys: Mapping[str, str]
    tenant: Tenant
    integration: Connected

    def header(self, name: str) -> dict[str, str]:
        """A key by its scope or state in `x-api-key`; what begins with `basic` is Basic."""
        login = self.integration
        if name in self.keys:
            return {"x-api-key": self.keys[name]}
        return {
            "basic": basic(login.user, login.password),
            "basic wrong password": basic(login.user, f"{login.password}x"),
            "basic unknown user": basic("nobody", login.password),
            "basic gather key": basic(self.tenant.organization_id, self.keys["gather"]),
            "basic integrations key": basic(self.tenant.organization_id, self.keys["integrations"]),
            "basic accounts key": basic(self.tenant.organization_id, self.keys["accounts"]),
            "basic nonsense": {"Authorization": "Basic nonsense!"},
            "bearer": {"Authorization": f"Bearer {self.keys['integrations']}"},
            "empty key": {"x-api-key": ""},
            "nothing": {},
        }[name]


@pytest.fixture
def world(service: Service, table: Table, tenant: Tenant, ats: VendorService) -> World:
    def key(scope: Scope, expires_at: str | None = None) -> str:
        organization_id, team_id = tenant.organization_id, tenant.team_id
        return make_key(table, organization_id, team_id, scope=scope, expires_at=expires_at)

    made = {scope.value: key(scope) for scope in Scope}
    made["expired"] = key(Scope.INTEGRATIONS, expires_at="2020-01-01T00:00:00.000Z")
    made["unknown"] = "qapi_unknown"
    integration = integrate(connect(service, made["integrations"]), ats.base_url)
    return World(made, tenant, integration)


# Credentials to what routes of accounts, of integrations, of data and of Gather answer.
MATRIX: Mapping[tuple[str, ...], tuple[int | None, int | None, int | None, int | None]] = {
    ("gather",): (403, 403, 403, OPEN),
    ("accounts",): (OPEN, 403, 403, 403),
    ("integrations",): (403, OPEN, OPEN, 403),
    ("admin",): (403, 403, 403, 403),
    ("expired",): (401, 401, 401, 401),
    ("unknown",): (401, 401, 401, 401),
    ("nothing",): (401, 401, 401, 401),
    ("bearer",): (401, 401, 401, 401),
    ("basic",): (401, 401, OPEN, 401),
    ("basic wrong password",): (401, 401, 401, 401),
    ("basic unknown user",): (401, 401, 401, 401),
    ("basic gather key",): (401, 401, 401, OPEN),
    ("basic integrations key",): (401, 401, 401, 403),
    ("basic accounts key",): (401, 401, 401, 403),
    ("basic nonsense",): (401, 401, 401, 401),
    ("integrations", "basic"): (403, OPEN, OPEN, 403),
    ("integrations", "basic wrong password"): (403, OPEN, OPEN, 403),
    ("gather", "basic"): (403, 403, 403, OPEN),
    ("accounts", "basic"): (OPEN, 403, 403, 403),
    ("admin", "basic"): (403, 403, 403, 403),
    ("unknown", "basic"): (401, 401, 401, 401),
    ("expired", "basic"): (401, 401, 401, 401),
    ("empty key", "basic"): (401, 401, OPEN, 401),
}
FAMILIES = (ACCOUNTS, INTEGRATIONS, DATA, GATHER)


@pytest.mark.parametrize("credentials", MATRIX, ids=" + ".join)
def test_each_route_lets_in_whom_the_table_names(
    service: Service, world: World, credentials: tuple[str, ...]
) -> None:
    headers = {name: value for each in credentials for name, value in world.header(each).items()}
    bare = service.public()
    for family, method, path in ROUTES:
        expected = MATRIX[credentials][FAMILIES.index(family)]

        reply = bare.request(method, path, {} if method in ("POST", "PATCH") else None, headers=headers)

        if expected is OPEN:
            assert reply.status in (200, 400, 404), (method, path, reply.body)
            assert "x-ratelimit-remaining" in reply.headers
        else:
            code = {401: "UNAUTHORIZED", 403: "FORBIDDEN"}[expected]
            assert (reply.status, reply.error["code"]) == (expected, code), (method, path, reply.body)


def test_a_key_goes_before_basic_where_both_are_good(
    service: Service, table: Table, tenant: Tenant, ats: VendorService, world: World
) -> None:
    """The key is of another team than the integration behind the Basic credentials."""
    key = customer_key(table, tenant, team_id=tenant.second_team_id)
    integrate(connect(service, key), ats.base_url)
    interview_id = add_interview_with_question(service)

    def catalog(headers: dict[str, str]) -> list[str]:
        reply = service.public().request("GET", f"{CONNECT}/{EXAMPLE}/catalog", headers=headers)
        return [item["id"] for item in reply.data["catalog"]]

    assert catalog(world.header("basic")) == [interview_id]
    assert catalog({"x-api-key": key, **world.header("basic")}) == []


def test_basic_is_of_one_vendor(service: Service, world: World) -> None:
    reply = service.public().request("GET", f"{CONNECT}/{PARTNER}/catalog", headers=world.header("basic"))

    assert reply.status == 401


def test_basic_has_a_quota_of_its_own(world: World, table: Table, clock: HandClock) -> None:
    login = world.integration.login
    first = login.get(f"/{EXAMPLE}/catalog")
    second = login.get(f"/{EXAMPLE}/catalog")
    wrong = login.request("GET", f"/{EXAMPLE}/catalog", headers=basic(world.integration.user, "wrong"))
    key = INTEGRATION_LOGIN.key(EXAMPLE, world.integration.user)
    table.update(
        key,
        Update(set={"used": 999, "windowEndsAt": epoch_seconds(clock.now() + timedelta(minutes=10))}),
    )
    last = login.get(f"/{EXAMPLE}/catalog")
    refused = login.get(f"/{EXAMPLE}/catalog")

    assert first.headers["x-ratelimit-limit"] == "1000"
    assert (first.headers["x-ratelimit-remaining"], second.headers["x-ratelimit-remaining"]) == ("999", "998")
    assert wrong.status == 401
    assert last.headers["x-ratelimit-remaining"] == "0"
    assert (refused.status, refused.error["code"]) == (429, "RATE_LIMIT_EXCEEDED")
    assert refused.error["details"]["limit"] == 1000
    assert refused.error["details"]["resetAt"] == timestamp(clock.now() + timedelta(minutes=10))
    assert world.integration.customer.get(f"/{EXAMPLE}/catalog").status == 200


@pytest.mark.parametrize("permission", list(Permission))
def test_permissions_hold_on_connect_too(
    service: Service, table: Table, tenant: Tenant, ats: VendorService, permission: Permission
) -> None:
    limited = connect(service, customer_key(table, tenant, permissions=(permission,)))
    read = limited.get(f"/{EXAMPLE}/integrations").status
    written = limited.post(f"/{EXAMPLE}/config/validate", {"configuration": {}}).status

    assert (read, written) == ((200, 403) if permission is Permission.READ else (403, 200))


def test_an_unknown_vendor_is_absent_for_whoever_is_let_in(service: Service, world: World) -> None:
    customer = world.integration.customer
    asked: list[Callable[[], Reply]] = [
        lambda: customer.get("/no-such-vendor/integrations"),
        lambda: customer.post("/no-such-vendor/integrations", {}),
        lambda: customer.get(f"/no-such-vendor/integrations/{world.integration.id}"),
        lambda: customer.patch(f"/no-such-vendor/integrations/{world.integration.id}", {}),
        lambda: customer.delete(f"/no-such-vendor/integrations/{world.integration.id}"),
        lambda: customer.get("/no-such-vendor/health"),
        lambda: customer.post("/no-such-vendor/config/validate", {"configuration": {}}),
        lambda: customer.get("/no-such-vendor/catalog"),
        lambda: customer.post("/no-such-vendor/orders", order_body(UNKNOWN_ID)),
        lambda: customer.get("/__init__/catalog"),
        lambda: customer.get("/example_ats/catalog"),
    ]

    for ask in asked:
        reply = ask()
        assert (reply.status, reply.error["details"]["resource"]) == (404, "vendor"), reply.body
    assert service.public().get(f"{CONNECT}/no-such-vendor/catalog").status == 401
