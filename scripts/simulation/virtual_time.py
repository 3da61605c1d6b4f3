"""Virtual time, and the processes that live in it: one runs at a time, and each says when it pauses.

    time = VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))
    time.start("a candidate", lambda: time.pause(60))
    time.after(5, lambda: print("five seconds later"))
    time.run(until=time.now() + timedelta(hours=1))

Nothing happens between two moments, so an hour takes as long as what happens in it.
"""

import heapq
import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from greenlet import getcurrent, greenlet

_MICROSECONDS: Final = 1_000_000


class Process(greenlet):
    """Work that pauses in virtual time. `owner` is what a caller wants to find again from within it."""

    def __init__(self, time: "VirtualTime", name: str, work: Callable[[], object], owner: object) -> None:
        super().__init__(work, time.hub)
        self.name = name
        self.owner = owner


class VirtualTime:
    """What happens when. Two things of one moment happen in the order in which they were planned."""

    def __init__(self, start: datetime) -> None:
        self.hub = getcurrent()
        self._start = start
        self._elapsed = 0
        self._planned: list[tuple[int, int, Callable[[], object]]] = []
        self._numbers = itertools.count()

    @property
    def elapsed(self) -> float:
        """The seconds since the beginning."""
        return self._elapsed / _MICROSECONDS

    def now(self) -> datetime:
        """The present moment."""
        return self._start + timedelta(microseconds=self._elapsed)

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Have `action` happen so many seconds from now."""
        moment = self._elapsed + max(0, round(seconds * _MICROSECONDS))
        heapq.heappush(self._planned, (moment, next(self._numbers), action))

    def at(self, moment: datetime, action: Callable[[], object]) -> None:
        """Have `action` happen at a moment, at once if it is over."""
        self.after((moment - self.now()).total_seconds(), action)

    def start(self, name: str, work: Callable[[], object], owner: object = None) -> Process:
        """Begin a process at once, as soon as whoever runs now pauses."""
        process = Process(self, name, work, owner)
        self.after(0, process.switch)
        return process

    def pause(self, seconds: float) -> None:
        """Let time pass for the process that runs. Outside of one, time passes for everybody."""
        current = getcurrent()
        if current is self.hub:
            self.run(until=self.now() + timedelta(seconds=seconds))
            return
        self.after(seconds, current.switch)
        self.hub.switch()

    def current(self) -> greenlet:
        """Who runs: a process, or the hub."""
        return getcurrent()

    def wait(self) -> None:
        """Let others run until somebody switches to the process that runs now."""
        self.hub.switch()

    def owner(self) -> object:
        """What owns the process that runs; None outside of one."""
        return getattr(getcurrent(), "owner", None)

    def run(self, until: datetime) -> None:
        """Let everything happen that is planned until a moment, and what comes of it."""
        end = round((until - self._start).total_seconds() * _MICROSECONDS)
        while self._planned and self._planned[0][0] <= end:
            moment, _, action = heapq.heappop(self._planned)
            self._elapsed = max(self._elapsed, moment)
            action()
        self._elapsed = max(self._elapsed, end)
