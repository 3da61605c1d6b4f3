"""The collection for Bruno has every operation in a form to send, with the ids that responses have shown."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from client_code.bruno import collection
from client_code.plain_document import operations
from openapi.__main__ import DOCUMENT

OPENAPI: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
FILES = collection(OPENAPI)


def blocks_of(text: str) -> dict[str, str]:
    """Returns the content of each block of a file, without its indentation."""
    found = re.findall(r"^([a-z:-]+) \{\n(.*?)^\}$", text, re.MULTILINE | re.DOTALL)
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
        assert re.search(rf"^{name}: {{{{\w+}}}}$", blocks["params:path"], re.MULTILINE)
    if "requestBody" in operation:
        example = operation["requestBody"]["content"]["application/json"].get("example", {})
        assert json.loads(blocks["body:json"]).keys() == example.keys()
    names = {name for choice in operation["security"] for name in choice}
    assert ("x-api-key: {{" in blocks.get("headers", "")) == bool(names - {"chatToken", "session"})
    assert blocks["assert"].startswith("res.status: in 2") or "302" in blocks["assert"]


def test_every_variable_is_shown_by_a_response_or_stands_in_the_environment() -> None:
    sent = {name for text in FILES.values() for name in re.findall(r"{{(\w+)}}", _without_bodies(text))}
    shown = {name for text in FILES.values() for name in re.findall(r'bru\.setVar\("(\w+)"', text)}
    environment = set(re.findall(r"^  (\w+)[:,]?", FILES["environments/local.bru"], re.MULTILINE))

    assert sent <= shown | environment
    assert len(shown) > 20


def _without_bodies(text: str) -> str:
    """Removes bodies and descriptions of operations, whose placeholders are not those of the collection."""
    return re.sub(r"^(body:json|docs) \{\n.*?^\}$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_a_record_that_was_created_is_the_one_that_is_read_and_referred_to() -> None:
    created = blocks_of(FILES["candidates/createCandidate.bru"])["script:post-response"]
    read = blocks_of(FILES["candidates/getCandidate.bru"])["params:path"]
    invited = json.loads(blocks_of(FILES["candidate interviews/createCandidateInterview.bru"])["body:json"])

    assert 'bru.setVar("candidateId", res.body.data.id);' in created
    assert created.startswith("if (res.status < 300) {")
    assert "candidateId: {{candidateId}}" in read
    assert (invited["candidateId"], invited["interviewId"]) == ("{{candidateId}}", "{{interviewId}}")


def test_two_paths_to_one_record_have_one_variable() -> None:
    job = blocks_of(FILES["jobs/getJob.bru"])["params:path"]
    override = blocks_of(FILES["job workflows/overrideWorkflow.bru"])["params:path"]

    assert (job.strip(), override.strip()) == ("id: {{jobId}}", "jobId: {{jobId}}")


def _lists(node: Any) -> Iterator[list[Any]]:
    """The lists of a body, however deep."""
    if isinstance(node, list):
        yield node
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for each in inner:
        yield from _lists(each)


def test_a_list_in_a_body_names_a_variable_once() -> None:
    bodies = [blocks_of(text).get("body:json") for text in FILES.values()]
    lists = [each for body in bodies if body for each in _lists(json.loads(body))]
    named = [[item for item in each if "{{" in json.dumps(item)] for each in lists]

    assert any(named)
    assert [each for each in named if len({json.dumps(item) for item in each}) < len(each)] == []


def test_a_required_parameter_stands_in_the_address_which_is_what_bruno_sends() -> None:
    listed = blocks_of(FILES["credentials/listCredentials.bru"])

    assert "/credentials?organizationId={{organizationId}}\n" in listed["get"]
    assert "x-api-key: {{adminKey}}" in listed["headers"]


def test_keys_are_kept_out_of_the_files() -> None:
    secret = FILES["environments/local.bru"].partition("vars:secret")[2]
    assert secret == " [\n  apiKey,\n  adminKey,\n  accountsKey,\n  integrationsKey,\n  chatToken\n]\n"
