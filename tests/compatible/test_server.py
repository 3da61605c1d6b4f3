"""Requests to a server: its address, its key, its time, and what its statuses mean."""

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from gather.compatible.api_keys import GivenKey
from gather.compatible.faults import wait_seconds
from gather.compatible.server import MOST_BYTES, Server
from gather.ports.failure import EngineFailed
from tests.compatible.conftest import Serving
from tests.doubles.openai_server import KEY, Said, openai_server, refused


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("/openai/v1", "/openai/v1/chat/completions"),
        ("/openai/v1/", "/openai/v1/chat/completions"),
        ("", "/chat/completions"),
        ("/d/gpt?api-version=1", "/d/gpt/chat/completions?api-version=1"),
    ],
)
def test_the_path_of_the_address_stays(given: str, path: str) -> None:
    with openai_server(lambda _: Said()) as running:
        url = running.url.removesuffix("/v1") + given
        Server("The engine", url, GivenKey(KEY)).post_json("/chat/completions", {}, 5)

    assert running.asked[0].path == path


def test_a_server_that_wants_no_key_gets_none(serving: Serving) -> None:
    server, running = serving(Said(), key=GivenKey())

    server.post_json("/x", {}, 5)

    assert "Authorization" not in running.asked[0].headers


@pytest.mark.parametrize(
    ("status", "is_retryable", "is_for_operator"),
    [
        (400, False, False),
        (401, True, True),
        (402, True, True),
        (403, True, True),
        (404, True, True),
        (408, True, False),
        (413, False, False),
        (415, False, False),
        (429, True, False),
        (500, True, False),
        (502, True, False),
        (503, True, False),
        (529, True, False),
        (307, True, True),
    ],
)
def test_a_status_says_who_can_help(
    serving: Serving, status: int, is_retryable: bool, is_for_operator: bool
) -> None:
    server, _ = serving(refused("The key sk-secret of Grace is bad", status, Location="http://elsewhere"))

    failure = server.failure(server.post_json("/x", {}, 5))

    assert (failure.retryable, failure.for_operator) == (is_retryable, is_for_operator)
    assert failure.reason == f"The engine answered {status}"


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("-3", 0),
        ("999999", 3600),
        ("soon", None),
        ("nan", None),
        ("", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
    ],
)
def test_a_server_asks_to_wait_in_seconds_or_by_a_date(asked: str, seconds: float | None) -> None:
    assert wait_seconds({"Retry-After": asked}) == seconds


def test_a_date_in_the_future_is_waited_for() -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)

    assert 80 < (wait_seconds({"Retry-After": moment}) or 0) <= 90


def test_a_failure_that_passes_says_how_long_to_wait(serving: Serving) -> None:
    server, _ = serving(refused(status=429, Retry_After="30"))

    assert server.failure(server.post_json("/x", {}, 5)).retry_after == 30


@pytest.mark.parametrize("member", ["type", "code"])
def test_what_is_not_paid_for_is_the_operator_s_to_repair_and_no_matter_of_time(
    serving: Serving, member: str
) -> None:
    said = {"error": {"message": "You exceeded your current quota", member: "insufficient_quota"}}
    server, _ = serving(Said(said, 429, {"Retry-After": "1"}))

    failure = server.failure(server.post_json("/x", {}, 5))

    assert (failure.retryable, failure.for_operator) == (True, True)
    assert (failure.throttled, failure.retry_after) == (False, None)


@pytest.mark.parametrize(
    "body", [b"", b"slow down", {}, [], {"error": "slow"}, {"error": {"type": "tokens"}}]
)
def test_too_many_requests_are_a_matter_of_time(serving: Serving, body: object) -> None:
    server, _ = serving(Said(body, 429))

    failure = server.failure(server.post_json("/x", {}, 5))

    assert (failure.throttled, failure.for_operator) == (True, False)


def test_nobody_there_is_temporary_and_told_without_the_address() -> None:
    with openai_server(lambda _: Said()) as running:
        gone = Server("The engine", running.url, GivenKey(KEY))

    with pytest.raises(EngineFailed) as failure:
        gone.post_json("/x", {}, 5)

    assert (failure.value.retryable, failure.value.for_operator) == (True, False)
    assert "127.0.0.1" not in failure.value.reason


@pytest.mark.parametrize("said", [Said(b"x" * 100, slowly=True), Said(after_seconds=8)])
def test_a_request_ends_in_time_however_slowly_the_server_responds(serving: Serving, said: Said) -> None:
    server, _ = serving(said)
    began = time.monotonic()

    with pytest.raises(EngineFailed) as failure:
        server.post_json("/x", {}, 0.5)

    assert failure.value.retryable
    assert time.monotonic() - began < 6


def test_a_response_without_an_end_is_not_kept(serving: Serving) -> None:
    server, _ = serving(Said(b"x" * (MOST_BYTES + 1)))

    with pytest.raises(EngineFailed):
        server.post_json("/x", {}, 20)


def test_a_connection_that_the_server_closed_is_made_anew(serving: Serving) -> None:
    server, running = serving(Said(headers={"Connection": "close"}))

    assert [server.post_json("/x", {}, 5).status for _ in range(3)] == [200] * 3
    assert len(running.asked) == 3


def test_a_server_without_an_address_is_the_operator_s_to_set() -> None:
    with pytest.raises(EngineFailed) as failure:
        Server("The engine", "", GivenKey()).post_json("/x", {}, 5)

    assert (failure.value.retryable, failure.value.for_operator) == (True, True)
