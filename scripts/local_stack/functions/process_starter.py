"""Starts function processes through fork servers.

A fork server has the shared layer imported as it was when the server started. Once a file of the layer has
changed, another server takes its place, so that a function never runs code that is no longer there.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from local_stack.functions.deployed_libraries import link_libraries
from local_stack.functions.fork_server import LENGTH
from local_stack.settings import SCRIPTS, StackError

_COMMAND = (sys.executable, "-u", "-m", "local_stack.functions.fork_server")


class ProcessStarterClosed(Exception):
    """The stack is stopping: no function process starts any more."""


class ProcessStarter:
    """Starts function processes of one project."""

    def __init__(self, project: Path, fingerprint: Callable[[Path], int]) -> None:
        """`fingerprint` gives a number for a folder, which is another one once a source in it has changed."""
        self._functions = project / "functions"
        self._layer = project / "layers" / "shared"
        self._path = [*map(str, (self._functions, self._layer, SCRIPTS))]
        self._libraries = Path(mkdtemp(prefix="talent-screening-libraries-"))
        self._fingerprint = fingerprint
        self._lock = threading.Lock()
        self._closed = False
        self._environment: dict[str, str] | None = None
        self._imported = 0
        # The kernel ends such a process with the thread that started it, and a request's thread ends with it.
        self._starter = ThreadPoolExecutor(1, "fork-servers")
        self._servers = [self._started()]

    def import_layer(self, environment: Mapping[str, str]) -> None:
        """Has the layer imported once for all functions, with the variables that they all have."""
        with self._lock:
            self._environment = dict(environment)
            self._import_layer()

    def start(
        self, handler: str, environment: Mapping[str, str], rights: Mapping[str, Any] | None = None
    ) -> tuple[int, int]:
        """Starts a function process; its id and the descriptor that its output is read from.

        `rights` are what its role allows, as RoleRights tells them; None allows everything.

        Raises ProcessStarterClosed when the stack is stopping.
        """
        package = handler.partition(".")[0]
        specification = {
            "handler": handler,
            "environment": environment,
            "path": self._path_of(package),
            "rights": rights,
        }
        with self._lock:
            if self._closed:
                raise ProcessStarterClosed
            if self._environment is not None and self._fingerprint(self._layer) != self._imported:
                self._servers[-1].retire()
                self._servers = [server for server in self._servers if not server.has_ended()]
                self._servers.append(self._started())
                self._import_layer()
            return self._servers[-1].start({**specification, "directory": str(self._functions)})

    def close(self) -> None:
        """Kills every function process."""
        with self._lock:
            self._closed = True
            for server in self._servers:
                server.close()
        self._starter.shutdown()
        shutil.rmtree(self._libraries, ignore_errors=True)

    def _path_of(self, package: str) -> list[str]:
        return [*self._path, str(link_libraries(package, self._libraries))]

    def _started(self) -> "_ForkServer":
        return self._starter.submit(_ForkServer, link_libraries("layer", self._libraries)).result()

    def _import_layer(self) -> None:
        # Looked at first: what changes while the layer is imported makes it an old one.
        self._imported = self._fingerprint(self._layer)
        order = {"import": str(self._layer), "environment": self._environment, "path": self._path_of("layer")}
        self._servers[-1].order(order)


class _ForkServer:
    """A fork server, which starts function processes when it is told to."""

    def __init__(self, libraries: Path) -> None:
        ours, theirs = socket.socketpair()
        self._control = ours
        with theirs:
            self._process = subprocess.Popen(
                [*_COMMAND, str(theirs.fileno()), str(libraries)],
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(SCRIPTS), "OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES"},
            )

    def order(self, order: Mapping[str, Any], descriptors: tuple[int, ...] = ()) -> None:
        """Sends what the process is to do."""
        text = json.dumps(order).encode()
        with suppress(BrokenPipeError):
            socket.send_fds(self._control, [LENGTH.pack(len(text))], descriptors)
            self._control.sendall(text)

    def start(self, specification: Mapping[str, Any]) -> tuple[int, int]:
        """Starts a function process; its id and the descriptor that its output is read from."""
        reading, writing = os.pipe()
        try:
            self.order(specification, (writing,))
            reply = self._control.recv(LENGTH.size, socket.MSG_WAITALL)
        finally:
            os.close(writing)
        if len(reply) < LENGTH.size:
            os.close(reading)
            raise StackError("the process that starts functions has ended: stop the stack and start it again")
        return LENGTH.unpack(reply)[0], reading

    def retire(self) -> None:
        """Starts nothing any more; the process ends with the last of those that it has started."""
        self.order({})

    def has_ended(self) -> bool:
        if self._process.poll() is None:
            return False
        self._control.close()
        return True

    def close(self) -> None:
        self._control.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
