"""Objects whose members the interface leaves open, such as a description for a rich-text editor.

They come back exactly as they were given. The table would refuse some of them (its numbers are shorter, its
maps less deep than JSON's), so that they are stored as text.
"""

import json
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    PlainSerializer,
    SerializationInfo,
    WithJsonSchema,
)

MOST_BYTES = 30_000
"""The size of an open object in a request, as JSON without spaces in UTF-8."""

MOST_LEVELS = 100
"""How deep an open object may be nested; the object itself is the first level. Parsers stop at 200."""
TOO_DEEP = f"must be nested at most {MOST_LEVELS} levels deep"


def _depth(value: object) -> int:
    """The levels of objects and arrays; a text or a number has none."""
    level, inner = 0, [value]
    while inner := [each for each in inner if isinstance(each, dict | list)]:
        level += 1
        inner = [part for each in inner for part in (each.values() if isinstance(each, dict) else each)]
    return level


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _bounded(value: dict[str, Any]) -> dict[str, Any]:
    if _depth(value) > MOST_LEVELS:
        raise ValueError(TOO_DEEP)
    try:
        size = len(_text(value).encode())
    except ValueError:
        raise ValueError("holds a number that is too large") from None
    if size > MOST_BYTES:
        raise ValueError(f"must have at most {MOST_BYTES} bytes")
    return value


def _from_text(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


def _for_the_table(value: object, info: SerializationInfo) -> object:
    return value if info.mode_is_json() else _text(value)


GivenObject = Annotated[dict[str, Any], AfterValidator(_bounded)]
"""An open object in a request."""

OpenObject = Annotated[
    dict[str, Any],
    BeforeValidator(_from_text),
    PlainSerializer(_for_the_table),
    WithJsonSchema({"type": "object", "additionalProperties": True}),
]
"""An open object of a record: text in the table, an object in responses."""
