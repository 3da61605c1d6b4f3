"""Holds the arrays of a large body to their limits before their elements are validated.

pydantic validates every element of an array that is too long. A megabyte of wrong elements would take seconds
that a request does not have.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic_core import from_json, to_json

from gather.core.errors import Fault
from gather.core.model import RequestBody

_SMALL_BODY_CHARACTERS = 4_096
"""The size of a body up to which no array is long enough to matter."""


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The limits within a value: elements, up to how many, or members by their names."""

    most: int | None = None
    elements: "_Bounds | None" = None
    members: "Mapping[str, _Bounds]" = field(default_factory=dict)


def without_overlong_arrays(model: type[RequestBody], body: str) -> tuple[str, list[Fault]]:
    """The body with each array that is longer than `model` allows emptied, and the faults of those arrays.

    A small body, and one that is no JSON, is returned as it is.
    """
    if len(body) <= _SMALL_BODY_CHARACTERS:
        return body, []
    try:
        raw = from_json(body)
    except ValueError:
        return body, []
    faults = list(_emptied(_bounds_of(model), raw, ""))
    return (to_json(raw).decode() if faults else body), faults


def _emptied(bounds: _Bounds, value: Any, path: str) -> Iterator[Fault]:
    if isinstance(value, dict):
        for name, member in bounds.members.items():
            yield from _emptied(member, value.get(name), f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        if bounds.most is not None and len(value) > bounds.most:
            value.clear()
            yield Fault(path, f"must have at most {bounds.most} elements")
        elif bounds.elements is not None:
            for index, element in enumerate(value):
                yield from _emptied(bounds.elements, element, f"{path}[{index}]")


@cache
def _bounds_of(model: type[RequestBody]) -> _Bounds:
    model.model_rebuild()
    schema: Any = model.__pydantic_core_schema__
    definitions = {each["ref"]: each for each in schema.get("definitions", ())}
    return _bounds(schema, definitions) or _Bounds()


def _bounds(schema: Any, definitions: Mapping[str, Any]) -> _Bounds | None:
    """The bounds of a part of pydantic's own schema, or None when it holds no array with a limit."""
    kind = schema["type"]
    if kind == "definition-ref":
        return _bounds(definitions[schema["schema_ref"]], definitions)
    if kind in ("list", "tuple"):
        inner = schema.get("items_schema")
        element = inner[0] if isinstance(inner, list) else inner
        return _Bounds(schema.get("max_length"), _bounds(element, definitions) if element else None)
    if kind == "model-fields":
        members = {
            declared.get("validation_alias", name): bounds
            for name, declared in schema["fields"].items()
            if (bounds := _bounds(declared["schema"], definitions))
        }
        return _Bounds(members=members) if members else None
    if kind == "union":
        every = (_bounds(choice, definitions) for choice in schema["choices"])
        return next(filter(None, every), None)
    return _bounds(schema["schema"], definitions) if "schema" in schema else None
