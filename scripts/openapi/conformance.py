"""Compares exchanges with the OpenAPI document, strictly: it must describe all that is sent or accepted.

A response must have a documented status, media type and headers, and a body that its schema allows. A schema
that names members allows no others here, although clients are to tolerate more. What the service accepts
must be valid by the schemas of the request.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, unquote

from jsonschema_rs import Draft202012Validator

from openapi.schemas import JSON, Schema

OF_EVERY_RESPONSE = {
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-resource-policy",
    "date",
    "referrer-policy",
    "server",
    "permissions-policy",
    "strict-transport-security",
    "vary",
    "x-content-type-options",
    "x-frame-options",
    "x-robots-tag",
}
"""Headers of HTTP itself and of security, which are documented nowhere."""


OF_NO_ROUTE = {401, 403, 404, 405, 429}
"""Statuses of a path that no route takes; the key is checked first."""


@dataclass(frozen=True, slots=True)
class HttpExchange:
    """A request and its response. `path` has the query; header names are lower case; bodies are parsed JSON,
    None where none was sent, or text of another type."""

    method: str
    path: str
    body: Any
    status: int
    headers: Mapping[str, str]
    response: Any


@dataclass(frozen=True, slots=True)
class _Operation:
    """The declaration of a route in the document, with references resolved one level deep."""

    name: str
    path: str
    declared: Schema


class Conformance:
    """The document, ready to be compared with many exchanges."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._closing = _Closing(document)
        self._validators: dict[str, Draft202012Validator] = {}

    def contradictions(self, exchange: HttpExchange) -> list[str]:
        """Lists the contradictions between the exchange and the document. Empty when there are none."""
        path = exchange.path.partition("?")[0]
        operation = self._operation(exchange.method, path)
        if operation is None:
            known = exchange.status in OF_NO_ROUTE or exchange.method in ("OPTIONS", "HEAD")
            return (
                [] if known else [f"{exchange.method} {path} is no route, but is answered {exchange.status}"]
            )
        found = [*self._of_response(operation, exchange), *self._of_request(operation, exchange)]
        return [f"{operation.name} {exchange.status}: {each}" for each in found]

    def of_payload(self, event: str, payload: Any) -> list[str]:
        """Lists the contradictions between a webhook's payload and the document."""
        content = self._document["webhooks"][event]["post"]["requestBody"]["content"][JSON]
        return [f"{event}: {each}" for each in self._faults(f"webhook {event}", content["schema"], payload)]

    @cached_property
    def _routes(self) -> list[tuple[str, re.Pattern[str], str]]:
        """The method, the pattern and the path of each route, those without parameters first."""
        return [
            (method.upper(), re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path)
            for path in sorted(self._document["paths"], key=lambda path: path.count("{"))
            for method in self._document["paths"][path]
        ]

    def _operation(self, method: str, path: str) -> _Operation | None:
        for declared_method, pattern, declared in self._routes:
            if declared_method == method and pattern.fullmatch(path):
                operation = self._document["paths"][declared][method.lower()]
                return _Operation(f"{method} {declared}", declared, operation)
        return None

    def _of_response(self, operation: _Operation, exchange: HttpExchange) -> Iterator[str]:
        response = operation.declared["responses"].get(str(exchange.status))
        if response is None:
            yield "the status is not documented"
            return
        response = resolved(self._document, response)
        documented = {name.lower() for name in response.get("headers", {})} | {"x-request-id"}
        for name in set(exchange.headers) - OF_EVERY_RESPONSE - documented:
            yield f"the header {name} is not documented"
        if "x-request-id" not in exchange.headers:
            yield "the header x-request-id is missing"
        yield from self._of_content(operation, exchange, response.get("content", {}))

    def _of_content(
        self, operation: _Operation, exchange: HttpExchange, content: Mapping[str, Schema]
    ) -> Iterator[str]:
        if exchange.response in (None, ""):
            return
        media_type = exchange.headers.get("content-type", "").partition(";")[0]
        if media_type not in content:
            yield f"the media type {media_type} is not documented"
        elif media_type == JSON:
            place = f"{operation.name} {exchange.status}"
            yield from self._faults(place, content[JSON]["schema"], exchange.response)

    def _of_request(self, operation: _Operation, exchange: HttpExchange) -> Iterator[str]:
        if exchange.status >= 300 or exchange.headers.get("idempotent-replay"):
            return
        yield from (f"accepted, although {each}" for each in self._request_faults(operation, exchange))

    def _request_faults(self, operation: _Operation, exchange: HttpExchange) -> Iterator[str]:
        """Yields the parts of a request that the document does not allow."""
        yield from self._query_faults(operation, exchange)
        declared = operation.declared.get("requestBody")
        if declared is None or exchange.body is None:
            return
        schema = declared["content"][JSON]["schema"]
        yield from self._faults(f"{operation.name} body", schema, exchange.body, is_closed=False)

    def _query_faults(self, operation: _Operation, exchange: HttpExchange) -> Iterator[str]:
        sent = dict(parse_qsl(exchange.path.partition("?")[2], keep_blank_values=True))
        for parameter in operation.declared["parameters"]:
            declared = resolved(self._document, parameter)
            if declared["in"] != "query":
                continue
            name = declared["name"]
            if name not in sent:
                if declared["required"]:
                    yield f"the parameter {name} is missing"
                continue
            value = _of_text(unquote(sent[name]), declared["schema"])
            yield from self._faults(f"{operation.name}?{name}", declared["schema"], value, is_closed=False)

    @cached_property
    def _closed_schemas(self) -> dict[str, Schema]:
        """The named schemas, closed. Each place takes those that it refers to."""
        return {
            name: self._closing.closed(schema)
            for name, schema in self._document["components"]["schemas"].items()
        }

    def _faults(self, place: str, schema: Schema, value: Any, *, is_closed: bool = True) -> Iterator[str]:
        validator = self._validators.get(place)
        if validator is None:
            named = self._closed_schemas if is_closed else self._document["components"]["schemas"]
            used = self._closing.closed(schema) if is_closed else schema
            reached = {name: named[name] for name in _reached(used, named)}
            validator = Draft202012Validator(
                {**used, "components": {"schemas": reached}}, validate_formats=True
            )
            self._validators[place] = validator
        if validator.is_valid(value):
            return
        for fault in validator.iter_errors(value):
            where = "/".join(str(part) for part in fault.instance_path)
            yield f"{place} {where}: {fault.message[:300]}"


