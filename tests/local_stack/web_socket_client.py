"""A browser's side of a WebSocket, for tests."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Ping,
    Pong,
    RejectConnection,
    Request,
)

from tests.support.waiting import PATIENCE_SECONDS


class WebSocketClient:
    """A connection to the server at `url`. `answer` is its answer to the handshake."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._connection = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE_SECONDS)
        self._protocol = WSConnection(ConnectionType.CLIENT)
        self._pending: list[Event] = []
        self.put(Request(host=parts.netloc, target=f"{parts.path}?{parts.query}"))
        self.answer = self.next()

    @property
    def status(self) -> int:
        """The status of the handshake, 101 where the socket is open."""
        if isinstance(self.answer, AcceptConnection):
            return 101
        assert isinstance(self.answer, RejectConnection)
        return self.answer.status_code

    def put(self, event: Event) -> None:
        self._connection.sendall(self._protocol.send(event))

    def send(self, message: bytes) -> None:
        self.put(BytesMessage(message))

    def ping(self) -> bytes:
        """What comes back."""
        self.put(Ping(b"there?"))
        answer = self.next()
        assert isinstance(answer, Pong)
        return bytes(answer.payload)

    def messages(self) -> list[bytes]:
        """The messages until the server closes the socket properly."""
        received, message = [], b""
        while not isinstance(event := self.next(), CloseConnection):
            assert isinstance(event, BytesMessage)
            message += event.data
            if event.message_finished:
                received.append(message)
                message = b""
        assert event.code == 1000
        return received

    def next(self) -> Event:
        """The next thing that the server does; a CloseConnection with code 1006 where it is gone."""
        while not self._pending:
            self._protocol.receive_data(self._connection.recv(65_536) or None)
            self._pending += self._protocol.events()
        return self._pending.pop(0)

    def close(self) -> None:
        """Goes away without a word."""
        self._connection.close()


@contextmanager
def connected(url: str) -> Iterator[WebSocketClient]:
    """A connection that ends with the context."""
    client = WebSocketClient(url)
    try:
        yield client
    finally:
        client.close()
