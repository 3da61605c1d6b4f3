"""Workable creates assessments, and takes one callback for each that is as its page has it."""

from typing import Any

import pytest

from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, SimulatedOrder, basic
from local_stack.suites.workable import WorkableSimulator
from tests.local_stack.suites.playing import ADA, INTERVIEW, KEY, LINK, ORDER, PlayedService, push

PATH = "/assessments/1"
ISSUED = "Bearer workable-token"
SCORE: dict[str, Any] = {
    "score": "81",
    "summary": "Calm.",
    "details": {"Teamwork": 70},
    "duration": "00:12:30",
}
COMPLETED: dict[str, Any] = {"status": "completed", "results_url": LINK, "assessment": SCORE}


@pytest.fixture
def played() -> PlayedService:
    return PlayedService(
        {
            "GET /tests": (200, {"tests": [{"id": INTERVIEW, "name": "Barista"}]}),
            "POST /assessments": (201, {"assessment_id": ORDER}),
        }
    )


@pytest.fixture
def workable(played: PlayedService) -> WorkableSimulator:
    return WorkableSimulator(played.connection, access_token="workable-token")


@pytest.fixture
def order(workable: WorkableSimulator) -> SimulatedOrder:
    return workable.order(KEY, INTERVIEW, ADA)


def test_a_callback_brings_the_results(workable: WorkableSimulator, order: SimulatedOrder) -> None:
    assert push(workable, "PUT", PATH, ISSUED, COMPLETED).status == 200

    assert (order.status, order.score, order.link) == ("completed", "81", LINK)
    assert order.details == {"summary": "Calm.", "details": {"Teamwork": 70}, "duration": "00:12:30"}
    assert workable.refused == []


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"status": "started"}, 422),
        ({"results_url": None}, 422),
        ({"results_url": "token"}, 422),
        ({"score": 81}, 422),
        ({"assessment": {**SCORE, "score": 81}}, 422),
        ({"assessment": {**SCORE, "duration": "12:30"}}, 422),
        ({"assessment": {**SCORE, "grade": "good"}}, 422),
        ({"assessment": {**SCORE, "details": {"Topics": {"Teamwork": 70}}}}, 422),
        ({"status": "expired"}, 422),
    ],
)
def test_a_wrong_callback_is_refused(
    workable: WorkableSimulator, order: SimulatedOrder, changed: dict[str, Any], status: int
) -> None:
    assert push(workable, "PUT", PATH, ISSUED, {**COMPLETED, **changed}).status == status

    assert [each.status for each in workable.refusals] == [status]
    assert order.status == "pending"


@pytest.mark.parametrize(
    ("method", "path", "authorization", "status"),
    [
        ("POST", PATH, ISSUED, 405),
        ("PUT", "/assessments/2", ISSUED, 404),
        ("PUT", PATH, None, 401),
        ("PUT", PATH, basic("workable-token"), 401),
        ("PUT", PATH, "Bearer another", 401),
    ],
)
def test_no_other_request_is_taken(
    workable: WorkableSimulator,
    order: SimulatedOrder,
    method: str,
    path: str,
    authorization: str | None,
    status: int,
) -> None:
    assert push(workable, method, path, authorization, COMPLETED).status == status
    assert order.status == "pending"


def test_what_is_no_json_is_refused(workable: WorkableSimulator, order: SimulatedOrder) -> None:
    assert push(workable, "PUT", PATH, ISSUED, b"{", Content_Type="application/json").status == 400


@pytest.mark.parametrize("end", ["expired", "rejected"])
def test_nothing_follows_the_end(workable: WorkableSimulator, order: SimulatedOrder, end: str) -> None:
    assert push(workable, "PUT", PATH, ISSUED, {"status": end}).status == 200
    assert push(workable, "PUT", PATH, ISSUED, COMPLETED).status == 409
    assert (order.status, order.score) == (end, None)


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"assessment_id": ORDER}),
        (201, {"assessment_id": 77}),
        (201, {"data": {"assessment_id": ORDER}}),
        (422, {"error": {"code": "VALIDATION_ERROR"}}),
        (422, {"status": 400, "message": "Another status."}),
    ],
)
def test_a_wrong_answer_is_refused(
    workable: WorkableSimulator, played: PlayedService, answer: tuple[int, Any]
) -> None:
    played.answers["POST /assessments"] = answer

    with pytest.raises(PartnerAnswerWrong):
        workable.order(KEY, INTERVIEW, ADA)


def test_an_error_as_documented_is_told(workable: WorkableSimulator, played: PlayedService) -> None:
    played.answers["GET /tests"] = (401, {"status": 401, "message": "Unknown token."})

    with pytest.raises(PartnerRefused, match="Unknown token"):
        workable.list_tests(KEY)

    assert workable.refused == []


def test_the_same_callback_has_to_be_the_same_assessment(
    workable: WorkableSimulator, order: SimulatedOrder, played: PlayedService
) -> None:
    workable.create(order)
    played.answers["POST /assessments"] = (201, {"assessment_id": INTERVIEW})

    with pytest.raises(PartnerAnswerWrong, match="another id"):
        workable.create(order)
