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
from gather.core.model import RequestModel

_SMALL_BODY_CHARACTERS = 4_096
"""In a body of up to this size no array is long enough to matter."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What may be within a value: elements, up to how many, or members by their names."""

    most: int | None = None
    elements: "_Shape | None" = None
    members: "Mapping[str, _Shape]" = field(default_factory=dict)


def without_overlong_arrays(model: type[RequestModel], body: str) -> tuple[str, list[Fault]]:
    """The body with each array that is longer than `model` allows emptied, and the faults of those arrays.

    A small body, and one that is no JSON, is returned as it is.
    """
    if len(body) <= _SMALL_BODY_CHARACTERS:
        return body, []
    try:
        raw = from_json(body)
    except ValueError:
        return body, []
    faults = list(_emptied(_shape_of(model), raw, ""))
    return (to_json(raw).decode() if faults else body), faults


def _emptied(shape: _Shape, value: Any, path: str) -> Iterator[Fault]:
    if isinstance(value, dict):
        for name, member in shape.members.items():
            yield from _emptied(member, value.get(name), f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        if shape.most is not None and len(value) > shape.most:
            value.clear()
            yield Fault(path, f"must have at most {shape.most} elements")
        elif shape.elements is not None:
            for index, element in enumerate(value):
                yield from _emptied(shape.elements, element, f"{path}[{index}]")


@cache
def _shape_of(model: type[RequestModel]) -> _Shape:
    model.model_rebuild()
    schema: Any = model.__pydantic_core_schema__
    definitions = {each["ref"]: each for each in schema.get("definitions", ())}
    return _shape(schema, definitions) or _Shape()


def _shape(schema: Any, definitions: Mapping[str, Any]) -> _Shape | None:
    """The shape of a part of pydantic's own schema, or None when it holds no array with a limit."""
    kind = schema["type"]
    if kind == "definition-ref":
        return _shape(definitions[schema["schema_ref"]], definitions)
    if kind in ("list", "tuple"):
        inner = schema.get("items_schema")
        element = inner[0] if isinstance(inner, list) else inner
        return _Shape(schema.get("max_length"), _shape(element, definitions) if element else None)
    if kind == "model-fields":
        members = {
            declared.get("validation_alias", name): shape
            for name, declared in schema["fields"].items()
            if (shape := _shape(declared["schema"], definitions))
        }
        return _Shape(members=members) if members else None
    if kind == "union":
        shapes = (_shape(choice, definitions) for choice in schema["choices"])
        return next(filter(None, shapes), None)
    return _shape(schema["schema"], definitions) if "schema" in schema else None
