"""The tools stand for the operations of the OpenAPI document, and clients of all kinds take them."""

import json
import re
from typing import Any

import pytest

from client_code import mcp_tools
from client_code.plain_document import event_schemas, operations
from client_code.tool_effects import CHANGES_A_RECORD, Effect, classified, effect_of
from client_code.untrusted_texts import (
    OF_THE_TEAM,
    TRUSTED,
    UNTRUSTED,
    holds_text,
    is_untrusted,
    unclassified,
)
from openapi.__main__ import DOCUMENT
from talent_screening_mcp.catalogue import ToolEntry, all_tools, record_shapes

OPENAPI: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
KEYED = {
    operation["operationId"]: (path, method, operation)
    for path, method, operation in operations(OPENAPI)
    if path.startswith("/qsi/gather/") and operation.get("security")
}

LONGEST_PREFIX = len("mcp__talent-screening__")
"""Clients put the name of the server before that of the tool."""

EACH_TOOL = pytest.mark.parametrize("tool", all_tools().values(), ids=lambda tool: tool.name)


def test_there_is_a_tool_for_each_keyed_operation_of_gather() -> None:
    assert {name: (tool.path, tool.method) for name, tool in all_tools().items()} == {
        name: (path, method) for name, (path, method, _) in KEYED.items()
    }
    assert len(all_tools()) > 140


@EACH_TOOL
def test_a_tool_has_the_members_of_its_operation_with_the_documents_schemas(tool: ToolEntry) -> None:
    _, _, operation = KEYED[tool.name]
    parameters = {
        each["name"]: each
        for each in map(_resolved, operation.get("parameters", []))
        if each["in"] != "header"
    }
    content = operation.get("requestBody", {}).get("content", {})
    body = _resolved(content["application/json"]["schema"]) if content else {}
    members = tool.input_schema["properties"]

    expected = {**body.get("properties", {}), **{name: each["schema"] for name, each in parameters.items()}}
    assert set(members) - {"confirm"} == set(expected)
    for name, schema in expected.items():
        assert _without_words(members[name]) == _without_words(_whole(schema))
    required = {name for name, each in parameters.items() if each.get("required")}
    assert set(tool.input_schema["required"]) == required | set(body.get("required", []))


@EACH_TOOL
def test_each_member_has_one_place(tool: ToolEntry) -> None:
    placed = [name for members in tool.places.values() for name in members]

    assert sorted(placed) == sorted(set(tool.input_schema["properties"]) - {"confirm"})
    assert set(re.findall(r"\{(\w+)\}", tool.path)) == tool.places["path"]


@EACH_TOOL
def test_clients_of_all_kinds_take_the_tool(tool: ToolEntry) -> None:
    assert re.fullmatch(rf"[a-zA-Z0-9_-]{{1,{64 - LONGEST_PREFIX}}}", tool.name)
    assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", name) for name in tool.input_schema["properties"])
    # Rules at the root and references make clients drop a tool, or all of them.
    assert set(tool.input_schema) == {"type", "properties", "required", "additionalProperties"}
    assert tool.input_schema["type"] == "object"
    assert "$ref" not in json.dumps(tool.input_schema)
    assert 10 <= len(tool.description) < 1_024


def test_what_every_operation_does_is_in_exactly_one_table() -> None:
    unclear = {
        name for name, (_, method, _) in KEYED.items() if effect_of(name, method) == (Effect.UNKNOWN, "")
    }
    reads_and_deletions = {name for name, (_, method, _) in KEYED.items() if method in ("GET", "DELETE")}

    assert unclear == set(), "say in scripts/client_code/tool_effects.py what these do"
    assert classified() - set(KEYED) == set()
    assert CHANGES_A_RECORD & reads_and_deletions == set()
    assert classified() | reads_and_deletions == set(KEYED)


def test_an_operation_that_is_in_no_table_asks_for_a_confirmation() -> None:
    assert effect_of("paintOffice", "POST") == (Effect.UNKNOWN, "")
    assert effect_of("demolishOffice", "DELETE") == (Effect.REMOVES, "")
    assert effect_of("readOffice", "GET") is None


@pytest.mark.parametrize(
    "name",
    [
        *("eraseCandidate", "archiveCandidate", "deleteWebhook", "endShareLink", "revokeCredential"),
        *("resendInvite", "resendStepInvite", "inviteCandidate", "createCandidateInterview", "decide"),
        *("answerCandidateRequest", "createUsers", "shareResults", "createWebhook", "testWebhook"),
        *("evaluateCandidateInterview", "suggestScorecard", "suggestScorecardTopics", "previewScorecard"),
        *("createQuestion", "changeQuestion"),
    ],
)
def test_what_reaches_people_costs_money_or_removes_something_asks(name: str) -> None:
    tool = all_tools()[name]

    assert tool.effect
    assert tool.input_schema["properties"]["confirm"]["type"] == "boolean"
    assert "confirm" not in tool.input_schema["required"]
    assert "`confirm: true`" in tool.description


