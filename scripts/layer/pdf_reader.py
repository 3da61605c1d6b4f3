"""The libraries that read PDFs, beside the code of the functions that start a program with them."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from layer import ciphers, locked_libraries

FUNCTIONS: Final = ("chat", "screening")
LIBRARIES: Final = {"pypdf": "pypdf", "pycryptodome": "Crypto"}
"""The folder of each: what reads PDFs, and what decrypts them for it."""
_LOCK: Final = "functions"


def add_to(target: Path, architecture: str) -> None:
    """Put the libraries into the function's package, for its architecture.

    Raises LookupError for an architecture that is none, CalledProcessError when they can't be had, ValueError
    when one no longer has what is to be kept of it.
    """
    wheels = locked_libraries.wheels_of(architecture)
    with TemporaryDirectory() as folder:
        locked_libraries.install(_LOCK, Path(folder), wheels, sys.executable)
        for library in LIBRARIES.values():
            left_out = shutil.ignore_patterns("__pycache__", "py.typed", "*.pyi")
            shutil.copytree(Path(folder) / library, target / library, ignore=left_out)
    ciphers.trim(target / LIBRARIES["pycryptodome"])
