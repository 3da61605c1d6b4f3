"""SmartRecruiters' own routes and what it is told (suites: `smartrecruiters`)."""

from typing import Any
from urllib.parse import urlencode

import pytest

from gather.connect.integrations.access_token import ACCESS_TOKEN_SECONDS
from tests.builders.connect import bearer
from tests.builders.service import UNKNOWN_ID, Reply, Service
from tests.builders.suites import ConnectedSuite, connect_suite, without
from tests.doubles.clock import HandClock
from tests.support.suite_orders import API, smartrecruiters_order

pytestmark = pytest.mark.routes

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def smartrecruiters(customer: Service) -> ConnectedSuite:
    """An integration with SmartRecruiters."""
    return connect_suite(customer, "smartrecruiters")


def ask_token(smartrecruiters: ConnectedSuite, **changes: str) -> Reply:
    told = {
        "grant_type": "client_credentials",
        "client_id": smartrecruiters.user,
        "client_secret": smartrecruiters.key,
        **changes,
    }
    return smartrecruiters.with_headers(FORM).request("POST", "/oauth/token", raw=urlencode(told))


@pytest.fixture
def client(smartrecruiters: ConnectedSuite) -> Service:
    """The routes as SmartRecruiters uses them: with an access token."""
    return smartrecruiters.with_headers(bearer(ask_token(smartrecruiters).body["access_token"]))


def placed(client: Service, order: dict[str, Any]) -> str:
    reply = client.post("/packages/orders", order)
    assert reply.status == 202, reply.body
    identifier: str = reply.body["id"]
    return identifier


def test_a_token_is_issued_for_half_an_hour(smartrecruiters: ConnectedSuite) -> None:
    reply = ask_token(smartrecruiters)

    assert (reply.status, reply.headers["cache-control"]) == (200, "no-store")
    assert (reply.body["token_type"], reply.body["expires_in"]) == ("Bearer", ACCESS_TOKEN_SECONDS)
    assert smartrecruiters.key not in reply.body["access_token"]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"client_secret": "wrong"}, "invalid_client"),
        ({"client_id": "wrong"}, "invalid_client"),
        ({"client_id": ""}, "invalid_client"),
        ({"client_id": "x" * 5_000}, "invalid_client"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": ""}, "unsupported_grant_type"),
    ],
)
def test_wrong_credentials_get_no_token(
    smartrecruiters: ConnectedSuite, changes: dict[str, str], error: str
) -> None:
    reply = ask_token(smartrecruiters, **changes)

    assert (reply.status, reply.body) == (400, {"error": error})


def test_a_token_is_good_for_the_vendor_s_general_routes_too(client: Service, interview_id: str) -> None:
    order = placed(client, smartrecruiters_order(interview_id))

    assert client.get("/catalog").data["catalog"][0]["id"] == interview_id
    assert client.get(f"/orders/{order}").data["order"]["status"] == "invited"


@pytest.mark.in_process
def test_a_token_ends_after_its_time(clock: HandClock, client: Service, interview_id: str) -> None:
    assert client.get("/packages").status == 200
    clock.advance(seconds=ACCESS_TOKEN_SECONDS)

    reply = client.get("/packages")

    assert (reply.status, set(reply.body)) == (401, {"message"})


@pytest.mark.parametrize("change", [{"rotatePassword": True}, {"status": "disabled"}])
def test_a_token_ends_with_its_password(
    smartrecruiters: ConnectedSuite, client: Service, change: dict[str, Any], interview_id: str
) -> None:
    path = f"/smartrecruiters/integrations/{smartrecruiters.id}"
    assert smartrecruiters.customer.patch(path, change).status == 200

    assert client.get("/packages").status == 401
    assert ask_token(smartrecruiters).body == {"error": "invalid_client"}


def test_the_packages_are_the_interviews(client: Service, interview_id: str) -> None:
    package = {"id": interview_id, "name": "Barista 2026", "description": "Barista"}

    listed = client.get("/packages", **{"country-code": "de"})
    one = client.get(f"/packages/{interview_id}")

    assert listed.body == {"content": [package], "totalFound": 1, "limit": 1, "offset": 0}
    assert (one.status, one.body) == (200, package)
    assert (client.get(f"/packages/{UNKNOWN_ID}").status) == 404


def test_without_interviews_there_is_no_content(client: Service) -> None:
    reply = client.get("/packages")

    assert (reply.status, reply.body) == (204, "")


def test_the_same_callback_is_the_same_order(client: Service, interview_id: str, service: Service) -> None:
    order = smartrecruiters_order(interview_id)
    moved = f"{API}/assessment-api/v202010/orders/10/results"

    first, again = placed(client, order), placed(client, {**order, "jobId": "j-2"})
    other = placed(client, {**order, "resultCallbackURL": moved})

    assert first == again != other
    [candidate] = service.get("/candidates").data["candidates"]
    assert (candidate["externalId"], candidate["phone"]) == ("c-1", "+14155550123")


@pytest.mark.parametrize(
    "missing",
    [
        "resultCallbackURL",
        "candidate",
        "candidate.firstName",
        "candidate.lastName",
        "candidate.email",
        "job",
        "assessmentPackageId",
        "jobId",
        "companyId",
    ],
)
def test_a_missing_member_is_a_400(client: Service, interview_id: str, missing: str) -> None:
    reply = client.post("/packages/orders", without(smartrecruiters_order(interview_id), missing))

    assert (reply.status, reply.body) == (400, {"message": f"{missing}: is required"})


def test_each_refusal_has_its_documented_status(client: Service, interview_id: str) -> None:
    other_company = smartrecruiters_order(interview_id, companyId="another")
    elsewhere = smartrecruiters_order(interview_id, resultCallbackURL="https://elsewhere.example.com/1")

    assert client.post("/packages/orders", other_company).status == 403
    assert client.post("/packages/orders", elsewhere).status == 400
    assert client.post("/packages/orders", smartrecruiters_order(UNKNOWN_ID)).status == 404


def test_the_company_may_disconnect_itself(
    smartrecruiters: ConnectedSuite, client: Service, interview_id: str
) -> None:
    other = client.delete("/integrations/companies/another")
    own = client.delete("/integrations/companies/example-works")

    assert (other.status, own.status, own.body) == (403, 204, "")
    path = f"/smartrecruiters/integrations/{smartrecruiters.id}"
    assert smartrecruiters.customer.get(path).data["integration"]["status"] == "disabled"
    assert client.get("/packages").status == 401
