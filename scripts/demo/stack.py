"""The local stack that the walk goes through: its own process, folder and port, gone at the end."""

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from local_stack.process.ports import free_port

PROJECT = Path(__file__).resolve().parents[2]
IMPORT_ROOTS = ("scripts", "layers/shared", "functions")
# Both only end a wait that would never end: a busy machine takes its time.
START_SECONDS = 300
STOP_SECONDS = 60
POLL_SECONDS = 0.05
TIME_SCALE = 20
LAST_LINES = 15


class StackFailed(Exception):
    """The stack did not start; the message holds its last words."""


class Stack(AbstractContextManager["Stack"]):
    """A local stack with the seed of a name, whose waits pass faster. `ready` is its ready file."""

    def __init__(self, seed: str = "empty") -> None:
        self._seed = seed
        self._folder = tempfile.TemporaryDirectory(prefix="screening-demo-", ignore_cleanup_errors=True)
        self._output = Path(self._folder.name, "output.txt")
        self._process: subprocess.Popen[bytes] | None = None
        self.ready: dict[str, Any] = {}

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    @property
    def state_directory(self) -> Path:
        """The folder of the stack's data."""
        return Path(self._folder.name, "state")

    def last_words(self) -> str:
        """The last lines that the stack printed; its functions' logs are among them."""
        text = self._output.read_text(errors="replace") if self._output.exists() else ""
        return "\n".join(text.splitlines()[-LAST_LINES:])

    def _start(self) -> None:
        ready_file = Path(self._folder.name, "ready.json")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(PROJECT / root) for root in IMPORT_ROOTS),
            "PORT": str(free_port()),
            "GATHER_READY_FILE": str(ready_file),
            "GATHER_SEED": self._seed,
            "GATHER_TIME_SCALE": str(TIME_SCALE),
            "GATHER_STATE_DIR": str(self.state_directory),
        }
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "local_stack"],
                cwd=PROJECT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_SECONDS
        while not ready_file.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise StackFailed(self.last_words() or "the local stack did not get ready in time")
            time.sleep(POLL_SECONDS)
        self.ready = json.loads(ready_file.read_text())
