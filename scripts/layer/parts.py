"""Deletes parts of libraries, each of which has to be there."""

import shutil
from collections.abc import Iterable
from pathlib import Path


def delete(root: Path, names: Iterable[str]) -> None:
    """Delete the files and folders below the import root `root` that the patterns `names` match.

    Raises ValueError before anything is deleted when one matches nothing: what it was for may be in the layer
    under another name, or be what a function needs.
    """
    found = {name: sorted(root.glob(name)) for name in names}
    for name, entries in found.items():
        if not entries:
            raise ValueError(f"the libraries have no {name} any more")
    for entry in (entry for entries in found.values() for entry in entries):
        delete_entry(entry)


def delete_entry(entry: Path) -> None:
    """Delete a file or a folder, if it is there."""
    if entry.is_dir():
        shutil.rmtree(entry)
    else:
        entry.unlink(missing_ok=True)
