"""Requests that the stack's gateway hands over to another server of the API."""

import http.server
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import Client

from local_stack.gateway.server import Forwarding, Gateway


class _Api(http.server.BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        content = f"{self.path} {self.headers['X-Api-Key']} {body.decode()}".encode()
        self.send_response(201)
        self.send_header("Location", "/cups/1")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def api() -> Iterator[int]:
    """The port of the other server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Api) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_a_request_arrives_as_it_was_sent_and_its_answer_too(api: int) -> None:
    client = Client(Forwarding(api))

    answer = client.post("/cups/a%2Fb?full=true", data="tea", headers={"X-Api-Key": "k"})

    assert (answer.status_code, answer.headers["Location"]) == (201, "/cups/1")
    assert answer.text == "/cups/a%2Fb?full=true k tea"


def test_the_stack_s_own_routes_stay_with_it(api: int) -> None:
    gateway = Gateway(0, Forwarding(1))
    gateway.application.add_url_rule("/_local/health", view_func=lambda: "own")
    gateway.forward_to(api)
    client = Client(gateway.respond)

    assert client.get("/_local/health").text == "own"
    assert client.post("/_local/health", data="tea").text == "/_local/health None tea"


def test_a_server_that_is_gone_is_a_bad_gateway() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    assert Client(Forwarding(port)).get("/cups").status_code == 502
