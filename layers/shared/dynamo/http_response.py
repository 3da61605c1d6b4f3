"""Reads HTTP/1.1 responses from a connection.

`http.client` takes nine times as long for a response, because it parses the headers as those of an e-mail.
https://www.rfc-editor.org/rfc/rfc9112
"""

from dataclasses import dataclass
from typing import IO

LONGEST_LINE = 65_536
MOST_HEADERS = 100

_CONTINUE_STATUSES = range(100, 200)
_WITHOUT_CONTENT = (204, 304)


class ClosedEarly(Exception):
    """The other side closed the connection before the first byte of a response."""


class MalformedResponse(Exception):
    """The received bytes are not a whole response."""


@dataclass(frozen=True, slots=True)
class TableResponse:
    """A whole response. The names of `headers` are in lower case.

    `may_go_on` says that the connection is ready for another request.
    """

    status: int
    headers: dict[str, str]
    content: bytes
    may_go_on: bool


def read_response(stream: IO[bytes]) -> TableResponse:
    """Reads the next response to a POST from `stream`.

    Raises ClosedEarly, MalformedResponse, and OSError when the connection fails.
    """
    while True:
        version, status = _read_status(stream)
        headers = _read_headers(stream)
        if status not in _CONTINUE_STATUSES:
            break
    has_end, content = _read_content(stream, status, headers)
    wishes = headers.get("connection", "keep-alive" if version == "HTTP/1.1" else "close").lower()
    return TableResponse(status, headers, content, has_end and wishes == "keep-alive")


def _read_status(stream: IO[bytes]) -> tuple[str, int]:
    line = stream.readline(LONGEST_LINE)
    if not line:
        raise ClosedEarly
    version, _, rest = _text(line).partition(" ")
    if not version.startswith("HTTP/1.") or not rest[:3].isdecimal():
        raise MalformedResponse("The status line is none.")
    return version, int(rest[:3])


def _read_headers(stream: IO[bytes]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for _ in range(MOST_HEADERS):
        line = stream.readline(LONGEST_LINE)
        if line == b"\r\n":
            return headers
        name, colon, value = _text(line).partition(":")
        if not colon:
            raise MalformedResponse("A header is none.")
        headers[name.lower()] = value.strip()
    raise MalformedResponse("There are too many headers.")


def _read_content(stream: IO[bytes], status: int, headers: dict[str, str]) -> tuple[bool, bytes]:
    """Reads the content. Returns whether it has an end of its own, and the content."""
    if status in _WITHOUT_CONTENT:
        return True, b""
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return True, b"".join(iter(lambda: _read_chunk(stream), b""))
    length = headers.get("content-length")
    if length is None:
        return False, stream.read()
    if not length.isdecimal():
        raise MalformedResponse("The content's length is no number.")
    return True, _read_exactly(stream, int(length))


def _read_chunk(stream: IO[bytes]) -> bytes:
    """Reads the next chunk, which is empty at the end."""
    size = _text(stream.readline(LONGEST_LINE)).partition(";")[0].strip()
    try:
        length = int(size, 16)
    except ValueError:
        raise MalformedResponse("A chunk's size is no number.") from None
    if length == 0:
        _read_headers(stream)
        return b""
    chunk = _read_exactly(stream, length)
    if stream.readline(LONGEST_LINE) != b"\r\n":
        raise MalformedResponse("A chunk goes on after its end.")
    return chunk


def _read_exactly(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) != length:
        raise MalformedResponse("The content ends early.")
    return content


def _text(line: bytes) -> str:
    if not line.endswith(b"\n"):
        raise MalformedResponse("A line has no end.")
    return line.decode("latin-1").rstrip("\r\n")
