"""SmartRecruiters gets tokens, orders packages, issues tokens and takes results once."""

from typing import Any
from urllib.parse import urlencode

import pytest

from local_stack.suites.simulator import PartnerAnswerWrong, PartnerRefused, SimulatedOrder, SuiteKey, basic
from local_stack.suites.smartrecruiters import TOKEN_PATH, SmartRecruitersSimulator
from tests.local_stack.suites.playing import (
    ADA,
    INTERVIEW,
    KEY,
    LINK,
    ORDER,
    PlayedService,
    SetSeconds,
    document_of,
    push,
)

PATH = "/assessment-api/v202010/orders/1/results"
PACKAGE = {"id": INTERVIEW, "name": "Barista", "description": "Coffee."}
FORM = {"grant_type": "client_credentials", "client_id": "client", "client_secret": "secret"}
COMPLETED: dict[str, Any] = {
    "status": "COMPLETED",
    "name": "Barista",
    "summary": "Calm.",
    "description": f"Results: {LINK}",
    "submissionDate": "2026-03-01T09:00:00.000Z",
    "score": {"raw": 81, "min": 0, "max": 100},
    "scoreLabel": "81/100",
}


@pytest.fixture
def played() -> PlayedService:
    token = {"access_token": "token-of-the-service", "token_type": "Bearer", "expires_in": 1800}
    return PlayedService(
        {
            "POST /oauth/token": (200, token),
            "GET /packages": (200, {"content": [PACKAGE], "totalFound": 1, "limit": 1, "offset": 0}),
            f"GET /packages/{INTERVIEW}": (200, PACKAGE),
            "POST /packages/orders": (202, {"id": ORDER}),
            "DELETE /integrations/companies/example-works": (204, b""),
        }
    )


@pytest.fixture
def clock() -> SetSeconds:
    return SetSeconds()


@pytest.fixture
def suite(played: PlayedService, clock: SetSeconds) -> SmartRecruitersSimulator:
    return SmartRecruitersSimulator(
        played.connection,
        company_id="example-works",
        client_id="client",
        client_secret="secret",
        clock=clock,
    )


@pytest.fixture
def order(suite: SmartRecruitersSimulator) -> SimulatedOrder:
    return suite.order(KEY, INTERVIEW, ADA)


def issued(suite: SmartRecruitersSimulator) -> str:
    answer = push(suite, "POST", TOKEN_PATH, None, urlencode(FORM).encode())
    assert answer.status == 200
    return f"Bearer {document_of(answer)['access_token']}"


def test_an_order_gets_its_results(
    suite: SmartRecruitersSimulator, order: SimulatedOrder, played: PlayedService
) -> None:
    assert push(suite, "PATCH", PATH, issued(suite), COMPLETED).status == 204

    assert (order.status, order.score, order.link) == ("COMPLETED", 81, LINK)
    assert suite.refused == []
    assert played.asked[-1][1]["Authorization"] == "Bearer token-of-the-service"
    assert played.body_of("POST /packages/orders")["companyId"] == "example-works"


def test_without_a_user_the_key_itself_is_sent(
    suite: SmartRecruitersSimulator, played: PlayedService
) -> None:
    suite.order(SuiteKey("the-password"), INTERVIEW, ADA)

    assert [headers["Authorization"] for _, headers, _ in played.asked] == ["Bearer the-password"]


@pytest.mark.parametrize(
    "changed",
    [
        {"status": None},
        {"status": ""},
        {"score": 81},
        {"score": {"raw": 101, "min": 0, "max": 100}},
        {"score": {"raw": "81", "min": 0, "max": 100}},
        {"score": {"raw": 81, "min": 0, "max": 100, "label": "good"}},
        {"submissionDate": 1_772_000_000_000},
        {"submissionDate": "2026-03-01 09:00"},
        {"submissionDate": "yesterday"},
        {"attachments": {}},
        {"resultsUrl": LINK},
        {"status": "EXPIRED"},
    ],
)
def test_wrong_results_are_refused(
    suite: SmartRecruitersSimulator, order: SimulatedOrder, changed: dict[str, Any]
) -> None:
    assert push(suite, "PATCH", PATH, issued(suite), {**COMPLETED, **changed}).status == 422

    assert [each.status for each in suite.refusals] == [422]
    assert order.status == "ORDERED"


