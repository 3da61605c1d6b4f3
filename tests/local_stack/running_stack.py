"""A local stack in a process of its own, for tests: on a free port, stopped by its signal."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local_stack.clients import local_client
from tests.support.waiting import PATIENCE_SECONDS, wait_until

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Path(__file__).resolve().parent / "sample"


def command(project: Path = SAMPLE) -> list[str]:
    """Returns the command that starts the stack on a project of the tests."""
    return [
        sys.executable,
        "-m",
        "local_stack",
        "--project",
        str(project),
        "--seed-module",
        "sample.seed",
    ]


@dataclass(frozen=True)
class Response:
    """An HTTP answer."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class RunningStack:
    """The stack on the sample project, or on another one, with its data in `state`."""

    def __init__(
        self,
        state: Path,
        project: Path = SAMPLE,
        port: int | None = None,
        options: tuple[str, ...] = (),
        **environment: str,
    ) -> None:
        self.state = state
        self.ready_file = state / "ready.json"
        self.output_file = state.with_name(f"{state.name}-output.txt")
        state.mkdir(exist_ok=True)
        self.port = port or free_port()
        self.started_at = time.time()
        with self.output_file.open("wb") as output:
            self.process = subprocess.Popen(
                [*command(project), *options],
                env={
                    **os.environ,
                    "PYTHONPATH": str(ROOT / "scripts"),
                    "PORT": str(self.port),
                    "GATHER_READY_FILE": str(self.ready_file),
                    "GATHER_STATE_DIR": str(state),
                    **environment,
                },
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> "RunningStack":
        try:
            wait_until(lambda: self.ready_file.exists() or self.process.poll() is not None)
            assert self.process.poll() is None, self.output()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE_SECONDS)

    @property
    def ready(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.ready_file.read_text())
        return content

    def output(self) -> str:
        return self.output_file.read_text()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Response:
        """Sends a request and returns the answer; a body that is not bytes is sent as JSON."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, headers or {}, method=method
        )
        return open_request(request)

    def client(self, service: str) -> Any:
        """Returns an AWS client of the stack's own service."""
        endpoints = self.ready["endpoints"]
        name = "AWS_ENDPOINT_URL_DYNAMODB" if service == "dynamodb" else "AWS_ENDPOINT_URL"
        return local_client(service, endpoints[name])

    def queue_url(self, logical_id: str) -> str:
        url: str = self.client("sqs").get_queue_url(QueueName=f"talent-screening-local-{logical_id}")[
            "QueueUrl"
        ]
        return url

    def journal(self, function: str) -> list[dict[str, Any]]:
        """Returns the actions of a function of the sample, in order."""
        path = self.state / "journal.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [entry for entry in map(json.loads, lines) if entry["function"] == function]


def open_request(request: urllib.request.Request) -> Response:
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            return Response(response.status, response.read(), dict(response.headers))
    except urllib.error.HTTPError as error:
        return Response(error.code, error.read(), dict(error.headers))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def living_processes(marker: str) -> list[int]:
    """Returns the processes whose environment or command names the marker; a dead one shows neither."""
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            told = (directory / "cmdline").read_bytes() + (directory / "environ").read_bytes()
        except OSError:
            continue
        if marker.encode() in told:
            found.append(int(directory.name))
    return found
