"""Seeds a new stack once, in a process of its own with the functions' environment, and keeps what came of it.

Keys are shown once, when they are made: the result of the seed stays in the state folder for every later
start.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local_stack.parent_death import die_with_parent
from local_stack.ready_file import write_private
from local_stack.seed_settings import read_seed_settings
from local_stack.settings import SCRIPTS, StackError, StackSettings
from local_stack.stop_request import StopRequest

RESULT_FILE = "seed.json"
# Only ends a seed that hangs: on a busy machine it takes its time.
_SEED_SECONDS = 300


def seed_once(settings: StackSettings, environment: Mapping[str, str], stop: StopRequest) -> dict[str, Any]:
    """The result of the seed, from now or from when the state folder was new.

    Raises StackError when it fails, StopRequested when the stack is stopped meanwhile.
    """
    kept = settings.state_directory / RESULT_FILE
    if not kept.is_file():
        _seed_in_a_process(settings, environment, stop, kept)
    result: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return result


def forget_seed(state_directory: Path) -> None:
    """Has the next `seed_once` seed anew: the table of the kept result is gone."""
    (state_directory / RESULT_FILE).unlink(missing_ok=True)


def _seed_in_a_process(
    settings: StackSettings, environment: Mapping[str, str], stop: StopRequest, result: Path
) -> None:
    project = settings.project
    path = os.pathsep.join(map(str, (project / "functions", project / "layers" / "shared", SCRIPTS)))
    process = subprocess.Popen(
        [sys.executable, "-m", "local_stack.seeding", settings.seed_module, settings.seed, str(result)],
        env={**os.environ, **environment, "PYTHONPATH": path},
        preexec_fn=die_with_parent,
    )
    deadline = time.monotonic() + _SEED_SECONDS
    try:
        while process.poll() is None and time.monotonic() < deadline:
            stop.raise_if_made()
            time.sleep(0.02)
    finally:
        process.kill()
        status = process.wait()
    if status:
        raise StackError("the seed failed (see above): correct it and start with an empty GATHER_STATE_DIR")


def _seed_in_this_process(module: str, mode: str, result: Path) -> None:
    write_private(result, importlib.import_module(module).seed(mode, read_seed_settings()))


if __name__ == "__main__":
    _seed_in_this_process(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
