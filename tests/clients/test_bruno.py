"""The collection for Bruno has every operation, as it can be sent."""

import json
import re
from typing import Any

import pytest

from client_code.bruno import collection
from client_code.plain_document import operations
from openapi.__main__ import DOCUMENT

OPENAPI: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
FILES = collection(OPENAPI)


def blocks_of(text: str) -> dict[str, str]:
    """What stands in each block of a file, without its indentation."""
    found = re.findall(r"^([a-z:]+) \{\n(.*?)^\}$", text, re.MULTILINE | re.DOTALL)
    return {name: re.sub(r"^  ", "", content, flags=re.MULTILINE) for name, content in found}


@pytest.mark.parametrize(
    ("path", "method", "operation"), list(operations(OPENAPI)), ids=lambda value: str(value)[:60]
)
def test_an_operation_is_a_request_with_its_example(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    blocks = blocks_of(FILES[f"{operation['tags'][0]}/{operation['operationId']}.bru"])

    assert "url: {{baseUrl}}" + re.sub(r"{(\w+)}", r":\1", path) in blocks[method.lower()]
    for name in re.findall(r"{(\w+)}", path):
        assert f"{name}:" in blocks["params:path"]
    if "requestBody" in operation:
        example = operation["requestBody"]["content"]["application/json"].get("example", {})
        assert json.loads(blocks["body:json"]) == example
    names = {name for choice in operation["security"] for name in choice}
    assert ("x-api-key: {{apiKey}}" in blocks.get("headers", "")) == bool(names - {"chatToken"})


def test_keys_are_kept_out_of_the_files() -> None:
    assert "vars:secret [\n  apiKey,\n  chatToken\n]" in FILES["environments/local.bru"]
