"""Leaves out botocore's writer of documentation, which each client otherwise loads.

The docstrings of a client's methods are made from the documentation in the service models, and the layer's
models have none.
"""

import shutil
from pathlib import Path

_KEPT = ("utils.py",)
_DOCSTRING = '''"""The docstrings of client methods; this layer's service models hold no documentation."""


class LazyLoadedDocstring(str):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        super().__init__()


class ClientMethodDocstring(LazyLoadedDocstring):
    pass


class WaiterDocstring(LazyLoadedDocstring):
    pass


class PaginatorDocstring(LazyLoadedDocstring):
    pass
'''


def remove(docs: Path) -> None:
    """Leave in botocore's `docs` only what clients name. Raises ValueError when that is not there."""
    written = (docs / "docstring.py").read_text(encoding="utf-8")
    for name in ("ClientMethodDocstring", "WaiterDocstring", "PaginatorDocstring"):
        if f"class {name}(" not in written:
            raise ValueError(f"botocore.docs.docstring has no {name} any more")
    for entry in docs.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        elif entry.name not in _KEPT:
            entry.unlink()
    (docs / "__init__.py").write_text("")
    (docs / "docstring.py").write_text(_DOCSTRING)
