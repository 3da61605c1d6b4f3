"""Errors: one class for each `error.code` of the service, and those for answers of another form or none."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class TalentScreeningError(Exception):
    """The base of all errors of this package. Messages name the operation, never a key or a token."""


class ConnectionFailed(TalentScreeningError):
    """No answer came: the service was not reached, or the connection broke. The cause is `__cause__`."""

    def __init__(self, operation: str, cause: httpx.TransportError) -> None:
        super().__init__(f"{operation}: {type(cause).__name__}")
        self.never_sent = isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        """Whether the service certainly did not receive the request."""


class UnexpectedAnswer(TalentScreeningError):
    """An answer that is not in the service's form, such as the page of a proxy on the way."""

    def __init__(self, operation: str, status: int, retry_after: float | None = None) -> None:
        super().__init__(f"{operation}: status {status} without the service's envelope")
        self.status = status
        self.retry_after = retry_after


@dataclass(frozen=True)
class Fault:
    """A fault of a request."""

    field: str
    """The path of the member in camelCase, such as `users[0].email`, or the name of a query parameter."""

    reason: str
    """The reason why it is wrong."""


class ApiError(TalentScreeningError):
    """An error that the service answered. A code that this version does not know has this class itself."""

    code: str
    """The `error.code`."""

    def __init__(
        self,
        operation: str,
        status: int,
        code: str,
        message: str,
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{operation}: {status} {code}: {message} (request {request_id})")
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after
        """The seconds after which the request may be sent again, where the service says so."""


class ApiErrorWithFaults(ApiError):
    """An error whose details may be a list of faults."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of the request; empty where the service names none."""
        details = self.details if isinstance(self.details, list) else []
        return tuple(
            Fault(str(detail.get("field")), str(detail.get("reason")))
            for detail in details
            if isinstance(detail, dict)
        )


class ValidationFailed(ApiErrorWithFaults):
    """400: the body or the query lacks something or breaks a rule."""

    code = "VALIDATION_ERROR"


class Unauthorized(ApiError):
    """401: the request has no usable credentials."""

    code = "UNAUTHORIZED"


class Forbidden(ApiError):
    """403: the key is valid and does not allow the request."""

    code = "FORBIDDEN"


class NotFound(ApiError):
    """404: the record or the path does not exist for the caller."""

    code = "NOT_FOUND"

    @property
    def resource(self) -> str | None:
        """The kind of the absent record; None for an unknown path."""
        return self._detail("resource")

    @property
    def field(self) -> str | None:
        """The member of the body that names the absent record; None when the path does."""
        return self._detail("field")

    def _detail(self, name: str) -> str | None:
        value = self.details.get(name) if isinstance(self.details, dict) else None
        return value if isinstance(value, str) else None


class MethodNotAllowed(ApiError):
    """405: the path exists with other methods."""

    code = "METHOD_NOT_ALLOWED"


class Conflict(ApiErrorWithFaults):
    """409: the state of a record does not allow the request, or the write lost a race."""

    code = "CONFLICT"


class Gone(ApiError):
    """410: the invite has expired, or the chat has ended."""

    code = "GONE"


class PreconditionFailed(ApiError):
    """412: `if_match` names a state of the record that is no longer current."""

    code = "PRECONDITION_FAILED"


class PayloadTooLarge(ApiError):
    """413: the body, or the answer, would be too large to send."""

    code = "PAYLOAD_TOO_LARGE"


class UnsupportedMediaType(ApiError):
    """415: the body comes in a form that is not read, such as compressed."""

    code = "UNSUPPORTED_MEDIA_TYPE"


class IdempotencyKeyReused(ApiError):
    """422: an idempotency key came again with another body."""

    code = "IDEMPOTENCY_KEY_REUSED"


class RateLimitExceeded(ApiError):
    """429: the key or the address has used its requests of this hour; `retry_after` says for how long."""

    code = "RATE_LIMIT_EXCEEDED"


class InternalError(ApiError):
    """500: an unexpected failure of the service."""

    code = "INTERNAL_ERROR"


class ServiceUnavailable(ApiError):
    """503: a dependency of the service is throttled or silent; the request can be sent again."""

    code = "SERVICE_UNAVAILABLE"


ERRORS: Mapping[str, type[ApiError]] = {
    error.code: error
    for error in (
        ValidationFailed,
        Unauthorized,
        Forbidden,
        NotFound,
        MethodNotAllowed,
        Conflict,
        Gone,
        PreconditionFailed,
        PayloadTooLarge,
        UnsupportedMediaType,
        IdempotencyKeyReused,
        RateLimitExceeded,
        InternalError,
        ServiceUnavailable,
    )
}
"""The class of each `error.code`."""


def error_of(operation: str, response: httpx.Response) -> ApiError | UnexpectedAnswer:
    """Returns the error in an answer without success."""
    retry_after = _seconds(response.headers.get("Retry-After"))
    document = _json(response)
    error = document.get("error") if isinstance(document, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return UnexpectedAnswer(operation, response.status_code, retry_after)
    return ERRORS.get(error["code"], ApiError)(
        operation,
        response.status_code,
        error["code"],
        str(error.get("message", "")),
        error.get("details"),
        response.headers.get("X-Request-Id"),
        retry_after,
    )


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _seconds(retry_after: str | None) -> float | None:
    """Parses `Retry-After`, which may be a date, into seconds from now. None when it is neither."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        at = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (at.astimezone(UTC) - datetime.now(UTC)).total_seconds())
