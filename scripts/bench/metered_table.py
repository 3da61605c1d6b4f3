"""The table of template.yaml in a real server on this machine, and a meter on the service's client."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.figures import Report
from cloudformation.template import read_template
from gather.core import observability
from gather.wiring import process_adapters
from local_stack import table_server
from local_stack.addresses import free_port
from local_stack.clients import ACCESS_KEY, local_client
from local_stack.settings import HOST, REGION

TABLE_NAME = "talent-screening-bench"
_READS = ("BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems")


@dataclass
class Meter:
    """What was asked of the table since the last `reset`: HTTP requests, and the units that it reports."""

    round_trips: int = 0
    read_units: float = 0
    write_units: float = 0

    def attach(self, client: Any) -> None:
        """Count what `client` does from now on."""
        events = client.meta.events
        events.register("provide-client-params.dynamodb", self._ask_for_capacity)
        events.register("before-send.dynamodb", self._count)
        events.register("after-call.dynamodb", self._add_capacity)

    def reset(self) -> None:
        """Begin anew."""
        self.round_trips, self.read_units, self.write_units = 0, 0, 0

    def _ask_for_capacity(self, params: dict[str, Any], **_: object) -> dict[str, Any]:
        return {**params, "ReturnConsumedCapacity": "TOTAL"}

    def _count(self, **_: object) -> None:
        self.round_trips += 1

    def _add_capacity(self, parsed: dict[str, Any], model: Any, **_: object) -> None:
        consumed = parsed.get("ConsumedCapacity", [])
        for each in consumed if isinstance(consumed, list) else [consumed]:
            if model.name in _READS:
                self.read_units += each["CapacityUnits"]
            else:
                self.write_units += each["CapacityUnits"]


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
        meter.attach(process_adapters().clients.dynamodb)
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
