"""The systems of customers that webhooks are sent to, some of which are slow, down or strange at times."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from gather.outgoing.address_policy import AddressPolicy
from gather.outgoing.result import AttemptError, AttemptResult
from gather.outgoing.transport import DEFAULT_LIMITS
from simulation.functions import Invocation
from simulation.unreliable_hosts import UnreliableHosts

HANGING: Final = ".hanging.example"
"""How hosts end that take a request and never answer."""


@dataclass(frozen=True, slots=True)
class EventReceipt:
    """A request that a receiver has taken: it has answered with 200."""

    url: str
    event: str
    event_id: str
    at: datetime
    payload: Mapping[str, Any]
    invocation: Invocation
    call: int
    has_answered: bool

    @property
    def is_in_doubt(self) -> bool:
        """Whether the service may not know that it was taken: the answer was lost, or its worker."""
        return not self.has_answered or self.invocation.is_in_doubt(self.call)


@dataclass(slots=True)
class Receivers:
    """All receivers, by their `hosts`."""

    hosts: UnreliableHosts
    arrivals: list[EventReceipt] = field(default_factory=list)

    @property
    def unreliable(self) -> float:
        """How likely one fails."""
        return self.hosts.unreliable

    def send(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        *,
        policy: AddressPolicy,
        **_: object,
    ) -> AttemptResult:
        """What `gather.outgoing.transport.send` returns."""
        host = urlsplit(url).netloc
        if host.endswith(HANGING):
            self.hosts.gate.wait(DEFAULT_LIMITS.seconds)
            return AttemptResult(error=AttemptError.TIMEOUT)

        def take(has_answered: bool) -> AttemptResult:
            self._keep(url, body, headers, has_answered=has_answered)
            return AttemptResult(status=200, status_text="OK", data={"ok": True})

        return self.hosts.attempt(f"POST {url}", host, take, DEFAULT_LIMITS.seconds)

    def _keep(self, url: str, body: bytes, headers: Mapping[str, str], *, has_answered: bool) -> None:
        invocation = self.hosts.time.owner()
        assert isinstance(invocation, Invocation)
        arrival = EventReceipt(
            url,
            headers["X-Service-Event"],
            headers["X-Service-Id"],
            self.hosts.time.now(),
            json.loads(body),
            invocation,
            invocation.calls,
            has_answered,
        )
        self.arrivals.append(arrival)
        self.hosts.tell(f"{url} takes {arrival.event} {arrival.event_id}")
