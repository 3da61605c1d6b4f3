"""Checks the OpenAPI document with Redocly (recommended) and Spectral (spectral:oas): `make lint-document`.

Both are packages of npm, installed beside this file. What is waived is in their settings, with the reason.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from openapi.__main__ import DOCUMENT
from setup.environment import install_node_packages

FOLDER = Path(__file__).parent
COMMANDS: tuple[list[str], ...] = (
    ["redocly", "lint", "--config", "redocly.yaml", "--max-problems", "1000", "--format", "codeframe"],
    ["spectral", "lint", "--ruleset", "spectral.yaml", "--fail-severity", "hint"],
)


def main() -> int:
    """Print what the linters find. Returns 1 when that is anything, and 2 where they are not installed."""
    if not install_node_packages(FOLDER, "the OpenAPI document is not linted"):
        return 2
    with ThreadPoolExecutor() as both:
        return max(both.map(_run, COMMANDS))


def _run(command: list[str]) -> int:
    """1 when the linter finds anything, however it weighs it."""
    name, *options = command
    finished = subprocess.run(
        [FOLDER / "node_modules" / ".bin" / name, *options, os.path.relpath(DOCUMENT, FOLDER)],
        cwd=FOLDER,
        env={**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = finished.stdout + finished.stderr
    if finished.returncode or "Warning was generated" in said:
        print(said)
        return 1
    print(f"{name}: nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
