"""The Runtime API that Lambda gives to one execution environment: the next event out, its result in.

One server on a port of its own for each function process, as in Lambda, where the client is told a host and
port.
"""

import queue
import sys
import threading
import time
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from local_stack.settings import ACCOUNT_ID, HOST, REGION

_PREFIX = "/2018-06-01/runtime/"
_FUNCTION_ARN = f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:"
# Only ends a start that hangs: on a busy machine the imports of a function take their time.
_START_SECONDS = 120


@dataclass(frozen=True)
class Outcome:
    """What the handler returned, or `{errorType, errorMessage, …}` when `failed`."""

    payload: bytes
    failed: bool


@dataclass
class _Invocation:
    payload: bytes
    timeout: float
    request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    deadline: float = 0
    outcome: Outcome | None = None
    begun: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> None:
        self.deadline = time.time() + self.timeout
        self.begun.set()

    def finish(self, outcome: Outcome) -> None:
        if not self.done.is_set():
            self.outcome = outcome
            self.done.set()
            self.begun.set()


class RuntimeApi:
    """Serves one function process. `address` is what its client is told."""

    def __init__(self, function_name: str) -> None:
        self.function_name = function_name
        self._waiting: queue.SimpleQueue[_Invocation | None] = queue.SimpleQueue()
        self._current: _Invocation | None = None
        self._failure: Outcome | None = None
        self._lock = threading.Lock()
        self._server = _Server((HOST, 0), _Handler, self)
        threading.Thread(target=self._server.serve_forever, args=(0.5,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"{HOST}:{self._server.server_address[1]}"

    def invoke(self, payload: bytes, timeout: float) -> Outcome | None:
        """The outcome of one invocation; None when the time limit (seconds) passed without one.

        As in Lambda, the limit does not include the start of the process: it begins when the process takes
        the invocation.
        """
        invocation = _Invocation(payload, timeout)
        with self._lock:
            if self._failure:
                return self._failure
            self._current = invocation
        self._waiting.put(invocation)
        if invocation.begun.wait(_START_SECONDS):
            invocation.done.wait(timeout)
        return invocation.outcome

    def fail(self, outcome: Outcome) -> None:
        """Ends the invocation under way, and every later one, with this outcome: the process is gone."""
        with self._lock:
            self._failure = self._failure or outcome
            current = self._current
        if current:
            current.finish(self._failure)

    def close(self) -> None:
        self._waiting.put(None)
        self._server.shutdown()
        self._server.server_close()

    def take_next(self) -> _Invocation | None:
        invocation = self._waiting.get()
        if invocation is not None:
            invocation.begin()
        return invocation

    def finish(self, request_id: str, outcome: Outcome) -> None:
        current = self._current
        if current and current.request_id == request_id:
            current.finish(outcome)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], api: RuntimeApi
    ) -> None:
        super().__init__(address, handler)
        self.api = api

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a client that is gone: the end of a function process is noticed by its output."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def do_GET(self) -> None:
        if self.path != _PREFIX + "invocation/next":
            self._respond(404, b"{}")
            return
        invocation = self.server.api.take_next()
        if invocation is None:
            self.close_connection = True
            return
        name = self.server.api.function_name
        self._respond(
            200,
            invocation.payload,
            {
                "Lambda-Runtime-Aws-Request-Id": invocation.request_id,
                "Lambda-Runtime-Deadline-Ms": str(int(invocation.deadline * 1000)),
                "Lambda-Runtime-Invoked-Function-Arn": f"{_FUNCTION_ARN}{name}",
            },
        )

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = self.path.removeprefix(_PREFIX).split("/")
        if parts[0] == "invocation" and len(parts) == 3 and parts[2] in ("response", "error"):
            self.server.api.finish(parts[1], Outcome(body, failed=parts[2] == "error"))
        elif parts == ["init", "error"]:
            self.server.api.fail(Outcome(body, failed=True))
        self._respond(202, b'{"status":"OK"}')

    def _respond(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: the function's own log is what a person wants to read."""
