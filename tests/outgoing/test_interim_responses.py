"""Interim responses, framing and encodings of a receiver's responses (RFC 9110, 15.2; RFC 9112, 6)."""

import json
import socket

import pytest

from gather.outgoing.result import AttemptError
from gather.outgoing.transport import MOST_INTERIM_RESPONSES, Limits
from tests.outgoing.test_transport import OK, answered

PROCESSING = b"HTTP/1.1 102 Processing\r\n\r\n"
EARLY_HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nContent-Length: 7\r\n\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
UNKNOWN = b"HTTP/1.1 199 Soon\r\nX-Wait: yes\r\n\r\n"


@pytest.mark.parametrize(
    "before",
    [
        PROCESSING,
        EARLY_HINTS,
        CONTINUE,
        UNKNOWN,
        CONTINUE + PROCESSING + EARLY_HINTS + PROCESSING,
        PROCESSING * MOST_INTERIM_RESPONSES,
    ],
)
def test_the_response_after_interim_ones_counts(before: bytes) -> None:
    result = answered(before + OK)

    assert (result.status, result.data, result.error) == (200, "ok", None)
    assert result.delivered
    assert set(result.headers) == {"content-length"}


def test_interim_responses_arrive_apart() -> None:
    def slowly(connection: socket.socket) -> None:
        for part in (PROCESSING[:10], PROCESSING[10:], EARLY_HINTS, OK[:20], OK[20:]):
            connection.sendall(part)

    assert answered(slowly).delivered


@pytest.mark.parametrize("endless", [PROCESSING * (MOST_INTERIM_RESPONSES + 1), CONTINUE * 40_000])
def test_interim_responses_without_end_are_no_response(endless: bytes) -> None:
    result = answered(endless + OK)

    assert not result.delivered
    assert result.error is AttemptError.INVALID_ANSWER


def test_a_failure_after_an_interim_response_is_a_failure() -> None:
    result = answered(PROCESSING + b"HTTP/1.1 503 Busy\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n")

    assert (result.status, result.headers["retry-after"], result.delivered) == (503, "9", False)


def test_a_connection_that_ends_after_an_interim_response_has_brought_none() -> None:
    assert not answered(PROCESSING).delivered
    assert not answered(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + OK).delivered


@pytest.mark.parametrize("status", [204, 205])
def test_a_response_without_content_is_complete_without_a_length(status: int) -> None:
    def and_wait(connection: socket.socket) -> None:
        connection.sendall(f"HTTP/1.1 {status} None\r\n\r\n".encode())
        connection.recv(1)

    result = answered(and_wait, Limits(seconds=2))

    assert (result.status, result.data, result.error) == (status, "", None)


def test_a_folded_header_is_one_line() -> None:
    result = answered(b"HTTP/1.1 200 OK\r\nX-Note: a\r\n  b\r\n\tc\r\nContent-Length: 0\r\n\r\n")

    assert result.headers["x-note"] == "a b c"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.0 200 OK\r\n\r\nok",
        b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: a\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;name=x\r\nok\r\n0\r\n\r\n",
    ],
)
def test_old_and_chunked_responses_are_complete(answer: bytes) -> None:
    result = answered(answer)

    assert (result.data, result.error) == ("ok", None)


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [
        ("text/plain; charset=iso-8859-1", "latin-1"),
        ("application/json;charset=ISO-8859-1", "latin-1"),
        ('application/json; charset="windows-1252"', "cp1252"),
        ("text/plain; charset=utf-16", "utf-16"),
        ("text/plain", "latin-1"),
        ("application/json", "latin-1"),
        ("application/json", "utf-8-sig"),
        ("application/json; charset=rot13", "utf-8"),
    ],
)
def test_text_is_read_in_its_own_encoding(content_type: str, encoding: str) -> None:
    content = json.dumps("Zo\u00eb", ensure_ascii=False).encode(encoding)
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(content)}\r\n\r\n"

    result = answered(head.encode() + content)

    assert result.data == ("Zo\u00eb" if "json" in content_type else '"Zo\u00eb"')


def test_a_text_that_is_cut_within_a_character_loses_that_one_alone() -> None:
    content = "a\u00eb\u00eb".encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(content)}\r\n\r\n"

    assert answered(head.encode() + content, Limits(body_bytes=4)).body == "a\u00eb"
