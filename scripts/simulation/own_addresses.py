"""The deployment's own addresses, for functions that send requests to them: the API, and the media store.

A played candidate of a sandbox uses both as a browser does.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from gather.outgoing.result import AttemptError, AttemptResult
from gather.outgoing.transport import Limits
from simulation.engines import MEDIA_HOST, SimulatedMedia
from simulation.functions import FaultGate, own_request
from simulation.gateway import HOST, SimulatedGateway
from simulation.virtual_time import VirtualTime

OWN_HOSTS: Final = (HOST, MEDIA_HOST)
_ADDRESS: Final = "203.0.113.10"
"""The address that functions send from."""


@dataclass(frozen=True, slots=True)
class OwnAddresses:
    """What is behind the deployment's own host names."""

    time: VirtualTime
    gate: FaultGate
    gateway: SimulatedGateway
    media: SimulatedMedia

    def send(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        *,
        limits: Limits,
        method: str = "POST",
        **_: object,
    ) -> AttemptResult:
        """What `gather.outgoing.transport.send` returns."""
        began, parts = self.time.elapsed, urlsplit(url)

        @cache  # A fault may repeat a call. The transport sends a request once.
        def send() -> AttemptResult:
            if parts.netloc == MEDIA_HOST:
                return self._put(parts.path, body, headers)
            return self._request(method, parts.path, body, headers)

        result = self._attempt(f"{method} {parts.netloc}", send)
        is_late = self.time.elapsed - began > limits.seconds
        return AttemptResult(error=AttemptError.TIMEOUT) if is_late else result

    def _attempt(self, operation: str, send: Callable[[], AttemptResult]) -> AttemptResult:
        try:
            return self.gate.pass_through(operation, send, refusal=_no_response, loss=_no_response)
        except TimeoutError:
            return AttemptResult(error=AttemptError.TIMEOUT)

    def _put(self, path: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        self.media.put(path.removeprefix("/"), body, headers["Content-Type"])
        return AttemptResult(status=200, status_text="OK")

    def _request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        content = body.decode() if body else None
        with own_request():
            reply = self.gateway.send(method, path, headers, content, address=_ADDRESS)
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        return AttemptResult(status=reply.status, headers=reply.headers, data=reply.body, body=text)


def _no_response(_operation: str) -> Exception:
    return TimeoutError("no response comes")
