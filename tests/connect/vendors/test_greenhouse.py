"""Greenhouse's own routes and what it is told (suites: `greenhouse`)."""

from typing import Any

import pytest

from gather.table.store import Table
from tests.builders.connect import basic
from tests.builders.ordered import answer_link, archive, judge
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.suites import ConnectedSuite, connect_suite, without
from tests.support.suite_orders import API, greenhouse_order

pytestmark = pytest.mark.routes


@pytest.fixture
def greenhouse(customer: Service) -> ConnectedSuite:
    """An integration with Greenhouse, which is at another address than its own."""
    return connect_suite(customer, "greenhouse")


def sent(greenhouse: ConnectedSuite, order: dict[str, Any]) -> str:
    reply = greenhouse.suite.post("/send_test", order)
    assert reply.status == 200, reply.body
    assert set(reply.body) == {"partner_interview_id"}
    identifier: str = reply.body["partner_interview_id"]
    return identifier


def status(greenhouse: ConnectedSuite, identifier: str) -> Any:
    reply = greenhouse.suite.get("/test_status", partner_interview_id=identifier)
    assert reply.status == 200, reply.body
    return reply.body


def test_the_tests_are_a_bare_list(greenhouse: ConnectedSuite, interview_id: str) -> None:
    reply = greenhouse.suite.get("/list_tests")

    assert reply.headers["content-type"] == "application/json"
    assert reply.body == [{"partner_test_id": interview_id, "partner_test_name": "Barista 2026"}]


def test_without_interviews_the_list_is_empty(greenhouse: ConnectedSuite) -> None:
    assert greenhouse.suite.get("/list_tests").body == []


def test_the_same_address_is_the_same_test(
    greenhouse: ConnectedSuite, interview_id: str, service: Service
) -> None:
    order = greenhouse_order(interview_id)
    signed_anew = {**order, "candidate": {**order["candidate"], "resume_url": "https://other.example.com/2"}}

    first = sent(greenhouse, order)
    again = sent(greenhouse, signed_anew)
    other = sent(greenhouse, {**order, "url": f"{API}/take_home_tests/2"})

    assert first == again != other
    [candidate] = service.get("/candidates").data["candidates"]
    assert (candidate["externalId"], candidate["phone"]) == ("17681532", "+442079460018")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("partner_test_id", "partner_test_id: is required"),
        ("candidate.email", "candidate.email: is required"),
        ("candidate.last_name", "candidate.last_name: is required"),
        ("url", "url: is required"),
    ],
)
def test_a_malformed_order_is_a_422_with_a_message(
    greenhouse: ConnectedSuite, interview_id: str, wrong: str, told: str
) -> None:
    reply = greenhouse.suite.post("/send_test", without(greenhouse_order(interview_id), wrong))

    assert (reply.status, reply.body) == (422, {"message": told})


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example.com/1", "http://suite.example.com/1", "https://suite.example.com:444/"]
)
def test_an_order_brings_no_address_but_the_suite_s(
    greenhouse: ConnectedSuite, interview_id: str, url: str
) -> None:
    assert greenhouse.suite.post("/send_test", greenhouse_order(interview_id, url=url)).status == 422


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://app.greenhouse.io/tests/1", 200),
        ("https://greenhouse.io/tests/1", 200),
        ("https://app.greenhouse.io.example.com/tests/1", 422),
        ("https://evilgreenhouse.io/tests/1", 422),
        ("http://app.greenhouse.io/tests/1", 422),
    ],
)
def test_without_an_address_of_its_own_greenhouse_is_at_its_domain(
    customer: Service, interview_id: str, url: str, expected: int
) -> None:
    greenhouse = connect_suite(customer, "greenhouse", apiUrl=None)

    assert greenhouse.suite.post("/send_test", greenhouse_order(interview_id, url=url)).status == expected


