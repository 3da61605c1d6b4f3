"""The headers of a delivery attempt and their signatures (interface: Deliveries, rules 2 and 3).

A signature proves that the body comes from the service and, in its second version, when. Both are
HMAC-SHA256 with the UTF-8 bytes of the whole secret, in lower-case hex.
"""

import hashlib
import hmac
from collections.abc import Mapping

DEFAULT_PREFIX = "X-Service-"
TOLERANCE_SECONDS = 300


def sign(body: bytes, secret: str, timestamp: str) -> str:
    """The signature of `<timestamp>.<body>`, the `v1` of the second version."""
    return _hmac(timestamp.encode() + b"." + body, secret)


def sign_body(body: bytes, secret: str) -> str:
    """The deprecated signature of the body alone, without protection against replay."""
    return _hmac(body, secret)


def attempt_headers(
    *,
    event_name: str,
    event_id: str,
    body: bytes,
    secret: str | None,
    timestamp: int,
    prefix: str = DEFAULT_PREFIX,
) -> dict[str, str]:
    """The headers of one attempt, made anew for each since they carry its `timestamp` (Unix seconds).

    `event_id` is the same over all deliveries and retries of an event. Without a secret nothing is
    signed.
    """
    headers = {
        "Content-Type": "application/json",
        f"{prefix}Event": event_name,
        f"{prefix}Id": event_id,
        f"{prefix}Timestamp": str(timestamp),
    }
    if secret is None:
        return headers
    return headers | {
        f"{prefix}Signature-V2": f"t={timestamp},v1={sign(body, secret, str(timestamp))}",
        f"{prefix}Signature": sign_body(body, secret),
    }


def verify(
    body: bytes, signature: str, secret: str, *, now: int, tolerance_seconds: int = TOLERANCE_SECONDS
) -> bool:
    """Whether `signature` (the value of `-Signature-V2`) fits the raw `body` and is fresh at `now`.

    Receivers are told to check the same (interface: Deliveries, rule 4). `now` is in Unix
    seconds. A malformed signature is simply not valid.
    """
    parts = _parts(signature)
    timestamp, given = parts.get("t", ""), parts.get("v1", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(now - int(timestamp)) > tolerance_seconds:
        return False
    expected = sign(body, secret, timestamp)
    return hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace"))


def _parts(signature: str) -> Mapping[str, str]:
    pairs = (part.strip().partition("=") for part in signature.split(","))
    return {name: value for name, _, value in pairs}


def _hmac(text: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
