"""Sends what schemathesis makes of the OpenAPI document to a local stack of its own: `make fuzz-document`."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from demo.stack import Stack, StackFailed
from openapi.__main__ import DOCUMENT
from openapi.declarations import PROJECT

FOLDER = Path(__file__).parent
MOST_SECONDS = 1_200
"""Only ends a run that hangs: on a busy machine it takes its time."""


def main() -> int:
    """Print what schemathesis finds. Returns 1 when that is anything, and 2 where the stack did not start."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        with Stack() as stack, tempfile.TemporaryDirectory(prefix="document-fuzz-") as folder:
            ready = Path(folder, "ready.json")
            ready.write_text(json.dumps(stack.ready), encoding="utf-8")
            return _run(stack.ready["baseUrl"], ready, sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    except StackFailed as failure:
        print(f"fuzz-document: the local stack did not start.\n{failure}", file=sys.stderr)
        return 2


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _run(base_url: str, ready: Path, options: list[str]) -> int:
    command: list[str | Path] = [
        "--config-file",
        FOLDER / "schemathesis.toml",
        "run",
        DOCUMENT,
        "--url",
        base_url,
        *options,
    ]
    finished = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), *command],
        cwd=PROJECT,
        env={**os.environ, "GATHER_READY_FILE": str(ready), "PYTHONHASHSEED": "0"},
        timeout=MOST_SECONDS,
        check=False,
    )
    return 1 if finished.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
