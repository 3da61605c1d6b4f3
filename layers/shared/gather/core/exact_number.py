"""Numbers of JSON that keep their text.

An open object comes back as it was given (docs/decisions/requests.md). A float would write 1.10 as 1.1, 1e400
not at all, and a long fraction rounded.

JSON encoders know no such number. A marked text is therefore written in the place of each, and the marks are
removed from the JSON afterwards. Nobody outside this process can write a mark.
"""

import json
import re
from functools import cache
from os import urandom
from typing import Any, NoReturn

MARK = f"{urandom(8).hex()}:"
"""The mark before the text of a number between the writing of JSON and its end."""


class ExactNumber(float):
    """A number with its text. In computations it is the nearest float, or infinite."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "ExactNumber":
        """The number that `text` is in JSON."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __eq__(self, other: object) -> bool:
        """Two of them are the same when their texts are."""
        return self.text == other.text if isinstance(other, ExactNumber) else super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


def loads(text: str) -> Any:
    """Parses JSON with exact numbers. Raises ValueError for a text that is no JSON, and RecursionError."""
    return json.loads(text, parse_float=_fraction, parse_int=_whole, parse_constant=_refuse)


def dumps(value: object) -> str:
    """A value as JSON without spaces, its numbers as they were given.

    Raises ValueError for NaN and infinity.
    """
    return unmarked(json.dumps(marked(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def marked(value: Any) -> Any:
    """A value that any writer of JSON takes, with marked texts for exact numbers."""
    if isinstance(value, ExactNumber):
        return f"{MARK}{value.text}"
    if isinstance(value, dict):
        return {name: marked(member) for name, member in value.items()}
    return [marked(element) for element in value] if isinstance(value, list | tuple) else value


def exact(value: Any) -> Any:
    """A value that was read from JSON with marked texts, with the numbers that they stand for."""
    if isinstance(value, str):
        return ExactNumber(value.removeprefix(MARK)) if value.startswith(MARK) else value
    if isinstance(value, dict):
        return {name: exact(member) for name, member in value.items()}
    return [exact(element) for element in value] if isinstance(value, list) else value


def has_exact(value: Any) -> bool:
    """Whether there is an exact number in a value."""
    if isinstance(value, dict | list):
        return any(map(has_exact, value.values() if isinstance(value, dict) else value))
    return isinstance(value, ExactNumber)


def unmarked(text: str) -> str:
    """JSON with the numbers that its marked texts stand for."""
    return _marked_text().sub(r"\1", text) if MARK in text else text


# At its first use, since few functions have numbers to mark.
@cache
def _marked_text() -> re.Pattern[str]:
    return re.compile(rf'"{MARK}([^"]+)"')


def _fraction(text: str) -> float:
    number = float(text)
    return number if repr(number) == text and "e" not in text else ExactNumber(text)


def _whole(text: str) -> float:
    """Whole numbers have any length in Python, up to the 4,300 digits that its readers of JSON take."""
    return ExactNumber(text) if text == "-0" else int(text)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")
