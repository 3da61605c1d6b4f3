"""A stand-in for DynamoDB that costs next to nothing: it responds to each operation from a file.

    python canned_table.py RESPONSES_FILE

Prints its port. RESPONSES_FILE holds a JSON object: a response for each operation, and for `Query` on an
index one under `Query of an index`. Started as a script, so that it needs nothing but the interpreter.
"""

import json
import re
import socket
import sys
import threading
from pathlib import Path

CONTENT_TYPE = "application/x-amz-json-1.0"
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


def _serve(connection: socket.socket, responses: dict[str, bytes]) -> None:
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
            connection.sendall(response_to(head, body, responses))


def main() -> None:
    """Serve until the process is ended."""
    responses = http_responses(json.loads(Path(sys.argv[1]).read_text()))
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        print(server.getsockname()[1], flush=True)
        while True:
            connection, _ = server.accept()
            threading.Thread(target=_serve, args=(connection, responses), daemon=True).start()


if __name__ == "__main__":
    main()
