"""The changes of a document that break clients written for an earlier one.

A client sends what the earlier document allowed, and reads what it promised. So a request may not be narrowed
and a response may not lose anything. New operations, new optional members and further values of a response's
enumeration break nobody (interface: Versioning).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from openapi.conformance import resolved
from openapi.declarations import PROJECT
from openapi.schemas import JSON, Schema

RELEASES = PROJECT / "docs" / "releases"

CORRECTIONS = RELEASES / "corrections.txt"

_SAID = ("description", "summary", "example", "examples", "title")
_UPPER = ("maxLength", "maximum", "exclusiveMaximum", "maxItems")
_LOWER = ("minLength", "minimum", "exclusiveMinimum", "minItems")


def surface(document: Any) -> Any:
    """Returns the document without its words and examples, which is the part that a release keeps."""
    if isinstance(document, list):
        return [surface(each) for each in document]
    if not isinstance(document, dict):
        return document
    return {
        name: {member: surface(inner) for member, inner in value.items()}
        if name == "properties"
        else surface(value)
        for name, value in document.items()
        if name not in _SAID or not isinstance(value, str | dict | list)
    }


def last_release(folder: Path = RELEASES) -> Schema | None:
    """Returns the surface of the newest release, or None before the first."""
    files = sorted(folder.glob("*.json"), key=lambda path: [int(part) for part in path.stem.split(".")])
    if not files:
        return None
    release: Schema = json.loads(files[-1].read_text(encoding="utf-8"))
    return release


def corrections(file: Path = CORRECTIONS) -> frozenset[str]:
    """Reads the changes that make the document stricter than the last release's but the service no stricter.

    Each is a line, in the words of `breaking_changes`.
    """
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def breaking_changes(before: Schema, after: Schema) -> list[str]:
    """Lists the changes that break clients of `before`, each with its place."""
    return sorted({*_Comparison(before, after).changes()})


class _Comparison:
    """Two documents side by side. Schemas that refer to themselves are compared once."""

    def __init__(self, before: Schema, after: Schema) -> None:
        self._before, self._after = before, after
        self._compared: set[tuple[str, str, bool]] = set()

    def changes(self) -> Iterator[str]:
        for path, operations in self._before["paths"].items():
            for method, operation in operations.items():
                name = f"{method.upper()} {path}"
                now = self._after["paths"].get(path, {}).get(method)
                yield from [f"{name} is gone"] if now is None else self._of_operation(name, operation, now)
        for event, entry in self._before["webhooks"].items():
            now = self._after["webhooks"].get(event)
            if now is None:
                yield f"the event {event} is gone"
                continue
            yield from self._narrowed(event, _body(entry["post"]), _body(now["post"]), is_sent=False)

    def _of_operation(self, name: str, was: Schema, now: Schema) -> Iterator[str]:
        yield from self._of_parameters(name, was, now)
        if "requestBody" in now:
            yield from self._narrowed(f"{name} body", _body(was), _body(now), is_sent=True)
            if now["requestBody"]["required"] and not was.get("requestBody", {}).get("required"):
                yield f"{name}: the body is required now"
        for status, response in was["responses"].items():
            if not status.startswith("2"):
                continue
            if status not in now["responses"]:
                yield f"{name}: {status} is gone"
                continue
            sent = response.get("content", {}).get(JSON, {}).get("schema", {})
            sends = now["responses"][status].get("content", {}).get(JSON, {}).get("schema", {})
            yield from self._narrowed(f"{name} {status}", sent, sends, is_sent=False)

    def _of_parameters(self, name: str, was: Schema, now: Schema) -> Iterator[str]:
        earlier = {_place(each): each for each in self._parameters(self._before, was)}
        for parameter in self._parameters(self._after, now):
            known = earlier.pop(_place(parameter), None)
            where = f"{name}: the parameter {parameter['name']}"
            if parameter.get("required") and not (known and known.get("required")):
                yield f"{where} is required now"
            if known is not None:
                yield from self._narrowed(where, known["schema"], parameter["schema"], is_sent=True)
        yield from (f"{name}: the parameter {parameter['name']} is gone" for parameter in earlier.values())

    def _parameters(self, document: Schema, operation: Schema) -> list[Schema]:
        return [resolved(document, each) for each in operation.get("parameters", ())]

    def _narrowed(self, where: str, was: Schema, now: Schema, *, is_sent: bool) -> Iterator[str]:
        """Yields how `now` allows less in a request, or promises less in a response."""
        names = (was.get("$ref"), now.get("$ref"))
        if names[0] and names[1]:
            key = (names[0], names[1], is_sent)
            if key in self._compared:
                return
            self._compared.add(key)
        was, now = _whole(self._before, was), _whole(self._after, now)
        yield from _of_types(where, _types(self._before, was), _types(self._after, now), is_sent=is_sent)
        yield from _of_bounds(where, was, now) if is_sent else ()
        yield from _of_members(where, was, now, is_sent=is_sent)
        for member, schema in was.get("properties", {}).items():
            if member in now.get("properties", {}):
                inner = now["properties"][member]
                yield from self._narrowed(f"{where}.{member}", schema, inner, is_sent=is_sent)
        if "items" in was and "items" in now:
            yield from self._narrowed(f"{where}[]", was["items"], now["items"], is_sent=is_sent)
        for one, other in zip(_variants(was), _variants(now), strict=False):
            yield from self._narrowed(where, one, other, is_sent=is_sent)


def _body(operation: Schema) -> Schema:
    schema: Schema = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {})
    return schema


def _place(parameter: Schema) -> tuple[str, str]:
    return parameter["in"], parameter["name"]


def _variants(schema: Schema) -> list[Schema]:
    """Lists a schema's alternatives but null, which `_types` compares, and integers beside numbers."""
    variants = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    numbers = any(each.get("type") == "number" for each in variants)
    return [each for each in variants if not (numbers and each.get("type") == "integer")]


