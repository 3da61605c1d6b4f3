"""A customer's receiver of webhooks, on loopback, which keeps deliveries and can be made to fail."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from demo.deviation import Deviation

# Only ends a wait that would never end: a busy machine takes its time.
PATIENCE_SECONDS = 300
HEADER_PREFIX = "x-service-"


@dataclass(frozen=True)
class Received:
    """One attempt of a delivery as it arrived, and the status of the response.

    `headers` have lower-case names, `at` is in Unix seconds.
    """

    path: str
    headers: dict[str, str]
    body: bytes
    at: int
    status: int

    def header(self, name: str) -> str:
        """One of the service's own headers, without the prefix."""
        return self.headers.get(f"{HEADER_PREFIX}{name}", "")

    @property
    def event(self) -> str:
        """The event's name."""
        return self.header("event")

    @property
    def payload(self) -> Any:
        """The event's fields."""
        return json.loads(self.body)


class Receiver(AbstractContextManager["Receiver"]):
    """Responds with 204 to everything, except where `fail` says otherwise."""

    def __init__(self) -> None:
        self._arrival = threading.Condition()
        self._received: list[Received] = []
        self._failures: Counter[tuple[str, str]] = Counter()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        """Returns the address for deliveries."""
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def fail(self, path: str, event: str, times: int = 1) -> None:
        """Respond with 503 to the next attempts at an event."""
        with self._arrival:
            self._failures[path, event] = times

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Keep an attempt. Returns the status to respond with."""
        event = headers.get(f"{HEADER_PREFIX}event", "")
        with self._arrival:
            fails = self._failures[path, event] > 0
            self._failures[path, event] -= fails
            status = 503 if fails else 204
            self._received.append(Received(path, headers, body, int(time.time()), status))
            self._arrival.notify_all()
        return status

    def received(self, path: str | None = None, event: str | None = None) -> list[Received]:
        """Returns all attempts so far, in order, of a path or an event."""
        with self._arrival:
            return [
                each for each in self._received if path in (None, each.path) and event in (None, each.event)
            ]

    def wait(
        self,
        event: str,
        path: str,
        is_enough: Callable[[Sequence[Received]], bool] = bool,
    ) -> list[Received]:
        """Wait for enough attempts of an event and return them. Raises Deviation after PATIENCE_SECONDS."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        with self._arrival:
            while True:
                come = [each for each in self._received if (each.path, each.event) == (path, event)]
                if is_enough(come):
                    return come
                left = deadline - time.monotonic()
                if left <= 0:
                    others = [each.event for each in self._received]
                    raise Deviation(f"webhook {event}", f"it within {PATIENCE_SECONDS} s", others)
                self._arrival.wait(left)


def _handler_of(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(receiver.take(self.path, headers, body))
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing: the walk shows the deliveries."""

    return Handler
