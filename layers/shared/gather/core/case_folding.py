"""Folds texts for comparisons that ignore case, composition and width.

The last letter of `Zoë` is one character or two, and Latin letters have another width between Chinese ones
(Unicode Standard Annex 15). Accents make a difference, as in names of different people.
"""

import unicodedata

_DOTLESS_I = "\u0131"
_DOTTED_I = "i\u0307"
"""The lower case of `İ`. Who looks for Istanbul or Isparta types any of the four letters."""


def fold(text: str) -> str:
    """The one form of a text's spellings."""
    if text.isascii():
        return text.casefold()
    compatible = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return compatible.replace(_DOTTED_I, "i").replace(_DOTLESS_I, "i")


def spellings(text: str) -> list[str]:
    """The forms under which a text stands in an index: its folded one, and those of records that were written
    before, whose texts were put in lower case as they came."""
    lower = text.casefold()
    forms = (fold(text), lower, *(unicodedata.normalize(form, lower) for form in ("NFC", "NFD")))
    return list(dict.fromkeys(forms))
