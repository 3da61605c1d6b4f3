"""Ashby's own routes and what it is told (suites: `ashby`)."""

from typing import Any

import pytest

from tests.builders.connect import basic
from tests.builders.ordered import answer_link, archive
from tests.builders.service import UNKNOWN_ID, Service
from tests.builders.suites import ConnectedSuite, connect_suite, without
from tests.support.suite_orders import ashby_order

pytestmark = pytest.mark.routes


@pytest.fixture
def ashby(customer: Service) -> ConnectedSuite:
    """An integration with Ashby."""
    return connect_suite(customer, "ashby")


def started(ashby: ConnectedSuite, order: dict[str, Any]) -> str:
    reply = ashby.suite.post("/assessment.start", order)
    assert reply.status == 200, reply.body
    assert set(reply.body) == {"success", "results"}
    assert reply.body["success"] is True
    assert set(reply.body["results"]) == {"assessment_id"}
    identifier: str = reply.body["results"]["assessment_id"]
    return identifier


def test_the_types_of_assessments_are_the_interviews(ashby: ConnectedSuite, interview_id: str) -> None:
    reply = ashby.suite.post("/assessment.list")

    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "results": [
                {"assessment_type_id": interview_id, "name": "Barista 2026", "description": "Barista"}
            ],
        },
    )


def test_a_repeated_start_is_the_same_assessment_until_it_was_cancelled(
    ashby: ConnectedSuite, interview_id: str
) -> None:
    order = ashby_order(interview_id)
    first = started(ashby, order)
    again = started(ashby, {**order, "job": None})

    cancelled = ashby.suite.post("/assessment.cancel", {"assessment_id": first})
    repeated = ashby.suite.post("/assessment.cancel", {"assessment_id": first})
    anew = started(ashby, order)

    assert first == again != anew
    assert cancelled.body == repeated.body == {"success": True, "results": {"assessment_id": first}}
    assert ashby.general("GET", f"/orders/{first}").data["order"]["status"] == "cancelled"
    assert ashby.general("GET", f"/orders/{anew}").data["order"]["status"] == "invited"


def test_an_order_of_another_type_is_another_assessment(ashby: ConnectedSuite, interview_id: str) -> None:
    order = ashby_order(interview_id)

    other = {**order, "application": {"ashby_id": "application-2", "status": "Active"}}

    assert started(ashby, order) != started(ashby, other)


def test_a_cancelled_assessment_takes_no_answers(
    ashby: ConnectedSuite, interview_id: str, service: Service
) -> None:
    identifier = started(ashby, ashby_order(interview_id))
    link = ashby.general("GET", f"/orders/{identifier}").data["order"]["link"]

    ashby.suite.post("/assessment.cancel", {"assessment_id": identifier})

    assert service.public().get(f"/screening/{link.rpartition('/')[2]}").status in (404, 410)


@pytest.mark.parametrize("state", ["unknown", "completed"])
def test_what_is_over_or_not_known_is_not_cancelled(
    ashby: ConnectedSuite, interview_id: str, service: Service, state: str
) -> None:
    identifier = UNKNOWN_ID
    if state == "completed":
        identifier = started(ashby, ashby_order(interview_id))
        answer_link(service, ashby.general("GET", f"/orders/{identifier}").data["order"]["link"])

    reply = ashby.suite.post("/assessment.cancel", {"assessment_id": identifier})

    assert (reply.status, reply.body["success"], len(reply.body["errors"])) == (200, False, 1)


@pytest.mark.parametrize(
    "missing",
    [
        "assessment_type_id",
        "candidate.first_name",
        "candidate.last_name",
        "candidate.email",
        "application.ashby_id",
        "application",
    ],
)
def test_what_a_recruiter_should_read_is_a_422_with_a_message(
    ashby: ConnectedSuite, interview_id: str, missing: str
) -> None:
    reply = ashby.suite.post("/assessment.start", without(ashby_order(interview_id), missing))

    assert (reply.status, reply.body) == (422, {"message": f"{missing}: is required"})


def test_an_interview_that_takes_nobody_is_a_422_with_a_message(
    ashby: ConnectedSuite, interview_id: str, service: Service
) -> None:
    service.patch(f"/interviews/{interview_id}", {"status": 2})

    for order in (ashby_order(interview_id), ashby_order(UNKNOWN_ID), ashby_order("no-uuid")):
        reply = ashby.suite.post("/assessment.start", order)
        assert (reply.status, set(reply.body)) == (422, {"message"})


def test_every_other_failure_has_ashby_s_shape(ashby: ConnectedSuite) -> None:
    wrong_key = ashby.with_headers(basic("wrong", "")).post("/assessment.list")
    malformed = ashby.suite.post("/assessment.cancel", {"assessment_id": 5})
    no_json = ashby.suite.request("POST", "/assessment.list", raw="{")

    for reply, status in ((wrong_key, 401), (malformed, 422), (no_json, 422)):
        assert (reply.status, set(reply.body), reply.body["success"]) == (
            status,
            {"success", "errors"},
            False,
        )


def test_the_team_may_archive_an_assessment_that_ashby_then_cancels(
    ashby: ConnectedSuite, interview_id: str, service: Service
) -> None:
    identifier = started(ashby, ashby_order(interview_id))
    order = ashby.general("GET", f"/orders/{identifier}").data["order"]
    archive(service, order["candidateInterviewId"])

    assert ashby.suite.post("/assessment.cancel", {"assessment_id": identifier}).body["success"] is True
