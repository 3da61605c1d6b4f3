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
from simulation.unreliable_hosts import RequestArrival, UnreliableHosts

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
    arrival: RequestArrival


@dataclass(slots=True)
class Receivers:
    """All receivers, by their `hosts`."""

    hosts: UnreliableHosts
    arrivals: list[EventReceipt] = field(default_factory=list)

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

        def take(arrival: RequestArrival) -> AttemptResult:
            self._keep(url, body, headers, arrival)
            return AttemptResult(status=200, status_text="OK", data={"ok": True})

        return self.hosts.attempt(f"POST {url}", host, take, DEFAULT_LIMITS.seconds)

    def _keep(self, url: str, body: bytes, headers: Mapping[str, str], arrival: RequestArrival) -> None:
        receipt = EventReceipt(
            url,
            headers["X-Service-Event"],
            headers["X-Service-Id"],
            self.hosts.time.now(),
            json.loads(body),
            arrival,
        )
        self.arrivals.append(receipt)
        self.hosts.tell(f"{url} takes {receipt.event} {receipt.event_id}")
