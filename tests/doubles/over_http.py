"""The service over HTTP: the local stack, which stands in for AWS, and the transport to it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.builders.service import Reply

ROOT = Path(__file__).parents[2]
# These only end a test that would hang: a busy machine takes its time.
START_SECONDS = 300
REQUEST_SECONDS = 300
STOP_SECONDS = 120


@dataclass
class Http:
    """Carries requests to an address over one connection that is kept open."""

    host: str
    port: int
    _connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        """Sends a request once, because one whose answer is lost may have been carried out."""
        connection = self._connection or http.client.HTTPConnection(
            self.host, self.port, timeout=REQUEST_SECONDS
        )
        self._connection = connection
        try:
            connection.request(method, path, body.encode() if body is not None else None, dict(headers))
            response = connection.getresponse()
            return _reply(response, response.read())
        except (OSError, http.client.HTTPException):
            connection.close()
            self._connection = None
            raise

    def close(self) -> None:
        """End the connection, which the stack keeps open."""
        if self._connection is not None:
            self._connection.close()

    __del__ = close


def _reply(response: http.client.HTTPResponse, content: bytes) -> Reply:
    headers = {name.lower(): value for name, value in response.getheaders()}
    text = content.decode()
    is_json = bool(text) and "json" in headers.get("content-type", "")
    return Reply(response.status, headers, json.loads(text) if is_json else text)


class StackProcess:
    """The local stack on a free port, with its data in `state`, from its start on.

    `module` is the program, `local_stack` or `sam_local`, with `options` of its command line.
    """

    def __init__(
        self, state: Path, module: str = "local_stack", options: Sequence[str] = (), **environment: str
    ) -> None:
        self.state = state
        # One that was killed leaves it behind.
        ready_file_of(state).unlink(missing_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        roots = ("scripts", "layers/shared", "functions")
        settings = {
            "PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in roots),
            "PORT": str(port),
            "GATHER_READY_FILE": str(ready_file_of(state)),
            "GATHER_SEED": "empty",
            "GATHER_STATE_DIR": str(state / "data"),
            **environment,
        }
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("AWS_ENDPOINT_URL")
        }
        with output_of(state).open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *options],
                cwd=ROOT,
                env={**inherited, **settings},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        # Collected when it ends, it is gone for those who look for it by its id.
        threading.Thread(target=self._process.wait, daemon=True).start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        if self._process.poll() is None:
            self._process.send_signal(by)
            self._process.wait(STOP_SECONDS)


def ready_file_of(state: Path) -> Path:
    return state / "ready.json"


def output_of(state: Path) -> Path:
    """Returns the file with the output of the stack and its functions."""
    return state / "output.txt"


def await_ready(state: Path, process_id: int) -> dict[str, Any]:
    """Waits for the ready file of a stack and returns its content. Fails when the stack ends before."""
    deadline = time.monotonic() + START_SECONDS
    while not ready_file_of(state).exists():
        if not _is_running(process_id) or time.monotonic() > deadline:
            raise AssertionError(f"the local stack did not start:\n{output_of(state).read_text()}")
        time.sleep(0.05)
    told: dict[str, Any] = json.loads(ready_file_of(state).read_text())
    return told


def _is_running(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def running_stack(
    state: Path,
    *,
    ended_by: signal.Signals = signal.SIGTERM,
    options: Sequence[str] = (),
    **environment: str,
) -> Iterator[dict[str, Any]]:
    """Runs the local stack with its data in `state`; yields the content of its ready file."""
    stack = StackProcess(state, options=options, **environment)
    try:
        yield await_ready(state, stack.process_id)
    finally:
        stack.stop(ended_by)
