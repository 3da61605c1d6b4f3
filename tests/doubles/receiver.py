"""A receiver of webhooks on loopback, for tests that use the running local stack."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Only ends a test that would hang: a busy machine takes its time.
PATIENCE_SECONDS = 300


@dataclass(frozen=True)
class Request:
    """A request to the receiver."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def event(self) -> str:
        """The name of the event."""
        return self.headers["x-service-event"]

    @property
    def payload(self) -> dict[str, Any]:
        """The event's fields."""
        fields: dict[str, Any] = json.loads(self.body)
        return fields


@dataclass
class Receiver:
    """A receiver on loopback. `refusals` counts down the requests to each path that it refuses with 503."""

    port: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def take(self, request: Request) -> int:
        """Returns the status of the response to the request."""
        with self.changed:
            self.requests.append(request)
            self.changed.notify_all()
            left = self.refusals.get(request.path, 0)
            self.refusals[request.path] = left - 1
            return 503 if left > 0 else 204

    def url(self, path: str) -> str:
        """Returns the address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Request]:
        """Returns the requests to a path."""
        return [request for request in self.requests if request.path == path]

    def await_requests(self, path: str, count: int) -> list[Request]:
        """Waits for `count` requests to `path` and returns them."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.at(path)) >= count, PATIENCE_SECONDS), path
        return self.at(path)

    def await_event(self, name: str, fields: Mapping[str, object]) -> Request:
        """Waits for the first request with the event and these fields, and returns it."""

        def found() -> Request | None:
            matching = (
                each
                for each in self.requests
                if each.event == name and fields.items() <= each.payload.items()
            )
            return next(matching, None)

        with self.changed:
            request = self.changed.wait_for(found, PATIENCE_SECONDS)
        assert request is not None, (name, fields)
        return request


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Runs a receiver until the end of the block; `/moved` responds with a redirect."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            path = self.path
            if path == "/moved":
                made.take(Request(path, headers, body, time.time()))
                self.send_response(302)
                self.send_header("Location", "/fine")
            else:
                self.send_response(made.take(Request(path, headers, body, time.time())))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing: the test reports the requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
