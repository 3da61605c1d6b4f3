"""Requests to a server that speaks OpenAI's protocol.

A request ends within its time limit, however slowly the server responds, and keeps a bounded response. It
follows no redirect, which would hand the key on, and is not repeated here: whoever needs the engine asks
again.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import urllib3
from urllib3.exceptions import HTTPError

from gather.compatible.api_keys import ApiKey
from gather.compatible.faults import failure_of
from gather.ports.failure import EngineFailed

CONNECT_SECONDS: Final = 2.0
MOST_BYTES: Final = 64 * 1024 * 1024
_PART_BYTES: Final = 65_536
_UNAUTHORIZED: Final = 401


@dataclass(frozen=True, slots=True)
class ServerResponse:
    """A response of a server: its status, headers and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        """The body as JSON; None for a body that is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


class Server:
    """A server at `url`, to which the protocol's paths are added.

    A query of the URL stays behind them. `engine` names the server in the reason of a failure.
    """

    def __init__(self, engine: str, url: str, key: ApiKey) -> None:
        self.engine = engine
        base, mark, query = url.partition("?")
        self.base_url = base.rstrip("/")
        self._query = mark + query
        self._key = key

    def post_json(self, path: str, body: Mapping[str, Any], seconds: float) -> ServerResponse:
        """Send `body` as JSON. Returns whatever the server responds. Raises EngineFailed without a
        response."""
        return self.post(path, json.dumps(body).encode(), "application/json", seconds)

    def post_form(self, path: str, fields: list[tuple[str, Any]], seconds: float) -> ServerResponse:
        """Send a form of several parts, a file as its name, content and type. Raises as `post_json` does."""
        body, content_type = urllib3.encode_multipart_formdata(fields)
        return self.post(path, body, content_type, seconds)

    def failure(self, response: ServerResponse) -> EngineFailed:
        """The failure that a response stands for."""
        return failure_of(self.engine, response.status, response.headers, response.json())

    def post(self, path: str, body: bytes, content_type: str, seconds: float) -> ServerResponse:
        """Send `body` as it is. Raises as `post_json` does."""
        if not self.base_url:
            raise EngineFailed(retryable=True, for_operator=True, reason=f"{self.engine} has no server")
        deadline = time.monotonic() + seconds
        response = self._send(path, body, content_type, deadline)
        if response.status == _UNAUTHORIZED and self._key.renew():
            response = self._send(path, body, content_type, deadline)
        return response

    def _send(self, path: str, body: bytes, content_type: str, deadline: float) -> ServerResponse:
        headers = {"Content-Type": content_type, "Accept": "*/*"}
        if key := self._key.value():
            headers["Authorization"] = f"Bearer {key}"
        try:
            left = max(0.001, deadline - time.monotonic())
            reply = self._pool.request(
                "POST",
                f"{self.base_url}{path}{self._query}",
                body=body,
                headers=headers,
                timeout=urllib3.Timeout(connect=min(CONNECT_SECONDS, left), read=left),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            try:
                return ServerResponse(reply.status, reply.headers, _read(reply, deadline))
            except BaseException:
                reply.close()
                raise
            finally:
                reply.release_conn()
        except (HTTPError, OSError, ValueError) as fault:
            # The message may name the address; the type says enough.
            raise EngineFailed(
                retryable=True, reason=f"{self.engine} did not answer ({type(fault).__name__})"
            ) from None

    @cached_property
    def _pool(self) -> urllib3.PoolManager:
        return urllib3.PoolManager(num_pools=1, maxsize=8, ssl_context=ssl.create_default_context())


def _read(reply: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
    """The body. Raises TimeoutError at the deadline: a socket's own limit begins anew with each byte."""
    content = bytearray()
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request's time is over")
        sock = getattr(reply.connection, "sock", None)
        if sock is not None:
            sock.settimeout(left)
        part = reply.read1(_PART_BYTES)
        if not part:
            return bytes(content)
        content += part
        if len(content) > MOST_BYTES:
            raise ValueError("the response is too long")
