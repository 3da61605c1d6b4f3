"""Rounds of work in each of which the stack is killed once, after a random share of the work is done."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from endurance.load import Load
from endurance.stack import KillableStack
from endurance.table_proxy import Weather
from endurance.verdict import InjectedFault

WORKERS_KILLED = 3
WEATHER_SECONDS = 5.0
_STEPS_OF_AN_ENROLLMENT = 3


@dataclass
class Storm:
    """Does harm to a stack; `faults` is what was done, and when."""

    stack: KillableStack
    random: Random
    faults: list[InjectedFault] = field(default_factory=list)

    def round(self, load: Load, interviews: int, enrollments: int) -> None:
        """Have the work done while workers die, the table misbehaves and the stack is killed."""
        steps = interviews + _STEPS_OF_AN_ENROLLMENT * enrollments
        harm: list[Callable[[], None]] = [
            self._kill_stack,
            self._bad_weather,
            *[self._kill_worker] * WORKERS_KILLED,
        ]
        trigger = _Trigger([(self.random.randint(1, max(1, steps * 3 // 4)), each) for each in harm])
        load.on_step = trigger.step
        harming = threading.Thread(target=trigger.run, daemon=True)
        harming.start()
        try:
            load.work(interviews, enrollments)
        finally:
            trigger.end()
            harming.join()

    def _kill_stack(self) -> None:
        with self._noted("stack killed"):
            self.stack.kill()
            self.stack.start()

    def _kill_worker(self) -> None:
        with self._noted("worker killed"):
            self.stack.kill_worker()

    def _bad_weather(self) -> None:
        weather = self.random.choice([each for each in Weather if each is not Weather.FAIR])
        with self._noted(f"table {weather}"):
            self.stack.table.weather = weather
            time.sleep(WEATHER_SECONDS)
            self.stack.table.weather = Weather.FAIR

    @contextmanager
    def _noted(self, what: str) -> Iterator[None]:
        began = time.time()
        try:
            yield
        finally:
            self.faults.append(InjectedFault(what, began, time.time()))


class _Trigger:
    """Calls each action once as many steps are done as it waits for, one action after the other."""

    def __init__(self, moments: list[tuple[int, Callable[[], None]]]) -> None:
        self._moments = sorted(moments, key=lambda moment: moment[0])
        self._changed = threading.Condition()
        self._done = 0
        self._over = False

    def step(self) -> None:
        """Count a step."""
        with self._changed:
            self._done += 1
            self._changed.notify_all()

    def end(self) -> None:
        """Wait for no more steps."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def run(self) -> None:
        """Do all of it; what has not had its moment when the work ends is done then."""
        for moment, action in self._moments:
            with self._changed:
                self._changed.wait_for(lambda: self._over or self._done >= moment)  # noqa: B023  # awaited here
            action()
