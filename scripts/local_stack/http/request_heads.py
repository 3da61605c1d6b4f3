"""Reading the headers of requests, for both servers of the stack.

http.server parses them as those of an e-mail, which takes longer than all else that it does for a request.
"""

from io import BufferedIOBase

from werkzeug.datastructures import Headers

LONGEST_LINE = 65_536
MOST_HEADERS = 100


def read_line(stream: BufferedIOBase) -> str:
    """The next line without its end. Raises ConnectionResetError when the other side has gone."""
    line = stream.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        raise ConnectionResetError
    return line.decode("latin-1").rstrip("\r\n")


def read_headers(stream: BufferedIOBase) -> Headers:
    """The headers up to the empty line.

    Raises ValueError for what is none and for too many, ConnectionResetError when the other side has gone.
    """
    headers: list[tuple[str, str]] = []
    while line := read_line(stream):
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip() or len(headers) == MOST_HEADERS:
            raise ValueError("this is no header, or one too many")
        headers.append((name, value.strip()))
    return Headers(headers)
