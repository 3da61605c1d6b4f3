"""Installs the libraries of a lock file of `requirements/` for a deployment or for this host."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from layer import bytecode

REPOSITORY: Final = Path(__file__).resolve().parents[2]
PLATFORMS: Final = REPOSITORY / "layers" / "platforms"


def architectures() -> list[str]:
    """Lists the architectures that libraries can be installed for."""
    return sorted(folder.name for folder in PLATFORMS.iterdir())


def wheels_of(architecture: str) -> str:
    """Returns uv's name for the wheels of an architecture, such as `aarch64-manylinux2014`.

    Raises LookupError for an unknown architecture.
    """
    if architecture not in architectures():
        raise LookupError(f"there are no libraries for {architecture}, but for {', '.join(architectures())}")
    return (PLATFORMS / architecture / "wheels").read_text(encoding="ascii").strip()


def install(lock: str, target: Path, wheels: str | None, python: str) -> None:
    """Install the libraries of `requirements/<lock>.txt` into `target`.

    Takes the wheels for Lambda's Python on the platform `wheels`, or those for the interpreter `python`.
    Raises CalledProcessError when they cannot be installed.
    """
    uv = bytecode.uv()
    if uv is None:
        # A plain `sam build` from a fresh clone: the environment brings the pinned uv.
        subprocess.run([sys.executable, str(REPOSITORY / "scripts" / "setup" / "environment.py")], check=True)
        uv = str(REPOSITORY / ".venv" / "bin" / "uv")
    command = [uv, "pip", "install", "--quiet", "--python", python, "--target", str(target)]
    # Files linked to uv's cache would be changed there, and in every environment, by the trimming.
    command += ["--link-mode", "copy"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    if wheels:
        command += ["--python-platform", wheels, "--python-version", bytecode.RUNTIME]
    subprocess.run([*command, "-r", str(REPOSITORY / "requirements" / f"{lock}.txt")], check=True)
