"""The result of a request to a receiver that nobody trusts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class AttemptError(StrEnum):
    """Why an attempt got no complete response."""

    INVALID_URL = "invalid_url"
    NAME_NOT_RESOLVED = "name_not_resolved"
    ADDRESS_REFUSED = "address_refused"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    TIMEOUT = "timeout"
    INVALID_ANSWER = "invalid_answer"
    WORKER_LOST = "worker_lost"
    NO_LONGER_CONFIGURED = "no_longer_configured"


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The result of one attempt.

    `status` to `data` are the receiver's response as far as it came; `data` is a JSON value or text.
    `body` is its text before any reading. `error` is None when the response is complete, whatever its
    status.
    """

    status: int | None = None
    """The HTTP status of the receiver's response."""
    status_text: str = ""
    """The words beside the HTTP status."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of the receiver's answer."""
    data: Any = ""
    """The body of the receiver's answer."""
    error: AttemptError | None = None
    """The fault, as a name."""
    body: str = ""
    """The body of the receiver's answer as text."""

    @property
    def delivered(self) -> bool:
        """Whether the receiver took the event: a complete response with a 2xx status."""
        return self.error is None and self.status is not None and 200 <= self.status < 300
