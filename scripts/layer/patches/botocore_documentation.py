"""Leaves out the writers of botocore's documentation, which each client otherwise loads.

The docstrings of a client's methods are made from the documentation in the service models, and the layer's
models have none.
"""

import re
from pathlib import Path
from typing import Final

from layer import parts

NEEDED: Final = ("ClientMethodDocstring", "WaiterDocstring")
"""The classes of docstrings that botocore's other modules import."""
_FOLDER: Final = "botocore/docs"
_KEPT: Final = ("utils.py",)
_DOCSTRINGS: Final = '''\
"""The docstrings of generated methods; this layer's service models hold no documentation."""


class LazyLoadedDocstring(str):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        super().__init__()
'''


def apply(libraries: Path) -> None:
    """Leave in botocore's `docs` its utilities and classes of empty docstrings.

    Raises ValueError when botocore lacks one of NEEDED.
    """
    docs = libraries / _FOLDER
    source = (docs / "docstring.py").read_text(encoding="utf-8")
    names = re.findall(r"^class (\w+)\(LazyLoadedDocstring\)", source, re.MULTILINE)
    for name in NEEDED:
        if name not in names:
            raise ValueError(f"docstring.py has no {name} any more")
    for entry in list(docs.iterdir()):
        if entry.name not in _KEPT:
            parts.delete_entry(entry)
    empty = "".join(f"\n\nclass {name}(LazyLoadedDocstring):\n    pass\n" for name in names)
    (docs / "__init__.py").write_text("", encoding="utf-8")
    (docs / "docstring.py").write_text(_DOCSTRINGS + empty, encoding="utf-8")
