"""The refusals of DynamoDB, as its clients raise them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from botocore.exceptions import ClientError


def refusal(code: str, message: str, *, status: int = 400, **details: object) -> ClientError:
    """The error of a response that refuses a request. `details` are further members of its body."""
    body: Any = {
        "Error": {"Code": code, "Message": message},
        "ResponseMetadata": {"HTTPStatusCode": status},
        **details,
    }
    return ClientError(body, "")


def invalid(message: str) -> ClientError:
    """The refusal of a request that is not as the interface says."""
    return refusal("ValidationException", message)


def condition_failed(stored: Mapping[str, Any] | None) -> ClientError:
    """The refusal of a write whose condition does not hold, with what is stored if that was asked for."""
    code, message = "ConditionalCheckFailedException", "The conditional request failed"
    return refusal(code, message) if stored is None else refusal(code, message, Item=dict(stored))


_SINGLE_CONFLICT: Final = "TransactionConflictException"
CONFLICT: Final[Mapping[str, Any]] = {
    "Code": "TransactionConflict",
    "Message": "Transaction is ongoing for the item",
}
"""The reason of a transaction with an item that another one holds."""


def conflicting() -> ClientError:
    """The refusal of a single write to an item that a transaction holds."""
    return refusal(_SINGLE_CONFLICT, str(CONFLICT["Message"]))


def is_conflict(error: ClientError) -> bool:
    """Whether a write was refused because a transaction holds an item of it."""
    body: Mapping[str, Any] = error.response
    codes = {body["Error"]["Code"], *(reason["Code"] for reason in body.get("CancellationReasons", ()))}
    return not codes.isdisjoint({_SINGLE_CONFLICT, CONFLICT["Code"]})


def cancelled(reasons: Sequence[Mapping[str, Any]]) -> ClientError:
    """The refusal of a transaction, with a reason for each of its writes."""
    codes = ", ".join(str(reason["Code"]) for reason in reasons)
    message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
    return refusal("TransactionCanceledException", message, CancellationReasons=list(reasons))
