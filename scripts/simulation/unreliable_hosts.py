"""Systems of customers that are slow, down or strange at times, whatever they are for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from gather.outgoing.result import AttemptError, AttemptResult
from simulation.functions import FaultGate, Invocation
from simulation.virtual_time import VirtualTime

DOWN_SECONDS: Final = (30.0, 7200.0)
"""How long a host is down at a time."""


@dataclass(frozen=True, slots=True)
class RequestArrival:
    """A request that has reached a host, by a call, and whether the answer to it reaches the service."""

    invocation: Invocation
    call: int
    has_answered: bool

    @property
    def is_in_doubt(self) -> bool:
        """Whether the service may not know that it was taken: the answer was lost, or its worker."""
        return not self.has_answered or self.invocation.is_in_doubt(self.call)

    @property
    def is_lost(self) -> bool:
        """Whether the answer was lost, or the worker died with it."""
        has_ended = self.invocation.is_dead or self.call in self.invocation.wrong_calls
        return not self.has_answered or has_ended


Take = Callable[[RequestArrival], AttemptResult]
"""Takes a request and answers it."""


@dataclass(slots=True)
class UnreliableHosts:
    """Hosts that fail. `unreliable` is how likely a request does."""

    time: VirtualTime
    random: Random
    gate: FaultGate
    unreliable: float
    tell: Callable[[str], None]
    is_quiet: bool = False
    _down_until: dict[str, float] = field(default_factory=dict)

    def attempt(self, operation: str, host: str, take: Take, limit_seconds: float) -> AttemptResult:
        """What a request to `host` brings within its time. `operation` begins with the method."""
        began = self.time.elapsed
        try:
            result = self.gate.pass_through(
                operation, lambda: self._take(host, take), refusal=_never, loss=_never, is_request=True
            )
        except TimeoutError:
            return AttemptResult(error=AttemptError.TIMEOUT)
        is_late = self.time.elapsed - began > limit_seconds
        return AttemptResult(error=AttemptError.TIMEOUT) if is_late else result

    def _take(self, host: str, take: Take) -> AttemptResult:
        if not self.is_quiet:
            if self._down_until.get(host, 0.0) > self.time.elapsed:
                return AttemptResult(error=AttemptError.CONNECTION_FAILED)
            if self.random.random() < self.unreliable:
                return self._fail(host, take)
        return take(self._arrival(has_answered=True))

    def _fail(self, host: str, take: Take) -> AttemptResult:
        match self.random.randrange(4):
            case 0:
                self._down_until[host] = self.time.elapsed + self.random.uniform(*DOWN_SECONDS)
                self.tell(f"{host} goes down")
                return AttemptResult(error=AttemptError.CONNECTION_FAILED)
            case 1:
                # It has taken the request, and its answer does not come.
                take(self._arrival(has_answered=False))
                return AttemptResult(error=AttemptError.TIMEOUT)
            case 2:
                return AttemptResult(status=503, status_text="Service Unavailable")
            case _:
                return AttemptResult(status=500, status_text="Internal Server Error")

    def _arrival(self, *, has_answered: bool) -> RequestArrival:
        invocation = self.time.owner()
        assert isinstance(invocation, Invocation)
        return RequestArrival(invocation, invocation.calls, has_answered)


def _never(_operation: str) -> Exception:
    return TimeoutError("the attempt's time is over")
