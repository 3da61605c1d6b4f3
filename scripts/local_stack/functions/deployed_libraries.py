"""Links to the libraries that a deployed function finds, and to no others that are installed here.

A function has the shared layer's, those that its package carries and those of Lambda's runtime. What is
installed beside them would hide that one is missing.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from layer import pdf_reader
from local_stack.settings import SCRIPTS

_LAYER: Final = SCRIPTS.parent / "requirements" / "layer.txt"
_RUNTIME: Final = ("boto3", "s3transfer", "awslambdaric", "simplejson", "snapshot-restore-py")
"""Lambda's runtime has these beside the layer's libraries."""
_STACK: Final = ("espeakng-loader",)
"""The stack's engines, which stand in for AWS's services, need these."""
_NO_MODULES: Final = ("..", "__pycache__", "bin", "share")


def link_libraries(package: str, folder: Path) -> Path:
    """Makes links to the libraries of the function `package`; returns their folder, which is in `folder`."""
    links = folder / package
    links.mkdir(parents=True, exist_ok=True)
    carried = pdf_reader.LIBRARIES if package in pdf_reader.FUNCTIONS else ()
    for entry in _entries_of((*_layers(), *_RUNTIME, *_STACK, *carried)):
        # Another process of the function may be started at the same time.
        with suppress(FileExistsError):
            (links / entry.name).symlink_to(entry)
    return links


@cache
def _layers() -> tuple[str, ...]:
    return tuple(re.findall(r"^([\w.-]+)==", _LAYER.read_text(encoding="utf-8"), re.MULTILINE))


def _entries_of(names: Iterable[str]) -> set[Path]:
    """The modules of installed libraries, and what describes them. One that is not there has none."""
    return {entry for name in names for entry in _installed(name)}


@cache
def _installed(name: str) -> frozenset[Path]:
    try:
        library = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return frozenset()
    tops = {file.parts[0] for file in library.files or () if file.parts[0] not in _NO_MODULES}
    return frozenset(Path(str(library.locate_file(top))) for top in tops)
