"""Bodies of a megabyte that cost as much as possible, made from the schema of a route's body."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from gather.core.model import RequestBody, RequestModel
from gather.http.validation import MAXIMUM_BODY_BYTES
from gather.http.value_limit import MOST_VALUES

Step = str | int
Place = tuple[Step, ...]
"""The place of a value in a body: names of members, and 0 for the elements of an array."""

_DEEPEST_PLACE = 6
_ROOM = 2_000


def _array_of(element: str, size: int, most: int = MOST_VALUES - 500) -> str:
    return "[" + ",".join([element] * min(size // (len(element) + 1), most)) + "]"


def _object(size: int) -> str:
    members = min(size // 10, MOST_VALUES - 500)
    return "{" + ",".join(f'"{number:x}":{{}}' for number in range(members)) + "}"


def _text_of(part: str, size: int) -> str:
    return json.dumps(part * (size // len(json.dumps(part)[1:-1])))


STRUCTURES: dict[str, Callable[[int], str]] = {
    "empty objects": lambda size: _array_of("{}", size),
    "empty texts": lambda size: _array_of('""', size),
    "numbers": lambda size: _array_of("0", size),
    "nulls": lambda size: _array_of("null", size),
    "members": _object,
}
"""Builders of arrays and objects of about this many bytes."""

SCALARS: dict[str, Callable[[int], str]] = {
    "digits": lambda size: "9" * size,
    "letters": lambda size: _text_of("a", size),
    "spaces": lambda size: _text_of(" ", size),
    "escapes": lambda size: _text_of("\x01", size),
    "accents": lambda size: _text_of("é", size // 3),
    "braces": lambda size: _text_of("{a}", size),
    "a host name": lambda size: json.dumps("http://" + "a." * (size // 2 - 10)),
    "an address": lambda size: json.dumps("a@" + "a." * (size // 2 - 10)),
}
"""Builders of texts and numbers of about this many bytes."""

TOO_MANY: dict[str, Callable[[int], str]] = {
    "empty objects": lambda size: _array_of("{}", size, size),
    "empty texts": lambda size: _array_of('""', size, size),
    "numbers": lambda size: _array_of("0", size, size),
    "deep arrays": lambda size: _array_of("[" * 100 + "]" * 100, size, size),
    "one deep array": lambda size: "[" * (size // 2) + "]" * (size // 2),
}
"""Builders of more values than any body may have."""

_COPIES = (1, 50)
"""Numbers of elements of the innermost array that share the filling."""


def worst_bodies(model: type[RequestBody]) -> Iterator[tuple[str, str]]:
    """Yields bodies of maximum size, each with a description of its filling and its place. Long texts and
    numbers fill the places of scalars, arrays and objects with many values the others."""
    for place, is_scalar in sorted(_own_places(model), key=str):
        for name, filling in (SCALARS if is_scalar else STRUCTURES).items():
            for copies in _COPIES if 0 in place else (1,):
                body = _at(place, _filled(filling, (MAXIMUM_BODY_BYTES - _ROOM) // copies), copies)
                if len(body) <= MAXIMUM_BODY_BYTES:
                    yield f"{name} in {copies} of {'.'.join(map(str, place)) or 'the body'}", body


def bodies_of_too_many_values() -> Iterator[tuple[str, str]]:
    """Yields bodies with too many values, each with the name of its filling."""
    for name, filling in TOO_MANY.items():
        yield name, _at(("anything",), filling(MAXIMUM_BODY_BYTES - _ROOM), 1)


@cache
def _filled(filling: Callable[[int], str], size: int) -> str:
    return filling(size)


def _own_places(model: type[RequestBody]) -> set[tuple[Place, bool]]:
    """Returns the places of a body, without those that every body has."""
    schema = model.model_json_schema(by_alias=True)
    places = set(_places(schema, schema.get("$defs", {})))
    return places if model is RequestModel else places - _own_places(RequestModel)


def _places(schema: Any, definitions: Any, place: Place = ()) -> Iterator[tuple[Place, bool]]:
    """Yields every place, and whether a text or a number may be there."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    choices = (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ()))
    if not choices:
        yield place, schema.get("type") not in ("array", "object", None)
    if len(place) == _DEEPEST_PLACE:
        return
    for choice in choices:
        yield from _places(choice, definitions, place)
    for name, member in schema.get("properties", {}).items():
        yield from _places(member, definitions, (*place, name))
    for inner, step in (("items", 0), ("additionalProperties", "anything")):
        if isinstance(schema.get(inner), dict):
            yield from _places(schema[inner], definitions, (*place, step))


def _at(place: Place, value: str, copies: int) -> str:
    """Returns the body with `value` at the place; the innermost array around it has this many copies."""
    for step in reversed(place):
        if isinstance(step, int):
            value, copies = "[" + ",".join([value] * copies) + "]", 1
        else:
            value = "{" + json.dumps(step) + ":" + value + "}"
    return value
