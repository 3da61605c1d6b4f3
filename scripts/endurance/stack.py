"""A local stack that can be killed at any moment and starts again on the same data."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, Self

from endurance.table_proxy import TableProxy
from local_stack.process.ports import choose_ports, free_port
from local_stack.settings import PROJECT

TIME_SCALE = 20
_IMPORT_ROOTS = ("scripts", "layers/shared", "functions")
# Both only end a wait that would never end: a busy machine takes its time.
_START_SECONDS = 300
_STOP_SECONDS = 60
_POLL_SECONDS = 0.05
_LAST_LINES = 15
_FUNCTIONS = b"local_stack.functions.fork_server"


class StackDidNotStart(Exception):
    """The message holds the last words of the stack."""


class KillableStack(AbstractContextManager["KillableStack"]):
    """A stack whose functions reach their table by a proxy. `ready` is its ready file."""

    def __init__(self, folder: Path, random: Random) -> None:
        state = folder / "state"
        state.mkdir()
        self._state = state
        self._ready_file = folder / "ready.json"
        self._output = folder / "output.txt"
        self._port = free_port()
        self._random = random
        self.table = TableProxy(choose_ports(state)["table"], random)
        self.ready: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self.table.__enter__()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        self.table.__exit__(None, None, None)

    def start(self) -> None:
        """Start on the data there is. Raises StackDidNotStart."""
        self._ready_file.unlink(missing_ok=True)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(PROJECT / root) for root in _IMPORT_ROOTS),
            "PORT": str(self._port),
            "GATHER_READY_FILE": str(self._ready_file),
            "GATHER_SEED": "empty",
            "GATHER_TIME_SCALE": str(TIME_SCALE),
            "GATHER_STATE_DIR": str(self._state),
        }
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "local_stack", "--table-endpoint", self.table.url],
                cwd=PROJECT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not self._ready_file.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise StackDidNotStart(self.last_words())
            time.sleep(_POLL_SECONDS)
        self.ready = json.loads(self._ready_file.read_text())

    def kill(self) -> None:
        """End the stack and all it has started with SIGKILL, without a word of warning."""
        self._process.kill()
        self._process.wait()

    def kill_worker(self) -> bool:
        """End one process of a function in the middle of whatever it does; False where there is none."""
        workers = [
            each
            for server in _children(self._process.pid)
            if _FUNCTIONS in _command(server)
            for each in _children(server)
        ]
        if not workers:
            return False
        try:
            os.kill(self._random.choice(workers), signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def last_words(self) -> str:
        """The last lines that the stack printed; its functions' logs are among them."""
        text = self._output.read_text(errors="replace") if self._output.exists() else ""
        return "\n".join(text.splitlines()[-_LAST_LINES:])


def _children(process_id: int) -> list[int]:
    found: list[int] = []
    for file in Path(f"/proc/{process_id}/task").glob("*/children"):
        try:
            found += map(int, file.read_text().split())
        except OSError:
            continue
    return found


def _command(process_id: int) -> bytes:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return b""
