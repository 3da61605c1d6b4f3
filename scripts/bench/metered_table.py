"""The table of template.yaml in a real server on this machine, and a meter on the service's client of it."""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.figures import Report
from cloudformation.template import read_template
from dynamo.client import TableClient
from gather.core import observability
from gather.wiring import process_adapters
from local_stack.clients import ACCESS_KEY, local_client
from local_stack.process.ports import free_port
from local_stack.settings import HOST, REGION
from local_stack.table import server as table_server

TABLE_NAME = "talent-screening-bench"
LATENCY_SECONDS = 0.005
_READS = ("batch_get_item", "get_item", "query")


@dataclass
class Meter:
    """Meters the table since the last `reset`: round trips, and the units that it reports.

    Calls that are made side by side are one round trip: a call is one more than the longest chain of calls
    that had ended when it began.
    """

    round_trips: int = 0
    read_units: float = 0
    write_units: float = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reset(self) -> None:
        """Begin anew."""
        self.round_trips, self.read_units, self.write_units = 0, 0, 0

    @contextmanager
    def trip(self) -> Iterator[None]:
        """While a call lasts."""
        began_after = self.round_trips
        yield
        with self._lock:
            self.round_trips = max(self.round_trips, began_after + 1)

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
            with self._meter.trip():
                response = call(**parameters, ReturnConsumedCapacity="TOTAL")
                # As far away as a table is: calls that are made side by side are under way together.
                time.sleep(LATENCY_SECONDS)
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
