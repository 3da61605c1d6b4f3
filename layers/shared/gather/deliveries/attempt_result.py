"""The result of an attempt to deliver an event, as the table stores it and the log shows it."""

from collections.abc import Mapping
from typing import Any

from gather.core.model import Model
from gather.outgoing.result import AttemptError, AttemptResult

BUSY_STATUSES = frozenset({429, 503})
"""With these a receiver may say in `Retry-After` when it wants to be asked again."""

LONGEST_RESPONSE_BODY = 1_024
"""How many characters of a response's body the history of attempts has."""


ERROR_MESSAGES: Mapping[AttemptError, str] = {
    AttemptError.INVALID_URL: "The URL cannot be used.",
    AttemptError.NAME_NOT_RESOLVED: "The host name could not be resolved.",
    AttemptError.ADDRESS_REFUSED: "The host name leads to an address that deliveries do not go to.",
    AttemptError.CONNECTION_FAILED: "The connection failed or was closed before the answer.",
    AttemptError.TLS_FAILED: "The TLS connection failed; the certificate may not be valid for the host.",
    AttemptError.TIMEOUT: "The receiver did not answer completely within the time limit.",
    AttemptError.INVALID_ANSWER: "The receiver's answer is not a complete HTTP message.",
    AttemptError.WORKER_LOST: "The attempt was started and its outcome is not known.",
    AttemptError.NO_LONGER_CONFIGURED: "The webhook configuration is inactive or no longer names the URL.",
}
"""The words of the delivery log for each error."""

FINAL_ERRORS = frozenset({AttemptError.NO_LONGER_CONFIGURED})
"""After these no further attempt is made."""


class DeliveryResponse(Model):
    """The receiver's last response (interface: Deliveries, rule 8)."""

    status: int
    """The HTTP status of the receiver's response."""
    status_text: str
    """The words beside the HTTP status."""
    headers: dict[str, str]
    """The headers of the receiver's answer."""
    data: Any
    """The body of the receiver's answer."""

    @classmethod
    def of(cls, result: AttemptResult) -> "DeliveryResponse | None":
        """The response of a result; None when none came (interface: Deliveries, rule 8)."""
        if result.status is None:
            return None
        return cls(
            status=result.status,
            status_text=result.status_text,
            headers=dict(result.headers),
            data=result.data,
        )


class DeliveryFailure(Model):
    """Why the delivery failed in the end (interface: Deliveries, rule 8).

    `status` and `data` are those of the receiver's response, null without one; `error` is an
    `AttemptError`, null when the receiver responded with a status other than 2xx.
    """

    status: int | None
    """The HTTP status of the receiver's response; null when there was none."""
    data: Any
    """The body of the receiver's answer."""
    error: str | None
    """The failure, as a name."""
    message: str
    """The failure, in words."""

    @classmethod
    def of(cls, result: AttemptResult) -> "DeliveryFailure":
        """The failure of a delivery whose last attempt has this result (interface: Deliveries, rule 8)."""
        refused = f"The receiver answered with status {result.status}."
        return cls(
            status=result.status,
            data=None if result.status is None else result.data,
            error=result.error,
            message=ERROR_MESSAGES[result.error] if result.error else refused,
        )


class DeliveryAttempt(Model):
    """One attempt of a delivery (interface: Deliveries, rule 11).

    `duration_ms` is in milliseconds. `error` is an `AttemptError`, null when the response was complete;
    `response_body` the beginning of the response's body, null when nothing came.
    """

    number: int
    """Which attempt it was, counted from 1."""
    started_at: str
    """When the attempt began."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    http_status: int | None
    """The HTTP status of the receiver's answer; null when there was none."""
    error: str | None
    """Why there was no complete answer, as a name; null when there was one."""
    response_body: str | None
    """The first 1,024 characters of the answer's body; null when nothing came."""
