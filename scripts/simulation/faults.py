"""What goes wrong between a function and what it calls, decided by a seed.

Every call of a run has a number, in the order of the calls. A run can be repeated with some of its faults
alone, which is how the few that matter are found.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Final


class CallFault(StrEnum):
    """What happens to one call."""

    DIES_BEFORE = "the function dies before the call"
    DIES_AFTER = "the function dies after the call"
    REFUSED = "the call is refused"
    LOST = "the call is carried out, and its answer is lost"
    REPEATED = "the client loses the answer, and sends the call again"
    SLOW = "the call takes long"


RATES: Final = (0.0, 0.002, 0.01, 0.03)
"""How likely a call goes wrong, one for each seed: a storm hides what a single fault brings to light."""
LONG_SECONDS: Final = (1.0, 40.0)
AFTER_REQUEST: Final = 5
"""A call goes wrong so many times as often where it follows a request to a system outside: what was done
there stays done, and is lost where it is not noted."""


@dataclass(slots=True)
class CallFaults:
    """The faults of one run. `kept` has the numbers of those that may happen, None for all."""

    random: Random
    rate: float
    kinds: tuple[CallFault, ...]
    kept: Container[int] | None = None
    is_quiet: bool = False
    calls: int = 0
    happened: dict[int, tuple[CallFault, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, seed: int, kept: Container[int] | None = None) -> "CallFaults":
        """The faults of a seed: it has a rate, and some of the kinds."""
        random = Random(f"faults {seed}")
        rate = random.choice(RATES)
        kinds = tuple(kind for kind in CallFault if random.random() < 0.6)
        return cls(random, rate if kinds else 0.0, kinds or (CallFault.SLOW,), kept)

    def next(self, call: str, *, is_after_request: bool) -> CallFault | None:
        """What happens to the next call, which `call` names. The one before it may have been a request to a
        system outside."""
        self.calls += 1
        rate = self.rate * AFTER_REQUEST if is_after_request else self.rate
        is_wrong, kind = self.random.random() < rate, self.random.choice(self.kinds)
        if self.is_quiet or not is_wrong or (self.kept is not None and self.calls not in self.kept):
            return None
        self.happened[self.calls] = (kind, call)
        return kind

    def delay(self, fault: CallFault | None) -> float:
        """By how many seconds a fault makes a call longer.

        Draws a number for each call, so that the others stay the same when a fault is left out.
        """
        seconds = self.random.uniform(*LONG_SECONDS)
        return seconds if fault is CallFault.SLOW else 0.0

    def told(self) -> Mapping[int, str]:
        """What happened, in words, by the number of the call."""
        return {number: f"{fault}: {call}" for number, (fault, call) in self.happened.items()}
