"""Builds the code to measure below .local/bench: the trimmed layer for this host and the stock packages."""

import hashlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from layer import build, bytecode

REPOSITORY = Path(__file__).resolve().parents[2]
BASELINES = Path(__file__).resolve().parent / "baselines"
FOLDER = REPOSITORY / ".local" / "bench"
LOCK = REPOSITORY / "requirements" / "bench.txt"


@dataclass(frozen=True)
class Workspace:
    """The folders of the code to measure, all compiled by `python`.

    `service` and `stock` are import roots, in order, of the service as deployed and of the other ways. Those
    are compiled as an installation compiles them, docstrings included.
    """

    python: str
    service: tuple[Path, ...]
    stock: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        """For files that a measurement needs."""
        return FOLDER


def prepare() -> Workspace:
    """Build the layer afresh and install the stock packages unless they are there.

    With Lambda's Python where this machine has it, else with the one that runs this.
    """
    python = bytecode.runtime_python() or sys.executable
    FOLDER.mkdir(parents=True, exist_ok=True)
    layer = FOLDER / "layer"
    build.build(layer, "host", python)
    functions = _copied(REPOSITORY / "functions", FOLDER / "functions")
    bytecode.compile_with(python, functions, str(functions))
    baselines = _copied(BASELINES, FOLDER / "other" / "baselines")
    _compile_as_installed(python, baselines)
    return Workspace(python, (layer, functions), (_stock(python), baselines.parent))


def lambda_layer_bytes() -> int:
    """The size of the layer as it is uploaded."""
    target = FOLDER / "lambda" / "python"
    build.build(target, "lambda", sys.executable)
    return build.zipped_size(target.parent)


def _stock(python: str) -> Path:
    target = FOLDER / "stock"
    stamp = FOLDER / "stock.installed"
    wanted = hashlib.sha256(LOCK.read_bytes() + python.encode()).hexdigest()
    if target.is_dir() and stamp.exists() and stamp.read_text() == wanted:
        return target
    shutil.rmtree(target, ignore_errors=True)
    program = bytecode.uv()
    assert program is not None, "the layer was built with it"
    command = [program, "pip", "install", "--quiet", "--python", python, "--target", str(target)]
    # Linked files would be compiled in uv's cache too.
    command += ["--link-mode", "copy", "--no-deps", "--require-hashes", "-r", str(LOCK)]
    subprocess.run(command, check=True)
    _compile_as_installed(python, target)
    stamp.write_text(wanted)
    return target


def _copied(source: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    return target


def _compile_as_installed(python: str, folder: Path) -> None:
    command = [python, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(folder)]
    subprocess.run(command, check=True)
