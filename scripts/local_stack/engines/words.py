"""Words made comparable: lower case, no filler words, and the endings of English inflection taken off."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_SENTENCE: Final = re.compile(r"[^.!?\n\u3002\uff01\uff1f]+[.!?\u3002\uff01\uff1f]*")
_ENDINGS: Final = (
    "ations", "ation", "ingly", "ments", "ment", "ness", "ings", "ing", "edly", "ies", "ied", "ers", "ed",
    "er", "es", "ly", "s", "y", "e",
)  # fmt: skip
_SHORTEST_STEM: Final = 4
_FILLERS_TEXT: Final = """
    a about after all also am an and any are as at be been but by can could did do does for from had has
    have he her him his how i if in into is it its just like me more most my no not of on or other our out
    over she should so some such than that the their them then there these they this those to too under up
    us very was we were what when where which who will with would you your
    ability able answer answers candidate clear example examples good show shows well
"""
_FILLERS: Final = frozenset(_FILLERS_TEXT.split())


def stems(text: str) -> frozenset[str]:
    """The stems of the words of `text` that carry meaning."""
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(_stem(word) for word in words if word not in _FILLERS and len(word) > 1)


def sentences(text: str) -> list[str]:
    """The sentences of `text` as they stand there."""
    return [sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip()]


def _stem(word: str) -> str:
    """`word` without its ending: customers and customer, solved and solving fall together."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word
