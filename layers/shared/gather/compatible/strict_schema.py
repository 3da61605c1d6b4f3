"""The subset of JSON Schema that servers accept for strict responses.

Every object names all its members as required and allows no others; a member that may be left out is one that
may be null; bounds of numbers and lists are left out, because not every server takes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_KEPT: Final = ("type", "description", "enum")
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (Mapping,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "number": (int, float),
    "integer": (int, float),
}


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema by the rules of `strict`."""
    made = {name: schema[name] for name in _KEPT if name in schema}
    if "items" in schema:
        made["items"] = strict(schema["items"])
    if "properties" in schema:
        required = schema.get("required", ())
        made["properties"] = {
            name: strict(member) if name in required else _or_null(strict(member))
            for name, member in schema["properties"].items()
        }
        made["required"] = list(schema["properties"])
        made["additionalProperties"] = False
    return made


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if schema["type"] in ("object", "array"):
        description = {"description": schema.pop("description")} if "description" in schema else {}
        return {"anyOf": [schema, {"type": "null"}], **description}
    made = {**schema, "type": [schema["type"], "null"]}
    if "enum" in made:
        made["enum"] = [*made["enum"], None]
    return made


def without_nulls(value: Any) -> Any:
    """A response without the members that are null, which stand for those that are left out."""
    if isinstance(value, Mapping):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def fits(value: object, schema: Mapping[str, Any]) -> bool:
    """Whether a response without nulls has the types, members and words that the schema asks for."""
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    if isinstance(value, Mapping):
        members = schema["properties"]
        return set(schema.get("required", ())) <= value.keys() and all(
            fits(member, members[name]) for name, member in value.items() if name in members
        )
    return True
