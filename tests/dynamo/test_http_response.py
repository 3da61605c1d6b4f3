"""Responses are read as HTTP/1.1 has them, and what is no response is told."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynamo.http_response import (
    LONGEST_LINE,
    MOST_HEADERS,
    ClosedEarly,
    MalformedResponse,
    read_response,
)

OK = b"HTTP/1.1 200 OK\r\n"


@given(st.lists(st.binary(max_size=300), max_size=5))
def test_responses_follow_each_other_on_one_connection(contents: list[bytes]) -> None:
    stream = io.BytesIO(
        b"".join(OK + f"Content-Length: {len(each)}\r\n\r\n".encode() + each for each in contents)
    )

    assert [read_response(stream).content for _ in contents] == contents
    assert stream.read() == b""


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=5))
def test_chunks_are_put_together(chunks: list[bytes]) -> None:
    sent = b"".join(f"{len(each):X};a=b\r\n".encode() + each + b"\r\n" for each in chunks)
    stream = io.BytesIO(OK + b"Transfer-Encoding: chunked\r\n\r\n" + sent + b"0\r\nTrailer: 1\r\n\r\nnext")

    response = read_response(stream)

    assert (response.content, response.may_go_on, stream.read()) == (b"".join(chunks), True, b"next")


@pytest.mark.parametrize(
    ("sent", "may_go_on"),
    [
        (OK + b"Content-Length: 2\r\n\r\nab", True),
        (OK + b"Content-Length: 2\r\nConnection: close\r\n\r\nab", False),
        (OK + b"\r\nab", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\nconnection: Keep-Alive\r\n\r\nab", True),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length:2\r\n\r\nab", True),
    ],
)
def test_a_connection_goes_on_when_the_response_says_so(sent: bytes, may_go_on: bool) -> None:
    response = read_response(io.BytesIO(sent))

    assert (response.status, response.content, response.may_go_on) == (200, b"ab", may_go_on)


@pytest.mark.parametrize(
    "sent",
    [
        b"HTTP/1.1 200",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"nonsense\r\n\r\n",
        OK,
        OK + b"no header\r\n\r\n",
        OK + b"A: 1\r\n" * (MOST_HEADERS + 1) + b"\r\n",
        OK + b"A: " + b"x" * LONGEST_LINE + b"\r\n\r\n",
        OK + b"Content-Length: 3\r\n\r\nab",
        OK + b"Content-Length: -1\r\n\r\nab",
        OK + b"Content-Length: two\r\n\r\nab",
        OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nab",
        OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\nx\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n",
    ],
)
def test_what_is_no_whole_response_is_told(sent: bytes) -> None:
    with pytest.raises(MalformedResponse):
        read_response(io.BytesIO(sent))


def test_a_connection_that_ends_before_a_response_was_closed() -> None:
    with pytest.raises(ClosedEarly):
        read_response(io.BytesIO())
