"""The verification of webhooks, and their events."""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from talent_screening.errors import TalentScreeningError
from talent_screening.generated.events import EVENTS, Payload

TOLERANCE_SECONDS = 300
"""The largest distance in seconds between the time of a signature and now, either way."""


class WebhookRejected(TalentScreeningError):
    """The request is not, or not certainly, from the service. Answer 400 and do nothing."""


@dataclass(frozen=True)
class Event:
    """An event whose signature was verified."""

    name: str
    """The event's name, such as `candidate_interview.completed`."""

    id: str
    """The same over all deliveries and retries, so that a receiver can recognize an event that it has had."""

    timestamp: int
    """The Unix seconds of this attempt."""

    is_test: bool
    """Whether a test request caused it."""

    payload: Payload | Mapping[str, Any]
    """The model of the event's name; the plain object for an event that this version does not know."""


def verify_webhook(
    secret: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
    header_prefix: str = "X-Service-",
) -> Event:
    """Verifies `body`, the exact bytes that were received, and returns its event. Raises WebhookRejected, and
    ValueError when a secret is empty.

    `secret` is that of the webhook configuration; pass several during a rotation. The headers may have any
    case. `now` is in Unix seconds, by default the clock's. A deployment may have another `header_prefix`.
    """
    given = {name.lower(): value for name, value in headers.items()}
    timestamp, signatures = _parsed(_header(given, header_prefix, "Signature-V2"))
    _reject_unless_recent(timestamp, time.time() if now is None else now, tolerance)
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("a secret is empty: everybody could sign with it")
    if not _fits(secrets, f"{timestamp}.".encode() + body, signatures):
        raise WebhookRejected("no signature fits")
    name = _header(given, header_prefix, "Event")
    is_test = given.get(f"{header_prefix}Test".lower()) == "true"
    return Event(name, _header(given, header_prefix, "Id"), int(timestamp), is_test, _payload(name, body))


def _header(given: Mapping[str, str], prefix: str, name: str) -> str:
    value = given.get(f"{prefix}{name}".lower())
    if not value:
        raise WebhookRejected(f"the header {prefix}{name} is missing")
    return value


def _parsed(header: str) -> tuple[str, list[str]]:
    """Parses the time and every `v1` of `t=<timestamp>,v1=<hex>`. Other parts are for later schemes."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    signatures = [value for name, _, value in parts if name == "v1"]
    # Other digits than ASCII's would be a number too.
    if len(times) != 1 or not (times[0].isascii() and times[0].isdecimal()) or not signatures:
        raise WebhookRejected("the signature is not of the form t=<timestamp>,v1=<hex>")
    return times[0], signatures


def _reject_unless_recent(timestamp: str, now: float, tolerance: float) -> None:
    # So long a number is no time, and may be too long to convert.
    if len(timestamp) > 12 or abs(now - int(timestamp)) > tolerance:
        raise WebhookRejected("the signature is too old, or of the future")


def _fits(secrets: Sequence[str], signed: bytes, signatures: Sequence[str]) -> bool:
    """Whether one of the signatures is by one of the secrets. It compares all of them in constant time."""
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode() for secret in secrets]
    fits = [
        hmac.compare_digest(one, given.encode(errors="replace")) for one in expected for given in signatures
    ]
    return any(fits)


def _payload(name: str, body: bytes) -> Payload | Mapping[str, Any]:
    model = EVENTS.get(name)
    try:
        if model is not None:
            return model.model_validate_json(body)
        plain = json.loads(body)
    except (ValidationError, ValueError) as misfit:
        raise WebhookRejected(f"the body is no payload of {name}") from misfit
    if not isinstance(plain, dict):
        raise WebhookRejected(f"the body is no payload of {name}")
    return plain
