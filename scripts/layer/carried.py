"""Finds installed libraries for functions that need parts of them which the layer does not have."""

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def installed(folder: str) -> Path:
    """Returns a folder of an installed library, such as `botocore`. Raises LookupError when there is none.

    A plain `sam build` from a fresh clone has no environment yet and gets one.
    """
    found = _find(folder)
    if found is None:
        environment = REPOSITORY / "scripts" / "setup" / "environment.py"
        subprocess.run([sys.executable, str(environment)], check=True)
        found = _find(folder)
    if found is None:
        raise LookupError(f"no {folder} among the installed packages")
    return found


def _find(folder: str) -> Path | None:
    return next((REPOSITORY / ".venv").glob(f"lib/python*/site-packages/{folder}"), None)
