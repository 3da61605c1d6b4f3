"""Every fault that the service responds with, and its status and code.

    GatherError
    ├── ValidationFailed       400  VALIDATION_ERROR
    ├── Unauthorized           401  UNAUTHORIZED
    ├── Forbidden              403  FORBIDDEN
    ├── NotFound               404  NOT_FOUND
    ├── RouteNotFound          404  NOT_FOUND
    ├── MethodNotAllowed       405  METHOD_NOT_ALLOWED
    ├── Conflict               409  CONFLICT
    ├── Gone                   410  GONE
    ├── PreconditionFailed     412  PRECONDITION_FAILED
    ├── PayloadTooLarge        413  PAYLOAD_TOO_LARGE
    ├── UnsupportedMediaType   415  UNSUPPORTED_MEDIA_TYPE
    ├── IdempotencyKeyReused   422  IDEMPOTENCY_KEY_REUSED
    ├── RateLimitExceeded      429  RATE_LIMIT_EXCEEDED
    ├── InternalError          500  INTERNAL_ERROR
    └── ServiceUnavailable     503  SERVICE_UNAVAILABLE

Raise them anywhere; `gather.http.envelope` alone turns them into HTTP responses. Messages reach the
client: they name the field, the record kind or the limit, and never a value a person typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

MOST_FAULTS_TOLD = 1_000
"""The most faults of one request that are listed. A megabyte of wrong elements must not become a response
that is too large to be sent."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request (interface: Errors, rule 3).

    `field` is the path in the client's own spelling (`users[0].email`, `pageSize`); `reason` is a
    sentence that says what is accepted.
    """

    field: str
    reason: str


class GatherError(Exception):
    """Base of every fault with an agreed HTTP status and `error.code`."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "INTERNAL_ERROR"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def details(self) -> object | None:
        """The `error.details` member, or None when the error has none."""
        return None

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers that belong to this error."""
        return {}


class ValidationFailed(GatherError):
    """The request is not acceptable; carries its faults all at once, of very many the first ones."""

    status = 400
    code = "VALIDATION_ERROR"

    def __init__(self, faults: Iterable[Fault] = (), message: str | None = None) -> None:
        every = tuple(faults)
        self.faults = every[:MOST_FAULTS_TOLD]
        super().__init__(message or self._summary(len(every)))

    def _summary(self, count: int) -> str:
        if count == 1:
            return f"{self.faults[0].field}: {self.faults[0].reason}"
        return f"{count} fields are missing or invalid; see details."

    @property
    def details(self) -> object | None:
        return [{"field": fault.field, "reason": fault.reason} for fault in self.faults]

    @classmethod
    def of(cls, field: str, reason: str) -> "ValidationFailed":
        """The common case of a single fault."""
        return cls([Fault(field, reason)])


KEY_CHALLENGE = 'ApiKey realm="Talent Screening Service"'
BASIC_CHALLENGE = 'Basic realm="Talent Screening Service", charset="UTF-8"'
CHAT_CHALLENGE = 'Token realm="Talent Screening Service"'


class Unauthorized(GatherError):
    """No usable key: missing, unknown, revoked, expired.

    `challenge` says what would be usable (RFC 9110, 11.6.1). Browsers ask for a password where it offers
    Basic, which is therefore offered to the systems of vendors alone.
    """

    status = 401
    code = "UNAUTHORIZED"

    def __init__(self, message: str, challenge: str = KEY_CHALLENGE) -> None:
        super().__init__(message)
        self._challenge = challenge

    @property
    def headers(self) -> Mapping[str, str]:
        return {"WWW-Authenticate": self._challenge}

    def offering_basic(self) -> "Unauthorized":
        """The same on a route that takes Basic too."""
        return Unauthorized(self.message, f"{self._challenge}, {BASIC_CHALLENGE}")


class Forbidden(GatherError):
    """The key is good and may not do this."""

    status = 403
    code = "FORBIDDEN"


class NotFound(GatherError):
    """The record is absent, or is another customer's; the caller cannot tell which.

    `resource` is the record kind as a person says it ("candidate", "audio question"); `identifier` is
    empty where the caller has only a token, which is not repeated; `field` is set when a body field or
    query parameter named the record (interface: Errors, rules 4 and 5).
    """

    status = 404
    code = "NOT_FOUND"

    def __init__(self, resource: str, identifier: str, field: str | None = None) -> None:
        super().__init__(f"{resource[:1].upper()}{resource[1:]} not found.")
        self.resource = resource
        self.identifier = identifier
        self.field = field

    @property
    def details(self) -> object | None:
        details = {"resource": self.resource}
        if self.identifier or self.field:
            details["id"] = self.identifier
        if self.field:
            details["field"] = self.field
        return details


class RouteNotFound(GatherError):
    """No route has this path."""

    status = 404
    code = "NOT_FOUND"


class MethodNotAllowed(GatherError):
    """The path exists with other methods, which the `Allow` header names."""

    status = 405
    code = "METHOD_NOT_ALLOWED"

    def __init__(self, allowed: Iterable[str]) -> None:
        self.allowed = sorted(allowed)
        super().__init__(f"This path answers {', '.join(self.allowed)} only.")

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Allow": ", ".join(self.allowed)}


class Conflict(GatherError):
    """The write lost a race, or the record's state does not allow it.

    `faults` name the members of the request that are in the way, where it is they.
    """

    status = 409
    code = "CONFLICT"

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)

    @property
    def details(self) -> object | None:
        return [{"field": fault.field, "reason": fault.reason} for fault in self.faults] or None


class Gone(GatherError):
    """It was here and its time is over: an expired invite."""

    status = 410
    code = "GONE"


class PreconditionFailed(GatherError):
    """`If-Match` names a version that is no longer current."""

    status = 412
    code = "PRECONDITION_FAILED"


class PayloadTooLarge(GatherError):
    """The body is over the limit, or the response would be."""

    status = 413
    code = "PAYLOAD_TOO_LARGE"


class UnsupportedMediaType(GatherError):
    """The body comes in a form that is not read: compressed. The response says which are (RFC 9110)."""

    status = 415
    code = "UNSUPPORTED_MEDIA_TYPE"

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Accept-Encoding": "identity"}


class IdempotencyKeyReused(GatherError):
    """The same `Idempotency-Key` came with another body."""

    status = 422
    code = "IDEMPOTENCY_KEY_REUSED"


class RateLimitExceeded(GatherError):
    """The key has used its requests of this hour (interface: Limits, rule 3), or a chat all that it may."""

    status = 429
    code = "RATE_LIMIT_EXCEEDED"

    def __init__(
        self,
        limit: int,
        reset_at: str,
        retry_after_seconds: int,
        reset_at_epoch: int,
        message: str | None = None,
    ) -> None:
        super().__init__(
            message or f"This key may make {limit} requests an hour. Try again after {reset_at}."
        )
        self.limit = limit
        self.reset_at = reset_at
        self.retry_after_seconds = retry_after_seconds
        self.reset_at_epoch = reset_at_epoch

    @property
    def details(self) -> object | None:
        return {"limit": self.limit, "remaining": 0, "resetAt": self.reset_at}

    @property
    def headers(self) -> Mapping[str, str]:
        return {
            "Retry-After": str(self.retry_after_seconds),
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": str(self.reset_at_epoch),
        }


class InternalError(GatherError):
    """Something failed that should not have; the log has the traceback under the request id."""


class ServiceUnavailable(GatherError):
    """A dependency is throttled or does not respond in time; nothing was decided, try again."""

    status = 503
    code = "SERVICE_UNAVAILABLE"

    @property
    def headers(self) -> Mapping[str, str]:
        return {"Retry-After": "1"}
