"""The Runtime API that Lambda gives to one execution environment: the next event out, its result in.

Each function process has a port of its own, as in Lambda, where the client is told a host and port. No
thread serves it: whoever invokes the function reads what the process asks and responds to it. Between
invocations the process waits for the response to `next`, as a frozen environment does.
"""

import select
import socket
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from local_stack.http.request_heads import read_headers, read_line
from local_stack.settings import ACCOUNT_ID, HOST, REGION

_PREFIX = "/2018-06-01/runtime/"
_NEXT = _PREFIX + "invocation/next"
_INIT_ERROR = _PREFIX + "init/error"
_FUNCTION_ARN = f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:"
# Only ends a start that hangs: on a busy machine the imports of a function take their time.
_START_SECONDS = 120
_ACCEPTED: Final = b'{"status":"OK"}'


@dataclass(frozen=True)
class Outcome:
    """The handler's result, or `{errorType, errorMessage, …}` when `failed`."""

    payload: bytes
    failed: bool


@dataclass(frozen=True)
class _ProcessRequest:
    """A process's request, and the connection that it came on."""

    connection: "_ProcessConnection"
    path: str
    body: bytes


class RuntimeApi:
    """Serves one function process. `address` is what its client is told."""

    def __init__(self, function_name: str) -> None:
        self.function_name = function_name
        self._listener = socket.create_server((HOST, 0))
        self.address = f"{HOST}:{self._listener.getsockname()[1]}"
        self._connections: dict[int, _ProcessConnection] = {}
        self._readable = select.poll()
        self._readable.register(self._listener, select.POLLIN)
        self._failure: Outcome | None = None
        self._is_closed = False
        # Held while the sockets are in use, so that none is closed in the hands of an invocation.
        self._in_use = threading.Lock()

    def invoke(self, payload: bytes, timeout: float, trace: str = "") -> Outcome | None:
        """The outcome of one invocation; None when the time limit (seconds) passed without one.

        As in Lambda, the limit does not include the start of the process: it begins when the process takes
        the invocation. One invocation at a time.
        """
        with self._in_use:
            asking = self._await_next(time.monotonic() + _START_SECONDS)
            if asking is None:
                return self._failure
            request_id = str(uuid.uuid4())
            with suppress(OSError):
                asking.respond(
                    200,
                    payload,
                    {
                        "Lambda-Runtime-Aws-Request-Id": request_id,
                        "Lambda-Runtime-Deadline-Ms": str(int((time.time() + timeout) * 1000)),
                        "Lambda-Runtime-Invoked-Function-Arn": f"{_FUNCTION_ARN}{self.function_name}",
                        **({"Lambda-Runtime-Trace-Id": trace} if trace else {}),
                    },
                )
            return self._await_outcome(request_id, time.monotonic() + timeout) or self._failure

    def fail(self, outcome: Outcome) -> None:
        """Ends the invocation under way, and every later one, with this outcome: the process is gone."""
        self._failure = self._failure or outcome
        self._wake()

    def close(self) -> None:
        """Ends the invocation under way and lets go of the port."""
        self._is_closed = True
        self._wake()
        with self._in_use:
            self._listener.close()
            for connection in self._connections.values():
                connection.close()

    def _wake(self) -> None:
        """A listener that is shut down is ready for good, so nothing waits for it any longer."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)

    def _await_next(self, deadline: float) -> "_ProcessConnection | None":
        """The connection on which the process asks for its next event."""
        while request := self._receive(deadline):
            if request.path == _NEXT:
                return request.connection
            if request.path == _INIT_ERROR:
                self._failure = self._failure or Outcome(request.body, failed=True)
            self._acknowledge(request)
        return None

    def _await_outcome(self, request_id: str, deadline: float) -> Outcome | None:
        invocation = f"{_PREFIX}invocation/{request_id}/"
        while request := self._receive(deadline):
            self._acknowledge(request)
            if request.path.startswith(invocation):
                return Outcome(request.body, failed=request.path == f"{invocation}error")
        return None

    def _acknowledge(self, request: _ProcessRequest) -> None:
        is_known = request.path.startswith(_PREFIX)
        with suppress(OSError):
            request.connection.respond(202 if is_known else 404, _ACCEPTED if is_known else b"{}", {})

    def _receive(self, deadline: float) -> _ProcessRequest | None:
        """The next request of the process; None after the deadline, and once the process is gone."""
        while not (self._failure or self._is_closed):
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            for descriptor, _ in self._readable.poll(left * 1000):
                if descriptor not in self._connections:
                    self._accept()
                elif request := self._read(self._connections[descriptor], deadline):
                    return request
        return None

    def _accept(self) -> None:
        with suppress(OSError):
            accepted, _ = self._listener.accept()
            self._connections[accepted.fileno()] = _ProcessConnection(accepted)
            self._readable.register(accepted, select.POLLIN)

    def _read(self, connection: "_ProcessConnection", deadline: float) -> _ProcessRequest | None:
        try:
            return connection.read(deadline)
        except (OSError, ValueError):
            del self._connections[connection.descriptor]
            self._readable.unregister(connection.descriptor)
            connection.close()
            return None


class _ProcessConnection:
    """A connection of the process, which sends one request at a time and waits for its response."""

    def __init__(self, accepted: socket.socket) -> None:
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.descriptor = accepted.fileno()
        self._socket = accepted
        self._stream = accepted.makefile("rb")

    def read(self, deadline: float) -> _ProcessRequest:
        """The request that has begun to arrive. Raises OSError when it is not whole by the deadline or the
        other side has gone, ValueError when it is no request."""
        self._socket.settimeout(max(0.001, deadline - time.monotonic()))
        _, path, _ = read_line(self._stream).split(" ", 2)
        headers = read_headers(self._stream)
        if headers.get("expect", "").lower() == "100-continue":
            self._socket.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        length = int(headers.get("content-length", 0))
        body = self._stream.read(length)
        if len(body) < length:
            raise EOFError
        return _ProcessRequest(self, path, body)

    def respond(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        """Raises OSError when the other side has gone."""
        head = [
            f"HTTP/1.1 {status} {'OK' if status == 200 else '-'}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self._socket.sendall("\r\n".join([*head, "", ""]).encode() + body)

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
