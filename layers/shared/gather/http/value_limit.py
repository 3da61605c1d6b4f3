"""Holds a body to a number of values before it is read.

A megabyte of empty arrays would take a second to read, several times the cost of a megabyte of text.
"""

MOST_VALUES = 20_000
"""The most values of a body in all; the largest that any route could accept has fewer than half."""

MOST_VALUES_JUDGED_LATER = 100_000
"""The most values of a body with an array of anything, which is not validated with the body."""

_QUOTES_OF_A_MEMBER = 4


def has_too_many_values(body: str, most: int = MOST_VALUES) -> bool:
    """Whether the JSON in `body` has more than `most` values, give or take the outermost one.

    What is in strings does not count. A text that is no JSON may be said to have too many.
    """
    if _separators(body) <= most:
        return False
    plain = body.replace(r"\\", "").replace(r"\"", "")
    if plain.count('"') > most * _QUOTES_OF_A_MEMBER:
        return True
    return _separators("".join(plain.split('"')[::2])) > most


def _separators(text: str) -> int:
    """One for each value but the outermost: it follows a comma, or is the first of an array or object."""
    return text.count(",") + text.count("[") + text.count("{")
