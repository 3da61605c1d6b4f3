"""Where the first sentence of a spoken text ends, so that its sound can begin before the rest is spoken.

The rules know how English, German, French and Spanish are written, and the full stops of Chinese and
Japanese.
In doubt two sentences stay together: that only makes the first part longer.
"""

import re
from typing import Final

MOST_PARTS: Final = 2
FEWEST_CHARACTERS: Final = 25
"""A shorter first sentence takes the next one with it: a sound that short gains no time."""

_OPENING: Final = "\"'([{\u00ab\u201c\u201d\u201e\u201a\u2018\u2019\u203a\u300c\u2014\u2013-"
_CLOSING: Final = "\"')\\]}\u00bb\u00ab\u201c\u201d\u2018\u2019\u2039\u203a\u300d"
_END: Final = re.compile(
    rf"(?P<mark>[.!?\u2026]+)(?:[{_CLOSING}]|[ \u00a0\u202f]+[\u00bb\u203a](?!\w))*(?=\s)"
    rf"|[\u3002\uff01\uff1f]+[{_CLOSING}]*"
    r"|\n+"
)
"""Marks that may end a sentence, with what closes after them: « Ça va ? » has a space before the quote."""

_ABBREVIATION: Final = re.compile(
    r"(?:abb|abs|allg|approx|art|av|bd|bspw?|bzw|ca|cf|ch|co|corp|dept|dipl|doc|dra?s?|ed|est|etc|evtl|ex|fig|fr|"
    r"frl|gen|geb|ggfs?|hon|hrs?|inc|incl|ing|inkl|jr|jun|lic|lt|ltd|max|me|min|mio|mlle|mme|mrs?|ms|mt|mwst|"
    r"n[oú]m?|op|p[aá]g|prof|profa|rd|resp|rev|sen|sog|sra?s?|srta|st|\w*str|tel|uds?|usw|usf|vgl|vol|vs|zb|zzgl)"
)
_ORDINAL_DIGITS: Final = 2
"""A number of so many digits before a full stop may be an ordinal: "am 3. Mai"."""


def spoken_parts(text: str) -> tuple[str, ...]:
    """`text` in one or two parts: what its first sentence says, and the rest.

    The first part has at least `FEWEST_CHARACTERS` characters, and each part a word. Together they say all of
    the text.
    """
    for end in _ends(text):
        first, rest = text[:end].strip(), text[end:].strip()
        if len(first) >= FEWEST_CHARACTERS and _has_word(first):
            return (first, rest) if _has_word(rest) else (text.strip(),)
    return (text.strip(),)


def _ends(text: str) -> list[int]:
    """Where a sentence ends, in order."""
    return [
        found.end()
        for found in _END.finditer(text)
        if found["mark"] is None
        or (
            _begins_sentence(text[found.end() :])
            and not _is_abbreviated(text[: found.start()], found["mark"])
        )
    ]


def _begins_sentence(text: str) -> bool:
    """Whether a sentence begins here: not with a small letter, but for what only begins sentences."""
    begun = text.lstrip().lstrip(_OPENING).lstrip()
    return not begun[:1].islower()


def _is_abbreviated(before: str, mark: str) -> bool:
    """Whether the stop after `before` belongs to its last word: an abbreviation, an initial, an ordinal."""
    if mark != ".":
        return False
    words = re.findall(r"[^\W_]+", before[-40:])
    if not words or not before.endswith(words[-1]):
        return False
    word = words[-1]
    if word.isdigit():
        return len(word) <= _ORDINAL_DIGITS
    return len(word) == 1 or _ABBREVIATION.fullmatch(word.lower()) is not None


def _has_word(text: str) -> bool:
    return any(character.isalnum() for character in text)
