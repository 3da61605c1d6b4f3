"""Objects whose members the interface leaves open, such as a description for a rich-text editor.

They come back exactly as they were given, each number with its text (gather.core.exact_number). The table
would refuse some of them (its numbers are shorter, its maps less deep than JSON's), so that they are stored
as text.
"""

from collections.abc import Sequence
from typing import Annotated, Any, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    PlainSerializer,
    SerializationInfo,
    WithJsonSchema,
)

from gather.core import exact_number

MOST_BYTES = 30_000
"""The size of an open object in a request, as JSON without spaces in UTF-8."""

MOST_LEVELS = 100
"""The deepest nesting of an open object; the object itself is the first level. Parsers stop at 200."""
TOO_DEEP = f"must be nested at most {MOST_LEVELS} levels deep"


def _depth(value: object) -> int:
    """The levels of objects and arrays; a text or a number has none."""
    level, inner = 0, [value]
    while inner := [each for each in inner if isinstance(each, dict | list)]:
        level += 1
        inner = [part for each in inner for part in (each.values() if isinstance(each, dict) else each)]
    return level


def _bounded(value: dict[str, Any]) -> dict[str, Any]:
    if _depth(value) > MOST_LEVELS:
        raise ValueError(TOO_DEEP)
    given: dict[str, Any] = exact_number.exact(value)
    try:
        size = len(exact_number.dumps(given).encode())
    except ValueError:
        raise ValueError("holds a number that is too large") from None
    if size > MOST_BYTES:
        raise ValueError(f"must have at most {MOST_BYTES} bytes")
    return given


def _from_text(value: object) -> object:
    return exact_number.loads(value) if isinstance(value, str) else exact_number.exact(value)


def _written(value: object, info: SerializationInfo) -> object:
    return exact_number.marked(value) if info.mode_is_json() else exact_number.dumps(value)


_BOUNDED = AfterValidator(_bounded)

GivenObject = Annotated[dict[str, Any], _BOUNDED]
"""An open object in a request."""


def is_given_object(annotation: object, metadata: Sequence[object]) -> bool:
    """Whether a member of a request that is declared so may be an open object."""
    return _BOUNDED in metadata or any(
        _BOUNDED in getattr(each, "__metadata__", ()) for each in get_args(annotation)
    )


OpenObject = Annotated[
    dict[str, Any],
    BeforeValidator(_from_text),
    PlainSerializer(_written),
    WithJsonSchema({"type": "object", "additionalProperties": True}),
]
"""An open object of a record: text in the table, an object with marked numbers in responses."""
