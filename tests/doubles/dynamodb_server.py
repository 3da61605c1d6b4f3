"""A server on loopback that answers each request as the test says, with the faults of a way to DynamoDB."""

import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any
from zlib import crc32


@dataclass(frozen=True)
class Asked:
    """A received request, and the number of its connection."""

    operation: str
    headers: Mapping[str, str]
    body: Any
    connection: int


Step = Callable[[Asked, socket.socket], bool]
"""Answers a request and returns whether the connection stays open."""


def answer(
    body: object = None, status: int = 200, headers: Mapping[str, str] | None = None, *, goes_on: bool = True
) -> Step:
    """A response; a body of bytes is sent as it is, anything else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
    lines = {"Content-Length": str(len(content)), "Connection": "keep-alive" if goes_on else "close"}
    lines.update(headers or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    message = f"HTTP/1.1 {status} -\r\n{head}\r\n".encode() + content
    return sent(message, goes_on=goes_on)


def sent(message: bytes, *, goes_on: bool = True) -> Step:
    """Sends these bytes as they are."""

    def step(_asked: Asked, connection: socket.socket) -> bool:
        connection.sendall(message)
        return goes_on

    return step


def checked(body: object) -> Step:
    """A response with the checksum that DynamoDB sends."""
    return answer(body, headers={"x-amz-crc32": str(crc32(json.dumps(body).encode()))})


def refused(
    code: str, status: int = 400, headers: Mapping[str, str] | None = None, **members: object
) -> Step:
    """An error of DynamoDB."""
    body = {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": code, **members}
    return answer(body, status, headers)


def closed(_asked: Asked, _connection: socket.socket) -> bool:
    """No response: the connection is closed."""
    return False


def reset(_asked: Asked, connection: socket.socket) -> bool:
    """No response: the connection is reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def silent(_asked: Asked, connection: socket.socket) -> bool:
    """No response, until the client gives up."""
    with suppress(OSError):
        connection.recv(1)
    return False


def closed_afterwards(body: object = None) -> Step:
    """A response that promises to keep the connection open, and closes it all the same."""
    whole = answer(body)

    def step(asked: Asked, connection: socket.socket) -> bool:
        whole(asked, connection)
        return False

    return step


@dataclass
class DynamoDbServer:
    """Answers requests by its `steps`, in their order, and by an empty response when there are no more."""

    url: str
    steps: list[Step] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def will(self, *steps: Step) -> None:
        """Answer the next requests by these steps."""
        self.steps += steps

    def serve(self, connection: socket.socket) -> None:
        """Answer the requests of one connection."""
        with self.lock:
            self.connections += 1
            number = self.connections
        with connection, connection.makefile("rb") as stream, suppress(OSError):
            while (asked := _next_request(stream, number)) is not None:
                with self.lock:
                    self.asked.append(asked)
                    step = self.steps.pop(0) if self.steps else answer()
                if not step(asked, connection):
                    return


def _next_request(stream: IO[bytes], number: int) -> Asked | None:
    if not stream.readline():
        return None
    headers = {}
    while (line := stream.readline().decode().strip()) != "":
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = json.loads(stream.read(int(headers["content-length"])))
    return Asked(headers["x-amz-target"].partition(".")[2], headers, body, number)


@contextmanager
def dynamodb_server(context: ssl.SSLContext | None = None) -> Iterator[DynamoDbServer]:
    """Runs a server, with TLS if there is a `context`."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        scheme = "https" if context else "http"
        server = DynamoDbServer(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}")

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    threading.Thread(target=secure, args=(connection,), daemon=True).start()

        def secure(connection: socket.socket) -> None:
            with suppress(OSError):
                server.serve(context.wrap_socket(connection, server_side=True) if context else connection)

        threading.Thread(target=accept, daemon=True).start()
        yield server
        listening.shutdown(socket.SHUT_RDWR)
