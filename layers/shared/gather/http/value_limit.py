"""Holds a body to a number of values before it is read.

A megabyte of empty arrays would take a second to read, several times the cost of a megabyte of text.
"""

MOST_VALUES = 20_000
"""The most values of a body in all; the largest that any route could accept has fewer than half."""

_QUOTES_OF_A_MEMBER = 4


def has_too_many_values(body: str) -> bool:
    """Whether the JSON in `body` has more than MOST_VALUES values, give or take the outermost one.

    What is in strings does not count. A text that is no JSON may be said to have too many.
    """
    if _separators(body) <= MOST_VALUES:
        return False
    plain = body.replace(r"\\", "").replace(r"\"", "")
    if plain.count('"') > MOST_VALUES * _QUOTES_OF_A_MEMBER:
        return True
    return _separators("".join(plain.split('"')[::2])) > MOST_VALUES


def _separators(text: str) -> int:
    """One for each value but the outermost: it follows a comma, or is the first of an array or object."""
    return text.count(",") + text.count("[") + text.count("{")
