"""Leaves out the writers of botocore's documentation, which each client otherwise loads.

The docstrings of a client's methods are made from the documentation in the service models, and the layer's
models have none.
"""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

_KEPT = ("utils.py",)
_DOCSTRINGS = '''"""The docstrings of generated methods; this layer's service models hold no documentation."""


class LazyLoadedDocstring(str):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        super().__init__()
'''


def remove(docs: Path, needed: Iterable[str]) -> None:
    """Leave in a library's `docs` its utilities and classes of empty docstrings.

    `needed` are classes that must be among them. Raises ValueError when the library lacks one.
    """
    names = re.findall(
        r"^class (\w+)\(LazyLoadedDocstring\)", (docs / "docstring.py").read_text(), re.MULTILINE
    )
    for name in needed:
        if name not in names:
            raise ValueError(f"docstring.py has no {name} any more")
    for entry in docs.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        elif entry.name not in _KEPT:
            entry.unlink()
    empty = "".join(f"\n\nclass {name}(LazyLoadedDocstring):\n    pass\n" for name in names)
    (docs / "__init__.py").write_text("")
    (docs / "docstring.py").write_text(_DOCSTRINGS + empty)
