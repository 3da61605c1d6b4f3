"""DynamoDB for one machine: dynoxide, a small server over one SQLite file, or moto where it is missing."""

import platform
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from botocore.exceptions import ClientError

from local_stack.process.parent_death import die_with_parent
from local_stack.process.unsynced_writes import leave_writes_to_kernel
from local_stack.settings import HOST, SCRIPTS, StackError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

WITHOUT_DYNOXIDE = (
    "Table: moto, in memory. `npm ci` in scripts/local_stack brings dynoxide; without it the table is gone "
    "at the stop, slow beyond a thousand records, and reports no consumed capacity."
)
# Only ends a start that hangs: on a busy machine it takes its time.
_START_SECONDS = 120
_MODULES = SCRIPTS / "local_stack" / "node_modules" / "@dynoxide"
# The stream is read by sequence number, which the server keeps as text in a table without an index for it.
_STREAM_INDEX = (
    "CREATE INDEX IF NOT EXISTS local_stack_stream "
    "ON _stream_records(table_name, CAST(sequence_number AS INTEGER))"
)
_TABLE_PROPERTIES = (
    "AttributeDefinitions",
    "BillingMode",
    "KeySchema",
    "LocalSecondaryIndexes",
    "ProvisionedThroughput",
)
_INDEX_PROPERTIES = ("IndexName", "KeySchema", "Projection", "ProvisionedThroughput")


def dynoxide_program() -> Path | None:
    """The server's program for this machine, if npm has brought it."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(sys.platform, sys.platform)
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), "arm64")
    program = _MODULES / f"{system}-{machine}" / ("dynoxide.exe" if system == "win32" else "dynoxide")
    return program if program.is_file() else None


class TableServer:
    """A dynoxide process with its data in a file. Start it from a thread that lives as long as the stack."""

    def __init__(self, program: Path, database: Path, port: int, *, in_memory: bool = False) -> None:
        """`database` is the file; `in_memory` nothing is kept, and only the log lies beside it.

        Raises StackError when the server does not answer.
        """
        self.endpoint = f"http://{HOST}:{port}"
        self._database = database
        self._output = database.with_suffix(".log").open("wb")
        place = () if in_memory else ("--db-path", str(database))
        self._process = subprocess.Popen(
            [str(program), "serve", "--host", HOST, "--port", str(port), *place],
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_prepare_process,
        )
        try:
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise

    def index_stream(self) -> None:
        """Makes reading the stream fast at any length. Call once a table with a stream exists."""
        connection = sqlite3.connect(self._database, timeout=5)
        try:
            connection.execute(_STREAM_INDEX)
            connection.commit()
        finally:
            connection.close()

    @contextmanager
    def watch(self) -> Iterator[Callable[[], int]]:
        """A function for this thread alone, whose answer is another one once something has been written."""
        connection = sqlite3.connect(self._database, timeout=5)
        try:
            yield lambda: int(connection.execute("PRAGMA data_version").fetchone()[0])
        finally:
            connection.close()

    def close(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                urllib.request.urlopen(self.endpoint, timeout=1).close()
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise StackError(f"dynoxide does not start: its reason is in {self._output.name}")


def _prepare_process() -> None:
    """Tie the server to the stack. SQLite would wait for the disk with each request that writes."""
    die_with_parent()
    leave_writes_to_kernel()


@contextmanager
def watch_nothing() -> Iterator[Callable[[], int]]:
    """`TableServer.watch` without a server that notices writes: there may always be one."""
    yield count().__next__


class ReadyTable(NamedTuple):
    """A table that is there: its name, the ARN of its stream, if any, and whether this start created it."""

    name: str
    stream_arn: str | None
    is_new: bool


def create_table(client: "DynamoDBClient", name: str, properties: dict[str, Any]) -> ReadyTable:
    """The table of these CloudFormation properties, created unless it is there.

    Raises StackError when a table is there with other keys or indexes than the template's.
    """
    request = {key: properties[key] for key in _TABLE_PROPERTIES if key in properties}
    if "GlobalSecondaryIndexes" in properties:
        request["GlobalSecondaryIndexes"] = [
            {key: index[key] for key in _INDEX_PROPERTIES if key in index}
            for index in properties["GlobalSecondaryIndexes"]
        ]
    if "StreamSpecification" in properties:
        request["StreamSpecification"] = {
            "StreamEnabled": True,
            "StreamViewType": properties["StreamSpecification"]["StreamViewType"],
        }
    is_new = True
    try:
        table = client.create_table(TableName=name, **request)["TableDescription"]
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceInUseException":
            raise
        is_new = False
        table = client.describe_table(TableName=name)["Table"]
        if _shape(table) != _shape(request):
            raise StackError(
                f"table {name} was made from another template.yaml: start with an empty GATHER_STATE_DIR"
            ) from error
    return ReadyTable(name, table.get("LatestStreamArn"), is_new)


def _shape(table: Any) -> tuple[Any, ...]:
    def keys(schema: Any) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((key["KeyType"], key["AttributeName"]) for key in schema))

    indexes = [*table.get("GlobalSecondaryIndexes", []), *table.get("LocalSecondaryIndexes", [])]
    return keys(table["KeySchema"]), sorted(
        (index["IndexName"], keys(index["KeySchema"])) for index in indexes
    )
