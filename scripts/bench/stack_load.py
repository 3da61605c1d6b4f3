"""The local stack: its start with demo data, and a mix of requests, bounded in count and time.

All of it is on loopback. Times have aims and no targets, because other load on the machine decides them. The
processor time of a request depends least on that.
"""

import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.figures import Figure, Report
from bench.gateway_events import CREATE_PATH
from bench.process_times import processor_seconds
from bench.tenants import add_key, add_tenant
from bench.workspace import REPOSITORY
from gather.table.store import Table
from local_stack.clients import local_client
from local_stack.settings import HOST
from tests.support.records import CANDIDATE

CLIENTS = 8
REQUESTS_EACH = 250
WARM_UP_EACH = 10
SECONDS = 40
START_SECONDS = 60
STOP_SECONDS = 15
STATE = "state"
"""The folder of the stack's data, in that of a measurement."""
START_ROUNDS = 3
START_AIM_SECONDS, P50_AIM_MILLISECONDS, THROUGHPUT_AIM = 5, 12, 500
# Of ten requests: creates, single gets, lists of 20.
MIX = ("create", "get", "list", "get", "get", "create", "get", "list", "get", "get")


@dataclass
class LoadClient:
    """One client with a key of its own: a key has 1000 requests an hour."""

    address: tuple[str, int]
    key: str
    seconds: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in set(MIX)})
    failures: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def work(self, count: int, deadline: float, *, is_counted: bool = True) -> None:
        """Send up to `count` requests, one after the other, until the deadline."""
        connection = http.client.HTTPConnection(*self.address, timeout=10)
        for number in range(count):
            kind = MIX[number % len(MIX)]
            started = time.perf_counter()
            status, data = self._send(connection, kind)
            ended = time.perf_counter()
            if status >= 400:
                self.failures.append(f"{kind}: {status}")
            elif kind == "create":
                self.ids.append(data["id"])
            if is_counted:
                self.seconds[kind].append(ended - started)
            if ended > deadline:
                break
        connection.close()

    def _send(self, connection: http.client.HTTPConnection, kind: str) -> tuple[int, Any]:
        headers = {"x-api-key": self.key, "content-type": "application/json"}
        if kind == "create":
            connection.request("POST", CREATE_PATH, json.dumps(CANDIDATE), headers)
        elif kind == "get":
            connection.request("GET", f"{CREATE_PATH}/{self.ids[-1]}", headers=headers)
        else:
            connection.request("GET", f"{CREATE_PATH}?pageSize=20", headers=headers)
        response = connection.getresponse()
        content = response.read()
        return response.status, json.loads(content).get("data")


def measure(report: Report) -> None:
    """The start, then requests a second and latencies with all clients at once."""
    report.heading(f"Local stack: {CLIENTS} clients, creates, gets and lists 2:6:2")
    report.add(Figure("stack", "load average of the machine before", os.getloadavg()[0], ""))
    _measure_start(report)
    with tempfile.TemporaryDirectory(prefix="bench-stack-") as folder, running_stack(Path(folder)) as ready:
        table = Table(
            local_client("dynamodb", ready["endpoints"]["AWS_ENDPOINT_URL_DYNAMODB"]), ready["tableName"]
        )
        team = add_tenant(table).scope
        port = int(ready["baseUrl"].rpartition(":")[2])
        clients = [LoadClient((HOST, port), add_key(table, team)) for _ in range(CLIENTS)]
        _all_at_once(clients, WARM_UP_EACH, is_counted=False)
        before = processor_seconds(ready["processId"])
        elapsed = _all_at_once(clients, REQUESTS_EACH, is_counted=True)
        spent = processor_seconds(ready["processId"]) - before
    failures = [failure for client in clients for failure in client.failures]
    if failures:
        report.note(f"{len(failures)} requests failed, the first: {failures[0]}")
    _report(report, clients, elapsed, spent)


def _measure_start(report: Report) -> None:
    """Measures the time from command to ready file, in an empty folder, with warm caches."""
    seconds = []
    for number in range(START_ROUNDS + 1):
        with tempfile.TemporaryDirectory(prefix="bench-stack-") as folder:
            started = time.perf_counter()
            with running_stack(Path(folder), GATHER_SEED="demo"):
                if number:
                    seconds.append(time.perf_counter() - started)
    note = f"median of {START_ROUNDS}, {min(seconds):.1f}-{max(seconds):.1f}"
    middle = statistics.median(seconds)
    report.add(Figure("stack", "start with demo data", middle, "s", None, note, aim=START_AIM_SECONDS))


def _report(report: Report, clients: list[LoadClient], elapsed: float, spent: float) -> None:
    every: list[float] = []
    for kind in sorted(set(MIX)):
        seconds = [value for client in clients for value in client.seconds[kind]]
        every += seconds
        _report_latency(report, kind, seconds)
    _report_latency(report, "all", every, P50_AIM_MILLISECONDS)
    note = f"{len(every)} requests in {elapsed:.1f} s, clients on the same cores"
    rate = len(every) / elapsed
    report.add(
        Figure("stack", "throughput", rate, "requests/s", None, note, aim=THROUGHPUT_AIM, at_least=True)
    )
    each = spent / len(every) * 1000
    report.add(Figure("stack", "processor time of the stack", each, "ms a request", None, "without clients"))


def _report_latency(report: Report, kind: str, seconds: list[float], aim: float | None = None) -> None:
    cuts = statistics.quantiles(seconds, n=20)
    report.add(Figure("stack", f"{kind}: p50", cuts[9] * 1000, "ms", aim=aim))
    report.add(Figure("stack", f"{kind}: p95", cuts[18] * 1000, "ms"))


def _all_at_once(clients: list[LoadClient], count: int, *, is_counted: bool) -> float:
    started = time.perf_counter()
    threads = [
        threading.Thread(
            target=client.work, args=(count, started + SECONDS), kwargs={"is_counted": is_counted}
        )
        for client in clients
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - started


@contextmanager
def running_stack(
    state: Path, processors: Iterable[int] | None = None, **more_settings: str
) -> Iterator[dict[str, Any]]:
    """The local stack with its data in `state`, on all processors or some; what its ready file says, and its
    `processId`."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    ready_file = state / "ready.json"
    settings = {
        "PORT": str(port),
        "GATHER_READY_FILE": str(ready_file),
        "GATHER_STATE_DIR": str(state / STATE),
        "GATHER_SEED": "empty",
        **more_settings,
    }
    output = state / "output.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "local_stack"],
            cwd=REPOSITORY,
            env={**os.environ, **settings},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    if processors is not None:
        os.sched_setaffinity(process.pid, processors)
    try:
        yield {**_ready(process, ready_file, output), "processId": process.pid}
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(STOP_SECONDS)


def _ready(process: "subprocess.Popen[bytes]", ready_file: Path, output: Path) -> dict[str, Any]:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if ready_file.exists():
            content: dict[str, Any] = json.loads(ready_file.read_text())
            return content
        time.sleep(0.05)
    raise RuntimeError(f"the local stack does not start:\n{output.read_text()}")
