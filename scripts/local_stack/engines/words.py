"""The words of an answer that carry meaning, for the rubric scorer."""

from typing import Final

from gather.core.words import sentences, stem, words

__all__ = ["sentences", "stems"]

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
    return frozenset(stem(word) for word in words(text) if word not in _FILLERS and len(word) > 1)
