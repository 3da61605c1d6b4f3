"""Programs of `scripts/` that need a process of their own, because they replace its clocks and its chance."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_SECONDS = 600


def run_module(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m module` as `make` does, and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )
