"""Greenhouse sends tests, takes a PATCH and asks for the status; it takes nothing else."""

from typing import Any

import pytest

from local_stack.suites.greenhouse import GreenhouseSimulator
from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, SimulatedOrder, basic
from tests.local_stack.suites.playing import ADA, INTERVIEW, KEY, LINK, ORDER, PlayedService, push

COMPLETE: dict[str, Any] = {
    "partner_status": "complete",
    "partner_profile_url": LINK,
    "partner_score": 81,
    "metadata": {"Summary": "Calm."},
}


@pytest.fixture
def played() -> PlayedService:
    return PlayedService(
        {
            "GET /list_tests": (200, [{"partner_test_id": INTERVIEW, "partner_test_name": "Barista"}]),
            "POST /send_test": (200, {"partner_interview_id": ORDER}),
            "GET /test_status": (200, COMPLETE),
            "POST /response_error": (200, {"status": 200}),
        }
    )


@pytest.fixture
def greenhouse(played: PlayedService) -> GreenhouseSimulator:
    return GreenhouseSimulator(played.connection)


@pytest.fixture
def order(greenhouse: GreenhouseSimulator) -> SimulatedOrder:
    return greenhouse.order(KEY, INTERVIEW, ADA)


def patch(greenhouse: GreenhouseSimulator, key: str = KEY.key, path: str = "/take_home_tests/1") -> int:
    status = push(greenhouse, "PATCH", path, basic(key)).status
    greenhouse.run_deferred()
    return status


def test_a_patch_lets_greenhouse_ask_for_the_results(
    greenhouse: GreenhouseSimulator, order: SimulatedOrder, played: PlayedService
) -> None:
    assert patch(greenhouse) == 200

    assert (order.status, order.score, order.link) == ("complete", 81, LINK)
    assert order.details == {"Summary": "Calm."}
    assert greenhouse.refused == []
    sent = played.body_of("POST /send_test")
    assert sent["url"] == "https://suite.example.com/api/take_home_tests/1"
    assert {headers["Authorization"] for _, headers, _ in played.asked} == {basic(KEY.key)}


@pytest.mark.parametrize(
    ("method", "path", "authorization", "body", "status"),
    [
        ("PUT", "/take_home_tests/1", basic(KEY.key), None, 405),
        ("PATCH", "/take_home_tests/1", None, None, 401),
        ("PATCH", "/take_home_tests/1", basic("another"), None, 401),
        ("PATCH", "/take_home_tests/2", basic(KEY.key), None, 404),
        ("PATCH", "/take_home_tests/1/more", basic(KEY.key), None, 404),
        ("PATCH", "/take_home_tests/1", basic(KEY.key), {"partner_status": "complete"}, 422),
    ],
)
def test_no_other_request_is_taken(
    greenhouse: GreenhouseSimulator,
    order: SimulatedOrder,
    method: str,
    path: str,
    authorization: str | None,
    body: Any,
    status: int,
) -> None:
    assert push(greenhouse, method, path, authorization, body).status == status

    assert [each.status for each in greenhouse.refusals] == [status]
    assert order.status == "sent"


def test_a_key_of_its_own_is_expected_where_there_is_one(
    greenhouse: GreenhouseSimulator, order: SimulatedOrder
) -> None:
    greenhouse.api_key = "another"

    assert [patch(greenhouse), patch(greenhouse, "another")] == [401, 200]


def test_an_ended_test_and_a_hired_candidate_take_no_patch(
    greenhouse: GreenhouseSimulator, order: SimulatedOrder
) -> None:
    greenhouse.hired.add(greenhouse.order(KEY, INTERVIEW, ADA).id)

    assert patch(greenhouse, path="/take_home_tests/2") == 404
    assert [patch(greenhouse), patch(greenhouse)] == [200, 422]


@pytest.mark.parametrize(
    "changed",
    [
        {"partner_status": "processing"},
        {"partner_status": None},
        {"partner_status": "started", "partner_profile_url": None, "partner_score": None},
        {"partner_profile_url": None},
        {"partner_profile_url": "token"},
        {"partner_score": "81"},
        {"partner_score": True},
        {"metadata": {"Topics": {"Teamwork": 70}}},
        {"data": {}},
    ],
)
def test_a_wrong_status_is_refused_and_reported(
    greenhouse: GreenhouseSimulator, order: SimulatedOrder, played: PlayedService, changed: dict[str, Any]
) -> None:
    played.answers["GET /test_status"] = (200, {**COMPLETE, **changed})

    assert patch(greenhouse) == 200

    assert [each.is_of_response for each in greenhouse.refusals] == [True]
    if changed.get("partner_status") != "started":
        assert played.body_of("POST /response_error")["partner_interview_id"] == ORDER


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"data": [], "meta": {}}),
        (200, [{"partner_test_id": 1, "partner_test_name": "Barista"}]),
        (200, [{"partner_test_id": INTERVIEW, "partner_test_name": "Barista", "type": "standard"}]),
        (200, b"no JSON"),
        (401, {"error": {"code": "UNAUTHORIZED"}}),
    ],
)
def test_a_wrong_list_is_refused(
    greenhouse: GreenhouseSimulator, played: PlayedService, answer: tuple[int, Any]
) -> None:
    played.answers["GET /list_tests"] = answer

    with pytest.raises(PartnerAnswerWrong):
        greenhouse.list_tests(KEY)

    assert [each.is_of_response for each in greenhouse.refusals] == [True]


def test_another_content_type_is_refused(greenhouse: GreenhouseSimulator, played: PlayedService) -> None:
    played.headers = {"Content-Type": "text/html"}

    with pytest.raises(PartnerAnswerWrong, match="content type"):
        greenhouse.list_tests(KEY)


def test_the_same_test_has_to_have_the_same_id(
    greenhouse: GreenhouseSimulator, order: SimulatedOrder, played: PlayedService
) -> None:
    played.answers["POST /send_test"] = (200, {"partner_interview_id": INTERVIEW})

    with pytest.raises(PartnerAnswerWrong, match="another partner_interview_id"):
        greenhouse.send_test(order)


def test_a_test_that_we_refuse_is_not_ordered(greenhouse: GreenhouseSimulator, played: PlayedService) -> None:
    played.answers["POST /send_test"] = (404, {"message": "There is no such test."})

    with pytest.raises(PartnerRefused, match="no such test"):
        greenhouse.order(KEY, INTERVIEW, ADA)

    assert [each.status for each in greenhouse.orders.values()] == ["not ordered"]
    assert greenhouse.refused == []
