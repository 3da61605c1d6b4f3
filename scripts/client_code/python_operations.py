"""The operations of the Python client: a method for each, sync and async, and iterators over lists."""

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass

from client_code.plain_document import Schema, event_schemas, name_in, operations, success_of

MARK = '"""Generated from docs/openapi.json by `make clients`; changes here are lost. {}"""\n'
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


@dataclass(frozen=True)
class OperationArgument:
    """A parameter in the path or the query."""

    name: str
    """The name in the request."""

    place: str
    type: str
    required: bool

    @property
    def variable(self) -> str:
        """The name in Python."""
        name = snake_case(self.name)
        return f"{name}_" if keyword.iskeyword(name) else name


@dataclass(frozen=True)
class Operation:
    """An operation as its method needs it."""

    identifier: str
    method: str
    path: str
    summary: str
    description: str
    arguments: tuple[OperationArgument, ...]
    headers: frozenset[str]
    """The headers of repeated requests that it takes."""

    body: str | None
    body_required: bool
    credentials: frozenset[str]
    answers: str
    items: tuple[str, str] | None
    """For a list: the attribute of the page with the records (empty when the page is the list), and the type
    of the records."""

    @property
    def name(self) -> str:
        """The method's name."""
        return snake_case(self.identifier)

    @property
    def paging(self) -> str | None:
        """The kind of paging, by the parameters that say so; None for what has no pages."""
        names = {argument.name for argument in self.arguments if argument.place == "query"}
        if "cursor" in names:
            return "CURSOR_IN_META" if "page" in names else "CURSOR_IN_DATA"
        return "PAGES" if "page" in names else None


def snake_case(name: str) -> str:
    """`linkedInURL` as `linked_in_url`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def modules(document: Schema) -> dict[str, str]:
    """The generated modules beside the models, by name; not yet formatted."""
    declared = [
        _operation(document, path, method, operation)
        for path, method, operation in operations(document)
        if success_of(operation) is not None
    ]
    return {
        "__init__": MARK.format(""),
        "operations": _module(declared, asynchronous=False),
        "async_operations": _module(declared, asynchronous=True),
        "events": _events(document),
    }


def _operation(document: Schema, path: str, method: str, operation: Schema) -> Operation:
    parameters = [_resolved(document, parameter) for parameter in operation.get("parameters", [])]
    body = operation.get("requestBody", {})
    data = success_of(operation)
    if data is None:
        raise ValueError(f"{operation['operationId']} answers no JSON")
    return Operation(
        identifier=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        description=operation.get("description", ""),
        arguments=tuple(
            OperationArgument(
                parameter["name"],
                parameter["in"],
                _parameter_type(document, parameter["schema"]),
                parameter.get("required", False),
            )
            for parameter in parameters
            if parameter["in"] in ("path", "query")
        ),
        headers=frozenset(parameter["name"] for parameter in parameters if parameter["in"] == "header"),
        body=_model(body["content"]["application/json"]["schema"]) if body else None,
        body_required=body.get("required", False),
        credentials=frozenset(name for choice in operation["security"] for name in choice),
        answers=_model(data),
        items=_items(document, data),
    )


def _resolved(document: Schema, value: Schema) -> Schema:
    while "$ref" in value:
        _, _, kind, name = value["$ref"].split("/")
        value = document["components"][kind][name]
    return value


def _parameter_type(document: Schema, schema: Schema) -> str:
    resolved = _resolved(document, schema)
    if "enum" in resolved:
        return f"Literal[{', '.join(map(repr, resolved['enum']))}]"
    return TYPES[resolved["type"]]


def _model(schema: Schema) -> str:
    if "$ref" in schema:
        return f"models.{name_in(schema['$ref'])}"
    if schema.get("type") == "array":
        return f"list[{_model(schema['items'])}]"
    if schema.get("type") == "object":
        return "dict[str, Any]"
    if schema.get("type") in TYPES:
        return TYPES[schema["type"]]
    raise ValueError(f"no type is known for {schema}")


def _items(document: Schema, data: Schema) -> tuple[str, str] | None:
    if data.get("type") == "array":
        return "", _model(data["items"])
    lists = [
        (snake_case(name), _model(member["items"]))
        for name, member in _resolved(document, data).get("properties", {}).items()
        if member.get("type") == "array"
    ]
    return lists[0] if len(lists) == 1 else None


def _module(declared: list[Operation], *, asynchronous: bool) -> str:
    name, iterator = ("AsyncOperations", "AsyncIterator") if asynchronous else ("Operations", "Iterator")
    start = "async def" if asynchronous else "def"
    head = f'''{MARK.format("The operations.")}
from abc import ABC, abstractmethod
from collections.abc import {iterator}
from typing import Any, Literal, TypeVar

from talent_screening.calls import Call, Credential, Listing, Paging, new_idempotency_key
from talent_screening.generated import models

T = TypeVar("T")
I = TypeVar("I")


class {name}(ABC):
    """A method for each operation that answers JSON. A client says how calls are made."""

    @abstractmethod
    {start} _call(self, call: Call[T]) -> T: ...

    @abstractmethod
    def _iterate(self, listing: Listing[Any, I]) -> {iterator}[I]: ...
'''
    methods = [method for operation in declared for method in _methods(operation, asynchronous=asynchronous)]
    return head + "\n" + "\n".join(methods)


def _methods(operation: Operation, *, asynchronous: bool) -> Iterator[str]:
    start, wait = ("async def", "await ") if asynchronous else ("def", "")
    yield f"""
    {start} {operation.name}({_signature(operation)}) -> {operation.answers}:
        {_docstring(operation.summary, operation.description)}
        return {wait}self._call({_call(operation)})
