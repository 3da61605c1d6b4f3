"""The parent of all function processes: imports once what every function imports, and forks.

A fork takes milliseconds where a fresh interpreter takes a second, and shares the memory of the libraries.
Run as `python -m local_stack.functions.fork_server <descriptor of the control socket> <folder of libraries>`:
of all that is installed these libraries are found. Each request on the socket is a length and a JSON object
of that length:

- `{import, environment, path}` imports every module of the folder `import` with these variables, which are
  those that all functions have. It is for the shared layer, whose import takes most of a function's start.
- `{handler, environment, directory, path, rights}`, with the descriptor that takes the process's output,
  starts a function. The reply is the process id.
- `{}` ends the process with the last function that it has started.

When the socket closes, everything ends: no function outlives the stack.
"""

import gc
import importlib
import importlib.util
import json
import logging
import os
import pkgutil
import signal
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from local_stack.process.parent_death import die_with_parent

LENGTH = struct.Struct("!I")
# Third-party code, which does not change while the stack runs.
_SHARED_LIBRARIES = (
    "boto3",
    "botocore.auth",
    "botocore.client",
    "botocore.endpoint",
    "botocore.httpsession",
    "botocore.parsers",
    "aws_lambda_powertools",
    "aws_lambda_powertools.event_handler",
    "aws_lambda_powertools.utilities.batch",
    "pydantic.functional_validators",
    "pydantic.json_schema",
    "pydantic.main",
    "pydantic.type_adapter",
    "simplejson",
    "snapshot_restore_py",
    "local_stack.permissions.rights_guard",
    "local_stack.permissions.role_rights",
)

_INSTALLED = ("site-packages", "dist-packages")
"""The names of the folders that libraries are installed in."""


def serve(control: socket.socket) -> None:
    """Forks a function process for each request, until the socket closes."""
    signal.signal(signal.SIGCHLD, _reap)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    for library in _SHARED_LIBRARIES:
        _import_if_there(library)
    gc.freeze()
    while True:
        header, descriptors, _, _ = socket.recv_fds(control, LENGTH.size, 1)
        if not header:
            break
        specification = json.loads(_receive_exactly(control, LENGTH.unpack(header)[0]))
        if not specification:
            _await_functions()
            return
        if "import" in specification:
            _import_folder(specification)
            continue
        output = descriptors[0]
        process_id = os.fork()
        if process_id == 0:
            control.close()
            _become_function(specification, output)
        os.close(output)
        control.sendall(LENGTH.pack(process_id))
    os.killpg(0, signal.SIGKILL)


def _become_function(specification: dict[str, Any], output: int) -> None:
    """Runs the handler under the Lambda runtime client in this process and never comes back."""
    die_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    gc.enable()
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ.clear()
    os.environ.update(specification["environment"])
    os.chdir(specification["directory"])
    sys.path[:0] = specification["path"]
    if specification["rights"] is not None:
        # Not before: the clients that they know bring libraries along, which a function is not to find.
        from local_stack.permissions.rights_guard import guard_process
        from local_stack.permissions.role_rights import RoleRights

        rights = RoleRights.of(specification["rights"])
        guard_process(rights, os.environ["AWS_LAMBDA_FUNCTION_NAME"])
    try:
        _run_runtime_client(specification["handler"])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1)


def _run_runtime_client(handler: str) -> None:
    if importlib.util.find_spec("awslambdaric") and importlib.util.find_spec("runtime_client"):
        from awslambdaric.__main__ import main as run_client

        run_client(["awslambdaric", handler])
    else:
        from local_stack.functions.runtime_client import run

        run(handler, os.environ["AWS_LAMBDA_RUNTIME_API"])


def _import_folder(specification: dict[str, Any]) -> None:
    """Imports all modules of a folder. One that fails is left to the functions, which say what is wrong."""
    os.environ.update(specification["environment"])
    sys.path[:0] = specification["path"]
    for module in pkgutil.walk_packages([specification["import"]], onerror=_pass_over):
        with suppress(Exception):
            importlib.import_module(module.name)
    del sys.path[: len(specification["path"])]
    _keep_lines_from_root_logger()
    gc.freeze()


def _keep_lines_from_root_logger() -> None:
    """Has each line of powertools' loggers written once, as in Lambda.

    There the runtime client's handler is in place when a function makes such a logger, which keeps its lines
    from that handler. Here the loggers are made first.
    """
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and hasattr(logger, "powertools_handler"):
            logger.propagate = False


def _pass_over(_package: str) -> None:
    """The modules of a package that fails are left out."""


def _await_functions() -> None:
    """Waits until every function process has ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def _import_if_there(library: str) -> None:
    try:
        importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name is None or not library.startswith(error.name):
            raise


def _receive_exactly(control: socket.socket, length: int) -> bytes:
    received = b""
    while len(received) < length:
        part = control.recv(length - len(received))
        if not part:
            raise EOFError("the stack closed the control socket in the middle of a request")
        received += part
    return received


def _reap(signal_number: int, frame: FrameType | None) -> None:
    """Collects ended function processes, so that none stays as a zombie."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


if __name__ == "__main__":
    die_with_parent()
    sys.path[:] = [*(each for each in sys.path if Path(each).name not in _INSTALLED), sys.argv[2]]
    serve(socket.socket(fileno=int(sys.argv[1])))
