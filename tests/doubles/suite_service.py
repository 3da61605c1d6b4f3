"""A simulated recruiting suite on loopback, for what is pushed to it, and the way from it to the service."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

from local_stack.suites.simulator import ConnectionBroken, HttpAnswer, Send, SuiteSimulator
from tests.builders.service import Transport

S = TypeVar("S", bound=SuiteSimulator)

_METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")


def send_through(transport: Transport) -> Send:
    """Carries a suite's requests to the service behind `transport`, whatever its address."""

    def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> HttpAnswer:
        parts = urlsplit(url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        reply = transport.send(method, path, headers, None if body is None else body.decode())
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        return HttpAnswer(reply.status, reply.headers, text.encode())

    return send


@contextmanager
def suite_service(create: Callable[[str], S]) -> Iterator[S]:
    """Serves the simulator that `create` makes for an address, until the end of the block."""
    served: list[S] = []

    class Handler(BaseHTTPRequestHandler):
        def respond(self) -> None:
            parts = urlsplit(self.path)
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            try:
                answer = served[0].answer(self.command, parts.path, query, dict(self.headers), content)
            except ConnectionBroken:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Log nothing: the simulator has the requests."""

    for method in _METHODS:
        setattr(Handler, f"do_{method}", Handler.respond)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.append(create(f"http://127.0.0.1:{server.server_address[1]}"))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield served[0]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
