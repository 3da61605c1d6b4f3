"""The deployment's own addresses, for functions that send requests to them: the API, and the media store.

A played candidate of a sandbox uses both as a browser does.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from gather.outgoing.result import AttemptResult
from gather.outgoing.transport import Limits
from simulation.engines import MEDIA_HOST, SimulatedMedia
from simulation.functions import own_request
from simulation.gateway import HOST, SimulatedGateway
from simulation.unreliable_hosts import RequestArrival, UnreliableHosts

OWN_HOSTS: Final = (HOST, MEDIA_HOST)
_ADDRESS: Final = "203.0.113.10"
"""The address that functions send from."""


@dataclass(frozen=True, slots=True)
class OwnAddresses:
    """What is behind the deployment's own host names. `hosts` fail as calls do, and not by themselves."""

    hosts: UnreliableHosts
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
        parts = urlsplit(url)

        @cache  # A fault may repeat a call. The transport sends a request once.
        def send() -> AttemptResult:
            if parts.netloc == MEDIA_HOST:
                return self._put(parts.path, body, headers)
            return self._request(method, parts.path, body, headers)

        def take(_arrival: RequestArrival) -> AttemptResult:
            return send()

        return self.hosts.attempt(f"{method} {parts.netloc}", parts.netloc, take, limits.seconds)

    def _put(self, path: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        self.media.put(path.removeprefix("/"), body, headers["Content-Type"])
        return AttemptResult(status=200, status_text="OK")

    def _request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        content = body.decode() if body else None
        with own_request():
            reply = self.gateway.send(method, path, headers, content, address=_ADDRESS)
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        return AttemptResult(status=reply.status, headers=reply.headers, data=reply.body, body=text)
