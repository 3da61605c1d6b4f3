"""Makes the hundred TypedDicts of pydantic's core schemas plain dicts, which they are at run time anyway.

Only type checkers read their members; putting them together is a twentieth of a cold start.
"""

import re
from pathlib import Path

_IMPORT = re.compile(
    r"^if sys\.version_info.*:\n    from typing_extensions import TypedDict\n"
    r"else:\n    from typing import TypedDict\n",
    re.MULTILINE,
)
_PLAIN = """

class TypedDict(dict):
    def __new__(cls, *args, **members):
        return dict(*args, **members)

    def __init_subclass__(cls, **_options):
        pass

"""


def simplify(file: Path) -> None:
    """Rewrite `file`, pydantic_core's core_schema. Raises ValueError when it no longer is as expected."""
    source, found = _IMPORT.subn(_PLAIN, file.read_text(encoding="utf-8"))
    if found != 1:
        raise ValueError(f"{file.name} imports TypedDict in another way now")
    file.write_text(source, encoding="utf-8")
