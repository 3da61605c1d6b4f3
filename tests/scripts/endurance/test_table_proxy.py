"""The proxy forwards requests, and injects faults on command."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

import pytest
from botocore.exceptions import ClientError, HTTPClientError

from endurance import table_proxy
from endurance.table_proxy import TableProxy, Weather
from local_stack.clients import local_client


@contextmanager
def table() -> Iterator[tuple[int, list[bytes]]]:
    """A server that lists no tables: its port, and the bodies of its requests."""
    asked: list[bytes] = []

    class Lister(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked.append(self.rfile.read(int(self.headers["content-length"])))
            content = b'{"TableNames":["screening"]}'
            self.send_response(200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing: the requests are kept."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Lister)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()


class Always(Random):
    """A source of chance by which every request has the fault."""

    def random(self) -> float:
        return 0.0


def list_tables(proxy: TableProxy) -> list[str]:
    client = local_client("dynamodb", proxy.url, retries={"total_max_attempts": 1})
    names: list[str] = client.list_tables()["TableNames"]
    return names


def test_in_fair_weather_requests_get_through() -> None:
    with table() as (port, asked), TableProxy(port, Always()) as proxy:
        assert list_tables(proxy) == ["screening"]
    assert asked == [b"{}"]


def test_a_throttled_request_does_not_reach_the_table() -> None:
    with table() as (port, asked), TableProxy(port, Always()) as proxy:
        proxy.weather = Weather.THROTTLED
        with pytest.raises(ClientError) as raised:
            list_tables(proxy)
        proxy.weather = Weather.FAIR
        assert list_tables(proxy) == ["screening"]
    assert raised.value.response["Error"]["Code"] == "ThrottlingException"
    assert len(asked) == 1


def test_a_lost_response_is_that_of_a_request_that_was_done() -> None:
    with table() as (port, asked), TableProxy(port, Always()) as proxy:
        proxy.weather = Weather.LOSING_RESPONSES
        with pytest.raises(HTTPClientError):
            list_tables(proxy)
    assert len(asked) == 1


def test_a_slow_table_responds_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_proxy, "SLOW_SECONDS", 0.05)
    with table() as (port, _), TableProxy(port, Always()) as proxy:
        proxy.weather = Weather.SLOW
        began = time.monotonic()
        assert list_tables(proxy) == ["screening"]
    assert time.monotonic() - began >= 0.05
