"""Recordings that are worked on one passage at a time, so that a short one need not wait for a long one.

The outcome is known by the recording's hash: who asks again for the same recording, because its patience has
ended, finds the work going on or done. What nobody asks for any more goes last: on a busy machine it would
make the next one late as well.
"""

import itertools
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_MOST_OUTCOMES: Final = 200
_ASKS_AGAIN_SECONDS: Final = 5.0
"""Within which time somebody asks again whose patience has ended, unless they have given up."""


@dataclass(slots=True)
class SharedJob(Generic[T]):
    """A job with the steps that are left of it. Somebody waits for it until `asked_until` (monotonic)."""

    number: int
    size: int
    steps: Iterator[T | None]
    future: "Future[T]" = field(default_factory=Future)
    asked_until: float = 0.0


class SharedWork(Generic[T]):
    """Steps of many jobs in one thread: always one of the job with the least to do, among those that somebody
    waits for, and else among all."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, SharedJob[T]] = OrderedDict()
        self._waiting: list[SharedJob[T]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        threading.Thread(target=self._run, daemon=True).start()

    def outcome(self, name: str, size: int, begin: Callable[[], Iterator[T | None]], seconds: float) -> T:
        """The result of the job `name`, which `begin` starts unless it has begun before.

        The job yields None after each step but the last, after which it yields the result. `size` is how
        much there is to do, compared with other jobs. Raises TimeoutError when the job is not done after
        `seconds`, and what the job raises, after which it can be started again.
        """
        job = self._begun(name, size, begin, time.monotonic() + seconds + _ASKS_AGAIN_SECONDS)
        try:
            return job.future.result(seconds)
        finally:
            if job.future.done() and job.future.exception():
                with self._changed:
                    self._jobs.pop(name, None)

    def begin(self, name: str, size: int, begin: Callable[[], Iterator[T | None]]) -> "Future[T]":
        """The job `name` as it is, without a wait for its result."""
        return self._begun(name, size, begin, asked_until=0.0).future

    def _begun(
        self, name: str, size: int, begin: Callable[[], Iterator[T | None]], asked_until: float
    ) -> SharedJob[T]:
        with self._changed:
            job = self._jobs.get(name)
            if job is None:
                job = self._jobs[name] = SharedJob(next(self._numbers), size, begin())
                self._waiting.append(job)
                self._changed.notify()
            job.asked_until = max(job.asked_until, asked_until)
            self._jobs.move_to_end(name)
            self._forget_oldest()
        return job

    def _forget_oldest(self) -> None:
        done = [name for name, job in self._jobs.items() if job.future.done()]
        for name in done[: max(0, len(done) - _MOST_OUTCOMES)]:
            del self._jobs[name]

    def _run(self) -> None:
        while True:
            job = self._next()
            try:
                result = next(job.steps)
            # Broad: whatever a job raises is its own outcome, and the others go on.
            except BaseException as error:  # noqa: BLE001
                job.future.set_exception(error)
                continue
            if result is not None:
                job.future.set_result(result)
                continue
            with self._changed:
                self._waiting.append(job)

    def _next(self) -> SharedJob[T]:
        """Take the job whose turn it is, once there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            now = time.monotonic()
            job = min(self._waiting, key=lambda each: (each.asked_until < now, each.size, each.number))
            self._waiting.remove(job)
        return job
