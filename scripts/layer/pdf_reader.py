"""The library that reads PDFs, beside the code of the functions that start a program with it."""

import shutil
from pathlib import Path
from typing import Final

from layer.carried import installed

FUNCTIONS: Final = ("chat", "screening")
LIBRARY: Final = "pypdf"


def add_to(target: Path) -> None:
    """Copy the library into the function's package. Raises LookupError when it is not there."""
    shutil.copytree(
        installed(LIBRARY), target / LIBRARY, ignore=shutil.ignore_patterns("__pycache__", "py.typed")
    )
