"""The engine server as a process of the stack."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from local_stack.engine_server.transcription.job_events import EVENTS_URL_VARIABLE
from local_stack.process.parent_death import die_with_parent
from local_stack.settings import HOST, PROJECT, SCRIPTS

URL_VARIABLE = "LOCAL_ENGINES_URL"
KEY_VARIABLE = "LOCAL_ENGINES_KEY"
# Freed memory stays in the arena of the thread that freed it, and each thread has buffers of its own.
# One thread is faster for the small matrices of a sentence than several.
_FRUGAL = {"MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
# Where a library written in C ends the process, the log has the place.
_TELLING = {"PYTHONFAULTHANDLER": "1"}
_MODULE = "local_stack.engine_server"
_PATIENCE_SECONDS = 2
_ENGINE_SECONDS = 20
_END_SECONDS = 2
_LONG_LIFE_SECONDS = _LONGEST_PAUSE_SECONDS = 60.0


class EngineProcess:
    """A running engine server, which is started again when it ends by itself.

    Start it from a thread that lives as long as the stack.
    """

    def __init__(self, port: int, log: Path, first_pause: float = 1.0, events_url: str = "") -> None:
        """`log` takes what it prints. The pause before a start, in seconds, doubles with each server that
        does not live for a minute. Events of jobs go to the EventBridge at `events_url`, if there is one."""
        self._port = port
        self._events_url = events_url
        self._key = secrets.token_urlsafe(32)
        self._log = log.open("wb")
        self._first_pause = first_pause
        self._closing = threading.Event()
        self._starting = threading.Lock()
        self._process = self._started()
        threading.Thread(target=self._start_again, daemon=True).start()

    def _started(self) -> "subprocess.Popen[bytes]":
        path = f"{SCRIPTS}{os.pathsep}{PROJECT / 'layers' / 'shared'}"
        return subprocess.Popen(
            [sys.executable, "-m", _MODULE, str(self._port)],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,
            env={
                **os.environ,
                **_FRUGAL,
                **_TELLING,
                "PYTHONPATH": path,
                KEY_VARIABLE: self._key,
                EVENTS_URL_VARIABLE: self._events_url,
            },
        )

    def _start_again(self) -> None:
        """Starts a server in place of each that ends, until the stack closes."""
        pause = self._first_pause
        while True:
            began = time.monotonic()
            status = self._process.wait()
            if time.monotonic() - began >= _LONG_LIFE_SECONDS:
                pause = self._first_pause
            if self._closing.wait(pause):
                return
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            with self._starting:
                if self._closing.is_set():
                    return
                self._log.write(f"The server ended with {status} and is started again.\n".encode())
                self._log.flush()
                self._process = self._started()

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
        with self._starting:
            self._closing.set()
        self._process.terminate()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._log.close()
