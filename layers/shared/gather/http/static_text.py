"""Files that functions serve or put into pages."""

from functools import cache
from pathlib import Path


@cache
def static_text(path: Path) -> str:
    """The text of a file beside a function's code, read at its first use."""
    return path.read_text(encoding="utf-8")