def _reached(schema: Schema, named: Mapping[str, Schema]) -> set[str]:
    """Returns the names of the schemas that a schema refers to, directly or through others."""
    reached: set[str] = set()
    waiting: list[Any] = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in named and name not in reached:
                reached.add(name)
                waiting.append(named[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return reached


def _of_text(text: str, schema: Schema) -> Any:
    """Parses a parameter's text into the value that its schema describes."""
    kinds = {schema.get("type"), *(each.get("type") for each in schema.get("anyOf", ()))}
    if kinds & {"integer", "number", "boolean"}:
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


class _Closing:
    """Closes schemas of the document, so that they allow only the members that they name."""

    def __init__(self, document: Schema) -> None:
        self._document = document

    def closed(self, schema: Any) -> Any:
        """Returns the schema, closed. The parts of an `allOf` become one."""
        if isinstance(schema, list):
            return [self.closed(each) for each in schema]
        if not isinstance(schema, dict):
            return schema
        if "allOf" in schema:
            return self.closed(self._merged(schema))
        closed = {name: self._closed_keyword(name, value) for name, value in schema.items()}
        if "properties" in schema and "additionalProperties" not in schema:
            closed["unevaluatedProperties"] = False
        return closed

    def _closed_keyword(self, name: str, value: Any) -> Any:
        if name in _VALUES:
            return value
        if name in ("properties", "schemas"):
            return {member: self.closed(inner) for member, inner in value.items()}
        return self.closed(value)

    def _merged(self, schema: Schema) -> Schema:
        whole = {name: value for name, value in schema.items() if name != "allOf"}
        for part in schema["allOf"]:
            whole = _both(whole, resolved(self._document, part))
        return whole


_VALUES = ("example", "examples", "default", "const", "enum")


def _both(one: Schema, other: Schema) -> Schema:
    """Returns a schema that requires what both require."""
    both = dict(one)
    for name, value in other.items():
        if name == "required":
            both[name] = sorted({*one.get(name, ()), *value})
        elif isinstance(value, dict) and isinstance(one.get(name), dict):
            both[name] = _both(one[name], value)
        else:
            both[name] = value
    return both


def resolved(document: Schema, schema: Schema) -> Schema:
    """Follows the reference of `schema` into the document. Returns `schema` itself if it has none."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    found: Any = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    target: Schema = found
    return target
