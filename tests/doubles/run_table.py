"""The DynamoDB of a test run in process: by default the table of the simulation, in the same process.

With `--table dynoxide` it is that of the local stack, asked by the service's own client, and with
`--table moto` that of moto. Tests of lists take almost four times as long on dynoxide.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from dynamo.aws_access import AwsAccess
from dynamo.connections import Connections, TableEndpoint
from dynamo.direct_client import DirectClient
from dynamo.request_signing import Access
from gather.core.aws import AwsClients
from local_stack.settings import HOST, StackError
from local_stack.table import server as table_server
from simulation.table.memory import MemoryDynamoDb
from tests.builders.template_table import table_request
from tests.doubles.watched_table import WatchedTable

_REGION = "eu-west-1"
# These only end a test that would hang: a busy machine takes its time.
_CONNECT_SECONDS, _READ_SECONDS = 60, 120
_MOST_STARTS = 5


class Dynoxide:
    """A server in a process of its own, from now until `close`. Begins in the thread that runs the tests."""

    def __init__(self, folder: Path) -> None:
        """`folder` gets what the server prints."""
        self._server = _start(folder)
        self.environment = {"AWS_ENDPOINT_URL_DYNAMODB": self._server.endpoint}
        access = Access("testing", "testing", None)
        endpoint = TableEndpoint(self._server.endpoint)
        self._client = _AnyOperation(
            AwsAccess(_REGION, endpoint, lambda: access),
            Connections(endpoint, _CONNECT_SECONDS, _READ_SECONDS),
        )

    def client(self) -> WatchedTable:
        return WatchedTable(self._client.call)

    @contextmanager
    def table(self, name: str) -> Iterator[None]:
        self._client.call("CreateTable", table_request(name))
        try:
            yield
        finally:
            self._client.call("DeleteTable", {"TableName": name})

    def close(self) -> None:
        self._client.close()
        self._server.close()


class _AnyOperation(DirectClient):
    def call(self, operation: str, parameters: dict[str, Any]) -> Any:
        """Any of DynamoDB's operations, also those that the service does not use."""
        return self._call(operation, parameters)


class Moto:
    """moto's table, in this process. Use it while moto's mock is active."""

    def __init__(self) -> None:
        self.environment: dict[str, str] = {}
        # Unlike DynamoDB, it has no isolation.
        self._one_at_a_time = threading.RLock()

    def client(self) -> WatchedTable:
        client = AwsClients().dynamodb

        def call(operation: str, parameters: dict[str, Any]) -> Any:
            with self._one_at_a_time:
                return client._make_api_call(operation, parameters)

        return WatchedTable(call)

    @contextmanager
    def table(self, name: str) -> Iterator[None]:
        AwsClients().dynamodb.create_table(**table_request(name))
        yield

    def close(self) -> None:
        """Do nothing, because nothing is left of it."""


class Memory:
    """The table of the simulation, in this process."""

    def __init__(self) -> None:
        self.environment: dict[str, str] = {}
        self._dynamodb = MemoryDynamoDb()

    def client(self) -> WatchedTable:
        return WatchedTable(self._dynamodb.call)

    @contextmanager
    def table(self, name: str) -> Iterator[None]:
        self._dynamodb.call("CreateTable", table_request(name))
        try:
            yield
        finally:
            self._dynamodb.call("DeleteTable", {"TableName": name})

    def close(self) -> None:
        """Do nothing, because nothing is left of it."""


RunTable = Dynoxide | Moto | Memory

KINDS: Final = ("memory", "dynoxide", "moto")
"""The stand-ins, the fastest first."""


def start(folder: Path, kind: str) -> RunTable:
    """A stand-in of one of KINDS. `folder` gets what a server prints."""
    if kind == "memory":
        return Memory()
    return Dynoxide(folder) if kind == "dynoxide" else Moto()


def _start(folder: Path) -> table_server.TableServer:
    """Another process may take the port that was free a moment ago; then on another one."""
    program = table_server.dynoxide_program()
    assert program is not None, "`npm ci` in scripts/local_stack brings dynoxide"
    starts = 0
    while True:
        starts += 1
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = probe.getsockname()[1]
        try:
            return table_server.TableServer(program, folder / "table", port, in_memory=True)
        except StackError:
            if starts == _MOST_STARTS:
                raise
