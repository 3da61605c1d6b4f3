"""JSON schemas of the models that routes name, collected under `components/schemas`."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core.core_schema import StringSchema

from gather.core.model import MAY_BE_ABSENT
from openapi.formats import with_format

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

# Pydantic writes these keywords for the bounds of a number that is converted before it is checked.
_KEYWORDS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
_NUMBER = {"type": "number"}
_NOT_BLANK = r"[^\s\u0085]"
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


class _WithWhatIsStripped(GenerateJsonSchema):
    """A text that is stripped before it is measured has to hold more than white space."""

    def str_schema(self, schema: StringSchema) -> dict[str, Any]:
        written = super().str_schema(schema)
        if schema.get("strip_whitespace") and schema.get("min_length"):
            written.setdefault("pattern", _NOT_BLANK)
        return written


def _generate(models: Iterable[Any], mode: Mode) -> tuple[dict[int, Schema], dict[str, Schema]]:
    wanted = {id(model): model for model in models}
    schemas, definitions = TypeAdapter.json_schemas(
        [(key, mode, TypeAdapter(model)) for key, model in wanted.items()],
        ref_template=REFERENCE,
        schema_generator=_WithWhatIsStripped,
    )
    named = {name: _tidied(schema) for name, schema in definitions.get("$defs", {}).items()}
    enums = {REFERENCE.format(model=name): schema for name, schema in named.items() if "enum" in schema}
    found = {key: _with_enums(_tidied(schemas[key, mode]), enums) for key in wanted}
    return found, {name: _with_enums(schema, enums) for name, schema in named.items()}


def _with_enums(schema: Any, enums: Mapping[str, Schema]) -> Any:
    """The schema with enumerations where they are used.

    Go's generator makes a constant of each value of one that has a name, and two of `ACTIVE` do not compile.
    """
    if isinstance(schema, list):
        return [_with_enums(each, enums) for each in schema]
    if not isinstance(schema, dict):
        return schema
    enum = enums.get(str(schema.get("$ref")))
    if enum is not None:
        return {**enum, **{word: value for word, value in schema.items() if word != "$ref"}}
    return {word: _with_enums(value, enums) for word, value in schema.items()}


def _tidied(schema: Any) -> Any:
    """The schema in standard keywords, without the titles that repeat the members' names, and without null
    for a default: in a PATCH, a member that was left out is not the same as null.
    """
    if isinstance(schema, list):
        return [_tidied(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    tidy: Schema = {
        _KEYWORDS.get(str(name), str(name)): {member: _tidied(inner) for member, inner in value.items()}
        if name in ("properties", "$defs")
        else _tidied(value)
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str))
    }
    if tidy.get("default", ...) is None:
        del tidy["default"]
    return _for_generators(tidy)


def _for_generators(schema: Schema) -> Schema:
    """The same in words that generators of clients know.

    They have no type for null alone, none for a boolean with one value, and make a union of integers and
    numbers although every integer is a number.
    """
    if schema.get("type") == "boolean" and "const" in schema:
        kept = {name: value for name, value in schema.items() if name not in ("const", "enum")}
        return {**kept, "not": {"const": not schema["const"]}}
    if "anyOf" in schema and _NUMBER in schema["anyOf"]:
        variants = [each for each in schema["anyOf"] if each != {"type": "integer"}]
        kept = {name: value for name, value in schema.items() if name != "anyOf"}
        return {**kept, **(variants[0] if len(variants) == 1 else {"anyOf": variants})}
    if "properties" in schema:
        members = {
            name: {**member, "type": ["string", "null"]} if member.get("type") == "null" else member
            for name, member in schema["properties"].items()
        }
        return {**schema, "properties": members}
    return schema


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


def named_members(schema: Schema, value: Any, components: Mapping[str, Schema]) -> Any:
    """The value without the members that its schema does not name, where it names any."""
    parts = list(_parts(schema, components))
    if isinstance(value, list):
        items: Schema = next((part["items"] for part in parts if "items" in part), {})
        return [named_members(items, each, components) for each in value]
    known = {name: member for part in parts for name, member in part.get("properties", {}).items()}
    if not isinstance(value, dict) or not known or any(part.get("additionalProperties") for part in parts):
        return value
    return {
        name: named_members(known[name], member, components)
        for name, member in value.items()
        if name in known
    }


def _parts(schema: Schema, components: Mapping[str, Schema]) -> Iterable[Schema]:
    """The schema and its alternatives, with references resolved."""
    reference = schema.get("$ref")
    if reference:
        yield from _parts(components[reference.rpartition("/")[2]], components)
    yield schema
    for keyword in ("allOf", "anyOf", "oneOf"):
        for alternative in schema.get(keyword, ()):
            yield from _parts(alternative, components)


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
