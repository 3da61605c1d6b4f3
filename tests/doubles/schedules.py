"""Scheduled functions, run as the scheduler runs them."""

import threading
from datetime import datetime

import pytest

from gather.core.clock import timestamp
from gather.wiring import Adapters, Entry
from tests.doubles.lambda_context import Context

MANY = pytest.mark.parametrize("number", [200])
"""The number of due items before a run."""


class Deadline(Context):
    """A context whose time is over after `looks` looks at the clock."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks
        self._lock = threading.Lock()

    def get_remaining_time_in_millis(self) -> int:  # type: ignore[override]  # each context has a time of its own
        with self._lock:
            self._looks -= 1
            return 60_000 if self._looks >= 0 else 0


def run(
    handler: Entry[dict[str, object]],
    adapters: Adapters,
    time: datetime,
    context: Context | None = None,
) -> dict[str, object]:
    """One run of a scheduled function as of `time`."""
    return handler.run({"time": timestamp(time)}, context or Context(), adapters)
