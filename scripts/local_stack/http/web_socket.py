"""The server's side of a WebSocket, by wsproto, on a connection whose request has been read."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BufferedIOBase
from socket import socket
from typing import Final

from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Ping,
    RejectConnection,
    TextMessage,
)
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import ProtocolError

_READ_BYTES: Final = 65_536
_LARGEST_MESSAGE: Final = 1_000_000
_CLOSING_SECONDS: Final = 2.0


class WebSocket:
    """One connection, of a request for `target`, its path and query.

    For example:

        socket.accept()
        for message in socket.messages(within_seconds=15):
            socket.send(message)
        socket.close()
    """

    def __init__(
        self, connection: socket, stream: BufferedIOBase, target: str, headers: Iterable[tuple[str, str]]
    ) -> None:
        """`stream` reads what `connection` receives. Raises ValueError for a request that opens none."""
        self.target = target
        self._connection = connection
        self._stream = stream
        self._protocol = WSConnection(ConnectionType.SERVER)
        sent = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        try:
            self._protocol.initiate_upgrade_connection(sent, target)
        except ProtocolError as error:
            raise ValueError(str(error)) from error

    def accept(self) -> None:
        """Open it."""
        self._put(AcceptConnection())

    def reject(self, status: int) -> None:
        """Respond with an HTTP status instead."""
        self._put(RejectConnection(status_code=status))

    def messages(self, *, within_seconds: float) -> Iterator[bytes]:
        """The messages until the other side closes it or is gone.

        Raises TimeoutError when nothing comes for so long, and ValueError for what is no message.
        """
        self._connection.settimeout(within_seconds)
        message = b""
        for event in self._events():
            if isinstance(event, CloseConnection):
                self._answer_close(event)
                return
            if isinstance(event, Ping):
                self._put(event.response())
            if isinstance(event, BytesMessage | TextMessage):
                message += event.data.encode() if isinstance(event.data, str) else event.data
                if len(message) > _LARGEST_MESSAGE:
                    raise ValueError("The message is too large.")
                if event.message_finished:
                    yield message
                    message = b""

    def _events(self) -> Iterator[Event]:
        """What the other side does, the last of which is a CloseConnection."""
        while True:
            try:
                # An empty read is the end of the connection, which the protocol is told.
                self._protocol.receive_data(self._stream.read1(_READ_BYTES) or None)
                yield from self._protocol.events()
            except ProtocolError as error:
                raise ValueError(str(error)) from error

    def send(self, message: bytes) -> None:
        """Send a message of bytes. Raises OSError when the other side is gone."""
        self._put(BytesMessage(message))

    def close(self) -> None:
        """Say that there is nothing more to send, and wait a moment until the other side says so too.

        What it has sent meanwhile would otherwise break the connection off. Does nothing once it is closed.
        """
        if self._protocol.state is not ConnectionState.OPEN:
            return
        self._put(CloseConnection(CloseReason.NORMAL_CLOSURE))
        self._connection.settimeout(_CLOSING_SECONDS)
        with suppress(OSError, ValueError):
            for event in self._events():
                if isinstance(event, CloseConnection):
                    return

    def _answer_close(self, event: CloseConnection) -> None:
        if event.code != CloseReason.ABNORMAL_CLOSURE:
            self._put(event.response())

    def _put(self, event: Event) -> None:
        self._connection.sendall(self._protocol.send(event))
