"""The service over HTTP: the local stack, started once for a test run, and the way to its table."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.builders.service import Reply

ROOT = Path(__file__).parents[2]
START_SECONDS = 180
STOP_SECONDS = 15


@dataclass
class Http:
    """Carries requests to an address over one connection that is kept open."""

    host: str
    port: int
    _connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Reply:
        for last in (False, True):
            connection = self._connection or http.client.HTTPConnection(self.host, self.port, timeout=30)
            self._connection = connection
            try:
                connection.request(method, path, body.encode() if body is not None else None, dict(headers))
                response = connection.getresponse()
                return _reply(response, response.read())
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                connection.close()
                self._connection = None
                if last:
                    raise
        raise AssertionError("the second attempt answers or raises")


def _reply(response: http.client.HTTPResponse, content: bytes) -> Reply:
    headers = {name.lower(): value for name, value in response.getheaders()}
    text = content.decode()
    is_json = bool(text) and "json" in headers.get("content-type", "")
    return Reply(response.status, headers, json.loads(text) if is_json else text)


@contextmanager
def running_stack(
    state: Path, *, ended_by: signal.Signals = signal.SIGTERM, **environment: str
) -> Iterator[dict[str, Any]]:
    """The local stack on a free port with its data in `state`; yields what its ready file says."""
    ready_file = state / "ready.json"
    # One that was killed leaves it behind.
    ready_file.unlink(missing_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("scripts", "layers/shared", "functions")),
        "PORT": str(port),
        "GATHER_READY_FILE": str(ready_file),
        "GATHER_SEED": "empty",
        "GATHER_STATE_DIR": str(state / "data"),
        **environment,
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("AWS_ENDPOINT_URL")}
    with (state / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "local_stack"],
            cwd=ROOT,
            env={**inherited, **settings},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(ready_file, process, state)
        yield json.loads(ready_file.read_text())
    finally:
        if process.poll() is None:
            process.send_signal(ended_by)
            process.wait(STOP_SECONDS)


def _wait_for(ready_file: Path, process: "subprocess.Popen[bytes]", state: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready_file.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f"the local stack did not start:\n{(state / 'output.txt').read_text()}")
        time.sleep(0.05)
