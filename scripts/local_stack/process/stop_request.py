"""Ctrl-C and SIGTERM, noticed where it is safe to stop.

An exception raised out of a signal's handler would surface in any code, in libraries' `except` clauses too.
Here the handler only notes the request, and the start asks for it between its steps.
"""

import os
import signal
from types import FrameType


class StopRequested(Exception):
    """Somebody asked the stack to stop while it was starting."""


class StopRequest:
    """Takes over both signals. Make it in the main thread."""

    def __init__(self) -> None:
        self.made = False
        self._reading, writing = os.pipe()
        os.set_blocking(writing, False)
        # Written to whichever thread the signal comes to, so that `wait` does not miss it.
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, self._note)

    def wait(self) -> None:
        """Comes back when a stop is requested."""
        while not self.made:
            os.read(self._reading, 1)

    def raise_if_made(self) -> None:
        """Raises StopRequested when a stop has been requested."""
        if self.made:
            raise StopRequested

    def _note(self, signal_number: int, frame: FrameType | None) -> None:
        self.made = True
