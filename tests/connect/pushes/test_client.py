"""One request to a suite, and what its answer means."""

from datetime import UTC, datetime
from typing import Any

import pytest

from gather.connect.pushes.client import LONGEST_WAIT_SECONDS, PushClient, PushFailure, find_failure
from gather.connect.suite_protocol import Push, TokenRequest
from gather.connect.vendors.ashby import VENDOR as ASHBY
from gather.connect.vendors.workable import VENDOR as WORKABLE
from gather.outgoing.result import AttemptError, AttemptResult
from tests.doubles.pushing import PushReceiver, Said

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def client() -> PushClient:
    return PushClient(allow_private_addresses=True)


def test_a_request_has_its_body_as_json_and_its_credentials(
    client: PushClient, receiver: PushReceiver
) -> None:
    push = Push(method="PUT", url=f"{receiver.url}/a", body={"name": "Zoë"}, headers={"X-More": "1"})
    result = client.send(push, "Bearer secret")

    [request] = receiver.requests
    assert (result.status, result.error) == (200, None)
    assert (request.method, request.path, request.fields) == ("PUT", "/a", {"name": "Zoë"})
    assert request.headers["authorization"] == "Bearer secret"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"] == "talent-screening-integrations"
    assert request.headers["x-more"] == "1"


def test_a_request_without_a_body_says_nothing_of_one(client: PushClient, receiver: PushReceiver) -> None:
    client.send(Push(method="PATCH", url=receiver.url), "Basic secret")

    [request] = receiver.requests
    assert request.body == b""
    assert "content-type" not in request.headers
    assert request.headers["content-length"] == "0"


def test_a_redirect_is_not_followed(client: PushClient, receiver: PushReceiver) -> None:
    receiver.script(Said(307, {"Location": f"{receiver.url}/elsewhere"}))
    result = client.send(Push(method="PUT", url=f"{receiver.url}/a", body={}), "Bearer secret")

    assert (result.status, len(receiver.requests)) == (307, 1)


def test_a_token_is_asked_for_with_a_form(client: PushClient, receiver: PushReceiver) -> None:
    client.ask_token(
        TokenRequest(url=receiver.url, form={"grant_type": "client_credentials", "scope": "a b"})
    )

    [request] = receiver.requests
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/x-www-form-urlencoded"
    assert request.body == b"grant_type=client_credentials&scope=a+b"
    assert "authorization" not in request.headers


def test_nothing_goes_to_a_private_address_unless_allowed(receiver: PushReceiver) -> None:
    result = PushClient().send(Push(method="PUT", url=receiver.url), "Bearer secret")

    assert (result.error, receiver.requests) == (AttemptError.ADDRESS_REFUSED, [])
    assert find_failure(WORKABLE, result, NOW) == PushFailure("address refused", is_temporary=False)


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_a_2xx_is_success(status: int) -> None:
    assert find_failure(WORKABLE, AttemptResult(status=status), NOW) is None


@pytest.mark.parametrize("status", [408, 425, 429, 500, 503, 599])
def test_a_busy_suite_may_take_it_later(status: int) -> None:
    failure = find_failure(WORKABLE, AttemptResult(status=status), NOW)

    assert failure == PushFailure(f"HTTP {status}", is_temporary=True)


@pytest.mark.parametrize("status", [100, 300, 302, 400, 401, 403, 404, 409, 410, 422, 451])
def test_any_other_answer_is_final(status: int) -> None:
    failure = find_failure(WORKABLE, AttemptResult(status=status, headers={"retry-after": "5"}), NOW)

    assert failure == PushFailure(f"HTTP {status}", is_temporary=False)


@pytest.mark.parametrize(
    "error",
    [
        AttemptError.TIMEOUT,
        AttemptError.CONNECTION_FAILED,
        AttemptError.INVALID_ANSWER,
        AttemptError.TLS_FAILED,
        AttemptError.NAME_NOT_RESOLVED,
    ],
)
def test_no_or_a_broken_answer_is_temporary_also_after_a_status(error: AttemptError) -> None:
    failure = find_failure(WORKABLE, AttemptResult(status=200, error=error), NOW)

    assert failure is not None
    assert failure.is_temporary


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("120", 120),
        ("0", 0),
        ("999999", LONGEST_WAIT_SECONDS),
        ("Mon, 02 Mar 2026 09:40:00 GMT", 600),
        ("Mon, 02 Mar 2026 09:20:00 GMT", 0),
        ("Mon, 02 Mar 2037 09:20:00 GMT", LONGEST_WAIT_SECONDS),
        ("soon", 0),
        ("-5", 0),
        ("²", 0),
        ("", 0),
    ],
)
def test_how_long_a_busy_suite_asks_to_wait(asked: str, seconds: int) -> None:
    failure = find_failure(WORKABLE, AttemptResult(status=429, headers={"retry-after": asked}), NOW)

    assert failure is not None
    assert failure.wait_seconds == seconds


@pytest.mark.parametrize("data", [{"success": False, "errors": ["unknown"]}, {"success": False}])
def test_a_success_that_is_none_is_a_final_failure_with_its_reason(data: Any) -> None:
    failure = find_failure(ASHBY, AttemptResult(status=200, data=data), NOW)

    assert failure is not None
    assert (failure.is_temporary, bool(failure.reason)) == (False, True)
