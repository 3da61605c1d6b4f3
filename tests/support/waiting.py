"""Waiting for what happens by itself, within a limit."""

import time
from collections.abc import Callable
from typing import TypeVar

# Only ends a test that would hang: a busy machine takes its time.
PATIENCE_SECONDS = 300

T = TypeVar("T")


def wait_until(
    holds: Callable[[], T | None],
    *,
    seconds: float = PATIENCE_SECONDS,
    pause: Callable[[], object] = lambda: time.sleep(0.02),
    shown: Callable[[], object] = lambda: "what was waited for",
) -> T:
    """The result of `holds` once it is true, asked again after each `pause`.

    When that takes longer than `seconds`, the test fails with the text of `shown`.
    """
    deadline = time.monotonic() + seconds
    while not (result := holds()):
        assert time.monotonic() < deadline, f"it never came: {shown()}"
        pause()
    return result
