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
from contextlib import suppress
from pathlib import Path
from typing import Any

from local_stack.process.parent_death import die_with_parent
from local_stack.process.ready_file import write_private
from local_stack.process.stop_request import StopRequest
from local_stack.seeding.seed_settings import read_seed_settings
from local_stack.settings import SCRIPTS, StackError, StackSettings

_MODULE = "local_stack.seeding.seed_process"
RESULT_FILE = "seed.json"
_BEGIN = b"seed\n"
# Only ends a seed that hangs: on a busy machine it takes its time.
_SEED_SECONDS = 300


class Seed:
    """The seed of a new stack. Its process imports what it needs while the rest of the stack starts."""

    def __init__(self, settings: StackSettings, environment: Mapping[str, str]) -> None:
        """`environment` is what the functions have."""
        self._settings = settings
        self._environment = environment
        self._kept = settings.state_directory / RESULT_FILE
        self._process = None if self._kept.is_file() else self._begin()

    def result(self, stop: StopRequest) -> dict[str, Any]:
        """The result of the seed, from now or from when the state folder was new.

        Raises StackError when it fails, StopRequested when the stack is stopped meanwhile.
        """
        if not self._kept.is_file():
            self._process = self._process or self._begin()
            _await_end(self._process, stop)
        result: dict[str, Any] = json.loads(self._kept.read_text(encoding="utf-8"))
        return result

    def forget(self) -> None:
        """Has `result` seed anew: the table of the kept one is gone."""
        self._kept.unlink(missing_ok=True)

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._process:
            self._process.kill()
            self._process.communicate()

    def _begin(self) -> "subprocess.Popen[bytes]":
        settings, project = self._settings, self._settings.project
        path = os.pathsep.join(map(str, (project / "functions", project / "layers" / "shared", SCRIPTS)))
        command = ["-m", _MODULE, settings.seed_module, settings.seed, str(self._kept)]
        return subprocess.Popen(
            [sys.executable, *command],
            env={**os.environ, **self._environment, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            preexec_fn=die_with_parent,
        )


def _await_end(process: "subprocess.Popen[bytes]", stop: StopRequest) -> None:
    """Tells the process to seed, and waits until it has."""
    orders = process.stdin
    deadline = time.monotonic() + _SEED_SECONDS
    try:
        if orders:
            with suppress(BrokenPipeError), orders:
                orders.write(_BEGIN)
        while process.poll() is None and time.monotonic() < deadline:
            stop.raise_if_made()
            time.sleep(0.02)
    finally:
        process.kill()
        status = process.wait()
    if status:
        raise StackError("the seed failed (see above): correct it and start with an empty GATHER_STATE_DIR")


def _seed_in_this_process(module: str, mode: str, result: Path) -> None:
    """Seeds once the stack says that it is there; does nothing when the stack ends before."""
    seed = importlib.import_module(module).seed
    if sys.stdin.buffer.readline() == _BEGIN:
        write_private(result, seed(mode, read_seed_settings()))


if __name__ == "__main__":
    _seed_in_this_process(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
