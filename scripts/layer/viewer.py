"""The viewer of the OpenAPI document, from the pinned library that carries it; the layer leaves it out.

Functions get what the layer lacks with their own package. This one is for `functions/reference`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTION = "reference"
FOLDER = "aws_lambda_powertools/event_handler/openapi/swagger_ui"
FILES = ("swagger-ui-bundle.min.js", "swagger-ui.min.css")


def add_to(package: Path) -> None:
    """Copy the viewer into the folder `viewer` of the function's package.

    Raises LookupError when the library no longer has it.
    """
    folder = _installed() or _install()
    target = package / "viewer"
    target.mkdir()
    for name in FILES:
        shutil.copy(folder / name, target / name)


def _installed() -> Path | None:
    return next((REPOSITORY / ".venv").glob(f"lib/python*/site-packages/{FOLDER}"), None)


def _install() -> Path:
    """The library in a new environment: a plain `sam build` from a fresh clone has none."""
    subprocess.run([sys.executable, str(REPOSITORY / "scripts" / "setup" / "environment.py")], check=True)
    folder = _installed()
    if folder is None:
        raise LookupError(f"no {FOLDER} among the installed packages")
    return folder