"""
    if operation.paging is None:
        return
    if operation.items is None:
        raise ValueError(f"{operation.identifier} has pages, and not one list in each")
    attribute, item = operation.items
    iterator = "AsyncIterator" if asynchronous else "Iterator"
    name = operation.name.replace("list_", "iterate_", 1)
    placed = frozenset(("page", "cursor"))
    note = "Reads page after page while it is used, and so every record in its order."
    yield f"""
    def {name}({_signature(operation, without=placed)}) -> {iterator}[{item}]:
        {_docstring(operation.summary, note)}
        return self._iterate(Listing({_call(operation, without=placed)}, Paging.{operation.paging},
            lambda page: page{"." + attribute if attribute else ""}))
"""


def _signature(operation: Operation, without: frozenset[str] = frozenset()) -> str:
    needed = [f"{one.variable}: {one.type}" for one in operation.arguments if one.place == "path"]
    named = [
        f"{one.variable}: {one.type}" + ("" if one.required else " | None = None")
        for one in operation.arguments
        if one.place == "query" and one.name not in without
    ]
    if operation.body and operation.body_required:
        needed.append(f"body: {operation.body}")
    elif operation.body:
        needed.append(f"body: {operation.body} | None = None")
    if operation.credentials == {"chatToken"}:
        named.append("chat_token: str")
    if "Idempotency-Key" in operation.headers:
        named.append("idempotency_key: str | None = None")
    if "If-Match" in operation.headers:
        named.append("if_match: str | None = None")
    return ", ".join(["self", *needed, *(["*", *named] if named else [])])


def _call(operation: Operation, without: frozenset[str] = frozenset()) -> str:
    places: dict[str, list[str]] = {"path": [], "query": []}
    for one in operation.arguments:
        if one.name not in without:
            places[one.place].append(f"{one.name!r}: {one.variable}")
    parts = [repr(operation.method), repr(operation.path), operation.answers]
    if places["path"]:
        parts.append(f"parameters={{{', '.join(places['path'])}}}")
    if places["query"]:
        parts.append(f"query={{{', '.join(places['query'])}}}")
    if operation.body:
        parts.append("body=body")
    if operation.credentials == {"chatToken"}:
        parts.append("credential=Credential.NONE, headers={'x-chat-token': chat_token}")
    elif not operation.credentials:
        parts.append("credential=Credential.NONE")
    if "Idempotency-Key" in operation.headers:
        parts.append("idempotency_key=idempotency_key or new_idempotency_key()")
    if "If-Match" in operation.headers:
        parts.append("if_match=if_match")
    return f"Call({', '.join(parts)})"


def _docstring(summary: str, rest: str) -> str:
    text = f"{summary}\n\n{rest}".strip().replace("\\", "\\\\").replace('"""', "'''")
    lines = [f"        {line}".rstrip() for line in text.split("\n")]
    closing = '"""' if len(lines) == 1 else '\n        """'
    return f'"""{chr(10).join(lines).strip()}{closing}'


def _events(document: Schema) -> str:
    payloads = event_schemas(document)
    union = " | ".join(f"models.{name}" for name in sorted(set(payloads.values())))
    entries = "\n".join(f"    {event!r}: models.{name}," for event, name in payloads.items())
    return f'''{MARK.format("The events.")}
from collections.abc import Mapping

from talent_screening.generated import models

Payload = {union}
"""The payload of an event."""

EVENTS: Mapping[str, type[Payload]] = {{
{entries}
}}
"""The payload's model by the name of the event."""
'''
