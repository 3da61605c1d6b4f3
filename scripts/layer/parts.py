"""Deletes parts of libraries, each of which has to be there."""

import shutil
from collections.abc import Iterable
from pathlib import Path


def delete(root: Path, names: Iterable[str]) -> None:
    """Delete the files and folders `names` below the import root `root`.

    Raises ValueError before anything is deleted when one is not there: what it became may be in the layer
    again, or be what a function needs.
    """
    entries = sorted(root / name for name in names)
    for entry in entries:
        if not entry.exists():
            raise ValueError(f"the libraries have no {entry.relative_to(root)} any more")
    for entry in entries:
        delete_entry(entry)


def delete_entry(entry: Path) -> None:
    """Delete a file or a folder, if it is there."""
    if entry.is_dir():
        shutil.rmtree(entry)
    else:
        entry.unlink(missing_ok=True)
