"""The stack's servers serve WebSockets beside requests."""

import http.client
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue
from typing import Any

import pytest
from wsproto.events import BytesMessage, CloseConnection

from local_stack.http.keep_alive_server import KeepAliveServer
from local_stack.http.web_socket import WebSocket
from tests.local_stack.web_socket_client import WebSocketClient, connected
from tests.support.waiting import PATIENCE_SECONDS

ended: "Queue[str]" = Queue()
"""How each served socket ended."""


def serve(socket: WebSocket) -> None:
    """Sends each message back, until one says "bye"."""
    if socket.target.startswith("/no"):
        socket.reject(403)
        return
    socket.accept()
    try:
        for message in socket.messages(within_seconds=0.2 if "soon" in socket.target else PATIENCE_SECONDS):
            if message == b"bye":
                socket.close()
                ended.put("said bye")
                return
            socket.send(message)
        ended.put("left")
    except (TimeoutError, ValueError) as error:
        ended.put(type(error).__name__)


def respond(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [b"a response"]


@pytest.fixture(scope="module")
def server() -> Iterator[KeepAliveServer]:
    server = KeepAliveServer(0, respond, web_sockets=serve)
    server.start()
    yield server
    server.close()


@pytest.fixture
def client(server: KeepAliveServer) -> Iterator[WebSocketClient]:
    with connected(f"ws://127.0.0.1:{server.port}/echo") as client:
        yield client


def how_it_ended() -> str:
    return ended.get(timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("size", [0, 5, 125, 126, 70_000])
def test_messages_of_any_length_arrive_whole(client: WebSocketClient, size: int) -> None:
    client.send(b"x" * size)
    client.send(b"bye")

    assert client.messages() == [b"x" * size]
    assert how_it_ended() == "said bye"


def test_what_comes_after_its_end_does_not_break_it_off(client: WebSocketClient) -> None:
    client.send(b"bye")
    for _ in range(20):
        client.send(b"x" * 10_000)

    assert client.messages() == []
    assert how_it_ended() == "said bye"


def test_a_message_in_frames_is_one(client: WebSocketClient) -> None:
    client.put(BytesMessage(b"in ", message_finished=False))
    client.put(BytesMessage(b"frames"))
    client.send(b"bye")

    assert client.messages() == [b"in frames"]
    assert how_it_ended() == "said bye"


def test_a_ping_is_answered(client: WebSocketClient) -> None:
    assert client.ping() == b"there?"
    client.send(b"bye")
    assert client.messages() == []
    assert how_it_ended() == "said bye"


def test_who_closes_it_is_answered(client: WebSocketClient) -> None:
    client.put(CloseConnection(1000))

    assert client.messages() == []
    assert how_it_ended() == "left"


def test_who_goes_away_has_left(client: WebSocketClient) -> None:
    client.close()

    assert how_it_ended() == "left"


def test_silence_ends_it(server: KeepAliveServer) -> None:
    with connected(f"ws://127.0.0.1:{server.port}/soon"):
        assert how_it_ended() == "TimeoutError"


def test_a_message_may_not_be_too_large(client: WebSocketClient) -> None:
    # The server goes away while it is sent.
    with suppress(OSError):
        client.send(bytes(1_100_000))

    assert how_it_ended() == "ValueError"


def test_who_is_refused_gets_a_status(server: KeepAliveServer) -> None:
    with connected(f"ws://127.0.0.1:{server.port}/no") as client:
        assert client.status == 403


def test_what_is_no_handshake_is_a_bad_request_and_others_are_answered(server: KeepAliveServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)

    connection.request("GET", "/echo", headers={"Upgrade": "websocket"})
    refused = connection.getresponse()
    refused.read()
    connection.request("GET", "/")
    answered = connection.getresponse()

    assert (refused.status, answered.status, answered.read()) == (400, 200, b"a response")
    connection.close()
