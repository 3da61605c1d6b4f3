"""Work on another thread: calls to the table that need not wait for each other."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Started(Generic[T]):
    """Work that was started. Any number of threads may wait for its result."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._failure: BaseException | None = None
        self._result: T
        self._running = threading.Lock()
        self._running.acquire()

    def run(self) -> None:
        """Do the work, once."""
        try:
            self._result = self._work()
        except BaseException as failure:  # noqa: BLE001  # raised where the result is asked for
            self._failure = failure
        finally:
            self._running.release()

    def result(self) -> T:
        """Wait for the result of the work. Raises what it raised."""
        with self._running:
            pass
        if self._failure is not None:
            raise self._failure
        return self._result


class Start(Protocol):
    """Starts work."""

    def __call__(self, work: Callable[[], T]) -> Started[T]: ...


def at_once(work: Callable[[], T]) -> Started[T]:
    """Do the work before this thread goes on."""
    started = Started(work)
    started.run()
    return started


class Threads:
    """Threads that are kept for the next work. There are as many as have been busy at a time."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Started[object]] = SimpleQueue()
        self._idle = 0
        self._lock = threading.Lock()

    def __call__(self, work: Callable[[], T]) -> Started[T]:
        """Start `work` in another thread."""
        started = Started(work)
        with self._lock:
            is_taken = self._idle > 0
            self._idle -= is_taken
        if not is_taken:
            threading.Thread(target=self._serve, daemon=True, name="side by side").start()
        self._waiting.put(started)  # type: ignore[arg-type]  # whoever takes it looks at no result
        return started

    def _serve(self) -> None:
        while True:
            self._waiting.get().run()
            with self._lock:
                self._idle += 1
