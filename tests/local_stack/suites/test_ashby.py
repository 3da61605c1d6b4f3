"""Ashby starts and cancels assessments, and takes only updates as its documentation has them."""

from typing import Any

import pytest

from local_stack.suites.ashby import KEY_INFO, UPDATE, AshbySimulator
from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, SimulatedOrder, basic
from tests.local_stack.suites.playing import (
    ADA,
    INTERVIEW,
    KEY,
    LINK,
    ORDER,
    PlayedService,
    document_of,
    push,
)

ISSUED = "ashby-key"
MOMENT = 1_772_000_000_000


def blob(identifier: str, kind: str, value: object) -> dict[str, object]:
    return {"identifier": identifier, "label": identifier.title(), "type": kind, "value": value}


STARTED = {"assessment_status": blob("status", "string", "Started")}
COMPLETED: dict[str, Any] = {
    "assessment_status": blob("status", "string", "Completed"),
    "assessment_profile_url": blob("profile", "url", LINK),
    "assessment_result": blob("result", "numeric_score", 81),
    "metadata": [blob("duration", "numeric_duration_minutes", 1.5), blob("fluent", "boolean_success", True)],
}
CANCELLED = {"cancelled_reason": blob("reason", "string", "Expired")}


@pytest.fixture
def played() -> PlayedService:
    taken = {"success": True, "results": {"assessment_id": ORDER}}
    listed = {"assessment_type_id": INTERVIEW, "name": "Barista", "description": "Coffee."}
    return PlayedService(
        {
            "POST /assessment.list": (200, {"success": True, "results": [listed]}),
            "POST /assessment.start": (200, taken),
            "POST /assessment.cancel": (200, taken),
        }
    )


@pytest.fixture
def ashby(played: PlayedService) -> AshbySimulator:
    return AshbySimulator(played.connection, api_key=ISSUED)


@pytest.fixture
def order(ashby: AshbySimulator) -> SimulatedOrder:
    return ashby.order(KEY, INTERVIEW, ADA)


def update(ashby: AshbySimulator, members: object, timestamp: object = MOMENT, **more: Any) -> Any:
    told = dict(members) if isinstance(members, dict) else {}
    document = {"assessment_id": ORDER, "timestamp": timestamp, **told, **more}
    return document_of(push(ashby, "POST", UPDATE, basic(ISSUED), document))


def test_updates_show_how_an_assessment_goes(ashby: AshbySimulator, order: SimulatedOrder) -> None:
    assert update(ashby, STARTED)["success"] is True
    assert order.status == "Started"
    assert update(ashby, COMPLETED, MOMENT + 1)["success"] is True

    assert (order.status, order.score, order.link) == ("Completed", 81, LINK)
    assert order.details == {"Duration": 1.5, "Fluent": True}
    assert ashby.refused == []


def test_a_reason_cancels_an_assessment(ashby: AshbySimulator, order: SimulatedOrder) -> None:
    assert update(ashby, CANCELLED)["success"] is True
    assert (order.status, order.score) == ("Cancelled", None)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {**STARTED, "timestamp": "2026-03-01T09:00:00Z"},
        {**STARTED, "timestamp": 1_772_000_000},
        {**STARTED, "timestamp": float(MOMENT)},
        {**STARTED, "assessment_id": INTERVIEW},
        {**STARTED, "assessment_id": None},
        {**STARTED, "note": "unknown"},
        {"assessment_status": "Started"},
        {"assessment_status": {**STARTED["assessment_status"], "type": "text"}},
        {"assessment_status": {**STARTED["assessment_status"], "color": "red"}},
        {**COMPLETED, "assessment_status": None},
        {**COMPLETED, "assessment_profile_url": None},
        {**COMPLETED, "assessment_profile_url": blob("profile", "string", LINK)},
        {**COMPLETED, "assessment_profile_url": blob("profile", "url", "token")},
        {**COMPLETED, "assessment_result": blob("result", "numeric_score", "81")},
        {**COMPLETED, "assessment_result": blob("result", "numeric_score", True)},
        {**COMPLETED, "assessment_result": blob("result", "string", 81)},
        {**COMPLETED, "metadata": [blob("result", "string", "twice")]},
        {**COMPLETED, "metadata": [blob("fluent", "boolean_success", "yes")]},
        {**COMPLETED, **CANCELLED},
        {"cancelled_reason": blob("reason", "numeric_score", 1)},
    ],
)
def test_a_wrong_update_is_refused_with_200(
    ashby: AshbySimulator, order: SimulatedOrder, wrong: dict[str, Any]
) -> None:
    answered = update(ashby, wrong)

    assert answered["success"] is False
    assert answered["errors"] == [ashby.refusals[0].reason]
    assert (order.status, ashby.updates) == ("sent", [])


