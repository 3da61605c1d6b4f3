"""The table of template.yaml in a real server on this machine, and a meter on the service's client of it."""

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from bench.figures import Report
from cloudformation.template import read_template
from dynamo.client import TableClient
from gather.core import observability
from gather.table.concurrency import Start, Started
from gather.wiring import process_adapters
from local_stack.clients import ACCESS_KEY, local_client
from local_stack.process.ports import free_port
from local_stack.settings import HOST, REGION
from local_stack.table import server as table_server

T = TypeVar("T")

TABLE_NAME = "talent-screening-bench"
_READS = ("batch_get_item", "get_item", "query")


class _Chain(threading.local):
    """How many calls this thread's work has waited for, one after another."""

    calls = 0


@dataclass
class Meter:
    """Meters the table since the last `reset`: round trips, and the units that it reports.

    Calls that are made side by side are one round trip: the round trips are the calls of the longest chain in
    which each waits for the one before it. Work on another thread goes on with the chain that started it, and
    who waits for its result goes on behind it.
    """

    round_trips: int = 0
    read_units: float = 0
    write_units: float = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _chain: _Chain = field(default_factory=lambda: _Chain())

    def reset(self) -> None:
        """Begin anew."""
        self.round_trips, self.read_units, self.write_units = 0, 0, 0
        self._chain.calls = 0

    def call(self) -> None:
        """A call of this thread's chain has ended."""
        self._chain.calls += 1
        with self._lock:
            self.round_trips = max(self.round_trips, self._chain.calls)

    def side_by_side(self, start: Start) -> Start:
        """Starts work as `start` does, and knows the chain that it belongs to."""
        return lambda work: self._started(start, work)

    def _started(self, start: Start, work: Callable[[], T]) -> Started[T]:
        begun = self._chain.calls
        ended = 0

        def in_chain() -> T:
            nonlocal ended
            before, self._chain.calls = self._chain.calls, begun
            try:
                return work()
            finally:
                ended, self._chain.calls = self._chain.calls, before

        started = start(in_chain)
        waited_for = started.result

        def result() -> T:
            try:
                return waited_for()
            finally:
                self._chain.calls = max(self._chain.calls, ended)

        started.result = result  # type: ignore[method-assign]  # who waits is seen here alone
        return started

    def add(self, operation: str, response: dict[str, Any]) -> None:
        """Count the units that a response reports."""
        consumed = response.get("ConsumedCapacity", [])
        units = sum(
            each["CapacityUnits"] for each in (consumed if isinstance(consumed, list) else [consumed])
        )
        with self._lock:
            if operation in _READS:
                self.read_units += units
            else:
                self.write_units += units


class MeteredClient:
    """The service's own client of the table, with a meter on it."""

    def __init__(self, client: TableClient, meter: Meter) -> None:
        self._client = client
        self._meter = meter

    def __getattr__(self, operation: str) -> Callable[..., dict[str, Any]]:
        call: Callable[..., dict[str, Any]] = getattr(self._client, operation)

        def metered(**parameters: Any) -> dict[str, Any]:
            response = call(**parameters, ReturnConsumedCapacity="TOTAL")
            self._meter.call()
            self._meter.add(operation, response)
            return response

        return metered


@contextmanager
def metered_table(report: Report) -> Iterator[tuple[Meter, Any]]:
    """A meter on the client that the handlers use in this process, and a client of its own for filling.

    The environment of this process becomes that of a function.
    """
    memory = Path("/dev/shm")  # noqa: S108  # a folder of its own is made in it
    place = memory if memory.is_dir() else None
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir=place) as folder,
        _server(Path(folder), report) as endpoint,
    ):
        os.environ.update(
            AWS_ACCESS_KEY_ID=ACCESS_KEY,
            AWS_SECRET_ACCESS_KEY=ACCESS_KEY,
            AWS_DEFAULT_REGION=REGION,
            AWS_EC2_METADATA_DISABLED="true",
            AWS_ENDPOINT_URL_DYNAMODB=endpoint,
            BASE_URL="https://gather.example.com",
            MEDIA_BUCKET="media-bench",
            TABLE_NAME=TABLE_NAME,
        )
        observability.logger.setLevel("CRITICAL")
        filler = local_client("dynamodb", endpoint, parameter_validation=False, max_pool_connections=10)
        properties = read_template()["Resources"]["Table"]["Properties"]
        # Nobody reads the stream here, and keeping it would be most of the time of a fill.
        streamless = {name: value for name, value in properties.items() if name != "StreamSpecification"}
        table_server.create_table(filler, TABLE_NAME, streamless)
        meter = Meter()
        adapters = process_adapters()
        adapters.table_client = MeteredClient(adapters.table_client, meter)
        adapters.start = meter.side_by_side(adapters.start)
        yield meter, filler


@contextmanager
def _server(folder: Path, report: Report) -> Iterator[str]:
    program = table_server.dynoxide_program()
    if program is not None:
        server = table_server.TableServer(program, folder / "table.sqlite", free_port())
        try:
            yield server.endpoint
        finally:
            server.close()
        return
    from moto.server import ThreadedMotoServer

    report.note("npm has not brought dynoxide: moto stands in, which reports no consumed capacity")
    stand_in = ThreadedMotoServer(ip_address=HOST, port=0, verbose=False)
    stand_in.start()
    try:
        host, port = stand_in.get_host_and_port()
        yield f"http://{host}:{port}"
    finally:
        stand_in.stop()
