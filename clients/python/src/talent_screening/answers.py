"""The status and the headers of an answer, beside its data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from talent_screening.model import Model

T = TypeVar("T")

_ANSWER = "_talent_screening_answer"


@dataclass(frozen=True)
class Answer:
    """The part of an answer that is not its record."""

    status: int
    """The HTTP status."""

    request_id: str | None
    """The id by which the service finds the request again. Name it when you ask for help."""

    etag: str | None
    """The state of the record, for `if_match`. None where the operation sends none."""

    replayed: bool
    """Whether the answer repeats that to an earlier request with the same idempotency key."""

    requests_left: int | None
    """The requests that the key has left in this hour. None for a request without a key."""

    @staticmethod
    def told_by(status: int, headers: Mapping[str, str]) -> "Answer":
        """Returns the answer with these headers."""
        left = headers.get("X-RateLimit-Remaining", "")
        return Answer(
            status,
            headers.get("X-Request-Id"),
            headers.get("ETag"),
            headers.get("Idempotent-Replay") == "true",
            int(left) if left.isdecimal() else None,
        )


def with_answer(data: T, answer: Answer) -> T:
    """Attaches the answer to the data if it is a record, and returns the data.

    The record keeps it like a cached property of pydantic: records with the same members stay equal.
    """
    if isinstance(data, Model):
        data.__dict__[_ANSWER] = answer
    return data


def answer_of(record: Model) -> Answer:
    """Returns the answer that brought `record`.

    Raises ValueError for a record without an answer of its own, such as one of a list.
    """
    answer = record.__dict__.get(_ANSWER)
    if not isinstance(answer, Answer):
        raise ValueError(f"this {type(record).__name__} was not answered by the service")
    return answer
