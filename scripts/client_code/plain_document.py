"""The OpenAPI document as a client needs it: what there is, not what the service checks.

Bounds are left out, and so are rules that concern several members: the service judges them, and a client that
is older than the service must not refuse what the service now allows. Enums of what the service answers are
open for the same reason.
"""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

BOUNDS = frozenset(
    (
        *("maxLength", "minLength", "maxItems", "minItems", "uniqueItems", "minimum", "maximum"),
        *("pattern", "format", "example"),
    )
)
ALTERNATIVES = ("allOf", "anyOf", "oneOf")
NAMED = frozenset(("properties", "schemas"))
"""Members whose own members are names, not keywords."""

REFERENCE = "#/components/schemas/"


def schemas_for_clients(document: Schema) -> dict[str, Schema]:
    """The schemas of what is sent and answered, by name: without bounds, with open enums in what is answered.

    The bodies of errors are none of them: a client raises them as its own exceptions.
    """
    plain: dict[str, Schema] = {
        name: _without_bounds(schema) for name, schema in document["components"]["schemas"].items()
    }
    answered = _answered(document, plain)
    for name in answered:
        plain[name] = _with_open_enums(plain[name])
    known = answered | _sent(document, plain)
    return {name: schema for name, schema in plain.items() if name in known}


def operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Path, method and declaration of each operation."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method.upper(), operation


def name_in(reference: str) -> str:
    """The name of the schema that a `$ref` leads to."""
    return reference.removeprefix(REFERENCE)


def success_of(operation: Schema) -> Schema | None:
    """The schema of the `data` that a success carries; None where a success is no JSON in the envelope."""
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json")
        if status.startswith("2") and content and "data" in content["schema"].get("properties", {}):
            data: Schema = content["schema"]["properties"]["data"]
            return data
    return None


def event_schemas(document: Schema) -> dict[str, str]:
    """The name of the payload's schema by the name of the event."""
    return {
        event: name_in(item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"])
        for event, item in document["webhooks"].items()
    }


def _without_bounds(value: Any, *, names: bool = False) -> Any:
    if isinstance(value, list):
        return [_without_bounds(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_bounds(member, names=key in NAMED and not names)
        for key, member in value.items()
        if names or not (key in BOUNDS or (key in ALTERNATIVES and "properties" in value))
    }


def _answered(document: Schema, schemas: dict[str, Schema]) -> set[str]:
    """The schemas that answers and events are made of."""
    waiting = [*event_schemas(document).values()]
    for _, _, operation in operations(document):
        waiting += _references(success_of(operation))
    return _reached(schemas, waiting)


def _sent(document: Schema, schemas: dict[str, Schema]) -> set[str]:
    """The schemas that requests are made of."""
    sent = [
        part
        for _, _, operation in operations(document)
        for part in (operation.get("requestBody"), operation.get("parameters"))
    ]
    return _reached(schemas, [name for name in _references(sent) if name in schemas])


def _reached(schemas: dict[str, Schema], waiting: list[str]) -> set[str]:
    """The schemas in `waiting`, and those that they are made of."""
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting += [other for other in _references(schemas[name]) if other not in reached]
    return reached


def _references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [name for element in value for name in _references(element)]
    if not isinstance(value, dict):
        return []
    own = [name_in(value["$ref"])] if isinstance(value.get("$ref"), str) else []
    return own + [name for member in value.values() for name in _references(member)]


def _with_open_enums(value: Any, *, names: bool = False) -> Any:
    if isinstance(value, list):
        return [_with_open_enums(element) for element in value]
    if not isinstance(value, dict):
        return value
    if not names and isinstance(value.get("enum"), list) and isinstance(value.get("type"), str):
        described = {"description": value["description"]} if "description" in value else {}
        closed = {key: member for key, member in value.items() if key in ("enum", "type")}
        return {**described, "anyOf": [closed, {"type": value["type"]}]}
    return {key: _with_open_enums(member, names=key in NAMED and not names) for key, member in value.items()}
