"""The layer with the local stack's engines, which stand in for Polly and Bedrock in containers too."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from layer import bytecode
from local_stack.settings import PROJECT, SCRIPTS, StackError

LIBRARIES = ("espeakng-loader",)
"""The libraries that the engines need besides those of the shared layer."""

WHEELS = {"arm64": "aarch64-manylinux_2_28", "x86_64": "x86_64-manylinux_2_28"}
"""uv's names for the wheels of each architecture. FFmpeg's need a newer glibc than those of the shared layer;
Lambda's runtime has 2.34."""


def build_engines_layer(target: Path, architecture: str) -> None:
    """Fills the folder of the layer. Raises StackError when a library cannot be had."""
    shutil.rmtree(target, ignore_errors=True)
    root = target / "python"
    root.mkdir(parents=True)
    _install(root, architecture)
    shutil.copytree(
        SCRIPTS / "local_stack",
        root / "local_stack",
        ignore=shutil.ignore_patterns("__pycache__", "node_modules", "*.json"),
    )


def locked(library: str, lock: str) -> str:
    """The library's entries in the text of a lock file, with their hashes: one, or several for different
    Pythons. Raises StackError without one."""
    entries = re.findall(rf"^{re.escape(library)}==.*?(?=^\S|\Z)", lock, re.MULTILINE | re.DOTALL)
    if not entries:
        raise StackError(f"requirements/dev.txt does not lock {library}: run `make lock`")
    return "".join(entries)


def _install(root: Path, architecture: str) -> None:
    lock = (PROJECT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "engines.txt"
        wanted.write_text("".join(locked(library, lock) for library in LIBRARIES), encoding="utf-8")
        command = [str(bytecode.uv()), "pip", "install", "--quiet", "--target", str(root)]
        command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
        command += ["--python-platform", WHEELS[architecture], "--python-version", bytecode.RUNTIME]
        finished = subprocess.run([*command, "-r", str(wanted)], check=False)
    if finished.returncode:
        raise StackError("the libraries of the local engines could not be installed (see above)")
    shutil.rmtree(root / "bin", ignore_errors=True)
