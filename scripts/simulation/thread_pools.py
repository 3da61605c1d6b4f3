"""Pools of threads that are processes of virtual time: what works in them pauses and takes turns.

The service imports `ThreadPoolExecutor` where it does several things at once, such as a bulk update. A real
thread would be out of virtual time, and the machine would decide the order.

    replace_thread_pools("gather", time)
"""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, Self

from simulation.virtual_time import Process, VirtualTime

_WORKER: Final = "a worker of a pool"


def is_in_pool(time: VirtualTime) -> bool:
    """Whether what runs now is the work of a pool."""
    current = time.current()
    return isinstance(current, Process) and current.name == _WORKER


class ProcessPool:
    """What the service uses of `concurrent.futures.ThreadPoolExecutor`, in virtual time."""

    def __init__(self, time: VirtualTime, workers: int) -> None:
        self._time = time
        self._workers = workers
        self._owner = time.owner()
        self._waiting: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._running = 0
        self._idle_watchers: list[Callable[[], object]] = []

    def submit(self, work: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Have `work` done by a worker."""
        future: Future[Any] = _WaitedFuture(self._time)
        self._waiting.append((future, lambda: work(*arguments)))
        if self._running < self._workers:
            self._running += 1
            self._time.start(_WORKER, self._serve, self._owner)
        return future

    def map(self, work: Callable[..., Any], *arguments: Iterable[Any]) -> Iterator[Any]:
        """The results in the order of the arguments."""
        futures = [self.submit(work, *each) for each in zip(*arguments, strict=False)]
        return (future.result() for future in futures)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until all is done."""
        if self._running:
            self._idle_watchers.append(self._time.current().switch)
            self._time.wait()

    def _serve(self) -> None:
        while self._waiting:
            future, work = self._waiting.popleft()
            try:
                result = work()
            except BaseException as failure:  # noqa: BLE001  # raised where the result is asked for
                future.set_exception(failure)
            else:
                future.set_result(result)
        self._running -= 1
        if not self._running:
            for watcher in self._idle_watchers:
                self._time.after(0, watcher)
            self._idle_watchers.clear()


class _WaitedFuture(Future[Any]):
    """A future whose result is waited for in virtual time."""

    def __init__(self, time: VirtualTime) -> None:
        super().__init__()
        self._virtual = time

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            waiting = self._virtual.current()
            self.add_done_callback(lambda _self: self._virtual.after(0, waiting.switch))
            self._virtual.wait()
        return super().result(0)


def replace_thread_pools(package: str, time: VirtualTime) -> None:
    """Have all modules of a package that are imported make pools of processes, in the whole process."""

    def pool(max_workers: int) -> ProcessPool:
        return ProcessPool(time, max_workers)

    for name, module in sorted(sys.modules.items()):
        if (
            name.startswith(f"{package}.")
            and getattr(module, "ThreadPoolExecutor", None) is ThreadPoolExecutor
        ):
            module.ThreadPoolExecutor = pool  # type: ignore[attr-defined]  # the name is the module's import
