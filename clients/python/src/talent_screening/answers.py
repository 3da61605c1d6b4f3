"""What an answer says beside its data."""

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
    """By this the service finds the request again; name it when you ask for help."""

    etag: str | None
    """The state of the record, for `if_match`. None where the operation sends none."""

    replayed: bool
    """Whether an earlier request with the same idempotency key was answered once more."""

    requests_left: int | None
    """How many requests the key has left in this hour; None for what is sent without a key."""

    @staticmethod
    def told_by(status: int, headers: Mapping[str, str]) -> "Answer":
        """The answer with these headers."""
        left = headers.get("X-RateLimit-Remaining", "")
        return Answer(
            status,
            headers.get("X-Request-Id"),
            headers.get("ETag"),
            headers.get("Idempotent-Replay") == "true",
            int(left) if left.isdecimal() else None,
        )


def with_answer(data: T, answer: Answer) -> T:
    """The data, which remembers its answer when it is a record.

    It is kept as pydantic keeps a cached property: records with the same members stay equal.
    """
    if isinstance(data, Model):
        data.__dict__[_ANSWER] = answer
    return data


def answer_of(record: Model) -> Answer:
    """The answer that brought `record`.

    Raises ValueError when the service did not answer it by itself: the records of a list have no answer of
    their own.
    """
    answer = record.__dict__.get(_ANSWER)
    if not isinstance(answer, Answer):
        raise ValueError(f"this {type(record).__name__} was not answered by the service")
    return answer
