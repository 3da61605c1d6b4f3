"""One HTTP request to a receiver that nobody trusts.

The response may never come, come one byte at a time, be enormous, lie about its length or not be HTTP
at all. An attempt therefore ends within its time limit, keeps a bounded part of the response, follows no
redirect, and connects only to the addresses that the policy checked.
"""

import codecs
import http.client
import io
import json
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from gather.outgoing.address_policy import AddressPolicy, AddressRefused, NameNotResolved
from gather.outgoing.address_ranges import Address
from gather.outgoing.endpoint import Endpoint, endpoint
from gather.outgoing.result import AttemptError, AttemptResult

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_STATUS_TEXT = 200
MOST_INTERIM_RESPONSES = 20
"""The most 1xx responses before the final one."""
USER_AGENT = "talent-screening-webhooks"

# The limits of JSON that the delivery log holds natively: the table nests 32 levels and has 38 digits.
DEEPEST_DATA = 16
LARGEST_NUMBER = 1e37
SMALLEST_NUMBER = 1e-100

_BYTE_ORDER_MARK = "\ufeff"
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([\w.:+-]{1,40})", re.IGNORECASE)
_ENCODINGS = re.compile(
    r"utf-?8|us-ascii|utf-16(le|be)?|iso-8859-\d{1,2}|latin-?1|windows-125\d|cp125\d|koi8-[ru]"
    r"|shift_jis|euc-(jp|kr)|gb(2312|k|18030)|big5",
    re.IGNORECASE,
)
"""Encodings of texts, as receivers name them. Python knows many more, which are none."""
_OLD_TEXT = "windows-1252"
"""Latin-1, as browsers read it, in which old servers write text without saying so."""
_TEXT_MEDIA_TYPE = re.compile(r"\s*(text/|application/([\w.+-]+\+)?(json|xml))", re.IGNORECASE)
_JSON_MEDIA_TYPE = re.compile(r"\s*application/([\w.+-]+\+)?json\s*(;.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an attempt's time (interface: Deliveries, rule 6) and of the kept response.

    `response_bytes` is the most that is ever read, framing included.
    """

    seconds: float = 5.0
    body_bytes: int = 65_536
    header_count: int = 50
    header_bytes: int = 8_192
    response_bytes: int = 524_288


DEFAULT_LIMITS = Limits()


def send(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    policy: AddressPolicy,
    limits: Limits = DEFAULT_LIMITS,
    tls: ssl.SSLContext | None = None,
    method: str = "POST",
) -> AttemptResult:
    """Send `body` with `headers` to `url` and return the result.

    Nothing that a receiver or its name server does raises an exception. It becomes the result's `error`. A
    response that breaks off, or has not ended at the time limit, is kept as far as it came, and the attempt
    has failed. A response that is longer than the limit counts as complete. `tls` replaces the system's trust
    in certificate authorities.
    """
    deadline = _Deadline(limits.seconds)
    try:
        receiver = endpoint(url)
    except ValueError:
        return AttemptResult(error=AttemptError.INVALID_URL)
    try:
        addresses = policy.addresses(receiver.host, deadline.remaining())
        with _connected(receiver, addresses, deadline, tls) as connection:
            wire = _Wire(connection, deadline, limits.response_bytes)
            return _exchange(wire, receiver, method, body, headers, limits)
    except AddressRefused:
        return AttemptResult(error=AttemptError.ADDRESS_REFUSED)
    except NameNotResolved:
        return AttemptResult(error=AttemptError.NAME_NOT_RESOLVED)
    except (OSError, http.client.HTTPException) as failure:
        return AttemptResult(error=_error(failure))


class _Deadline:
    """The end of an attempt."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """The seconds left. Raises TimeoutError when there are none."""
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the attempt's time is over")
        return seconds


class _ResponseTooLong(http.client.HTTPException):
    """The receiver sent more than is ever read."""


class _ResponseStream(io.RawIOBase):
    """The response of the receiver, within one time limit and one size limit over all of it.

    A socket's own timeout begins anew with each byte that arrives.
    """

    def __init__(self, connection: socket.socket, deadline: _Deadline, most_bytes: int) -> None:
        self._connection = connection
        self._deadline = deadline
        self._bytes_left = most_bytes
        self.is_over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        self._connection.settimeout(self._deadline.remaining())
        count = self._connection.recv_into(buffer)
        self.is_over = count == 0
        self._bytes_left -= count
        if self._bytes_left < 0:
            raise _ResponseTooLong
        return count


class _SharedReader(io.BufferedReader):
    """A reader that goes on when a response is done with it."""

    def close(self) -> None:
        """Do nothing: the owner of the connection closes it."""


class _Wire:
    """A connection as http.client uses one; its owner closes it."""

    def __init__(self, connection: socket.socket, deadline: _Deadline, most_bytes: int) -> None:
        self._connection = connection
        self._deadline = deadline
        self.response = _ResponseStream(connection, deadline, most_bytes)
        self._reader = _SharedReader(self.response)

    def sendall(self, data: bytes) -> None:
        """Send all of `data` within the time limit."""
        rest = memoryview(data)
        while rest:
            self._connection.settimeout(self._deadline.remaining())
            rest = rest[self._connection.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        """The reader of all responses: one has read on into what follows it."""
        return self._reader

    def close(self) -> None:
        """Nothing: http.client closes before the body is read."""


def _connected(
    receiver: Endpoint, addresses: tuple[Address, ...], deadline: _Deadline, tls: ssl.SSLContext | None
) -> socket.socket:
    """A connection to the first of `addresses` that takes one, each given its share of the time."""
    for index, address in enumerate(addresses):
        is_last = index == len(addresses) - 1
        try:
            seconds = deadline.remaining() / (len(addresses) - index)
            connection = socket.create_connection((str(address), receiver.port), timeout=seconds)
        except OSError:
            if is_last:
                raise
            continue
        return connection if receiver.scheme == "http" else _secured(connection, receiver, deadline, tls)
    raise NameNotResolved


def _secured(
    connection: socket.socket, receiver: Endpoint, deadline: _Deadline, tls: ssl.SSLContext | None
) -> socket.socket:
    """TLS over `connection`, verified for the receiver's name whatever address it has."""
    try:
        connection.settimeout(deadline.remaining())
        return (tls or _system_tls()).wrap_socket(connection, server_hostname=receiver.host.removesuffix("."))
    except OSError:
        connection.close()
        raise


@cache
def _system_tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _exchange(
    wire: _Wire, receiver: Endpoint, method: str, body: bytes, headers: Mapping[str, str], limits: Limits
) -> AttemptResult:
    request = http.client.HTTPConnection(receiver.host, receiver.port)
    # http.client asks no more of a socket than what _Wire has; a socket keeps it from connecting.
    request.sock = cast("socket.socket", wire)
    request.putrequest(method, receiver.target, skip_host=True, skip_accept_encoding=True)
    own = {
        "Host": receiver.authority,
        "User-Agent": USER_AGENT,
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    if body or method != "GET":
        own["Content-Length"] = str(len(body))
    for name, value in (own | dict(headers)).items():
        request.putheader(name, value)
    request.endheaders(body)
    response = _final_response(wire, method)
    if wire.response.is_over:
        raise ConnectionError("the connection was closed within the headers")
    return _result(response, limits)


def _final_response(wire: _Wire, method: str) -> http.client.HTTPResponse:
    """The response that says what became of the request, after those that say that it is under way.

    RFC 9110, 15.2, has a client read any number of them, whether it expects them or not; http.client passes
    over 100 alone. With 101 the receiver goes over to what nobody asked for.
    """
    for _ in range(MOST_INTERIM_RESPONSES + 1):
        response = http.client.HTTPResponse(cast("socket.socket", wire), method=method)
        response.begin()
        if response.status == HTTPStatus.SWITCHING_PROTOCOLS or not 100 <= response.status < 200:
            return response
    raise http.client.HTTPException("there is no end of interim responses")


def _result(response: http.client.HTTPResponse, limits: Limits) -> AttemptResult:
    content, error = _content(response, limits.body_bytes)
    content_type = response.headers.get("Content-Type", "")
    text = text_of(content, content_type)
    return AttemptResult(
        body=text,
        status=response.status,
        status_text=response.reason[:LONGEST_STATUS_TEXT],
        headers=_kept_headers(response, limits),
        data=_data(text, content_type),
        error=error,
    )


def _content(response: http.client.HTTPResponse, most_bytes: int) -> tuple[bytes, AttemptError | None]:
    """The body as far as it came, up to `most_bytes`, and why it is incomplete, if it is."""
    if response.status == HTTPStatus.RESET_CONTENT:
        # It has no content (RFC 9110, 15.3.6), and not every server says so by its length.
        return b"", None
    content = bytearray()
    announced = response.length
    try:
        while len(content) < most_bytes and len(content) != announced:
            wanted = most_bytes if announced is None else min(most_bytes, announced)
            part = response.read1(wanted - len(content))
            if not part:
                return bytes(content), None if announced is None else AttemptError.INVALID_ANSWER
            content += part
    except (OSError, http.client.HTTPException) as failure:
        return bytes(content), _error(failure)
    return bytes(content), None


def _kept_headers(response: http.client.HTTPResponse, limits: Limits) -> dict[str, str]:
    """The first headers of the response, lower-case, repeated ones joined."""
    kept: dict[str, str] = {}
    bytes_left = limits.header_bytes
    for name, value in response.getheaders()[: limits.header_count]:
        bytes_left -= len(name.encode()) + len(value.encode())
        if bytes_left < 0:
            break
        if _HEADER_NAME.fullmatch(name):
            key = name.lower()
            line = re.sub(r"\r?\n[ \t]*", " ", value)
            kept[key] = f"{kept[key]}, {line}" if key in kept else line
    return kept


def text_of(content: bytes, content_type: str) -> str:
    """The text of a body: in UTF-8, in the encoding that its type names, or in that of old web servers.

    A body may be cut within a character, the rest of which is left out.
    """
    named = _CHARSET.search(content_type)
    names = [named[1]] if named and _ENCODINGS.fullmatch(named[1]) else []
    for name in (*names, "utf-8"):
        with suppress(UnicodeDecodeError, LookupError):
            return codecs.getincrementaldecoder(name)().decode(content).removeprefix(_BYTE_ORDER_MARK)
    return content.decode(_OLD_TEXT if _TEXT_MEDIA_TYPE.match(content_type) else "utf-8", "replace")


def json_of(text: str, content_type: str, loads: Callable[[str], Any] = json.loads) -> Any:
    """The JSON value that a body is, as `loads` reads it. Raises ValueError for a body that is none."""
    if not _JSON_MEDIA_TYPE.fullmatch(content_type):
        raise ValueError("the body is no JSON by its type")
    try:
        return loads(text)
    except RecursionError:
        raise ValueError("the body is nested too deep") from None


def _data(text: str, content_type: str) -> Any:
    try:
        value = json_of(text, content_type)
    except ValueError:
        return text
    return value if _can_be_kept(value, DEEPEST_DATA) else text


def _can_be_kept(value: object, levels: int) -> bool:
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int | float):
        return value == 0 or SMALLEST_NUMBER < abs(value) < LARGEST_NUMBER
    if levels == 0:
        return False
    if isinstance(value, dict):
        return all(
            name and _can_be_kept(name, 0) and _can_be_kept(member, levels - 1)
            for name, member in value.items()
        )
    return isinstance(value, list) and all(_can_be_kept(member, levels - 1) for member in value)


def _error(failure: OSError | http.client.HTTPException) -> AttemptError:
    # RemoteDisconnected is both a bad status line and a closed connection.
    if isinstance(failure, TimeoutError):
        return AttemptError.TIMEOUT
    if isinstance(failure, ssl.SSLError):
        return AttemptError.TLS_FAILED
    if isinstance(failure, OSError):
        return AttemptError.CONNECTION_FAILED
    return AttemptError.INVALID_ANSWER
