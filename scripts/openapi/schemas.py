"""JSON schemas of the models that routes name, collected under `components/schemas`."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import TypeAdapter

from gather.core.model import MAY_BE_ABSENT
from openapi.formats import with_format

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

# What pydantic writes for the bounds of a number that is converted before it is checked.
_KEYWORDS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
JSON = "application/json"
REFERENCE = "#/components/schemas/{model}"


class Schemas:
    """The schemas of the requests and of the responses.

    Members of responses are required unless marked otherwise, and those of requests often are not. Where one
    model is used for both and differs, the requests' schema is named with `Input`.
    """

    def __init__(self, requests: Iterable[Any], responses: Iterable[Any]) -> None:
        self._responses, definitions = _generate(responses, "serialization")
        self.components: dict[str, Schema] = {}
        for name, definition in definitions.items():
            if "properties" in definition:
                definition["properties"] = {
                    name: with_format(name, member) for name, member in definition["properties"].items()
                }
                definition["required"] = [
                    name
                    for name, member in definition["properties"].items()
                    if not member.pop(MAY_BE_ABSENT, False)
                ]
            self.components[name] = definition
        self._requests, definitions = _generate(requests, "validation")
        self._add_request_definitions(definitions)

    def of_request(self, model: Any) -> Schema:
        """The schema of a body or query."""
        return self._requests[id(model)]

    def of_response(self, model: Any) -> Schema:
        """The schema of a response's data."""
        return self._responses[id(model)]

    def resolve(self, schema: Schema) -> Schema:
        """The schema itself where `schema` refers to one of the components."""
        reference = schema.get("$ref")
        return self.components[reference.rpartition("/")[2]] if reference else schema

    def _add_request_definitions(self, definitions: Mapping[str, Schema]) -> None:
        renamed = {
            name: f"{name}Input"
            for name, definition in definitions.items()
            if self.components.get(name, definition) != definition
        }
        for name, definition in definitions.items():
            self.components[renamed.get(name, name)] = _renamed(definition, renamed)
        self._requests = {key: _renamed(schema, renamed) for key, schema in self._requests.items()}


def _generate(models: Iterable[Any], mode: Mode) -> tuple[dict[int, Schema], dict[str, Schema]]:
    wanted = {id(model): model for model in models}
    schemas, definitions = TypeAdapter.json_schemas(
        [(key, mode, TypeAdapter(model)) for key, model in wanted.items()], ref_template=REFERENCE
    )
    found = {key: _tidied(schemas[key, mode]) for key in wanted}
    return found, {name: _tidied(schema) for name, schema in definitions.get("$defs", {}).items()}


def _tidied(schema: Any) -> Any:
    """The schema in standard keywords, without the titles that repeat the members' names, and without null
    for a default: in a PATCH, a member that was left out is not the same as null.
    """
    if isinstance(schema, list):
        return [_tidied(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {
        _KEYWORDS.get(name, name): {member: _tidied(inner) for member, inner in value.items()}
        if name in ("properties", "$defs")
        else _tidied(value)
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str))
    }
    if tidy.get("default", ...) is None:
        del tidy["default"]
    return tidy


def without_null(schema: Schema) -> Schema:
    """The schema of a parameter, which is either sent or left out."""
    if "anyOf" not in schema:
        return schema
    variants = [variant for variant in schema["anyOf"] if variant.get("type") != "null"]
    kept = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**kept, **variants[0]} if len(variants) == 1 else {**kept, "anyOf": variants}


def referenced(document: Any, components: Mapping[str, Schema]) -> dict[str, Schema]:
    """The components that `document` refers to, directly or through others, by name."""
    found: dict[str, Schema] = {}
    waiting = list(_references(document))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = components[name]
            waiting += _references(components[name])
    return dict(sorted(found.items()))


def _references(schema: Any) -> Iterable[str]:
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith(REFERENCE.format(model="")):
            yield reference.rpartition("/")[2]
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _references(inner)


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    if isinstance(schema, list):
        return [_renamed(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {name: _renamed(value, names) for name, value in schema.items()}
    reference = renamed.get("$ref")
    if isinstance(reference, str):
        name = reference.rpartition("/")[2]
        renamed["$ref"] = REFERENCE.format(model=names.get(name, name))
    return renamed