@pytest.mark.parametrize(
    ("method", "path", "authorization", "status"),
    [
        ("PUT", PATH, None, 405),
        ("PATCH", PATH.replace("1", "2"), None, 404),
        ("PATCH", PATH.removesuffix("/results"), None, 404),
        ("PATCH", PATH, None, 401),
        ("PATCH", PATH, basic("client"), 401),
        ("PATCH", PATH, "Bearer another", 401),
    ],
)
def test_no_other_request_is_taken(
    suite: SmartRecruitersSimulator,
    order: SimulatedOrder,
    method: str,
    path: str,
    authorization: str | None,
    status: int,
) -> None:
    assert push(suite, method, path, authorization, COMPLETED).status == status
    assert order.status == "ORDERED"


def test_a_token_ends_with_its_time_or_when_the_suite_says_so(
    suite: SmartRecruitersSimulator, order: SimulatedOrder, clock: SetSeconds
) -> None:
    old = issued(suite)
    clock.now += 1_800
    assert push(suite, "PATCH", PATH, old, COMPLETED).status == 401

    ended = issued(suite)
    suite.end_tokens()
    assert push(suite, "PATCH", PATH, ended, COMPLETED).status == 401
    assert push(suite, "PATCH", PATH, issued(suite), COMPLETED).status == 204


def test_results_come_once(suite: SmartRecruitersSimulator, order: SimulatedOrder) -> None:
    token = issued(suite)

    assert push(suite, "PATCH", PATH, token, {"status": "EXPIRED", "description": "Expired."}).status == 204
    assert push(suite, "PATCH", PATH, token, COMPLETED).status == 409


@pytest.mark.parametrize(
    ("changed", "kind", "status"),
    [
        ({"grant_type": "password"}, None, 400),
        ({"client_secret": "another"}, None, 401),
        ({"client_id": "another"}, None, 401),
        ({}, "application/json", 415),
    ],
)
def test_a_token_needs_a_form_with_the_client(
    suite: SmartRecruitersSimulator, changed: dict[str, str], kind: str | None, status: int
) -> None:
    headers = {} if kind is None else {"Content_Type": kind}
    body = urlencode({**FORM, **changed}).encode()

    answer = push(suite, "POST", TOKEN_PATH, None, body, **headers)

    assert (answer.status, [each.status for each in suite.refusals]) == (status, [status])
    assert "another" not in str(suite.refusals)


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("POST /oauth/token", (200, {"access_token": "t", "token_type": "bearer", "expires_in": 1800})),
        ("POST /oauth/token", (200, {"access_token": "t", "token_type": "Bearer", "expires_in": "1800"})),
        ("POST /oauth/token", (400, {"message": "No."})),
        ("GET /packages", (200, [PACKAGE])),
        ("GET /packages", (200, {"content": []})),
        ("GET /packages", (404, {"error": {"code": "NOT_FOUND"}})),
    ],
)
def test_a_wrong_answer_is_refused(
    suite: SmartRecruitersSimulator, played: PlayedService, call: str, answer: tuple[int, Any]
) -> None:
    played.answers[call] = answer

    with pytest.raises(PartnerAnswerWrong):
        suite.list_packages(KEY)


def test_a_token_may_not_be_stored_on_the_way(suite: SmartRecruitersSimulator, played: PlayedService) -> None:
    played.headers = {"Content-Type": "application/json"}

    with pytest.raises(PartnerAnswerWrong, match="stored"):
        suite.get_token(KEY)


def test_the_company_reads_packages_and_disconnects(
    suite: SmartRecruitersSimulator, played: PlayedService
) -> None:
    assert [each.id for each in suite.list_packages(KEY)] == [INTERVIEW]
    assert suite.get_package(KEY, INTERVIEW).name == "Barista"
    suite.disconnect(KEY)
    assert suite.refused == []

    played.answers["GET /packages"] = (204, b"")
    assert suite.list_packages(KEY) == []
    played.answers["POST /oauth/token"] = (400, {"error": "invalid_client"})
    with pytest.raises(PartnerRefused, match="invalid_client"):
        suite.list_packages(KEY)
