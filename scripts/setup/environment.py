#!/usr/bin/env python3
"""Prepares this clone for work: the virtual environment and, where npm is there, the local stack's packages.

    python3 scripts/setup/environment.py

Each step is done once and again only when its lock file has changed. Everything stays below the clone.
It is started by the system's Python, whatever its version, so it keeps to what all of them understand.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
REQUIREMENTS = REPOSITORY / "requirements"
NODE_PROJECTS = {
    REPOSITORY / "scripts" / "local_stack": "the local stack keeps its table in memory",
    REPOSITORY / "scripts" / "page_scripts": "changed scripts of pages are not bundled",
    REPOSITORY / "tests" / "javascript": "tests of JavaScript libraries are skipped",
    REPOSITORY / "clients" / "typescript": "the TypeScript client is not made or tried",
}
"""The folders with packages of npm, and what it means to be without them."""

OLDEST, TOO_NEW = (3, 11), (3, 14)
VERSION_QUESTION = "import sys; print('%d %d' % sys.version_info[:2])"


class SetupFailed(Exception):
    """Something is missing on this machine; the message says what to do."""


def prepare() -> None:
    """Install the packages of `dev.txt` and `engines.txt`, and those of npm. Raises SetupFailed."""
    environment = REPOSITORY / ".venv"
    _install(environment, REQUIREMENTS / "dev.txt", environment)
    _install_engines(environment)
    for project, without in NODE_PROJECTS.items():
        install_node_packages(project, without)


def _install(environment: Path, requirements: Path, uv_environment: Path) -> None:
    stamp = environment / ".installed"
    python = environment / "bin" / "python"
    if _version(str(python)) is None:
        host = _host_python()
        _say(f"Creating {environment.name} with {host}")
        _run([host, "-m", "venv", "--clear", str(environment)], "venv is missing: install python3-venv")
    wanted = _digest(requirements)
    if _text(stamp) == wanted:
        return
    uv = uv_environment / "bin" / "uv"
    if not uv.exists():
        _say("Installing uv")
        _install_uv(uv_environment / "bin" / "python")
    _say(f"Installing {requirements.relative_to(REPOSITORY)}")
    command = [str(uv), "pip", "install", "--quiet", "--python", str(python), "--no-deps", "--require-hashes"]
    _run([*command, "-r", str(requirements)], "the packages could not be installed")
    stamp.write_text(wanted)


def _install_engines(environment: Path) -> None:
    """What runs the local stack's models. Where it cannot be had the stack does without, which is said."""
    requirements = REQUIREMENTS / "engines.txt"
    stamp = environment / ".installed-engines"
    wanted = _digest(requirements)
    if _text(stamp) == wanted:
        return
    _say("Installing " + str(requirements.relative_to(REPOSITORY)))
    command = [str(environment / "bin" / "uv"), "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    command += ["--only-binary", ":all:", "--python", str(environment / "bin" / "python")]
    finished = subprocess.run([*command, "-r", str(requirements)], check=False, stderr=subprocess.PIPE)
    if finished.returncode == 0:
        stamp.write_text(wanted)
        return
    reason = " ".join(finished.stderr.decode(errors="replace").split())[:300]
    _say(
        "the local stack does without its models: requirements/engines.txt was not installed (" + reason + ")"
    )


def _install_uv(python: Path) -> None:
    """The uv that requirements/dev.txt pins, by pip, which every Python brings."""
    pinned = re.search(
        r"^uv==.*?(?=^\S|\Z)", (REQUIREMENTS / "dev.txt").read_text(), re.MULTILINE | re.DOTALL
    )
    if not pinned:
        raise SetupFailed("requirements/dev.txt names no uv")
    with tempfile.TemporaryDirectory() as folder:
        only_uv = Path(folder) / "uv.txt"
        only_uv.write_text(pinned.group())
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*command, "--no-deps", "--require-hashes", "-r", str(only_uv)], "uv could not be installed")


def install_node_packages(project: Path, without: str) -> bool:
    """Install the npm packages of a project. Without npm, say what is missing and return False."""
    lock = project / "package-lock.json"
    stamp = project / "node_modules" / ".installed"
    wanted = _digest(lock)
    if _text(stamp) == wanted:
        return True
    npm = shutil.which("npm")
    if npm is None:
        _say(f"npm is not installed: {without}")
        return False
    _say(f"Installing {lock.relative_to(REPOSITORY)}")
    command = [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=str(project), check=False).returncode == 0:
        stamp.write_text(wanted)
        return True
    _say(f"npm could not install them: {without}")
    return False


def _host_python() -> str:
    names = ["python3.13", "python3.12", "python3.11"]
    for python in [sys.executable] + [found for found in map(shutil.which, names) if found]:
        version = _version(python)
        if version and OLDEST <= version < TOO_NEW:
            return python
    raise SetupFailed("Python 3.11, 3.12 or 3.13 is needed, and none of them was found")


def _version(python: str) -> tuple[int, int] | None:
    try:
        finished = subprocess.run([python, "-c", VERSION_QUESTION], stdout=subprocess.PIPE, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor = finished.stdout.split()
    return int(major), int(minor)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _run(command: list[str], fault: str) -> None:
    if subprocess.run(command, check=False).returncode:
        raise SetupFailed(fault)


def _say(line: str) -> None:
    print("setup: " + line, flush=True)


def main() -> int:
    """Prepare the clone, one process at a time."""
    try:
        import fcntl
    except ImportError:
        print("setup: Linux or macOS is needed (on Windows, its Subsystem for Linux)", file=sys.stderr)
        return 2
    os.chdir(str(REPOSITORY))
    with Path(".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            prepare()
        except SetupFailed as failure:
            print(f"setup: {failure}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
