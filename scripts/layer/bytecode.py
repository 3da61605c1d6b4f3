"""Compiles what is deployed, so that a cold start compiles nothing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

RUNTIME = "3.13"

_COMPILER = Path(__file__).with_name("bytecode_compiler.py")


def compile_for_lambda(folder: Path, deployed_at: str) -> None:
    """Compile `folder` for Lambda's Python; without one at hand say so and leave the sources alone.

    `deployed_at` is where tracebacks will place the folder, such as `/opt/python`.
    """
    python = runtime_python()
    if python is None:
        print(
            f"No Python {RUNTIME} found: {folder.name} goes without bytecode and its cold starts are slower."
        )
        return
    compile_with(python, folder, deployed_at)


def compile_with(python: str, folder: Path, deployed_at: str) -> None:
    """Compile `folder` with the interpreter `python`, which reads it at `deployed_at`."""
    subprocess.run([python, "-I", "-S", str(_COMPILER), str(folder), deployed_at], check=True)


def runtime_python() -> str | None:
    """A Python of Lambda's version, or None."""
    return next((python for python in _candidates() if _version(python) == RUNTIME), None)


def uv() -> str | None:
    """The project's own uv or, without one, any other."""
    own = Path(__file__).resolve().parents[2] / ".venv" / "bin" / "uv"
    return str(own) if own.exists() else shutil.which("uv")


def _candidates() -> Iterator[str]:
    yield sys.executable
    if found := shutil.which(f"python{RUNTIME}"):
        yield found
    if program := uv():
        finished = subprocess.run(
            [program, "python", "find", "--no-python-downloads", RUNTIME],
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode == 0:
            yield finished.stdout.strip()
    # pyenv's commands for versions that are not selected are on the path and fail.
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from map(str, sorted(versions.glob(f"{RUNTIME}*/bin/python{RUNTIME}")))


def _version(python: str) -> str | None:
    try:
        finished = subprocess.run(
            [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return finished.stdout.strip() if finished.returncode == 0 else None
