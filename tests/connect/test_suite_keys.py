"""The key of an integration, on the routes of its vendor (suites: The key)."""

from typing import Any

import pytest

from gather.core.caller import Scope
from gather.table.store import Table
from tests.builders.connect import CONNECT, basic, bearer, connect, customer_key
from tests.builders.service import Reply, Service, Tenant, make_key
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.support.records import add_interview_with_question
from tests.support.suite_orders import CONFIGURATIONS, greenhouse_order

pytestmark = pytest.mark.routes

OWN_ROUTES = {
    "greenhouse": ("GET", "/list_tests"),
    "ashby": ("POST", "/assessment.list"),
    "workable": ("GET", "/tests"),
    "smartrecruiters": ("GET", "/packages"),
}
GENERAL = ("/catalog", "/orders")


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


def asked(connected: ConnectedSuite, headers: dict[str, str], query: str = "") -> list[Reply]:
    """The answers of the vendor's general routes and of one of its own."""
    service = connected.with_headers(headers)
    paths = [("GET", path) for path in GENERAL]
    own = OWN_ROUTES.get(connected.vendor)
    return [
        service.request(method, f"{path}{query}", {} if method == "POST" else None)
        for method, path in [*paths, *([own] if own else [])]
    ]


@pytest.mark.parametrize("vendor", sorted(CONFIGURATIONS))
def test_the_key_opens_every_data_route_as_basic_user_or_as_bearer(customer: Service, vendor: str) -> None:
    connected = connect_suite(customer, vendor)

    for headers in (
        basic(connected.key, ""),
        bearer(connected.key),
        {"Authorization": f"bearer {connected.key}"},
        basic(connected.user, connected.key),
    ):
        assert {reply.status for reply in asked(connected, headers)} <= {200, 204}


@pytest.mark.parametrize("vendor", sorted(CONFIGURATIONS))
def test_a_key_of_ours_comes_first(customer: Service, vendor: str, table: Table, tenant: Tenant) -> None:
    connected = connect_suite(customer, vendor)
    login = basic(connected.key, "")
    gather_key = make_key(table, tenant.organization_id, tenant.team_id, scope=Scope.GATHER)

    with_ours = asked(connected, {**login, "x-api-key": str(customer.key)})
    with_wrong = asked(connected, {**login, "x-api-key": "wrong"})
    with_gather = asked(connected, {**login, "x-api-key": gather_key})

    assert {reply.status for reply in with_ours} <= {200, 204}
    assert {reply.status for reply in with_wrong} == {401}
    assert {reply.status for reply in with_gather} == {403}


def test_a_key_of_ours_names_the_integration_where_there_are_several(customer: Service) -> None:
    first = connect_suite(customer, "greenhouse")
    connect_suite(customer, "greenhouse")
    ours = {"x-api-key": str(customer.key)}

    unnamed = asked(first, ours)
    named = asked(first, ours, f"?integrationId={first.id}")

    assert [reply.status for reply in unnamed] == [400, 400, 422]
    assert {reply.status for reply in named} == {200}


@pytest.mark.parametrize("change", [{"rotatePassword": True}, {"status": "disabled"}, None])
def test_a_key_ends_with_its_password(customer: Service, change: dict[str, Any] | None) -> None:
    connected = connect_suite(customer, "greenhouse")
    path = f"/greenhouse/integrations/{connected.id}"

    changed = customer.delete(path) if change is None else customer.patch(path, change)

    assert changed.status == 200
    assert {reply.status for reply in asked(connected, basic(connected.key, ""))} == {401}
    if change == {"rotatePassword": True}:
        fresh = changed.data["integration"]["password"]
        assert {reply.status for reply in asked(connected, basic(fresh, ""))} == {200}


def test_a_key_reaches_its_own_integration_alone(
    customer: Service, service: Service, table: Table, tenant: Tenant
) -> None:
    interview_id = add_interview_with_question(service)
    elsewhere = connect(service, customer_key(table, tenant, team_id=tenant.second_team_id))
    own, other = connect_suite(customer, "greenhouse"), connect_suite(elsewhere, "greenhouse")
    order = own.suite.post("/send_test", greenhouse_order(interview_id)).body["partner_interview_id"]

    status = other.suite.get("/test_status", partner_interview_id=order)
    sent = other.suite.post("/send_test", greenhouse_order(interview_id))

    assert (status.status, sent.status) == (404, 404)
    assert other.suite.get("/list_tests").body == []
    assert other.general("GET", f"/orders/{order}").status == 404


def test_the_key_of_one_vendor_is_none_of_another(customer: Service) -> None:
    greenhouse, workable = connect_suite(customer, "greenhouse"), connect_suite(customer, "workable")

    assert {reply.status for reply in asked(workable, basic(greenhouse.key, ""))} == {401}


@pytest.mark.parametrize("path", ["/workable/list_tests", "/unheard-of/list_tests", "/example-ats/tests"])
def test_a_path_of_one_suite_under_another_s_name_is_our_404(customer: Service, path: str) -> None:
    reply = customer.get(path)

    assert (reply.status, reply.error["code"]) == (404, "NOT_FOUND")


def test_without_credentials_a_suite_is_asked_for_basic(service: Service) -> None:
    reply = Service(service.transport, None, CONNECT).get("/greenhouse/list_tests")

    assert (reply.status, set(reply.body)) == (401, {"message"})
    assert "Basic realm" in reply.headers["www-authenticate"]
