"""Runs handlers in interpreters of their own and measures their cost."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.workspace import BASELINES, Workspace

_LAUNCHER = BASELINES / "launch.py"
_REFERENCES = re.compile(r"I\s+refs:\s+([\d,]+)")
_SECONDS = 300
FEWER, MORE = 20, 220


@dataclass(frozen=True)
class Baseline:
    """A handler, the import roots that it runs with, and the event that it is given."""

    name: str
    roots: tuple[Path, ...]
    module: str
    event: Path
    status: int


@dataclass(frozen=True)
class Cost:
    """The cost of a process after its last request.

    `wall` is from the process's start, seen from outside; `cpu` is user and system together; `requests`
    is the CPU time of the requests after the warm-up alone, `each` the time that passed for each of them;
    times in seconds, `peak` in kilobytes.
    """

    wall: float
    cpu: float
    peak: int
    requests: float
    each: tuple[float, ...]


def baseline(
    workspace: Workspace,
    name: str,
    module: str,
    event: Mapping[str, Any],
    status: int,
    *,
    deployed: bool = False,
) -> Baseline:
    """A baseline on the stock packages, or the service as it is deployed."""
    kind = event.get("routeKey") or "rest"
    file = workspace.folder / f"event-{re.sub(r'[^a-z]+', '-', str(kind).lower())}.json"
    file.write_text(json.dumps(event))
    return Baseline(name, workspace.service if deployed else workspace.stock, module, file, status)


def environment(endpoint: str, folder: Path) -> dict[str, str]:
    """The environment of a function, without anything of this machine's own."""
    return {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_SESSION_TOKEN": "local",
        "AWS_REGION": "eu-west-1",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_ENDPOINT_URL_DYNAMODB": endpoint,
        "AWS_LAMBDA_FUNCTION_NAME": "candidates",
        "BASE_URL": "https://gather.example.com",
        "HOME": str(folder),
        "LANG": "en_US.UTF-8",
        "PATH": os.environ["PATH"],
        "PYDANTIC_DISABLE_PLUGINS": "__all__",
        "TABLE_NAME": "talent-screening-bench",
    }


def run(workspace: Workspace, who: Baseline, endpoint: str, *, warm_up: int = 0, count: int = 1) -> Cost:
    """One process. Raises RuntimeError when it does not respond as expected."""
    started = time.perf_counter()
    with subprocess.Popen(
        _command(workspace, who, warm_up, count),
        env=environment(endpoint, workspace.folder),
        cwd=workspace.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        wall = time.perf_counter() - started
        rest = process.stderr.read()
    fields = line.split()
    if process.returncode or len(fields) != 5 or fields[0] != str(who.status):
        raise RuntimeError(f"{who.name} did not respond with {who.status}:\n{line}{rest}")
    each = tuple(int(microseconds) / 1e6 for microseconds in fields[4].split(","))
    return Cost(wall, float(fields[1]), int(fields[2]), float(fields[3]), each)


def _command(workspace: Workspace, who: Baseline, warm_up: int, count: int) -> list[str]:
    roots = ":".join(map(str, who.roots))
    options = ["-I", "-S", str(_LAUNCHER), roots, who.module, str(who.event), str(warm_up), str(count)]
    return [workspace.python, *options]


def instructions_of_a_request(workspace: Workspace, who: Baseline, endpoint: str) -> float:
    """The instructions of one more request in a process that has handled some."""
    few = instructions(workspace, who, endpoint, FEWER)
    return (instructions(workspace, who, endpoint, MORE) - few) / (MORE - FEWER)


def can_count_instructions() -> bool:
    """Whether valgrind is there."""
    return shutil.which("valgrind") is not None


def instructions(workspace: Workspace, who: Baseline, endpoint: str, count: int) -> int:
    """The instructions, outside the kernel, of a process that handles `count` requests."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    finished = subprocess.run(
        [*valgrind, *_command(workspace, who, 0, count)],
        env=environment(endpoint, workspace.folder),
        cwd=workspace.folder,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    counted = _REFERENCES.search(finished.stderr)
    if finished.returncode or not counted or f"\n{who.status} " not in f"\n{finished.stderr}":
        raise RuntimeError(f"{who.name} did not respond with {who.status} under valgrind:\n{finished.stderr}")
    return int(counted[1].replace(",", ""))
