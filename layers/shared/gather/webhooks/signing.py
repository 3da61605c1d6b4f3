"""The headers of a delivery attempt and their signatures (interface: Deliveries, rules 2 and 3).

A signature proves that the body comes from the service and, except for the oldest, when. Ours are
HMAC-SHA256 with the UTF-8 bytes of the whole secret, in lower-case hex. Those of Standard Webhooks
(https://www.standardwebhooks.com) are HMAC-SHA256 with the bytes that its libraries read from the secret,
in Base64.

    headers = attempt_headers(
        event_name=name, event_id=event_id, body=body, secrets=[secret], timestamp=1_790_000_000
    )
    verify(body, headers["X-Service-Signature-V2"], secret, now=1_790_000_010)  # True
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterator, Sequence

DEFAULT_PREFIX = "X-Service-"
STANDARD_PREFIX = "whsec_"
TOLERANCE_SECONDS = 300
SHORTEST_SECRET = 16
"""In characters, of a secret that a customer gives."""

_QUANTUM = 4
"""The characters of Base64 that go together (RFC 4648, 4)."""


def sign(body: bytes, secret: str, timestamp: str) -> str:
    """Sign `<timestamp>.<body>`: the `v1` of the second version."""
    return _hmac(timestamp.encode() + b"." + body, secret)


def sign_body(body: bytes, secret: str) -> str:
    """Sign the body alone: deprecated, without protection against replay."""
    return _hmac(body, secret)


def sign_standard(body: bytes, secret: str, event_id: str, timestamp: str) -> str:
    """Sign `<id>.<timestamp>.<body>` as the libraries of Standard Webhooks verify it."""
    return _standard(standard_key(secret), body, event_id, timestamp)


def standard_key(secret: str) -> bytes:
    """The key that the libraries of Standard Webhooks read from `secret`: its Base64 after `whsec_`.

    They fill up a padding that is left out. Of a secret that is no Base64, which they take as raw bytes
    alone, the UTF-8 bytes of the whole.
    """
    text = secret.removeprefix(STANDARD_PREFIX)
    try:
        return base64.b64decode(text + "=" * (-len(text) % _QUANTUM), validate=True)
    except (binascii.Error, ValueError):
        return secret.encode()


def _standard(key: bytes, body: bytes, event_id: str, timestamp: str) -> str:
    content = b".".join((event_id.encode(), timestamp.encode(), body))
    return base64.b64encode(hmac.digest(key, content, "sha256")).decode()


def _standard_signatures(secret: str, body: bytes, event_id: str, timestamp: str) -> Iterator[str]:
    """The signatures by a secret. One without its padding was once read as raw bytes, and there are receivers
    that verify by them; a library accepts what one of several signatures fits."""
    key = standard_key(secret)
    yield _standard(key, body, event_id, timestamp)
    has_no_padding = len(secret.removeprefix(STANDARD_PREFIX)) % _QUANTUM != 0
    if has_no_padding and key != secret.encode() and len(secret) >= SHORTEST_SECRET:
        yield _standard(secret.encode(), body, event_id, timestamp)


def attempt_headers(
    *,
    event_name: str,
    event_id: str,
    body: bytes,
    secrets: Sequence[str],
    timestamp: int,
    prefix: str = DEFAULT_PREFIX,
    is_test: bool = False,
) -> dict[str, str]:
    """Make the headers of one attempt, anew for each since they carry its `timestamp` (Unix seconds).

    `event_id` is the same over all deliveries and retries of an event. The first of `secrets` is the
    present one; while a rotation overlaps, another follows. Without a secret nothing is signed.
    """
    headers = {
        "Content-Type": "application/json",
        f"{prefix}Event": event_name,
        f"{prefix}Id": event_id,
        f"{prefix}Timestamp": str(timestamp),
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
    }
    if is_test:
        headers[f"{prefix}Test"] = "true"
    if not secrets:
        return headers
    signed = [f"v1={sign(body, secret, str(timestamp))}" for secret in secrets]
    standard = [
        f"v1,{signature}"
        for secret in secrets
        for signature in _standard_signatures(secret, body, event_id, str(timestamp))
    ]
    return headers | {
        f"{prefix}Signature-V2": ",".join((f"t={timestamp}", *signed)),
        f"{prefix}Signature": sign_body(body, secrets[0]),
        "webhook-signature": " ".join(standard),
    }


def verify(
    body: bytes, signature: str, secret: str, *, now: int, tolerance_seconds: int = TOLERANCE_SECONDS
) -> bool:
    """Whether `signature` (the value of `-Signature-V2`) fits the raw `body` and is fresh at `now`.

    Receivers are told to check the same (interface: Deliveries, rule 4); one of several `v1` is enough.
    `now` is in Unix seconds. A malformed signature is simply not valid.
    """
    parts = list(_parts(signature))
    timestamp = next((value for name, value in parts if name == "t"), "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(now - int(timestamp)) > tolerance_seconds:
        return False
    expected = sign(body, secret, timestamp)
    given = [value.encode("utf-8", "replace") for name, value in parts if name == "v1"]
    return any(hmac.compare_digest(expected.encode(), each) for each in given)


def _parts(signature: str) -> Iterator[tuple[str, str]]:
    for part in signature.split(","):
        name, _, value = part.strip().partition("=")
        yield name, value


def _hmac(text: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