@pytest.mark.parametrize("name", ["createCandidate", "changeCandidate", "createJob", "createComment"])
def test_what_writes_a_record_of_the_team_does_not_ask(name: str) -> None:
    tool = all_tools()[name]

    assert (tool.effect, tool.is_read) == (None, False)
    assert "confirm" not in tool.input_schema["properties"]


def test_every_text_of_a_record_is_said_to_be_the_teams_or_a_candidates() -> None:
    schemas = mcp_tools.answered_schemas(OPENAPI)

    assert sorted(unclassified(schemas)) == [], (
        "say in scripts/client_code/untrusted_texts.py whose these are"
    )
    assert {*UNTRUSTED, *TRUSTED, *OF_THE_TEAM} - set(schemas) == set()
    assert OF_THE_TEAM & {*UNTRUSTED, *TRUSTED} == set()
    for table in (UNTRUSTED, TRUSTED):
        for name, members in table.items():
            assert members <= set(schemas[name]["properties"]), name


def test_a_text_that_is_in_no_table_counts_as_untrusted() -> None:
    assert is_untrusted("Paper", "words", {"type": "string"})
    assert is_untrusted("Paper", "words", {"anyOf": [{"type": "string"}, {"type": "null"}]})
    assert is_untrusted("Paper", "words", {"type": ["string", "null"]})
    assert is_untrusted("Paper", "words", {"type": "object", "additionalProperties": True})
    assert is_untrusted("Candidate", "motivation", {"type": "string"})
    assert not is_untrusted("Paper", "id", {"type": "string", "format": "uuid"})
    assert not is_untrusted("Paper", "kind", {"type": "string", "enum": ["a"]})
    assert not is_untrusted("Paper", "pages", {"type": "integer"})


def test_payloads_of_events_quote_no_candidate() -> None:
    texts = {
        f"{name}.{member}"
        for name in event_schemas(OPENAPI).values()
        for member, declaration in OPENAPI["components"]["schemas"][name]["properties"].items()
        if holds_text(declaration)
    }

    # Words of the team, states, ids and addresses. The payloads are plain in `listEvents`.
    assert {text.partition(".")[2] for text in texts} <= {
        *("text", "audioUrl", "inviteUrl", "status", "previousStatus", "reason"),
        *("assignmentId", "enrollmentStepId", "stepId", "candidateInterviewId", "candidateMeetingId"),
    }


@EACH_TOOL
def test_what_a_tool_answers_is_known_member_by_member(tool: ToolEntry) -> None:
    waiting, shapes = [tool.answers], record_shapes()
    assert tool.answers
    while waiting:
        name = waiting.pop()
        shape, schema = shapes[str(name)], OPENAPI["components"]["schemas"][name]
        assert {*shape.plain, *shape.untrusted, *shape.records} == set(schema.get("properties", {}))
        waiting += [each for each in shape.records.values() if each != name]


def test_what_is_no_tool_is_refused() -> None:
    document = {
        "paths": {
            "/qsi/gather/papers": {
                "post": {
                    "operationId": "createPaper",
                    "summary": "Add a paper.",
                    "tags": ["papers"],
                    "security": [{"apiKey": []}],
                    "x-key-scopes": ["gather"],
                    "requestBody": {"content": {"text/csv": {}}},
                    "responses": {},
                }
            }
        },
        "components": {
            "schemas": {"Paper": {"properties": {"pages": {"$ref": "#/components/schemas/Paper"}}}}
        },
    }
    create = document["paths"]["/qsi/gather/papers"]["post"]  # type: ignore[index]
    with pytest.raises(ValueError, match="no JSON"):
        mcp_tools.tools(document)
    create["requestBody"]["content"] = {
        "application/json": {"schema": {"properties": {"confirm": {"type": "boolean"}}}}
    }
    with pytest.raises(ValueError, match="`confirm`"):
        mcp_tools.tools(document)
    create["requestBody"]["content"]["application/json"]["schema"] = {"$ref": "#/components/schemas/Paper"}
    with pytest.raises(ValueError, match="contains itself"):
        mcp_tools.tools(document)


def _resolved(value: Any) -> Any:
    while "$ref" in value:
        _, _, kind, name = value["$ref"].split("/")
        value = OPENAPI["components"][kind][name]
    return value


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(element) for element in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("$ref"), str):
        beside = {key: member for key, member in value.items() if key != "$ref"}
        return _whole({**_resolved(value), **beside})
    return {key: _whole(member) for key, member in value.items()}


def _without_words(schema: Any) -> Any:
    return {key: member for key, member in schema.items() if key != "description"}
