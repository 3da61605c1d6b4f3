"""The tools for agents: an entry for each keyed operation of Gather, and the records of their answers."""

import json
import re
from collections.abc import Iterator
from typing import Any

from client_code.plain_document import Schema, name_in, operations, success_of
from client_code.tool_effects import Effect, effect_of
from client_code.untrusted_texts import holds_text, is_untrusted

GATHER = "/qsi/gather/"
SANDBOX = "/qsi/gather/sandbox/"

RULES = ("if", "then", "else", "allOf", "anyOf", "oneOf", "not", "dependentRequired", "dependentSchemas")
"""Rules of several members. Clients refuse a tool that has them at the root; the service checks them."""

CONFIRM = {
    "type": "boolean",
    "description": "`true` does it. Otherwise the answer tells what would be done, and nothing is done.",
}
"""The schema of the argument that makes a tool do what reaches people, costs money or removes something."""


def tools(document: Schema) -> str:
    """The file of the tools, as JSON.

    Raises ValueError for an operation that no tool can stand for.
    """
    entries = [
        _tool(document, path, method, operation)
        for path, method, operation in operations(document)
        if is_tool(path, operation)
    ]
    records = {name: _record(document, name) for name in sorted(_answered(document, entries))}
    return json.dumps({"tools": entries, "records": records}, ensure_ascii=False, indent=1) + "\n"


def is_tool(path: str, operation: Schema) -> bool:
    """Whether the operation is one of Gather that asks for a key."""
    return path.startswith(GATHER) and bool(operation.get("security"))


def answered_schemas(document: Schema) -> dict[str, Schema]:
    """The schemas of the records that tools answer with, and of the payloads of events inside them."""
    entries = [
        {"answers": _record_of(success_of(operation) or {})}
        for path, _, operation in operations(document)
        if is_tool(path, operation)
    ]
    return {name: document["components"]["schemas"][name] for name in _answered(document, entries)}


def _tool(document: Schema, path: str, method: str, operation: Schema) -> Schema:
    name = operation["operationId"]
    places = _places(document, operation)
    effect = effect_of(name, method)
    [scope] = operation["x-key-scopes"]
    return {
        "name": name,
        "title": operation["summary"].rstrip("."),
        "description": _description(operation, effect),
        "family": operation["tags"][0].replace(" ", "-"),
        "method": method,
        "path": path,
        "scope": scope,
        "isOfSandbox": path.startswith(SANDBOX),
        "isRead": method == "GET",
        "effect": effect and effect[0].value,
        "takesIdempotencyKey": "Idempotency-Key" in _headers(document, operation),
        "places": {place: sorted(members) for place, members in places.items() if members},
        "hasBody": "requestBody" in operation,
        "inputSchema": _input_schema(document, operation, places, asks=effect is not None),
        "answers": _record_of(success_of(operation) or {}),
    }


def _description(operation: Schema, effect: tuple[Effect, str] | None) -> str:
    paragraphs = [operation["summary"], *operation.get("description", "").split("\n\n")]
    said = [each for each in paragraphs if each and not re.match(r"Key scope|It (may )?causes? ", each)]
    if effect:
        kind, words = effect
        said.append(f"{words} It {kind}: ask a person before you call it with `confirm: true`.".strip())
    return "\n\n".join(said)


def _places(document: Schema, operation: Schema) -> dict[str, dict[str, Schema]]:
    """The members of path, query and body with their schemas, each name in one place.

    The path goes before the query and the query before the body: `teamId` and `userId`, which many operations
    take in either, are sent in the query.
    """
    found: dict[str, dict[str, Schema]] = {"path": {}, "query": {}, "body": {}}
    for parameter in _parameters(document, operation):
        if parameter["in"] in found:
            schema = {**_inlined(document, parameter["schema"]), "description": parameter["description"]}
            found[parameter["in"]][parameter["name"]] = schema
    taken = {*found["path"], *found["query"]}
    for name, schema in _body(document, operation).get("properties", {}).items():
        if name not in taken:
            found["body"][name] = _inlined(document, schema)
    if any("confirm" in members for members in found.values()):
        raise ValueError(f"{operation['operationId']} has a member `confirm` of its own")
    return found


def _input_schema(
    document: Schema, operation: Schema, places: dict[str, dict[str, Schema]], *, asks: bool
) -> Schema:
    members = {name: schema for place in places.values() for name, schema in place.items()}
    required = {
        parameter["name"] for parameter in _parameters(document, operation) if parameter.get("required")
    }
    required |= set(_body(document, operation).get("required", []))
    return {
        "type": "object",
        "properties": {**members, **({"confirm": CONFIRM} if asks else {})},
        "required": [name for name in members if name in required],
        "additionalProperties": False,
    }


def _body(document: Schema, operation: Schema) -> Schema:
    content = operation.get("requestBody", {}).get("content", {})
    if set(content) - {"application/json"}:
        raise ValueError(f"{operation['operationId']} takes what is no JSON")
    body: Schema = _resolved(document, content["application/json"]["schema"]) if content else {}
    return body


def _parameters(document: Schema, operation: Schema) -> list[Schema]:
    return [_resolved(document, parameter) for parameter in operation.get("parameters", [])]


def _headers(document: Schema, operation: Schema) -> set[str]:
    return {each["name"] for each in _parameters(document, operation) if each["in"] == "header"}


def _resolved(document: Schema, value: Schema) -> Schema:
    while "$ref" in value:
        _, _, kind, name = value["$ref"].split("/")
        value = document["components"][kind][name]
    return value


def _inlined(document: Schema, value: Any, *, within: tuple[str, ...] = ()) -> Any:
    """The schema without references, which clients do not follow. Raises ValueError for one in itself."""
    if isinstance(value, list):
        return [_inlined(document, element, within=within) for element in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        name = name_in(reference)
        if name in within:
            raise ValueError(f"{name} contains itself")
        target = document["components"]["schemas"][name]
        beside = {key: member for key, member in value.items() if key != "$ref"}
        return _inlined(document, {**target, **beside}, within=(*within, name))
    return {key: _inlined(document, member, within=within) for key, member in value.items()}


def _answered(document: Schema, entries: list[Schema]) -> set[str]:
    """The names of the records that the tools answer with, and of those inside them."""
    reached: set[str] = set()
    waiting = [entry["answers"] for entry in entries if entry["answers"]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            members = document["components"]["schemas"][name].get("properties", {}).values()
            waiting += [record for record in map(_record_of, members) if record]
    return reached


def _record(document: Schema, name: str) -> Schema:
    """What stands where in a record: plain values, untrusted texts, and other records."""
    members = document["components"]["schemas"][name].get("properties", {})
    records = {member: record for member, schema in members.items() if (record := _record_of(schema))}
    untrusted = [member for member, schema in members.items() if is_untrusted(name, member, schema)]
    plain = [member for member in members if member not in records and member not in untrusted]
    shape = {"plain": plain, "untrusted": untrusted, "records": records}
    return {kind: found for kind, found in shape.items() if found}


def _record_of(schema: Schema) -> str | None:
    """The name of the schema of the record, or of the list of records; None for anything else."""
    names = set(_references(schema))
    if len(names) > 1:
        raise ValueError(f"a member is one of several records: {sorted(names)}")
    if names and holds_text(schema):
        raise ValueError(f"a member is a record or a text: {schema}")
    return names.pop() if names else None


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for element in value:
            yield from _references(element)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield name_in(value["$ref"])
        for key, member in value.items():
            if key != "$ref":
                yield from _references(member)
