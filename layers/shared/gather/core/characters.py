"""Invisible characters in a text: those that a text may have, and texts that have no others.

Names and answers of all scripts pass: joiners belong to Persian and Indic words and to emoji, marks to the
letters that they follow.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

NUL: Final = "\0"

_UNSEEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp", "Mn", "Mc", "Me"})
"""Controls, formats, spaces, and marks, which are seen with what they mark."""
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a symbol that fonts draw as nothing: the Hangul fillers and the Braille pattern blank."""
_BREAK_A_LINE: Final = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)))
_BEGINNING: Final = 64
_DIRECTIONS: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing at all of a text."""
    # Nearly every text shows at once. Of a megabyte that does not, each character is looked at once.
    return not (any(map(_is_seen, text[:_BEGINNING])) or any(map(_is_seen, set(text))))


def has_a_word(text: str) -> bool:
    """Whether a text has a letter or a digit that can be spoken."""
    return any(character.isalnum() and _is_seen(character) for character in text)


def saying_something(text: str) -> str:
    """A text of which something can be seen. Raises ValueError for another."""
    if is_blank(text):
        raise ValueError("must have at least 1 visible character")
    return text


def on_one_line(text: str) -> str:
    """Checks a text that stands in a line with others, such as a name. Raises ValueError for several lines.

    Marks that turn the direction of writing are removed: an override without its end turns the text after the
    name (Unicode Standard Annex 9, 2.7). Directions come from the letters themselves.
    """
    if not _BREAK_A_LINE.isdisjoint(text):
        raise ValueError("must be one line without control characters")
    return without_directions(text).strip()


def put_on_one_line(text: str) -> str:
    """Returns a text of another system as one line, because its author cannot be asked to correct it."""
    return " ".join("".join(" " if each in _BREAK_A_LINE else each for each in text).split())


def without_directions(text: str) -> str:
    """Returns a text without the embeddings, overrides and isolates of Unicode Standard Annex 9."""
    return text.translate(_DIRECTIONS)


def places_of_nul(value: object, path: str = "") -> Iterator[str]:
    """Yields the places of the character U+0000 in parsed JSON, in the notation of clients:
    `users[0].firstName`. A member whose name has it is reported by the object around it."""
    if isinstance(value, str):
        if NUL in value:
            yield path
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from places_of_nul(element, f"{path}[{index}]")
    elif isinstance(value, dict):
        for name, member in value.items():
            if NUL in name:
                yield path
            else:
                yield from places_of_nul(member, f"{path}.{name}" if path else name)


def _is_seen(character: str) -> bool:
    if character.isascii():
        return "!" <= character <= "~"
    return (
        unicodedata.category(character) not in _UNSEEN_CATEGORIES
        and character not in _FILLERS
        and not _is_ignored(ord(character))
    )


def _is_ignored(point: int) -> bool:
    """Whether a point is no character, or is passed over whatever Unicode makes of it in time."""
    is_no_character = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    return is_no_character or point == 0x2065 or 0xFFF0 <= point <= 0xFFF8 or 0xE0000 <= point <= 0xE0FFF
