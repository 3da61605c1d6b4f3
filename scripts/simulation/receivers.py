"""The systems of customers that webhooks are sent to, some of which are slow, down or strange at times."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from gather.outgoing.address_policy import AddressPolicy
from gather.outgoing.result import AttemptError, AttemptResult
from gather.outgoing.transport import DEFAULT_LIMITS
from simulation.functions import FaultGate, Invocation
from simulation.virtual_time import VirtualTime

HANGING: Final = ".hanging.example"
"""How hosts end that take a request and never answer."""
DOWN_SECONDS: Final = (30.0, 7200.0)
"""How long a receiver is down at a time."""


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
    """All receivers, by their hosts. `unreliable` is how likely one fails."""

    time: VirtualTime
    random: Random
    gate: FaultGate
    unreliable: float
    tell: Callable[[str], None]
    is_quiet: bool = False
    arrivals: list[EventReceipt] = field(default_factory=list)
    _down_until: dict[str, float] = field(default_factory=dict)

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
        if urlsplit(url).netloc.endswith(HANGING):
            self.gate.wait(DEFAULT_LIMITS.seconds)
            return AttemptResult(error=AttemptError.TIMEOUT)
        began = self.time.elapsed
        try:
            result = self.gate.pass_through(
                f"POST {url}", lambda: self._take(url, body, headers), refusal=_never, loss=_never
            )
        except TimeoutError:
            return AttemptResult(error=AttemptError.TIMEOUT)
        is_late = self.time.elapsed - began > DEFAULT_LIMITS.seconds
        return AttemptResult(error=AttemptError.TIMEOUT) if is_late else result

    def _take(self, url: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        host = urlsplit(url).netloc
        if not self.is_quiet:
            if self._down_until.get(host, 0.0) > self.time.elapsed:
                return AttemptResult(error=AttemptError.CONNECTION_FAILED)
            if self.random.random() < self.unreliable:
                return self._fail(host, url, body, headers)
        self._keep(url, body, headers)
        return AttemptResult(status=200, status_text="OK", data={"ok": True})

    def _fail(self, host: str, url: str, body: bytes, headers: Mapping[str, str]) -> AttemptResult:
        match self.random.randrange(4):
            case 0:
                self._down_until[host] = self.time.elapsed + self.random.uniform(*DOWN_SECONDS)
                self.tell(f"{host} goes down")
                return AttemptResult(error=AttemptError.CONNECTION_FAILED)
            case 1:
                # It has taken the event, and its answer does not come.
                self._keep(url, body, headers, has_answered=False)
                return AttemptResult(error=AttemptError.TIMEOUT)
            case 2:
                return AttemptResult(status=503, status_text="Service Unavailable")
            case _:
                return AttemptResult(status=500, status_text="Internal Server Error")

    def _keep(self, url: str, body: bytes, headers: Mapping[str, str], *, has_answered: bool = True) -> None:
        invocation = self.time.owner()
        assert isinstance(invocation, Invocation)
        arrival = EventReceipt(
            url,
            headers["X-Service-Event"],
            headers["X-Service-Id"],
            self.time.now(),
            json.loads(body),
            invocation,
            invocation.calls,
            has_answered,
        )
        self.arrivals.append(arrival)
        self.tell(f"{url} takes {arrival.event} {arrival.event_id}")


def _never(_operation: str) -> Exception:
    return TimeoutError("the attempt's time is over")
