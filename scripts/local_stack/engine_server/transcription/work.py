"""Recordings that are worked on one passage at a time, so that a short one need not wait for a long one.

The outcome is known by the recording's hash: who asks again for the same recording, because its patience has
ended, finds the work going on or done.
"""

import heapq
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_MOST_OUTCOMES: Final = 200


class SharedWork(Generic[T]):
    """Steps of many jobs in one thread: always one of the job that began with the least to do."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Future[T]] = OrderedDict()
        self._waiting: list[tuple[int, int, Iterator[T | None], Future[T]]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        threading.Thread(target=self._run, daemon=True).start()

    def outcome(self, name: str, size: int, begin: Callable[[], Iterator[T | None]], seconds: float) -> T:
        """The result of the job `name`, which `begin` starts unless it has begun before.

        The job yields None after each step but the last, after which it yields the result. `size` is how
        much there is to do, compared with other jobs. Raises TimeoutError when the job is not done after
        `seconds`, and what the job raises, after which it can be started again.
        """
        future = self.begin(name, size, begin)
        try:
            return future.result(seconds)
        finally:
            if future.done() and future.exception():
                with self._changed:
                    self._jobs.pop(name, None)

    def begin(self, name: str, size: int, begin: Callable[[], Iterator[T | None]]) -> "Future[T]":
        """The job `name` as it is, without a wait for its result."""
        with self._changed:
            future = self._jobs.get(name)
            if future is None:
                future = self._jobs[name] = Future()
                heapq.heappush(self._waiting, (size, next(self._numbers), begin(), future))
                self._changed.notify()
            self._jobs.move_to_end(name)
            self._forget_oldest()
        return future

    def _forget_oldest(self) -> None:
        done = [name for name, future in self._jobs.items() if future.done()]
        for name in done[: max(0, len(done) - _MOST_OUTCOMES)]:
            del self._jobs[name]

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                size, number, steps, future = heapq.heappop(self._waiting)
            try:
                result = next(steps)
            # Broad: whatever a job raises is its own outcome, and the others go on.
            except BaseException as error:  # noqa: BLE001
                future.set_exception(error)
                continue
            if result is not None:
                future.set_result(result)
                continue
            with self._changed:
                heapq.heappush(self._waiting, (size, number, steps, future))
