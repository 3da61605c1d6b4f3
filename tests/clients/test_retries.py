"""The retries of the Python client, and their pauses."""

import asyncio
from collections.abc import Callable

import httpx
import pytest

from talent_screening import (
    ApiError,
    AsyncTalentScreening,
    Conflict,
    ConnectionFailed,
    InternalError,
    RateLimitExceeded,
    RetryPolicy,
    TalentScreening,
    UnexpectedAnswer,
    __version__,
)
from talent_screening.errors import ERRORS
from talent_screening.models import ChangeCandidate, CreateCandidate

ADA = CreateCandidate(first_name="Ada", last_name="Lovelace", email="ada@example.com", phone="+14155550123")
NO_CANDIDATES = {"data": {"candidates": []}, "meta": {"nextCursor": None}}
META = {"requestId": "0190a0b0-c0d0-7123-8456-000000000005", "timestamp": "2026-03-02T01:30:00.000Z"}
OK = httpx.Response(200, json=NO_CANDIDATES)

Answer = httpx.Response | httpx.TransportError


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    document = {"error": {"code": code, "message": "No."}, "meta": META}
    return httpx.Response(status, json=document, headers={k.replace("_", "-"): v for k, v in headers.items()})


BUSY = refusal(503, "SERVICE_UNAVAILABLE")
BROKEN = refusal(500, "INTERNAL_ERROR")
RUNNING = refusal(409, "CONFLICT")
LOST = httpx.ReadTimeout("lost")
NOT_REACHED = httpx.ConnectError("refused")


