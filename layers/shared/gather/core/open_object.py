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


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _bounded(value: dict[str, Any]) -> dict[str, Any]:
    try:
        size = len(_text(value).encode())
    except (ValueError, RecursionError):
        raise ValueError("holds a number that is too large, or is nested too deeply") from None
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
