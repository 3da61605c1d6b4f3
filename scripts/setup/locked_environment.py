"""Environments beside `.venv` for tools that want other versions of the same packages."""

import hashlib
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def install(name: str) -> Path:
    """The environment `.venv-{name}` with what `requirements/{name}.txt` locks; its folder.

    It is made anew when the lock file has changed. Raises CalledProcessError where it cannot be made.
    """
    environment = REPOSITORY / f".venv-{name}"
    lock = REPOSITORY / "requirements" / f"{name}.txt"
    stamp = environment / ".installed"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return environment
    uv = REPOSITORY / ".venv" / "bin" / "uv"
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, environment], check=True)
    install = ["pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([uv, *install, "--python", environment, "-r", lock], check=True)
    stamp.write_text(wanted)
    return environment