class Scripted(httpx.MockTransport):
    """Answers what it is told, one after another, and keeps what it was sent."""

    def __init__(self, *answers: Answer) -> None:
        self.left = list(answers)
        self.requests: list[httpx.Request] = []
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.left.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, which take no time."""
    made: list[float] = []

    async def pause(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr("talent_screening.client.time.sleep", made.append)
    monkeypatch.setattr("talent_screening.client.asyncio.sleep", pause)
    return made


def client_of(transport: Scripted, **policy: float) -> TalentScreening:
    return TalentScreening("https://x.example.com", "qapi_x", retries=_policy(policy), transport=transport)


def _policy(changes: dict[str, float]) -> RetryPolicy:
    return RetryPolicy(**changes)  # type: ignore[arg-type]  # numbers by name


def get(client: TalentScreening) -> object:
    return client.list_candidates()


def post(client: TalentScreening) -> object:
    return client.create_candidate(ADA)


def patch(client: TalentScreening) -> object:
    return client.change_candidate("1", ChangeCandidate(first_name="Augusta"))


def delete(client: TalentScreening) -> object:
    return client.delete_webhook("1")


def unkeyed_post(client: TalentScreening) -> object:
    return client.begin_chat("1")


ALL = (get, post, patch, delete, unkeyed_post)


@pytest.mark.parametrize("use", ALL)
@pytest.mark.parametrize("failure", [BUSY, refusal(429, "RATE_LIMIT_EXCEEDED"), NOT_REACHED])
def test_what_was_certainly_not_done_is_sent_again(
    pauses: list[float], failure: Answer, use: Callable[[TalentScreening], object]
) -> None:
    transport = Scripted(failure, refusal(404, "NOT_FOUND"))

    with pytest.raises(ERRORS["NOT_FOUND"]):
        use(client_of(transport))

    assert len(transport.requests) == 2
    assert len(pauses) == 1


@pytest.mark.parametrize("failure", [BROKEN, LOST, httpx.Response(502, text="<h1>Bad Gateway</h1>")])
@pytest.mark.parametrize("use", ALL)
def test_what_may_have_been_done_is_sent_again_only_where_that_is_safe(
    pauses: list[float], failure: Answer, use: Callable[[TalentScreening], object]
) -> None:
    transport = Scripted(failure, refusal(404, "NOT_FOUND"))

    with pytest.raises((InternalError, ConnectionFailed, UnexpectedAnswer, ERRORS["NOT_FOUND"])):
        use(client_of(transport))

    assert len(transport.requests) == (2 if use in (get, post) else 1)


def test_a_post_is_sent_again_with_the_same_key(pauses: list[float]) -> None:
    transport = Scripted(LOST, RUNNING, refusal(404, "NOT_FOUND"))

    with pytest.raises(ERRORS["NOT_FOUND"]):
        post(client_of(transport))

    assert len({request.headers["Idempotency-Key"] for request in transport.requests}) == 1
    assert len({request.content for request in transport.requests}) == 1


def test_a_conflict_is_raised_at_once_when_nothing_was_sent_before(pauses: list[float]) -> None:
    transport = Scripted(RUNNING)

    with pytest.raises(Conflict):
        post(client_of(transport))

    assert pauses == []


def test_what_the_client_did_wrong_is_sent_once(pauses: list[float]) -> None:
    for status, code in ((400, "VALIDATION_ERROR"), (401, "UNAUTHORIZED"), (412, "PRECONDITION_FAILED")):
        transport = Scripted(refusal(status, code))
        with pytest.raises(ERRORS[code]):
            get(client_of(transport))

    assert pauses == []


def test_attempts_are_bounded_and_the_last_failure_is_raised(pauses: list[float]) -> None:
    transport = Scripted(BUSY, BUSY, NOT_REACHED, LOST)

    with pytest.raises(ConnectionFailed) as failed:
        get(client_of(transport))

    assert failed.value.__cause__ is LOST
    assert len(transport.requests) == 4


def test_pauses_double_up_to_a_bound_and_are_spread(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    ranges: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        ranges.append((low, high))
        return high

    monkeypatch.setattr("talent_screening.retrying.random.uniform", uniform)

    get(client_of(Scripted(*[BUSY] * 6, OK), attempts=7))

    assert ranges == [(0, 0.5), (0, 1), (0, 2), (0, 4), (0, 8), (0, 8)]
    assert pauses == [0.5, 1, 2, 4, 8, 8]


def test_retry_after_is_kept_and_a_bit_more(pauses: list[float]) -> None:
    get(client_of(Scripted(refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="7"), OK)))

    assert 7 <= pauses[0] <= 7.5


def test_a_date_in_retry_after_is_kept(pauses: list[float]) -> None:
    long_ago = refusal(503, "SERVICE_UNAVAILABLE", Retry_After="Wed, 21 Oct 2015 07:28:00 GMT")

    get(client_of(Scripted(long_ago, refusal(503, "SERVICE_UNAVAILABLE", Retry_After="soon"), OK)))

    assert all(0 <= pause <= 1 for pause in pauses)


def test_a_retry_after_that_is_too_long_is_raised_with_it(pauses: list[float]) -> None:
    with pytest.raises(RateLimitExceeded) as refused:
        get(client_of(Scripted(refusal(429, "RATE_LIMIT_EXCEEDED", Retry_After="1800"))))

    assert refused.value.retry_after == 1800
    assert pauses == []


def test_the_asynchronous_client_waits_in_its_loop(pauses: list[float]) -> None:
    transport = Scripted(BUSY, OK)

    async def use() -> None:
        async with AsyncTalentScreening("https://x.example.com", "qapi_x", transport=transport) as client:
            await client.list_candidates()

    asyncio.run(use())

    assert (len(transport.requests), len(pauses)) == (2, 1)


def test_a_page_of_a_list_is_sent_again_and_the_list_goes_on(pauses: list[float]) -> None:
    page = {"data": {"candidates": []}, "meta": {"nextCursor": "second"}}
    transport = Scripted(httpx.Response(200, json=page), BUSY, OK)

    assert list(client_of(transport).iterate_candidates()) == []
    assert [request.url.params["cursor"] for request in transport.requests] == ["", "second", "second"]


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json={"data": {"candidates": 7}}),
        httpx.Response(404, json={"message": "Not Found"}),
    ],
)
def test_an_answer_in_another_form_is_an_error_of_its_own(answer: httpx.Response) -> None:
    with pytest.raises(UnexpectedAnswer) as unexpected:
        get(client_of(Scripted(answer)))

    assert unexpected.value.status == answer.status_code


def test_an_unknown_code_is_an_api_error() -> None:
    with pytest.raises(ApiError) as refused:
        get(client_of(Scripted(refusal(418, "TEAPOT"))))

    assert (refused.value.code, refused.value.status) == ("TEAPOT", 418)


def test_members_of_a_later_version_are_kept_and_unknown_values_accepted() -> None:
    page = {"data": {"candidates": [], "weather": "fine"}, "meta": {}}

    listed = client_of(Scripted(httpx.Response(200, json=page))).list_candidates()

    assert listed.model_extra == {"weather": "fine"}


def test_no_key_is_sent_where_none_is_taken() -> None:
    transport = Scripted(refusal(404, "NOT_FOUND"))

    with pytest.raises(ERRORS["NOT_FOUND"]):
        client_of(transport).get_screening("token")

    assert "x-api-key" not in transport.requests[0].headers


def test_a_request_says_which_client_sends_it() -> None:
    transport = Scripted(refusal(404, "NOT_FOUND"))

    with pytest.raises(ERRORS["NOT_FOUND"]):
        client_of(transport).get_screening("token")

    assert transport.requests[0].headers["User-Agent"] == f"talent-screening-python/{__version__}"
