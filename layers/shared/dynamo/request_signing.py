"""Requests to DynamoDB, signed by AWS Signature Version 4.

https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv4-create-signed-request.html
"""

import hashlib
import hmac
import time
from dataclasses import dataclass, field

_ALGORITHM = "AWS4-HMAC-SHA256"
_CONTENT_TYPE = "application/x-amz-json-1.0"
_SERVICE = "dynamodb"
_TARGET = "DynamoDB_20120810"
_USER_AGENT = "talent-screening-service"


@dataclass(frozen=True, slots=True)
class Access:
    """Credentials at a moment. Temporary ones have a session token."""

    access_key: str
    secret_key: str = field(repr=False)
    token: str | None = field(repr=False, default=None)


class RequestSigner:
    """Writes the heads of requests to one host in one region.

    The key that signs is derived from the secret key and the day, and kept for both: deriving it costs four
    times what a signature does. Threads that derive it at the same time derive the same.
    """

    def __init__(self, host: str, region: str) -> None:
        self._host = host
        self._region = region
        self._kept: tuple[tuple[str, str], bytes] | None = None

    def head(self, operation: str, body: bytes, access: Access, seconds: float) -> bytes:
        """The request line and headers of a request that is sent at `seconds` after the epoch."""
        moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(seconds))
        target = f"{_TARGET}.{operation}"
        token = access.token
        token_line = f"x-amz-security-token:{token}\n" if token else ""
        token_name = "x-amz-security-token;" if token else ""
        signed = f"content-type;host;x-amz-date;{token_name}x-amz-target"
        canonical = (
            f"POST\n/\n\ncontent-type:{_CONTENT_TYPE}\nhost:{self._host}\nx-amz-date:{moment}\n{token_line}"
            f"x-amz-target:{target}\n\n{signed}\n{hashlib.sha256(body).hexdigest()}"
        )
        scope = f"{moment[:8]}/{self._region}/{_SERVICE}/aws4_request"
        digest = hashlib.sha256(canonical.encode()).hexdigest()
        key = self._signing_key(access.secret_key, moment[:8])
        signature = hmac.digest(key, f"{_ALGORITHM}\n{moment}\n{scope}\n{digest}".encode(), "sha256").hex()
        token_header = f"X-Amz-Security-Token: {token}\r\n" if token else ""
        return (
            f"POST / HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: {_CONTENT_TYPE}\r\n"
            f"X-Amz-Target: {target}\r\nX-Amz-Date: {moment}\r\n{token_header}"
            f"Authorization: {_ALGORITHM} Credential={access.access_key}/{scope}, SignedHeaders={signed}, "
            f"Signature={signature}\r\nContent-Length: {len(body)}\r\nAccept-Encoding: identity\r\n"
            f"User-Agent: {_USER_AGENT}\r\n\r\n"
        ).encode()

    def _signing_key(self, secret_key: str, day: str) -> bytes:
        wanted = (secret_key, day)
        if self._kept is not None and self._kept[0] == wanted:
            return self._kept[1]
        key = f"AWS4{secret_key}".encode()
        for part in (day, self._region, _SERVICE, "aws4_request"):
            key = hmac.digest(key, part.encode(), "sha256")
        self._kept = wanted, key
        return key
