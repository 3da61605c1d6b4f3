"""`python -m pictures`: takes the pictures of the console again. 0 when all were taken, 2 without a stack."""

import sys
import time
from pathlib import Path
from typing import Final

from demo.stack import Stack, StackFailed
from local_stack.seeding.story_process import is_told
from pictures.camera import Camera, open_camera
from pictures.views import VIEWS, read_places

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "images"
PATIENCE_SECONDS: Final = 600
POLL_SECONDS: Final = 1


def run() -> int:
    """Takes each picture; the status that the process ends with."""
    try:
        with Stack("demo") as stack:
            _wait_for_story(stack)
            with open_camera(stack.ready) as camera:
                _take_all(camera, stack)
    except StackFailed as failure:
        print(f"pictures: the local stack has no week to show.\n{failure}", file=sys.stderr)
        return 2
    return 0


def _wait_for_story(stack: Stack) -> None:
    """Wait until the demo's week has been told. Raises StackFailed when that takes too long."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_told(stack.state_directory):
        if time.monotonic() > deadline:
            raise StackFailed(stack.last_words())
        time.sleep(POLL_SECONDS)


def _take_all(camera: Camera, stack: Stack) -> None:
    places = read_places(stack.ready)
    for view in VIEWS:
        path = FOLDER / f"{view.name}.png"
        camera.take(view, places, path)
        print(f"{path.name} {path.stat().st_size // 1_000} kB", flush=True)


if __name__ == "__main__":
    sys.exit(run())
