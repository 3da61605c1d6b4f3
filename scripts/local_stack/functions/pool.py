"""Runs the functions: processes under the Lambda runtime client, started when they are called for.

A function has as many processes as it has invocations at once, up to a limit, as in Lambda each one handles
one invocation at a time. A process whose source has changed since it started handles no further invocation,
so that the code edited is the code run. A time limit that passes ends the process, as in Lambda.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from local_stack.functions.log import FunctionLog
from local_stack.functions.process_starter import ProcessStarter, ProcessStarterClosed
from local_stack.functions.runtime_api import Outcome, RuntimeApi
from local_stack.permissions.role_rights import RoleRights
from local_stack.settings import SCRIPTS
from local_stack.template.resources import Function

MAXIMUM_PROCESSES = 12
"""More than the ten evaluations that a team has under way, so that a second team's does not wait for one."""
IDLE_SECONDS = 60
# Looking at a directory of sources takes this share of the time at most.
_SOURCE_CHECK_SHARE = 0.005


class FunctionNotFound(Exception):
    """No function of the template has that name."""


class FunctionPool:
    """Every function of the template by name. `invoke` is safe to call from any thread."""

    def __init__(
        self,
        functions: Iterable[Function],
        project: Path,
        log: FunctionLog,
        rights_of: Callable[[str], RoleRights] | None = None,
    ) -> None:
        """`rights_of` gives those of a role by its ARN; without it functions may do everything."""
        self._log = log
        sources = _SourceFolders()
        self._starter = ProcessStarter(project, sources.fingerprint_of_one)
        self._functions = {
            function.name: _FunctionProcesses(
                function,
                project,
                self._starter,
                log,
                sources,
                rights_of(function.role).told() if rights_of else None,
            )
            for function in functions
        }
        self._names = {
            function.logical_id: function.name for function in map(_declaration, self._functions.values())
        }

    def configure(self, environment: Mapping[str, str]) -> None:
        """Gives every function these variables over the template's own."""
        for processes in self._functions.values():
            processes.environment.update(environment)
        everybodys = set.intersection(*(set(one.environment.items()) for one in self._functions.values()))
        self._starter.import_layer(dict(everybodys))

    def invoke(self, name: str, payload: bytes, trace: str = "") -> Outcome:
        """The outcome of an invocation of the function (name, logical id or ARN). Raises FunctionNotFound.

        `trace` is the header of what invokes it, by which loops are found.
        """
        return self._find(name).invoke(payload, trace)

    def may_loop(self, name: str) -> bool:
        """Whether the function may invoke itself for longer than Lambda allows. Raises FunctionNotFound."""
        return self._find(name).function.may_loop

    def complain(self, name: str, message: str) -> None:
        """Tell in the function's log what became of an event of its. Raises FunctionNotFound."""
        self._log.complain(self._find(name).function.logical_id, message)

    def name_of_package(self, package: str) -> str:
        """The name of the function whose handler is in that folder. Raises FunctionNotFound."""
        for name, processes in self._functions.items():
            if processes.function.package == package:
                return name
        raise FunctionNotFound(package)

    def wait_until_idle(self, seconds: float) -> None:
        """Gives invocations under way that long to come to an end."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and any(p.busy for p in self._functions.values()):
            time.sleep(0.02)

    def retire_idle(self) -> None:
        """Ends processes that nobody has called for a while."""
        for processes in self._functions.values():
            processes.retire_idle()

    def close(self) -> None:
        """Kills every function process."""
        self._starter.close()

    def _find(self, name: str) -> "_FunctionProcesses":
        plain = name.partition(":function:")[2].partition(":")[0] or name
        try:
            return self._functions[self._names.get(plain, plain)]
        except KeyError:
            raise FunctionNotFound(name) from None


class _FunctionProcesses:
    """The processes of one function."""

    def __init__(
        self,
        function: Function,
        project: Path,
        starter: ProcessStarter,
        log: FunctionLog,
        sources: "_SourceFolders",
        rights: Mapping[str, Any] | None,
    ) -> None:
        self.function = function
        self._rights = rights
        self.environment = dict(function.environment)
        self.busy = 0
        self._project = project
        self._starter = starter
        self._log = log
        self._idle: list[_FunctionProcess] = []
        self._changed = threading.Condition()
        self._sources = sources
        self._directories = (
            project / "functions" / function.package,
            project / "layers" / "shared",
            SCRIPTS / "local_stack" / "engines",
        )

    def invoke(self, payload: bytes, trace: str) -> Outcome:
        process = self._acquire()
        try:
            outcome = process.api.invoke(payload, self.function.timeout, trace)
            if outcome is None:
                outcome = self._time_out(process)
            return outcome
        finally:
            self._release(process)

    def retire_idle(self) -> None:
        horizon = time.monotonic() - IDLE_SECONDS
        with self._changed:
            tired = [process for process in self._idle if process.used_at < horizon]
            self._idle = [process for process in self._idle if process.used_at >= horizon]
        for process in tired:
            process.stop()

    def _acquire(self) -> "_FunctionProcess":
        stale: list[_FunctionProcess] = []
        fingerprint = self._sources.fingerprint(self._directories)
        with self._changed:
            while self.busy >= MAXIMUM_PROCESSES:
                self._changed.wait()
            self.busy += 1
            process = None
            while self._idle and process is None:
                candidate = self._idle.pop()
                if candidate.alive and candidate.fingerprint == fingerprint:
                    process = candidate
                else:
                    stale.append(candidate)
        for old in stale:
            old.stop()
        if process:
            return process
        try:
            return self._start(fingerprint)
        except BaseException:
            self._forget_one()
            raise

    def _release(self, process: "_FunctionProcess") -> None:
        process.used_at = time.monotonic()
        if process.alive:
            with self._changed:
                self._idle.append(process)
        else:
            process.stop()
        self._forget_one()

    def _forget_one(self) -> None:
        with self._changed:
            self.busy -= 1
            self._changed.notify()

    def _time_out(self, process: "_FunctionProcess") -> Outcome:
        process.stop()
        message = f"Task timed out after {self.function.timeout:.2f} seconds"
        self._log.complain(self.function.logical_id, message)
        return _error("Sandbox.Timedout", message)

    def _start(self, fingerprint: int) -> "_FunctionProcess":
        api = RuntimeApi(self.function.name)
        name = self.function.name
        environment = {
            **{
                key: os.environ[key]
                for key in ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
                if key in os.environ
            },
            "TZ": ":UTC",
            "PYTHONUNBUFFERED": "1",
            "AWS_LAMBDA_RUNTIME_API": api.address,
            "AWS_LAMBDA_FUNCTION_NAME": name,
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
            "AWS_LAMBDA_LOG_GROUP_NAME": f"/aws/lambda/{name}",
            "AWS_LAMBDA_LOG_STREAM_NAME": "local",
            "_HANDLER": self.function.handler,
            "LAMBDA_TASK_ROOT": str(self._project / "functions"),
            "POWERTOOLS_SERVICE_NAME": self.function.package,
            "POWERTOOLS_METRICS_NAMESPACE": "Local",
            **self.environment,
        }
        try:
            process_id, output = self._starter.start(self.function.handler, environment, self._rights)
        except ProcessStarterClosed:
            raise FunctionNotFound("the stack is stopping") from None
        return _FunctionProcess(process_id, output, api, fingerprint, self.function, self._log)


class _SourceFolders:
    """The current fingerprints of source folders. A folder of several functions is read once for all."""

    def __init__(self) -> None:
        self._fingerprints: dict[Path, int] = {}
        self._next_checks: dict[Path, float] = {}
        self._lock = threading.Lock()

    def fingerprint(self, directories: Iterable[Path]) -> int:
        """A number that changes when a source in one of the directories does."""
        with self._lock:
            return hash(tuple(map(self._look_at, directories)))

    def fingerprint_of_one(self, directory: Path) -> int:
        """The same for one directory."""
        with self._lock:
            return self._look_at(directory)

    def _look_at(self, directory: Path) -> int:
        if time.monotonic() >= self._next_checks.get(directory, 0.0):
            # The processor's time: that a busy machine makes the look longer is no reason to look less often.
            before = time.thread_time()
            self._fingerprints[directory] = fingerprint_of(directory)
            spent = time.thread_time() - before
            self._next_checks[directory] = time.monotonic() + spent / _SOURCE_CHECK_SHARE
        return self._fingerprints[directory]


class _FunctionProcess:
    """One process, its Runtime API and the thread that reads what it prints."""

    def __init__(
        self,
        process_id: int,
        output: int,
        api: RuntimeApi,
        fingerprint: int,
        function: Function,
        log: FunctionLog,
    ) -> None:
        self.api = api
        self.fingerprint = fingerprint
        self.alive = True
        self.used_at = time.monotonic()
        self._process_id = process_id
        self._function = function
        self._log = log
        self._lock = threading.Lock()
        threading.Thread(target=self._read_output, args=(output,), daemon=True).start()

    def stop(self) -> None:
        """Kills the process; the end of its output does the rest."""
        with self._lock:
            if self.alive:
                self.alive = False
                os.kill(self._process_id, signal.SIGKILL)

    def _read_output(self, output: int) -> None:
        with open(output, encoding="utf-8", errors="replace", newline="\n") as lines:
            for line in lines:
                self._log.write(self._function.logical_id, line)
        with self._lock:
            self.alive = False
        self.api.fail(_error("Runtime.ExitError", "Runtime exited without providing a reason"))
        self.api.close()


def fingerprint_of(directory: Path) -> int:
    """A number that changes when a Python file, a definition or a part of a page in the directory does."""
    seen: list[tuple[str, int, int]] = []
    pending = [str(directory)]
    while pending:
        try:
            entries = list(os.scandir(pending.pop()))
        except (FileNotFoundError, NotADirectoryError):
            continue
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    pending.append(entry.path)
            elif entry.name.endswith((".py", ".json", ".html", ".css", ".js")):
                try:
                    status = entry.stat()
                except FileNotFoundError:
                    continue
                seen.append((entry.path, status.st_mtime_ns, status.st_size))
    return hash(tuple(sorted(seen)))


def _error(kind: str, message: str) -> Outcome:
    return Outcome(json.dumps({"errorType": kind, "errorMessage": message}).encode(), failed=True)


def _declaration(processes: _FunctionProcesses) -> Function:
    return processes.function
