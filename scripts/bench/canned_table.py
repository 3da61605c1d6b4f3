"""A stand-in for DynamoDB that costs next to nothing: it responds to each operation from a file.

    python canned_table.py RESPONSES_FILE [SECONDS]

It takes SECONDS for each response, none unless told. Prints its port.

RESPONSES_FILE holds a JSON object: a response for each operation, and for `Query` on an index one under
`Query of an index`. `ROUND_TRIPS` is no operation of DynamoDB: its response is how many round trips there
were. Started as a script, so that it needs nothing but the interpreter.
"""

import json
import re
import socket
import sys
import threading
import time
from pathlib import Path

CONTENT_TYPE = "application/x-amz-json-1.0"
ROUND_TRIPS = "RoundTrips"
_TARGET = re.compile(rb"\r\nx-amz-target: *[\w.]*\.(\w+)", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


def http_responses(contents: dict[str, object]) -> dict[str, bytes]:
    """Whole HTTP responses with these contents, by their operation."""
    responses = {}
    for name, content in contents.items():
        body = json.dumps(content, separators=(",", ":")).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n\r\n"
        responses[name] = head.encode() + body
    return responses


def response_to(request: bytes, body: bytes, responses: dict[str, bytes]) -> bytes:
    """The response to one request. Raises KeyError for an operation without a response."""
    target = _TARGET.search(request)
    name = target[1].decode() if target else ""
    return responses["Query of an index" if name == "Query" and b'"IndexName"' in body else name]


class RoundTrips:
    """Counts the round trips of one client: requests that are under way at the same time are one."""

    def __init__(self) -> None:
        self.count = 0
        self._lock = threading.Lock()

    def begin(self) -> int:
        """A request has come. Returns what `end` is told when its response goes out."""
        return self.count

    def end(self, began_after: int) -> None:
        """A response goes out to what came after `began_after` round trips."""
        with self._lock:
            self.count = max(self.count, began_after + 1)


def _serve(
    connection: socket.socket, responses: dict[str, bytes], seconds: float, round_trips: RoundTrips
) -> None:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection:
        received = b""
        while True:
            while b"\r\n\r\n" not in received:
                more = connection.recv(65536)
                if not more:
                    return
                received += more
            head, _, received = received.partition(b"\r\n\r\n")
            length = _LENGTH.search(head)
            size = int(length[1]) if length else 0
            while len(received) < size:
                received += connection.recv(65536)
            body, received = received[:size], received[size:]
            if ROUND_TRIPS.encode() in head:
                connection.sendall(http_responses({ROUND_TRIPS: round_trips.count})[ROUND_TRIPS])
                continue
            began_after = round_trips.begin()
            response = response_to(head, body, responses)
            if seconds:
                time.sleep(seconds)
            round_trips.end(began_after)
            connection.sendall(response)


def main() -> None:
    """Serve until the process is ended."""
    responses = http_responses(json.loads(Path(sys.argv[1]).read_text()))
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    round_trips = RoundTrips()
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        print(server.getsockname()[1], flush=True)
        while True:
            connection, _ = server.accept()
            served = (connection, responses, seconds, round_trips)
            threading.Thread(target=_serve, args=served, daemon=True).start()


if __name__ == "__main__":
    main()