def test_what_is_not_known_is_a_404(greenhouse: ConnectedSuite, interview_id: str) -> None:
    unknown = greenhouse.suite.post("/send_test", greenhouse_order(UNKNOWN_ID))
    status = greenhouse.suite.get("/test_status", partner_interview_id=UNKNOWN_ID)

    assert (unknown.status, set(unknown.body)) == (404, {"message"})
    assert (status.status, set(status.body)) == (404, {"message"})
    assert greenhouse.suite.get("/test_status").status == 422


@pytest.mark.in_process
def test_the_score_comes_with_the_end_of_the_evaluation(
    greenhouse: ConnectedSuite, interview_id: str, service: Service, table: Table, tenant: Tenant
) -> None:
    identifier = sent(greenhouse, greenhouse_order(interview_id))
    order = greenhouse.general("GET", f"/orders/{identifier}").data["order"]

    invited = status(greenhouse, identifier)
    answer_link(service, order["link"], complete=False)
    started = status(greenhouse, identifier)
    answer_link(service, order["link"])
    processing = status(greenhouse, identifier)
    judge(table, tenant.team_id, order["candidateInterviewId"])
    complete = status(greenhouse, identifier)

    assert [invited, started, processing] == [
        {"partner_status": "invited"},
        {"partner_status": "started"},
        {"partner_status": "processing"},
    ]
    assert set(complete) == {"partner_status", "partner_score", "partner_profile_url", "metadata"}
    assert (complete["partner_status"], complete["partner_score"]) == ("complete", 81)
    assert "/share/" in complete["partner_profile_url"]
    assert complete["metadata"]["Summary"] == "A good start."
    assert all(isinstance(value, str | int | float | bool) for value in complete["metadata"].values())


@pytest.mark.in_process
def test_a_completed_test_has_its_page_after_the_link_was_ended(
    greenhouse: ConnectedSuite, interview_id: str, service: Service, table: Table, tenant: Tenant
) -> None:
    identifier = sent(greenhouse, greenhouse_order(interview_id))
    order = greenhouse.general("GET", f"/orders/{identifier}").data["order"]
    answer_link(service, order["link"])
    judge(table, tenant.team_id, order["candidateInterviewId"])

    service.delete(f"/candidate-interviews/{order['candidateInterviewId']}/share-link")

    assert status(greenhouse, identifier)["partner_profile_url"].startswith("https://")


def test_a_cancelled_test_says_so(greenhouse: ConnectedSuite, interview_id: str, service: Service) -> None:
    identifier = sent(greenhouse, greenhouse_order(interview_id))
    order = greenhouse.general("GET", f"/orders/{identifier}").data["order"]

    archive(service, order["candidateInterviewId"])

    assert status(greenhouse, identifier) == {"partner_status": "cancelled"}


def test_a_report_is_shown_with_the_pushes_of_its_order(
    greenhouse: ConnectedSuite, interview_id: str
) -> None:
    identifier = sent(greenhouse, greenhouse_order(interview_id))
    report = {
        "api_call": "test_status",
        "errors": ["Partner score is not a number"],
        "partner_interview_id": identifier,
        "candidate_email": "ada@example.com",
    }

    taken = greenhouse.suite.post("/response_error", report)
    about_nothing = greenhouse.suite.post("/response_error", {"api_call": "list_tests", "errors": []})
    malformed = greenhouse.suite.post("/response_error", {"errors": "none"})

    assert (taken.status, taken.body) == (200, {"status": 200})
    assert (about_nothing.status, about_nothing.body) == (200, {"status": 200})
    assert malformed.status == 422
    [shown] = greenhouse.general("GET", f"/orders/{identifier}/pushes").data["reports"]
    assert (shown["apiCall"], shown["errors"]) == ("test_status", ["Partner score is not a number"])


def test_a_wrong_key_is_refused_in_greenhouse_s_form(greenhouse: ConnectedSuite) -> None:
    for key in (f"{greenhouse.key}x", "wrong", f"{greenhouse.id}.wrong"):
        reply = greenhouse.with_headers(basic(key, "")).get("/list_tests")
        assert (reply.status, set(reply.body)) == (401, {"message"})
