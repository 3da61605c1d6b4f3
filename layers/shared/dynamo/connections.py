"""Connections to one endpoint, kept open between requests and used by many threads."""

import io
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from dynamo import botocore_faults
from dynamo.http_response import ClosedEarly, MalformedResponse, TableResponse, read_response

if TYPE_CHECKING:
    from ssl import SSLContext

    from _typeshed import WriteableBuffer

CONNECT_SECONDS = 1.0
READ_SECONDS = 2.0
MOST_KEPT = 10
IDLE_SECONDS = 50.0
"""The longest time for which a connection is kept without use. Servers and what is between close one that
idles longer, and not all of them say so."""
BUFFER_BYTES = 65_536
"""The bytes that one read of a response takes: a page of records, in most cases."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_CLOSED = (ClosedEarly, BrokenPipeError, ConnectionResetError)


@dataclass(frozen=True, slots=True)
class TableEndpoint:
    """The address of the table: `url` without a path. `certificates` is a file of roots, for https."""

    url: str
    certificates: str | None = None

    @property
    def host(self) -> str:
        """The host as in the header: with its port, if that is not the scheme's own."""
        parts = urlsplit(self.url)
        name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else str(parts.hostname)
        return name if parts.port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{name}:{parts.port}"


class _Received(io.RawIOBase):
    """The received bytes of a connection. It reads no more while `is_awaited` is false."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self.is_awaited = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        return self._socket.recv_into(buffer) if self.is_awaited else None


@dataclass(frozen=True, slots=True)
class _Connection:
    socket: socket.socket
    received: _Received
    stream: io.BufferedReader
    poll: select.poll

    def close(self) -> None:
        self.stream.close()
        self.socket.close()

    def is_readable(self) -> bool:
        return bool(self.poll.poll(0))

    def has_more(self) -> bool:
        """Whether the server sent more than a response, which the next request would take for its own."""
        self.received.is_awaited = False
        more = bool(self.stream.peek(1))
        self.received.is_awaited = True
        return more


def _over(connected: socket.socket) -> _Connection:
    poll = select.poll()
    poll.register(connected, select.POLLIN)
    received = _Received(connected)
    return _Connection(connected, received, io.BufferedReader(received, BUFFER_BYTES), poll)


class _Closed(Exception):
    """The other side closed a connection before it responded."""


Clocks = Callable[[], tuple[float, float]]
"""The seconds of the monotonic clock and of the wall clock."""


def _clocks() -> tuple[float, float]:
    """Reads both clocks. On some kernels the first stands still while a function's sandbox is frozen, and the
    second may be set."""
    return time.monotonic(), time.time()


@dataclass(frozen=True, slots=True)
class _Idle:
    """A connection that waits for a request, and since when by both clocks."""

    connection: _Connection
    since: tuple[float, float]

    def is_fresh(self, now: tuple[float, float]) -> bool:
        """Whether it has idled for a short time only. A clock that was set back cannot tell."""
        return all(
            0 <= moment - before < IDLE_SECONDS for moment, before in zip(now, self.since, strict=True)
        )


class Connections:
    """The open connections of a process. A request has one for itself while it lasts."""

    def __init__(
        self,
        endpoint: TableEndpoint,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
        clocks: Clocks = _clocks,
    ) -> None:
        parts = urlsplit(endpoint.url)
        self._url = endpoint.url
        # As bytes, because Python encodes text as an international name, for which it loads Unicode's tables.
        host = str(parts.hostname)
        self._host = host.encode("ascii" if host.isascii() else "idna")
        self._port = parts.port or _DEFAULT_PORTS[parts.scheme]
        self._is_secure = parts.scheme == "https"
        self._certificates = endpoint.certificates
        self._context: SSLContext | None = None
        self._connect_seconds = connect_seconds
        self._read_seconds = read_seconds
        self._clocks = clocks
        # The one used last is used next, so that the others end of themselves when fewer are needed.
        self._idle: deque[_Idle] = deque()

    def exchange(self, head: bytes, body: bytes) -> TableResponse:
        """Send a request and return its response.

        It replaces a kept connection that the other side has closed meanwhile, once and without delay. When a
        connection fails, it closes the others that idle: the cause has most likely broken them too. The next
        attempt then makes a new one, and a call waits for at most one time limit.
        Raises botocore's ConnectTimeoutError, EndpointConnectionError and SSLError when no connection is
        made, ReadTimeoutError and ConnectionClosedError when one ends without a response.
        """
        kept = self._take_idle()
        if kept is not None:
            try:
                return self._exchange(kept, head, body)
            except _Closed:
                self.close()
            except botocore_faults.HTTPClientError:
                self.close()
                raise
        try:
            return self._exchange(self._connect(), head, body)
        except _Closed as closed:
            raise botocore_faults.ConnectionClosedError(endpoint_url=self._url) from closed

    def close(self) -> None:
        """Close the idle connections."""
        while (idle := self._popped()) is not None:
            idle.connection.close()

    def _take_idle(self) -> _Connection | None:
        """Takes a fresh connection on which nothing has come, because unexpected bytes announce its end."""
        now = self._clocks()
        while (idle := self._popped()) is not None:
            if idle.is_fresh(now) and not idle.connection.is_readable():
                return idle.connection
            idle.connection.close()
        return None

    def _popped(self) -> _Idle | None:
        try:
            return self._idle.pop()
        except IndexError:  # there is none, or another thread was faster
            return None

    def _exchange(self, connection: _Connection, head: bytes, body: bytes) -> TableResponse:
        may_go_on = False
        try:
            connection.socket.sendall(head + body)
            response = read_response(connection.stream)
            may_go_on = response.may_go_on and len(self._idle) < MOST_KEPT and not connection.has_more()
        except TimeoutError as fault:
            raise botocore_faults.ReadTimeoutError(endpoint_url=self._url, error=fault) from fault
        except _CLOSED as fault:
            raise _Closed from fault
        except (MalformedResponse, OSError) as fault:
            raise botocore_faults.ConnectionClosedError(endpoint_url=self._url, error=fault) from fault
        finally:
            if not may_go_on:
                connection.close()
        if may_go_on:
            self._idle.append(_Idle(connection, self._clocks()))
        return response

    def _connect(self) -> _Connection:
        try:
            connection = self._opened()
        except TimeoutError as fault:
            raise botocore_faults.ConnectTimeoutError(endpoint_url=self._url, error=fault) from fault
        except OSError as fault:
            raise botocore_faults.EndpointConnectionError(endpoint_url=self._url, error=fault) from fault
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._is_secure:
                connection = self._secured(connection)
            connection.settimeout(self._read_seconds)
        except BaseException:
            connection.close()
            raise
        return _over(connection)

    def _opened(self) -> socket.socket:
        # typeshed knows text alone.
        address: Any = self._host, self._port
        return socket.create_connection(address, self._connect_seconds)

    def _secured(self, connection: socket.socket) -> socket.socket:
        import ssl  # only an endpoint on this machine does without it

        if self._context is None:
            self._context = ssl.create_default_context(cafile=self._certificates)
        try:
            return self._context.wrap_socket(connection, server_hostname=self._host)
        except TimeoutError as fault:
            raise botocore_faults.ConnectTimeoutError(endpoint_url=self._url, error=fault) from fault
        except ssl.SSLError as fault:
            raise botocore_faults.SSLError(endpoint_url=self._url, error=fault) from fault
        except OSError as fault:
            raise botocore_faults.EndpointConnectionError(endpoint_url=self._url, error=fault) from fault
