"""The rules of repetition: which requests are sent again, and after which pause."""

import random
from dataclasses import dataclass

from talent_screening.calls import Call
from talent_screening.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    InternalError,
    RateLimitExceeded,
    ServiceUnavailable,
    TalentScreeningError,
    UnexpectedAnswer,
)

_OF_A_GATEWAY = (500, 502, 503, 504)
"""Statuses that something between client and service can answer although the service did its work."""


@dataclass(frozen=True)
class RetryPolicy:
    """The patience of a client."""

    attempts: int = 4
    """The most attempts of a request, the first one included. 1 repeats nothing."""

    first_pause: float = 0.5
    """The longest pause before the second attempt, in seconds. It doubles with each attempt."""

    longest_pause: float = 8.0
    """The limit of the doubled pause, in seconds."""

    longest_wait: float = 60.0
    """The longest `Retry-After` that the client waits for, in seconds. A longer one is raised at once."""

    def pause(self, attempt: int, failure: ApiError | UnexpectedAnswer | ConnectionFailed) -> float | None:
        """Returns the seconds until attempt `attempt + 1`, or None when there is none.

        Without `Retry-After` it is a random part of a pause that doubles, so that clients that failed
        together do not repeat together. With it, it is that pause and a bit.
        """
        if attempt >= self.attempts:
            return None
        asked = None if isinstance(failure, ConnectionFailed) else failure.retry_after
        if asked is None:
            return random.uniform(0, min(self.longest_pause, self.first_pause * 2 ** (attempt - 1)))
        if asked > self.longest_wait:
            return None
        return asked + random.uniform(0, self.first_pause)


def was_refused(failure: TalentScreeningError) -> bool:
    """Whether the service certainly did nothing, so that any request may be repeated."""
    if isinstance(failure, ConnectionFailed):
        return failure.never_sent
    return isinstance(failure, RateLimitExceeded | ServiceUnavailable)


def may_have_been_carried_out(failure: TalentScreeningError) -> bool:
    """Whether the service may have carried the request out."""
    if isinstance(failure, UnexpectedAnswer):
        return failure.status in _OF_A_GATEWAY
    return isinstance(failure, InternalError | ConnectionFailed)


def may_be_sent_again(call: Call[object], failure: TalentScreeningError, *, in_doubt: bool) -> bool:
    """Whether another attempt is safe and could help.

    `in_doubt` says that an earlier attempt may have been carried out. Then a conflict of a request with an
    idempotency key can mean that the earlier attempt still runs, and a repetition helps.
    """
    if was_refused(failure):
        return True
    if in_doubt and isinstance(failure, Conflict):
        return call.idempotency_key is not None
    return may_have_been_carried_out(failure) and call.is_repeatable
