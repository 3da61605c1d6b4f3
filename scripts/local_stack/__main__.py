"""`python -m local_stack`: the whole service on this machine, until Ctrl-C."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from local_stack.process.stop_request import StopRequest, StopRequested
from local_stack.settings import PROJECT, SEED_MODULE, StackError, StackSettings, read_settings

if TYPE_CHECKING:
    from local_stack.stack import ApiServer


def run(arguments: list[str]) -> int:
    """Runs the stack as the command line says; the status that the process ends with."""
    parser = argparse.ArgumentParser(
        prog="local_stack", description="Runs the whole service on this machine."
    )
    option = parser.add_argument
    option("--project", type=Path, default=PROJECT, help="folder of template.yaml and functions/")
    option("--seed-module", default=SEED_MODULE, help="module whose function seed() fills a new table")
    option("--table-in-memory", action="store_true", help="do without dynoxide, as where it is not installed")
    option("--table-endpoint", default="", help="where functions are to reach the table, to inject faults")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    try:
        settings = read_settings(
            os.environ,
            options.project.absolute(),
            options.seed_module,
            table_in_memory=options.table_in_memory,
            table_endpoint=options.table_endpoint,
        )
        return run_until_stopped(settings, started)
    except StackError as error:
        print(f"local stack: {error}", file=sys.stderr)
        return 2


def run_until_stopped(
    settings: StackSettings, started: float, api_server: "ApiServer | None" = None, *more_lines: str
) -> int:
    """Runs the stack from the moment `started` of the monotonic clock; the status that the process ends with.

    `more_lines` end the first screen. Raises StackError when the stack cannot start.
    """
    # The shell's settings for AWS must not reach a stack that has no AWS account.
    for name in [name for name in os.environ if name.startswith(("AWS_", "MOTO_", "SAM_CLI_"))]:
        del os.environ[name]
    os.environ["AWS_CONFIG_FILE"] = os.environ["AWS_SHARED_CREDENTIALS_FILE"] = os.devnull
    os.environ["SAM_CLI_TELEMETRY"] = "0"
    stop = StopRequest()

    from local_stack.stack import LocalStack

    stack = LocalStack(settings, stop, api_server)
    try:
        stack.start()
        notes = [*stack.notes, *more_lines]
        _print_first_screen(settings, stack.ready, notes, time.monotonic() - started)
        stop.wait()
    except StopRequested:
        return 0
    finally:
        stack.close()
    return 0


def _print_first_screen(
    settings: StackSettings, ready: dict[str, Any], notes: list[str], seconds: float
) -> None:
    lines = [
        f"The service is ready ({seconds:.1f} s).",
        "",
        f"  Start      {settings.base_url}/",
        f"  API        {settings.base_url}/qsi/gather   {settings.base_url}/connect",
        f"  Inbox      {settings.base_url}/_local/inbox",
        f"  Console    {settings.base_url}/console",
    ]
    if ready.get("inviteUrl"):
        lines.append(f"  Candidate  {ready['inviteUrl']}")
    if ready.get("conversationUrl"):
        lines.append(f"  AI talk    {ready['conversationUrl']}")
    if ready.get("chatUrl"):
        lines.append(f"  Chat       {ready['chatUrl']}")
    if ready.get("resultsUrl"):
        lines.append(f"  Results    {ready['resultsUrl']}")
    if ready.get("apiKey"):
        key = str(ready["apiKey"])
        lines.append(
            f"  Key        {key[:9]}…   whole, with the other keys: {settings.state_directory / 'seed.json'}"
        )
    if settings.time_scale != 1:
        lines.append(f"  Time       waits pass {settings.time_scale:g} times faster")
    lines += [f"  {note}" for note in notes]
    lines += ["", f"Data stays in {settings.state_directory}. Ctrl-C stops everything.", ""]
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    status = run(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that wait for the network must not hold the end back.
    os._exit(status)
