"""The engine server as a process of the stack."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from local_stack.process.parent_death import die_with_parent
from local_stack.settings import HOST, PROJECT, SCRIPTS

URL_VARIABLE = "LOCAL_ENGINES_URL"
KEY_VARIABLE = "LOCAL_ENGINES_KEY"
# Freed memory stays in the arena of the thread that freed it, and each thread has buffers of its own.
_FRUGAL = {"MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
_MODULE = "local_stack.engine_server"
_PATIENCE_SECONDS = 2
_ENGINE_SECONDS = 20
_END_SECONDS = 2


class EngineProcess:
    """A running engine server. Start it from a thread that lives as long as the stack."""

    def __init__(self, port: int, log: Path) -> None:
        """`log` takes what it prints."""
        self._port = port
        self._key = secrets.token_urlsafe(32)
        self._log = log.open("wb")
        path = f"{SCRIPTS}{os.pathsep}{PROJECT / 'layers' / 'shared'}"
        self._process = subprocess.Popen(
            [sys.executable, "-m", _MODULE, str(port)],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,
            # One thread is faster for the small matrices of a sentence than several.
            env={**os.environ, **_FRUGAL, "PYTHONPATH": path, KEY_VARIABLE: self._key},
        )

    @property
    def process_id(self) -> int:
        """The id of the process, which leads a group of its own."""
        return self._process.pid

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which functions reach it."""
        return {URL_VARIABLE: f"http://{HOST}:{self._port}/v1", KEY_VARIABLE: self._key}

    def models(self) -> dict[str, dict[str, Any]]:
        """What `GET /v1/models` says of each model, by its name; nothing without a response."""
        connection = http.client.HTTPConnection(HOST, self._port, timeout=_PATIENCE_SECONDS)
        try:
            connection.request("GET", "/v1/models", headers={"Authorization": f"Bearer {self._key}"})
            response = connection.getresponse()
            return {each["id"]: each for each in json.loads(response.read())["data"]}
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            return {}
        finally:
            connection.close()

    def post(self, path: str, content: bytes) -> tuple[int, bytes]:
        """The status and the content of the response to bytes; 503 without a response."""
        connection = http.client.HTTPConnection(HOST, self._port, timeout=_ENGINE_SECONDS)
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/octet-stream"}
        try:
            connection.request("POST", path, content, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException):
            return 503, b"{}"
        finally:
            connection.close()

    def close(self) -> None:
        """Ends the server and what it has started."""
        self._process.terminate()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._log.close()
