"""Sends a call until it is answered, and reads a list to its end, without input or output of its own.

The steps are generators. They say what to do next (send a request, pause), and the client does it, waiting in
its thread or in its loop. Both clients thus follow one set of rules.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from talent_screening.answers import Answer, with_answer
from talent_screening.calls import Call, Listing, Paging
from talent_screening.errors import ApiError, ConnectionFailed, UnexpectedAnswer, error_of
from talent_screening.retrying import RetryPolicy, may_be_sent_again, may_have_been_carried_out

T = TypeVar("T")
P = TypeVar("P")
I = TypeVar("I")  # noqa: E741  # the item of a list


@dataclass(frozen=True)
class Pause:
    """A pause of this many seconds."""

    seconds: float


@dataclass(frozen=True)
class Send:
    """A request to send. Its answer, or the reason why there is none, goes back to the steps."""

    call: Call[Any]


@dataclass(frozen=True)
class Envelope:
    """A success in the service's form."""

    data: Any
    meta: Mapping[str, Any]
    answer: Answer


Step = Send | Pause
Outcome = httpx.Response | httpx.TransportError | None
"""The result of a step; None after a pause."""


def exchange(call: Call[Any], policy: RetryPolicy) -> Generator[Step, Outcome, Envelope]:
    """Sends a call, again where that is safe and could help. Raises the error of the last attempt."""
    attempt, in_doubt = 1, False
    while True:
        outcome = yield Send(call)
        if isinstance(outcome, httpx.Response) and outcome.is_success:
            return _envelope(call, outcome)
        failure = _failure(call, outcome)
        pause = policy.pause(attempt, failure)
        if pause is None or not may_be_sent_again(call, failure, in_doubt=in_doubt):
            raise failure from (outcome if isinstance(outcome, Exception) else None)
        in_doubt = in_doubt or may_have_been_carried_out(failure)
        attempt += 1
        yield Pause(pause)


def answered(call: Call[T], envelope: Envelope) -> T:
    """Returns the data in the type of the call. Raises UnexpectedAnswer when it is not of that type."""
    try:
        data = TypeAdapter(call.answers).validate_python(envelope.data)
    except ValidationError as misfit:
        raise UnexpectedAnswer(call.operation, envelope.answer.status) from misfit
    return with_answer(data, envelope.answer)


def pages(listing: Listing[P, I], policy: RetryPolicy) -> Generator[Step | Sequence[I], Outcome, None]:
    """Yields the steps of reading a list, and between them the records of each page."""
    call: Call[P] | None = _beginning(listing)
    while call is not None:
        envelope = yield from exchange(call, policy)
        yield listing.items(answered(call, envelope))
        call = _next(listing.paging, call, envelope)


def _beginning(listing: Listing[P, I]) -> Call[P]:
    match listing.paging:
        case Paging.CURSOR_IN_META:
            return listing.call.asking(cursor="")
        case Paging.PAGES:
            return listing.call.asking(page=1)
        case Paging.CURSOR_IN_DATA:
            return listing.call


def _next(paging: Paging, call: Call[P], envelope: Envelope) -> Call[P] | None:
    if paging is Paging.PAGES:
        page = int(call.query["page"] or 1)
        more = page < envelope.data["pagination"]["totalPages"]
        return call.asking(page=page + 1) if more else None
    cursor = (envelope.data if paging is Paging.CURSOR_IN_DATA else envelope.meta).get("nextCursor")
    return None if cursor is None else call.asking(cursor=cursor)


def _failure(call: Call[Any], outcome: Outcome) -> ApiError | UnexpectedAnswer | ConnectionFailed:
    if isinstance(outcome, httpx.Response):
        return error_of(call.operation, outcome)
    if isinstance(outcome, httpx.TransportError):
        return ConnectionFailed(call.operation, outcome)
    raise TypeError("a request has an outcome")


def _envelope(call: Call[Any], response: httpx.Response) -> Envelope:
    try:
        document = response.json()
    except ValueError as misfit:
        raise UnexpectedAnswer(call.operation, response.status_code) from misfit
    if not isinstance(document, dict) or "data" not in document:
        raise UnexpectedAnswer(call.operation, response.status_code)
    answer = Answer.told_by(response.status_code, response.headers)
    return Envelope(document["data"], document.get("meta") or {}, answer)
