"""Faults of the stream's server are faults of the client, which works again when the server does."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from local_stack.http.keep_alive_server import KeepAliveServer
from local_stack.streams.client import StreamClient, StreamFault

responses: list[tuple[str, bytes]] = []


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    asked = json.loads(environ["wsgi.input"].read())
    operation = environ["HTTP_X_AMZ_TARGET"].partition(".")[2]
    status, content = responses.pop(0)
    start_response(status, [("Content-Type", "application/x-amz-json-1.0")])
    return [content or json.dumps({"Records": [asked, operation]}).encode()]


@pytest.fixture
def client() -> Iterator[StreamClient]:
    server = KeepAliveServer(0, application)
    server.start()
    client = StreamClient(f"http://127.0.0.1:{server.port}")
    yield client
    client.close()
    server.close()


@pytest.mark.parametrize(("status", "content"), [("400 Bad Request", b"{}"), ("200 OK", b"no JSON")])
def test_what_is_no_response_is_a_fault_and_the_next_call_succeeds(
    client: StreamClient, status: str, content: bytes
) -> None:
    responses[:] = [(status, content), ("200 OK", b"")]
    with pytest.raises(StreamFault, match="GetRecords"):
        client.records("iterator", 10)
    assert client.records("iterator", 10) == (
        [{"ShardIterator": "iterator", "Limit": 10}, "GetRecords"],
        None,
    )


def test_a_server_that_is_not_there_is_a_fault() -> None:
    server = KeepAliveServer(0, application)
    server.close()
    client = StreamClient(f"http://127.0.0.1:{server.port}")
    with pytest.raises(StreamFault, match="ConnectionRefusedError"):
        client.shard("stream")
