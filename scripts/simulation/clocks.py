"""The clocks of environments: each is a little fast or slow, and is set forward or back now and then.

    clocks = Clocks(time, random, most_skew_seconds=0.5, is_quiet=lambda: False, tell=print)
    clock = clocks.new("Api")
    clock.now()

A clock that has gone wrong is set by a step, as NTP does beyond 128 ms (RFC 5905, section 11.3).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from simulation.virtual_time import VirtualTime

MOST_STEP_SECONDS: Final = 5.0
"""How far a clock is set at a time at most, and how far two of them are apart."""
BETWEEN_CLOCKS: Final = timedelta(seconds=MOST_STEP_SECONDS + 1)
"""What invariants allow for where two moments are of two clocks."""
STEP_RATES: Final = (0.0, 0.002, 0.02)
"""How likely a clock was set since somebody looked at it, one for each seed."""


@dataclass(slots=True)
class EnvironmentClock:
    """The clock of one environment. `step` says by how much it is off from now on, None while it stays."""

    time: VirtualTime
    skew: timedelta
    step: Callable[[], timedelta | None] = lambda: None

    def now(self) -> datetime:
        skew = self.step()
        if skew is not None:
            self.skew = skew
        return self.time.now() + self.skew


class Clocks:
    """Makes the clocks of a world's environments, which the seed sets forward and back."""

    def __init__(
        self,
        time: VirtualTime,
        random: Random,
        most_skew_seconds: float,
        is_quiet: Callable[[], bool],
        tell: Callable[[str], None],
        begin: Random | None = None,
    ) -> None:
        """A new clock is off by `most_skew_seconds` at most. No clock is set while `is_quiet`. `tell` is told
        of each that is. `begin` is the chance by which a new clock is off, so that whether clocks are set
        changes nothing else; by default it is `random`."""
        self._time = time
        self._random = random
        self._begin = begin or random
        self._is_quiet = is_quiet
        self._tell = tell
        self._most_skew_seconds = most_skew_seconds
        self._rate = random.choice(STEP_RATES)

    def new(self, name: str) -> EnvironmentClock:
        """The clock of a new environment of a function."""
        skew = _off_by(self._most_skew_seconds, self._begin)
        return EnvironmentClock(self._time, skew, lambda: self._step(name))

    def _step(self, name: str) -> timedelta | None:
        if self._random.random() >= self._rate or self._is_quiet():
            return None
        skew = _off_by(MOST_STEP_SECONDS / 2, self._random)
        self._tell(f"a clock of {name} is set: it is off by {skew.total_seconds():.3f} s")
        return skew


def _off_by(most_seconds: float, random: Random) -> timedelta:
    return timedelta(seconds=random.uniform(-most_seconds, most_seconds))
