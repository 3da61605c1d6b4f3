"""How long work waits for workers: Erlang's formula for a queue with several servers (M/M/c).

Arrivals and the times of work are assumed to be exponential. With more work than workers the queue grows.
https://en.wikipedia.org/wiki/M/M/c_queue
"""

import math
from dataclasses import dataclass

_HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """`workers` that work at once, on pieces of work that take `seconds` each."""

    workers: float
    seconds: float

    def usage(self, arrivals: float) -> float:
        """The part of the workers that `arrivals` a second keep busy: Little's law over the workers."""
        return arrivals * self.seconds / self.workers

    def mean_wait(self, arrivals: float) -> float:
        """The mean seconds that a piece waits; at an hour's end where there is more work than workers."""
        usage = self.usage(arrivals)
        if usage >= 1:
            return _HOUR_SECONDS * (usage - 1)
        if arrivals == 0:
            return 0.0
        return self._waiting(arrivals) * self.seconds / (self.workers * (1 - usage))

    def late_wait(self, arrivals: float) -> float:
        """The seconds that 99 of 100 pieces do not wait longer than; as `mean_wait` for too much work."""
        usage = self.usage(arrivals)
        if usage >= 1:
            return self.mean_wait(arrivals)
        waiting = self._waiting(arrivals)
        if waiting <= 0.01:
            return 0.0
        return math.log(waiting / 0.01) * self.seconds / (self.workers * (1 - usage))

    def _waiting(self, arrivals: float) -> float:
        """How likely a piece has to wait: Erlang C, by way of Erlang B."""
        offered = arrivals * self.seconds
        blocked = 1.0
        for workers in range(1, int(self.workers) + 1):
            blocked = offered * blocked / (workers + offered * blocked)
        return blocked / (1 - self.usage(arrivals) * (1 - blocked))
