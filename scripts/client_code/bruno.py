"""The document as a collection of Bruno: a file for each operation, with the recorded example as its body."""

import json
import re
from collections import Counter
from collections.abc import Iterator

from client_code.plain_document import Schema, operations

KEYED = frozenset(("apiKey", "basic", "integrationBasic"))


def collection(document: Schema) -> dict[str, str]:
    """The files of the collection by their path in it."""
    files = {
        "bruno.json": json.dumps(
            {"version": "1", "name": document["info"]["title"], "type": "collection"}, indent=2
        )
        + "\n",
        "environments/local.bru": _block("vars", [("baseUrl", "http://127.0.0.1:3000")])
        + "\nvars:secret [\n  apiKey,\n  chatToken\n]\n",
    }
    sizes: Counter[str] = Counter()
    for path, method, operation in operations(document):
        folder = operation["tags"][0]
        sizes[folder] += 1
        files[f"{folder}/{operation['operationId']}.bru"] = _request(
            document, sizes[folder], path, method, operation
        )
    return files


def _request(document: Schema, number: int, path: str, method: str, operation: Schema) -> str:
    parameters = [_resolved(document, parameter) for parameter in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    url = "{{baseUrl}}" + re.sub(r"{(\w+)}", r":\1", path)
    blocks = [
        _block("meta", [("name", operation["operationId"]), ("type", "http"), ("seq", str(number))]),
        _block(method.lower(), [("url", url), ("body", "json" if body else "none"), ("auth", "none")]),
    ]
    in_path = [(one["name"], "") for one in parameters if one["in"] == "path"]
    # What begins with ~ is there to be switched on.
    in_query = [
        (one["name"] if one.get("required") else f"~{one['name']}", str(one["schema"].get("default", "")))
        for one in parameters
        if one["in"] == "query"
    ]
    headers = [
        *_credentials(operation),
        *((f"~{one['name']}", "") for one in parameters if one["in"] == "header"),
    ]
    for name, members in (("params:path", in_path), ("params:query", in_query), ("headers", headers)):
        if members:
            blocks.append(_block(name, members))
    if body:
        blocks.append(_text("body:json", json.dumps(body.get("example", {}), indent=2, ensure_ascii=False)))
    blocks.append(_text("docs", f"{operation['summary']}\n\n{operation.get('description', '')}".strip()))
    return "\n".join(blocks)


def _credentials(operation: Schema) -> Iterator[tuple[str, str]]:
    names = {name for choice in operation["security"] for name in choice}
    if names & KEYED:
        yield "x-api-key", "{{apiKey}}"
    if "chatToken" in names:
        yield "x-chat-token", "{{chatToken}}"


def _resolved(document: Schema, parameter: Schema) -> Schema:
    if "$ref" not in parameter:
        return parameter
    found: Schema = document["components"]["parameters"][parameter["$ref"].rpartition("/")[2]]
    return found


def _block(name: str, members: list[tuple[str, str]]) -> str:
    lines = "".join(f"  {key}: {value}".rstrip() + "\n" for key, value in members)
    return f"{name} {{\n{lines}}}\n"


def _text(name: str, text: str) -> str:
    lines = "".join(f"  {line}".rstrip() + "\n" for line in text.split("\n"))
    return f"{name} {{\n{lines}}}\n"
