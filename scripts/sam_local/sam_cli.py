"""SAM CLI's commands, as processes of ours: the build, and the server of the API."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from local_stack.process.parent_death import die_with_parent
from local_stack.process.stop_request import StopRequest
from local_stack.settings import HOST, PROJECT, REGION, StackError

# Only end what would hang: a busy machine takes its time.
_BUILD_SECONDS = 600
_START_SECONDS = 300
_STOP_SECONDS = 1


class SamBuild:
    """`sam build` for an architecture, which begins at once."""

    def __init__(self, folder: Path, architecture: str) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._log = folder.parent / "build.log"
        parameters = ["--parameter-overrides", f"Architecture={architecture}"]
        self._process = _start(["build", "--build-dir", str(folder), *parameters], self._log, {})

    def wait(self, stop: StopRequest) -> None:
        """Comes back when the build is there.

        Raises StackError when it fails, StopRequested when the stack is stopped meanwhile.
        """
        deadline = time.monotonic() + _BUILD_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            stop.raise_if_made()
            time.sleep(0.05)
        if self._process.poll() != 0:
            raise StackError(f"`sam build` has failed: its reason is in {self._log}")

    def close(self) -> None:
        _kill(self._process)


class SamStartApi:
    """`sam local start-api` on a template, on a free port of loopback, until `close`."""

    def __init__(
        self, template: Path, variables: Path, credentials: Mapping[str, str], *, pulls: bool
    ) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = int(probe.getsockname()[1])
        self._log = template.parent.parent / "start-api.log"
        command = ["local", "start-api", "--host", HOST, "--port", str(self.port)]
        # Its own watch locks itself up when a layer changes; `hot_reload` does what it is for.
        command += ["--warm-containers", "LAZY", "--no-watch"]
        command += ["--template", str(template), "--env-vars", str(variables)]
        if not pulls:
            command.append("--skip-pull-image")
        self._process = _start(command, self._log, credentials)

    def wait(self, stop: StopRequest) -> None:
        """Comes back when it answers. Raises StackError when it ends, StopRequested upon a stop."""
        deadline = time.monotonic() + _START_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            stop.raise_if_made()
            with suppress(OSError), socket.create_connection((HOST, self.port), 1):
                return
            time.sleep(0.05)
        raise StackError(f"`sam local start-api` does not answer: its reason is in {self._log}")

    def close(self) -> None:
        """Ends it at once: it stops its containers one by one, which takes too long."""
        _kill(self._process)


def _start(arguments: list[str], log: Path, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    with log.open("wb") as output:
        return subprocess.Popen(
            [str(Path(sys.executable).with_name("sam")), *arguments],
            cwd=PROJECT,
            env={**os.environ, "AWS_DEFAULT_REGION": REGION, "SAM_CLI_TELEMETRY": "0", **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
