"""Requests to a vendor's service: with limits, two attempts, and never to an address of ours."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gather.connect import vendor_client
from gather.connect.vendor_client import VendorClient
from gather.connect.vendor_protocol import Failure, VendorFailed
from gather.outgoing import transport
from gather.outgoing.result import AttemptError, AttemptResult
from tests.doubles.vendor_service import VendorService, vendor_service

CLIENT = VendorClient(allow_private_addresses=True)
HEADERS = {"Authorization": "Bearer token"}


@pytest.fixture
def vendor() -> Iterator[VendorService]:
    with vendor_service(lambda path, authorization: (200, {"path": path})) as running:
        yield running


def answers(monkeypatch: pytest.MonkeyPatch, *results: AttemptResult) -> list[dict[str, Any]]:
    """Have attempts end like this, one after the other; answers what they were made with."""
    made: list[dict[str, Any]] = []

    def send(url: str, body: bytes, headers: Any, **options: Any) -> AttemptResult:
        made.append({"url": url, "body": body, "headers": headers, **options})
        return results[len(made) - 1]

    monkeypatch.setattr(transport, "send", send)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    return made


def test_a_get_carries_the_headers_and_no_body(vendor: VendorService) -> None:
    assert CLIENT.get_json(f"{vendor.base_url}/jobs/1?all=true", HEADERS) == {"path": "jobs/1?all=true"}

    [(_, sent)] = vendor.asked
    assert sent["authorization"] == "Bearer token"
    assert sent["user-agent"] == vendor_client.USER_AGENT
    assert "content-length" not in sent


def test_what_is_not_there_is_none(vendor: VendorService) -> None:
    vendor.answer = lambda path, authorization: (404, {})

    assert CLIENT.get_json(vendor.base_url, HEADERS) is None


def test_a_second_try_may_succeed(vendor: VendorService) -> None:
    vendor.answer = lambda path, authorization: (503 if len(vendor.asked) == 1 else 200, {"try": 2})

    assert CLIENT.get_json(vendor.base_url, HEADERS) == {"try": 2}


@pytest.mark.parametrize("error", [AttemptError.TIMEOUT, AttemptError.CONNECTION_FAILED])
def test_silence_is_tried_twice_and_no_more(monkeypatch: pytest.MonkeyPatch, error: AttemptError) -> None:
    made = answers(monkeypatch, *[AttemptResult(error=error)] * 3)

    with pytest.raises(VendorFailed) as failed:
        CLIENT.get_json("https://ats.example.com", HEADERS)

    assert failed.value.failure is Failure.UNREACHABLE
    assert len(made) == vendor_client.ATTEMPTS
    assert vendor_client.ATTEMPTS * vendor_client.LIMITS.seconds + vendor_client.LONGEST_PAUSE_SECONDS < 9


@pytest.mark.parametrize("error", [AttemptError.ADDRESS_REFUSED, AttemptError.INVALID_URL])
def test_what_no_second_try_changes_is_tried_once(
    monkeypatch: pytest.MonkeyPatch, error: AttemptError
) -> None:
    made = answers(monkeypatch, *[AttemptResult(error=error)] * 2)

    with pytest.raises(VendorFailed):
        CLIENT.get_json("https://ats.example.com", HEADERS)

    assert len(made) == 1


def test_private_addresses_are_refused_unless_the_deployment_is_local(vendor: VendorService) -> None:
    deployed = VendorClient(allow_private_addresses=False)

    with pytest.raises(VendorFailed):
        deployed.get_json(vendor.base_url, HEADERS)

    assert vendor.asked == []


@pytest.mark.parametrize(
    ("result", "failure"),
    [
        (AttemptResult(status=200, data="<html>"), Failure.INVALID_ANSWER),
        (AttemptResult(status=204, data=""), Failure.INVALID_ANSWER),
        (AttemptResult(status=400, data={}), Failure.INVALID_ANSWER),
        (AttemptResult(status=401, data={}), Failure.CREDENTIALS_REFUSED),
        (AttemptResult(status=200, data={}, error=AttemptError.INVALID_ANSWER), Failure.UNREACHABLE),
    ],
)
def test_unusable_responses_have_different_failures(
    monkeypatch: pytest.MonkeyPatch, result: AttemptResult, failure: Failure
) -> None:
    answers(monkeypatch, result, result)

    with pytest.raises(VendorFailed) as failed:
        CLIENT.get_json("https://ats.example.com/secret-path", HEADERS)

    assert failed.value.failure is failure
    assert "secret-path" not in str(failed.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "1", "more": ' + "[" * 150 + "]" * 150 + "}",
        '{"id": "1", "": {"": 1}}',
        '{"id": "1", "count": 123456789012345678901234567890123456789012345678901234567890}',
        '{"id": "1", "share": 3.14159265358979323846264338327950288419716939937510}',
    ],
)
def test_any_json_of_a_vendor_is_read(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    headers = {"content-type": "application/json"}
    answers(monkeypatch, AttemptResult(200, headers=headers, data=text, body=text))

    assert CLIENT.get_json("https://ats.example.com/jobs/1", {}) == json.loads(text)


def test_json_that_nests_without_end_is_an_invalid_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[" * 200_000
    answers(monkeypatch, AttemptResult(200, headers={"content-type": "application/json"}, body=text))

    with pytest.raises(VendorFailed) as failed:
        CLIENT.get_json("https://ats.example.com/jobs/1", {})

    assert failed.value.failure is Failure.INVALID_ANSWER
