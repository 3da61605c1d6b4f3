"""The walk through the service, as `make demo` plays it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Only ends a walk that hangs: on a busy machine it takes its time.
SECONDS = 1_200
LAST_LINES = 40
IMPORT_ROOTS = ("scripts", "layers/shared", "functions", "clients/python/src")
SHOWN_SECRET = re.compile(r"(qapi_|whsec_)[\w-]{5}|/(i|m|screening|share|media)/[\w-]{5}")


@pytest.mark.slow
def test_the_demo_finds_everything_as_promised() -> None:
    roots = os.pathsep.join(str(ROOT / name) for name in IMPORT_ROOTS)

    demo = subprocess.run(
        [sys.executable, "-m", "demo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": roots},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    if demo.returncode != 0:
        pytest.fail(_told(demo), pytrace=False)
    assert demo.stdout.splitlines()[-1].strip().startswith("All as promised: ")
    assert "make run, then http://127.0.0.1:3000/console" in demo.stdout
    assert "\x1b" not in demo.stdout
    assert SHOWN_SECRET.search(demo.stdout) is None


def _told(demo: subprocess.CompletedProcess[str]) -> str:
    """Everything that a failed walk printed. Its last words stand at the end, where a cut log shows them."""
    last = "\n".join(demo.stdout.splitlines()[-LAST_LINES:])
    return (
        f"the walk ended with {demo.returncode}\n{demo.stdout}\n{demo.stderr}\n"
        f"The walk ended with {demo.returncode}. Its last lines:\n{last}"
    )
