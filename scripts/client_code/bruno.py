"""The document as a collection of Bruno: a file for each operation, with the recorded example as its body.

Ids are variables, which the responses of earlier requests set.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from client_code.bruno_variables import KEYS, Variables, of_path
from client_code.plain_document import Schema, operations

KEYED = frozenset(("apiKey", "basic", "integrationBasic"))


def collection(document: Schema) -> dict[str, str]:
    """The files of the collection by their path in it."""
    variables = Variables(document)
    secrets = ",\n".join(f"  {name}" for name in [*KEYS.values(), "chatToken"])
    outside = [("baseUrl", "http://127.0.0.1:3000"), *((name, "") for name in variables.environment)]
    files = {
        "bruno.json": json.dumps(
            {"version": "1", "name": document["info"]["title"], "type": "collection"}, indent=2
        )
        + "\n",
        "environments/local.bru": _block("vars", outside) + f"\nvars:secret [\n{secrets}\n]\n",
    }
    sizes: Counter[str] = Counter()
    for path, method, operation in operations(document):
        folder = operation["tags"][0]
        sizes[folder] += 1
        text = _request(document, sizes[folder], path, method, operation, variables)
        files[f"{folder}/{operation['operationId']}.bru"] = text
    return files


def _request(
    document: Schema, number: int, path: str, method: str, operation: Schema, variables: Variables
) -> str:
    parameters = [_resolved(document, parameter) for parameter in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    required = [
        f"{one['name']}={_value(one, variables)}"
        for one in parameters
        if one["in"] == "query" and one.get("required")
    ]
    # Bruno sends what the address has; the block of parameters is for those who look at it.
    url = "{{baseUrl}}" + re.sub(r"{(\w+)}", r":\1", path)
    if required:
        url += f"?{'&'.join(required)}"
    blocks = [
        _block("meta", [("name", operation["operationId"]), ("type", "http"), ("seq", str(number))]),
        _block(method.lower(), [("url", url), ("body", "json" if body else "none"), ("auth", "none")]),
    ]
    in_path = [
        (one["name"], f"{{{{{of_path(path, one['name'])}}}}}") for one in parameters if one["in"] == "path"
    ]
    # Bruno sends a parameter whose name begins with ~ only after the reader has enabled it.
    in_query = [
        (one["name"] if one.get("required") else f"~{one['name']}", _value(one, variables))
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
        example = variables.in_body(body.get("example", {}))
        blocks.append(_text("body:json", json.dumps(example, indent=2, ensure_ascii=False)))
    if told := variables.told_by(operation):
        blocks.append(_text("script:post-response", _remembering(told)))
    expected = [status for status in operation["responses"] if status[0] in "23"]
    blocks.append(_block("assert", [("res.status", f"in {', '.join(expected)}")]))
    blocks.append(_text("docs", f"{operation['summary']}\n\n{operation.get('description', '')}".strip()))
    return "\n".join(blocks)


def _value(parameter: Schema, variables: Variables) -> str:
    """The first value of a query's parameter: its variable, or else its default."""
    variable = variables.in_query(parameter["name"])
    return f"{{{{{variable}}}}}" if variable else str(parameter["schema"].get("default", ""))


def _remembering(told: Mapping[str, str]) -> str:
    """The script that sets variables by a successful response; after a refusal they stay as they are."""
    lines = [f'  bru.setVar("{name}", {place});' for name, place in told.items()]
    return "\n".join(["if (res.status < 300) {", *lines, "}"])


def _credentials(operation: Schema) -> Iterator[tuple[str, str]]:
    names = {name for choice in operation["security"] for name in choice}
    if names & KEYED:
        scope = next(scope for scope in KEYS if scope in operation["x-key-scopes"])
        yield "x-api-key", f"{{{{{KEYS[scope]}}}}}"
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
