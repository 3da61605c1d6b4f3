"""The comparison reports changes that break clients of an earlier document."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from openapi.changes import breaking_changes, last_release, surface

Document = dict[str, Any]
CUP: Document = {
    "type": "object",
    "required": ["id", "size"],
    "properties": {
        "id": {"type": "string"},
        "size": {"type": "string", "enum": ["small", "large"]},
        "note": {"anyOf": [{"type": "string", "maxLength": 20}, {"type": "null"}]},
        "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Cup"}},
    },
}
REFERENCE = {"$ref": "#/components/schemas/Cup"}
SENT = {**CUP, "required": ["size"], "properties": {**CUP["properties"], "parts": {"type": "array"}}}


def as_json(schema: Document) -> Document:
    return {"content": {"application/json": {"schema": schema}}}


POST: Document = {
    "parameters": [{"name": "dry", "in": "query", "required": False, "schema": {"type": "boolean"}}],
    "requestBody": {"required": True, **as_json(SENT)},
    "responses": {"201": as_json(REFERENCE), "400": {}},
}
DOCUMENT: Document = {
    "paths": {"/cups": {"post": POST}},
    "webhooks": {"cup.made": {"post": {"requestBody": as_json(REFERENCE)}}},
    "components": {"schemas": {"Cup": CUP}},
}


def after(change: Callable[[Document], object]) -> list[str]:
    document = deepcopy(DOCUMENT)
    change(document)
    return breaking_changes(DOCUMENT, document)


def operation(document: Document) -> Document:
    found: Document = document["paths"]["/cups"]["post"]
    return found


def body(document: Document) -> Document:
    found: Document = operation(document)["requestBody"]["content"]["application/json"]["schema"]
    return found


def cup(document: Document) -> Document:
    found: Document = document["components"]["schemas"]["Cup"]
    return found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["paths"].clear(), "POST /cups is gone"),
        (lambda d: operation(d)["responses"].pop("201"), "POST /cups: 201 is gone"),
        (lambda d: operation(d)["parameters"].clear(), "POST /cups: the parameter dry is gone"),
        (
            lambda d: operation(d)["parameters"][0].update(required=True),
            "POST /cups: the parameter dry is required",
        ),
        (lambda d: body(d)["required"].append("id"), "POST /cups body.id is required now"),
        (lambda d: body(d)["properties"].pop("note"), "POST /cups body.note is gone"),
        (lambda d: body(d)["properties"]["size"]["enum"].remove("small"), "small is no longer taken"),
        (lambda d: body(d)["properties"]["note"]["anyOf"][0].update(maxLength=9), "maxLength is 9 now"),
        (lambda d: body(d)["properties"]["note"]["anyOf"].pop(), "takes string instead of null or string"),
        (lambda d: cup(d)["properties"].pop("note"), "POST /cups 201.note is gone"),
        (lambda d: cup(d)["required"].remove("size"), "POST /cups 201.size is no longer always there now"),
        (lambda d: cup(d)["properties"]["id"].update(type="integer"), "may be integer instead of string"),
        (lambda d: d["webhooks"].clear(), "the event cup.made is gone"),
    ],
)
def test_what_breaks_a_client_is_told(change: Callable[[Document], object], told: str) -> None:
    found = after(change)

    assert any(told in each for each in found), found


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["paths"].update({"/plates": {}}),
        lambda d: operation(d)["parameters"].append(
            {"name": "x", "in": "query", "schema": {"type": "string"}}
        ),
        lambda d: body(d)["properties"].update(color={"type": "string"}),
        lambda d: body(d)["properties"]["note"]["anyOf"][0].update(maxLength=99),
        lambda d: cup(d)["properties"].update(color={"type": "string"}),
        lambda d: cup(d)["required"].append("note"),
        lambda d: cup(d)["properties"]["size"]["enum"].append("huge"),
    ],
)
def test_what_adds_breaks_nobody(change: Callable[[Document], object]) -> None:
    assert after(change) == []


def test_a_release_keeps_no_words_and_members_of_any_name() -> None:
    schema = {
        "description": "A cup.",
        "properties": {"title": {"type": "string", "description": "Its name."}},
    }

    assert surface(schema) == {"properties": {"title": {"type": "string"}}}


def test_an_escape_that_means_nothing_is_no_change() -> None:
    def with_pattern(pattern: str) -> list[str]:
        before = deepcopy(DOCUMENT)
        body(before)["properties"]["size"] = {"type": "string", "pattern": '^[^\\"]$'}
        now = deepcopy(before)
        body(now)["properties"]["size"]["pattern"] = pattern
        return breaking_changes(before, now)

    assert with_pattern('^[^"]$') == []
    assert with_pattern('^[^"x]$') == ["POST /cups body.size has another pattern"]


def test_the_last_release_is_kept() -> None:
    release = last_release()

    assert release is not None
    assert release["info"]["version"] == "1.0.0"
