"""Workable's own routes and what it is told (suites: `workable`)."""

from typing import Any

import pytest

from tests.builders.service import UNKNOWN_ID, Service
from tests.builders.suites import ConnectedSuite, connect_suite, without
from tests.support.suite_orders import API, workable_order

pytestmark = pytest.mark.routes


@pytest.fixture
def workable(customer: Service) -> ConnectedSuite:
    """An integration with Workable."""
    return connect_suite(customer, "workable")


def made(workable: ConnectedSuite, order: dict[str, Any]) -> str:
    reply = workable.token_holder.post("/assessments", order)
    assert reply.status == 201, reply.body
    assert set(reply.body) == {"assessment_id"}
    identifier: str = reply.body["assessment_id"]
    return identifier


def test_the_tests_are_the_interviews(workable: ConnectedSuite, interview_id: str) -> None:
    reply = workable.token_holder.get("/tests")

    assert (reply.status, reply.body) == (200, {"tests": [{"id": interview_id, "name": "Barista 2026"}]})


def test_the_same_callback_is_the_same_assessment(
    workable: ConnectedSuite, interview_id: str, service: Service
) -> None:
    order = workable_order(interview_id)

    first, again = made(workable, order), made(workable, {**order, "job_title": "Head barista"})
    other = made(workable, {**order, "callback_url": f"{API}/assessments/78"})

    assert first == again != other
    [candidate] = service.get("/candidates").data["candidates"]
    assert (candidate["email"], candidate["phone"]) == ("ada@example.com", None)


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("test_id", "test_id: is required"),
        ("callback_url", "callback_url: is required"),
        ("candidate.first_name", "candidate.first_name: is required"),
        ("candidate.email", "candidate.email: is required"),
    ],
)
def test_a_missing_member_is_a_422(
    workable: ConnectedSuite, interview_id: str, missing: str, message: str
) -> None:
    reply = workable.token_holder.post("/assessments", without(workable_order(interview_id), missing))

    assert (reply.status, reply.body) == (422, {"status": 422, "message": message})


def test_each_failure_has_its_documented_status(workable: ConnectedSuite, interview_id: str) -> None:
    token = workable.token_holder
    elsewhere = workable_order(interview_id, callback_url="https://elsewhere.example.com/1")

    replies = {
        400: token.request("POST", "/assessments", raw="{"),
        401: workable.with_headers({"Authorization": "Bearer wrong"}).get("/tests"),
        422: token.post("/assessments", workable_order(UNKNOWN_ID)),
    }

    for status, reply in replies.items():
        assert (reply.status, reply.body["status"], set(reply.body)) == (
            status,
            status,
            {"status", "message"},
        )
    assert token.post("/assessments", elsewhere).status == 422
