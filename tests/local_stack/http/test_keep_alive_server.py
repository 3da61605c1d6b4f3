"""The stack's servers keep connections open, and leave nothing of one request for the next."""

import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from local_stack.http.keep_alive_server import KeepAliveServer
from tests.support.waiting import PATIENCE_SECONDS, wait_until

under_way, released = Event(), Event()


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    path = environ["PATH_INFO"]
    if path == "/fails":
        raise ValueError("a fault")
    if path == "/waits":
        under_way.set()
        released.wait(PATIENCE_SECONDS)
    if path == "/empty":
        start_response("204 No Content", [])
        return []
    start_response("200 OK", [("Content-Type", "text/plain")])
    # A handler that does not read the body, like most routes that take none.
    return [b"unread"] if path == "/unread" else [b"read ", environ["wsgi.input"].read()]


@pytest.fixture
def server() -> Iterator[KeepAliveServer]:
    server = KeepAliveServer(0, application)
    server.start()
    yield server
    server.close()


@pytest.fixture
def connection(server: KeepAliveServer) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    yield connection
    connection.close()


def send(
    connection: http.client.HTTPConnection, path: str, body: Any = None, method: str = "POST", **headers: str
) -> tuple[int, bytes]:
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    return response.status, response.read()


def test_one_connection_carries_every_kind_of_request(connection: http.client.HTTPConnection) -> None:
    connection.connect()
    first = connection.sock
    assert send(connection, "/", b"whole") == (200, b"read whole")
    assert send(connection, "/unread", b"nobody reads this") == (200, b"unread")
    assert send(connection, "/", iter([b"in ", b"parts"])) == (200, b"read in parts")
    assert send(connection, "/", b"asked first", Expect="100-continue") == (200, b"read asked first")
    assert send(connection, "/empty") == (204, b"")
    assert send(connection, "/", method="HEAD") == (200, b"")
    assert send(connection, "/", method="GET") == (200, b"read ")
    assert connection.sock is first


@pytest.mark.parametrize(
    ("head", "begins", "is_kept"),
    [
        (b"GET /unread HTTP/1.1\r\nhost: a\r\n\r\n", b"HTTP/1.1 200 ", True),
        (b"GET /unread HTTP/1.1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200 ", False),
        (b"GET /unread HTTP/1.0\r\n\r\n", b"HTTP/1.1 200 ", False),
        (b"GET /unread HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", b"HTTP/1.1 200 ", True),
        (b"GET //unread HTTP/1.1\r\n\r\n", b"HTTP/1.1 200 ", True),
        (b"GET /unread HTTP/2.0\r\n\r\n", b"HTTP/1.1 505 ", False),
        (b"GET /unread\r\n\r\n", b"HTTP/1.1 400 ", False),
        (b"GET /unread HTTP/1.1\r\nno header\r\n\r\n", b"HTTP/1.1 400 ", False),
        (b"GET /unread HTTP/1.1\r\na: b\r\n continued\r\n\r\n", b"HTTP/1.1 400 ", False),
        (b"GET /unread HTTP/1.1\r\n" + b"a: b\r\n" * 101 + b"\r\n", b"HTTP/1.1 400 ", False),
        (b"GET /unread HTTP/1.1\r\na: b", b"", False),
    ],
    ids=[
        "plain",
        "close",
        "1.0",
        "1.0 kept",
        "slashes",
        "2.0",
        "line",
        "header",
        "folded",
        "many",
        "cut off",
    ],
)
def test_a_head_is_read_and_what_is_none_is_told(
    server: KeepAliveServer, head: bytes, begins: bytes, is_kept: bool
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as client:
        client.sendall(head)
        if not begins:
            client.shutdown(socket.SHUT_WR)
        received = client.makefile("rb")
        assert received.readline().startswith(begins)
        if is_kept:
            client.sendall(b"GET /fails HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert (b"HTTP/1.1 500 " in received.read()) is is_kept


def test_a_fault_of_the_application_is_a_500(
    connection: http.client.HTTPConnection, capsys: pytest.CaptureFixture[str]
) -> None:
    assert send(connection, "/fails") == (500, b"Internal Server Error")
    assert send(connection, "/", b"next") == (200, b"read next")
    assert "ValueError: a fault" in capsys.readouterr().err


def test_a_request_under_way_is_answered_when_the_server_closes_and_none_follows(
    server: KeepAliveServer, connection: http.client.HTTPConnection
) -> None:
    with ThreadPoolExecutor(1) as client:
        waiting = client.submit(send, connection, "/waits", b"last")
        assert under_way.wait(PATIENCE_SECONDS)
        server.close()
        released.set()
        assert waiting.result() == (200, b"read last")
    with pytest.raises((http.client.HTTPException, OSError)):
        send(connection, "/", b"one more")


def test_a_connection_without_a_request_ends_with_the_server(server: KeepAliveServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as idle:
        # One that nobody has accepted is reset.
        wait_until(lambda: server._open)
        server.close()
        assert idle.recv(1) == b""


def test_a_port_that_is_taken_is_refused(server: KeepAliveServer) -> None:
    with pytest.raises((OSError, SystemExit)):
        KeepAliveServer(server.port, application)