def _whole(document: Schema, schema: Schema) -> Schema:
    """Resolves a schema, and merges the members beside a reference and those of an `allOf`."""
    beside = {word: value for word, value in schema.items() if word != "$ref"}
    whole = {**resolved(document, schema), **beside}
    for part in whole.pop("allOf", ()):
        inner = _whole(document, part)
        members = {**whole.get("properties", {}), **inner.get("properties", {})}
        required = sorted({*whole.get("required", ()), *inner.get("required", ())})
        whole = {**whole, **inner, "properties": members, "required": required}
    return whole


def _types(document: Schema, schema: Schema) -> set[str]:
    """Returns the JSON types that a schema allows; empty for any."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return {declared}
    if isinstance(declared, list):
        return {*declared}
    variants = (_types(document, _whole(document, each)) for each in schema.get("anyOf", ()))
    return set[str]().union(*variants)


def _of_types(where: str, was: set[str], now: set[str], *, is_sent: bool) -> Iterator[str]:
    if not was or not now:
        return
    lost = (was - now) if is_sent else (now - was)
    if lost - ({"integer"} if "number" in (now if is_sent else was) else set()):
        yield f"{where} {'takes' if is_sent else 'may be'} {_told(now)} instead of {_told(was)}"


def _told(types: set[str]) -> str:
    return " or ".join(sorted(types))


def _of_bounds(where: str, was: Schema, now: Schema) -> Iterator[str]:
    for name in _UPPER:
        if name in now and now[name] < was.get(name, float("inf")):
            yield f"{where}: {name} is {now[name]} now"
    for name in _LOWER:
        if name in now and now[name] > was.get(name, float("-inf")):
            yield f"{where}: {name} is {now[name]} now"
    if "enum" in now and (gone := [each for each in was.get("enum", ()) if each not in now["enum"]]):
        yield f"{where}: {', '.join(map(str, gone))} is no longer taken"
    if "pattern" in now and _unescaped(now["pattern"]) != _unescaped(was.get("pattern", "")):
        yield f"{where} has another pattern"


def _of_members(where: str, was: Schema, now: Schema, *, is_sent: bool) -> Iterator[str]:
    members: Mapping[str, Schema] = now.get("properties", {})
    for name in was.get("properties", {}):
        if name not in members:
            yield f"{where}.{name} is gone"
    required, asked = set(was.get("required", ())), set(now.get("required", ()))
    for name in asked - required if is_sent else (required - asked) & set(members):
        yield f"{where}.{name} is {'required' if is_sent else 'no longer always there'} now"


def _unescaped(pattern: str) -> str:
    """Returns the pattern without escapes of quotes, which change nothing where they are allowed."""
    return pattern.replace('\\"', '"')
