"""Names within a sentence that runs the other way, such as an English one in Arabic.

Without isolation a mark at the end of such a name, or beside it, is shown on its wrong side (Unicode Standard
Annex 9).
"""

import re
from typing import Final
from unicodedata import bidirectional

from gather.core.characters import without_directions
from gather.core.language import direction

_FROM_LEFT: Final = frozenset({"L"})
_FROM_RIGHT: Final = frozenset({"R", "AL"})
_ISOLATED: Final = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
_LINK: Final = re.compile(r"https?://")


def isolate(value: str, language: str) -> str:
    """A value that runs the other way than the language it stands in, between marks that isolate it.

    Marks in the value that turn directions are left out, in any language: what stands behind it would run
    the other way. Any other value stays as it is, so that a text message has no character more. So does a
    link: programs that find links in a text would take the mark into it.
    """
    foreign = _FROM_LEFT if direction(language) == "rtl" else _FROM_RIGHT
    value = without_directions(value)
    if _LINK.match(value) or foreign.isdisjoint(map(bidirectional, value)):
        return value
    return f"\u2068{value}\u2069"


def isolated_parts(text: str) -> list[tuple[str, bool]]:
    """A text in pieces without the marks, each with whether it stood between them."""
    pieces = _ISOLATED.split(text)
    return [(piece, index % 2 == 1) for index, piece in enumerate(pieces) if piece]