def test_a_timestamp_has_to_grow(ashby: AshbySimulator, order: SimulatedOrder) -> None:
    update(ashby, STARTED)

    assert update(ashby, COMPLETED)["success"] is False
    assert update(ashby, COMPLETED, MOMENT + 1)["success"] is True


@pytest.mark.parametrize("end", [COMPLETED, CANCELLED])
def test_nothing_follows_the_end(ashby: AshbySimulator, order: SimulatedOrder, end: dict[str, Any]) -> None:
    update(ashby, end)

    assert update(ashby, STARTED, MOMENT + 1)["errors"] == ["the assessment has ended before"]


@pytest.mark.parametrize(
    ("method", "path", "authorization", "headers", "status"),
    [
        ("PUT", UPDATE, basic(ISSUED), {}, 405),
        ("POST", "/assessment.delete", basic(ISSUED), {}, 404),
        ("POST", UPDATE, None, {}, 401),
        ("POST", UPDATE, basic("another"), {}, 403),
        ("POST", UPDATE, f"Bearer {ISSUED}", {}, 403),
        ("POST", UPDATE, basic(ISSUED), {"User_Agent": ""}, 403),
        ("POST", UPDATE, basic(ISSUED), {"User_Agent": "Python-urllib/3.11"}, 403),
        ("POST", UPDATE, basic(ISSUED), {"Content_Type": "text/plain"}, 415),
        ("POST", UPDATE, basic(ISSUED), {"query": "debug=1"}, 400),
    ],
)
def test_what_is_not_let_in_has_its_status(
    ashby: AshbySimulator,
    order: SimulatedOrder,
    method: str,
    path: str,
    authorization: str | None,
    headers: dict[str, str],
    status: int,
) -> None:
    document = {"assessment_id": ORDER, "timestamp": MOMENT, **STARTED}

    answer = push(ashby, method, path, authorization, document, **headers)

    assert (answer.status, document_of(answer)["success"]) == (status, False)
    assert order.status == "sent"


def test_the_key_needs_a_permission_for_each_call(played: PlayedService) -> None:
    ashby = AshbySimulator(played.connection, api_key=ISSUED, permissions=["candidatesWrite"])

    assert push(ashby, "POST", KEY_INFO, basic(ISSUED), {}).status == 403
    ashby.permissions = ["candidatesWrite", "apiKeysRead"]
    assert document_of(push(ashby, "POST", KEY_INFO, basic(ISSUED), {}))["success"] is True


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"data": {}, "meta": {}}),
        (200, {"success": True, "results": {"assessment_id": 1}}),
        (200, {"success": True, "results": {"assessment_id": ORDER, "link": LINK}}),
        (201, {"success": True, "results": {"assessment_id": ORDER}}),
        (422, {"error": {"code": "VALIDATION_ERROR"}}),
    ],
)
def test_a_wrong_answer_to_a_start_is_refused(
    ashby: AshbySimulator, played: PlayedService, answer: tuple[int, Any]
) -> None:
    played.answers["POST /assessment.start"] = answer

    with pytest.raises(PartnerAnswerWrong):
        ashby.order(KEY, INTERVIEW, ADA)

    assert [each.is_of_response for each in ashby.refusals] == [True]


@pytest.mark.parametrize(
    "answer",
    [
        (422, {"message": "Closed."}),
        (200, {"success": False, "errors": ["Closed."]}),
        (401, {"success": False, "errors": ["Closed."]}),
    ],
)
def test_a_documented_failure_is_told(
    ashby: AshbySimulator, played: PlayedService, answer: tuple[int, Any]
) -> None:
    played.answers["POST /assessment.start"] = answer

    with pytest.raises(PartnerRefused, match=r"Closed\."):
        ashby.order(KEY, INTERVIEW, ADA)

    assert ashby.refused == []


def test_a_repeated_start_is_the_same_assessment_or_a_conflict(
    ashby: AshbySimulator, order: SimulatedOrder, played: PlayedService
) -> None:
    ashby.start(order)
    played.answers["POST /assessment.start"] = (409, {"success": False, "errors": ["Already."]})
    ashby.start(order)
    assert ashby.refused == []

    played.answers["POST /assessment.start"] = (
        200,
        {"success": True, "results": {"assessment_id": INTERVIEW}},
    )
    with pytest.raises(PartnerAnswerWrong, match="another id"):
        ashby.start(order)


def test_a_recruiter_lists_types_and_cancels(ashby: AshbySimulator, order: SimulatedOrder) -> None:
    assert [each.name for each in ashby.list_types(KEY)] == ["Barista"]
    ashby.cancel(order)

    assert (order.status, ashby.refused) == ("Cancelled", [])
