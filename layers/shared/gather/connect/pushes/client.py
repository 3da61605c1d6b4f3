"""One request to a suite, and what its answer means for the push.

result = client.send(push, "Basic …")
failure = find_failure(suite, result, now)
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from gather.connect.suite_protocol import Push, Suite, TokenRequest
from gather.connect.suite_wire import form
from gather.outgoing import transport
from gather.outgoing.address_policy import AddressPolicy, system_resolver
from gather.outgoing.result import AttemptError, AttemptResult
from gather.outgoing.retry_after import retry_after_seconds

LIMITS: Final = transport.Limits(seconds=10.0, body_bytes=65_536, response_bytes=262_144)
USER_AGENT: Final = "talent-screening-integrations"
LONGEST_WAIT_SECONDS: Final = 86_400
REFUSED: Final = "the suite refuses it"

_BUSY: Final = frozenset({408, 425, 429})
_HOPELESS: Final = frozenset({AttemptError.INVALID_URL, AttemptError.ADDRESS_REFUSED})


class PushClient:
    """Sends requests to suites; to private addresses only with `allow_private_addresses`."""

    def __init__(self, *, allow_private_addresses: bool = False) -> None:
        self._policy = AddressPolicy(system_resolver, allow_private_addresses)

    def send(self, push: Push, authorization: str) -> AttemptResult:
        """Send a push once. Ten seconds at most; no redirect is followed."""
        body = b"" if push.body is None else json.dumps(push.body, ensure_ascii=False).encode()
        headers = {"Accept": "application/json", **push.headers, "Authorization": authorization}
        if body:
            headers["Content-Type"] = "application/json"
        return self._send(push.method, push.url, body, headers)

    def ask_token(self, request: TokenRequest) -> AttemptResult:
        """Ask for an access token once. Ten seconds at most."""
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        return self._send("POST", request.url, form(request.form), headers)

    def _send(self, method: str, url: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        sent = {"User-Agent": USER_AGENT, **headers}
        return transport.send(url, body, sent, policy=self._policy, limits=LIMITS, method=method)


@dataclass(frozen=True, slots=True)
class PushFailure:
    """Why a suite did not take a request. `is_temporary` says that it may later, after `wait_seconds` at
    least. `words` are the suite's own, which may name a person: the customer alone reads them.
    """

    reason: str
    is_temporary: bool
    wait_seconds: int = 0
    words: str | None = field(default=None, repr=False)

    @property
    def error(self) -> str:
        """The failure as the customer sees it."""
        return self.words or self.reason


def find_failure(suite: Suite[Any, Any], result: AttemptResult, now: datetime) -> PushFailure | None:
    """The failure that an answer means; None when the suite has taken the request. Suites: Pushes."""
    if result.error is not None:
        return PushFailure(result.error.value.replace("_", " "), result.error not in _HOPELESS)
    if result.status is None:
        return PushFailure("no answer", is_temporary=True)
    if 200 <= result.status < 300:
        refusal = suite.find_refusal(result)
        return None if refusal is None else PushFailure(REFUSED, is_temporary=False, words=refusal)
    is_temporary = result.status in _BUSY or result.status >= 500
    asked = retry_after_seconds(result.headers.get("retry-after", ""), now) if is_temporary else 0
    return PushFailure(f"HTTP {result.status}", is_temporary, min(asked, LONGEST_WAIT_SECONDS))
