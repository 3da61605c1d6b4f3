"""The walk through the service, as `make demo` plays it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180
SHOWN_SECRET = re.compile(r"(qapi_|whsec_)[\w-]{5}|/(i|m|screening|share|media)/[\w-]{5}")


@pytest.mark.slow
def test_the_demo_finds_everything_as_promised() -> None:
    roots = os.pathsep.join(str(ROOT / name) for name in ("scripts", "layers/shared", "functions"))

    demo = subprocess.run(
        [sys.executable, "-m", "demo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": roots},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert demo.stdout.splitlines()[-1].strip().startswith("All as promised: ")
    assert "\x1b" not in demo.stdout
    assert SHOWN_SECRET.search(demo.stdout) is None
