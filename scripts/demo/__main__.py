"""`python -m demo`: the walk through the service. 0 all as promised, 1 a deviation, 2 it did not start."""

import os
import signal
import sys
import time
from collections.abc import Callable

from demo.deviation import Deviation
from demo.printing import Page
from demo.receiver import Receiver
from demo.scene import Scene, open_scene
from demo.stack import Stack, StackFailed
from demo.story import CHAPTERS, tell
from talent_screening import TalentScreeningError


def run() -> int:
    """Plays the story; the status that the process ends with."""
    started = time.monotonic()
    page = Page(sys.stdout, colours=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    signal.signal(signal.SIGTERM, _stop)
    try:
        with Receiver() as receiver, Stack() as stack:
            status = play(open_scene(page, receiver, stack.ready), stack.last_words)
    except StackFailed as failure:
        print(f"demo: the local stack did not start.\n{failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    if status == 0:
        seconds = time.monotonic() - started
        page.further(f"What hiring teams see of such a week: make run, then {console_address()}")
        page.end(f"All as promised: {len(CHAPTERS)} chapters, {page.steps} steps, {seconds:.0f} s.")
    return status


def console_address() -> str:
    """Where the console is once `make run` runs. The walk's own stack ends with it, and has no such week."""
    return f"http://127.0.0.1:{os.environ.get('PORT') or '3000'}/console"


def play(scene: Scene, last_words: Callable[[], str]) -> int:
    """Tells the story; 0, or 1 when something was not as promised, with the stack's last words."""
    try:
        tell(scene)
    except (Deviation, TalentScreeningError) as failure:
        scene.page.deviation(_deviation(failure))
        print(f"\nThe stack's last lines:\n{last_words()}", file=sys.stderr)
        return 1
    return 0


def _deviation(failure: Deviation | TalentScreeningError) -> Deviation:
    if isinstance(failure, Deviation):
        return failure
    return Deviation("the service", "a success", failure)


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(run())
