"""`python -m sam_local`: the local stack with its API in containers, until Ctrl-C."""

import os
import sys
import time
from dataclasses import replace

from local_stack.__main__ import run_until_stopped
from local_stack.settings import StackError, read_settings


def run() -> int:
    """Runs it; the status that the process ends with: 2 after one line that says what to do."""
    started = time.monotonic()
    try:
        settings = read_settings(os.environ)
        from sam_local.engine import Engine, host_architecture

        engine, architecture = Engine(), host_architecture()
        address = engine.address_of_host()
        from sam_local.api_server import TEMPLATE, VARIABLES, ContainerServer

        server = ContainerServer(engine, architecture, address)
        return run_until_stopped(
            replace(settings, host_for_functions=address),
            started,
            server.serve,
            f"Containers {architecture}; the log of their functions is in .aws-sam/local/start-api.log",
            "Invoke     .venv/bin/sam local invoke UsersFunction --event events/users/list.json \\",
            f"             --skip-pull-image --template {os.path.relpath(TEMPLATE)} \\",
            f"             --env-vars {os.path.relpath(VARIABLES)}",
        )
    except StackError as error:
        print(f"sam local: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    status = run()
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that wait for the network must not hold the end back.
    os._exit(status)
