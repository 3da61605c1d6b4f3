"""Words made comparable: accents folded, lower case, and the endings of English inflection taken off."""

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_SENTENCE: Final = re.compile(r"[^.!?\n\u3002\uff01\uff1f]+[.!?\u3002\uff01\uff1f]*")
_IDEOGRAPHS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3,}")
_ENDINGS: Final = (
    "ications", "ication", "icants", "icant", "ations", "ation", "ingly", "ments", "ment", "ness", "ings",
    "ing", "edly", "ies", "ied", "ers", "ed", "er", "es", "ly", "s", "y", "e",
)  # fmt: skip


def folded(text: str) -> str:
    """`text` in lower case and without accents: `Café` and `cafe` are the same."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", letters)


def words(text: str) -> list[str]:
    """The words of `text`, folded, in their order.

    Scripts without spaces between words give pairs of neighbouring characters instead.
    """
    found: list[str] = []
    for word in _WORD.findall(folded(text)):
        if _IDEOGRAPHS.search(word):
            found.extend(word[start : start + 2] for start in range(len(word) - 1))
        else:
            found.append(word)
    return found


def stem(word: str, shortest: int = 4) -> str:
    """`word` without its ending: customers and customer, solved and solving fall together.

    At least `shortest` letters are left of it.
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return word


def sentences(text: str) -> list[str]:
    """The sentences of `text` as they stand there."""
    return [sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip()]
