"""Requirements of client generators on the document, each found by a fault of one of them."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from openapi.__main__ import DOCUMENT
from openapi.rules import RULES

Schema = dict[str, Any]

OPENAPI: Schema = json.loads(DOCUMENT.read_text(encoding="utf-8"))
COMPONENTS: Mapping[str, Schema] = OPENAPI["components"]["schemas"]
OPERATIONS = [each for methods in OPENAPI["paths"].values() for each in methods.values()]


def _schemas(part: Any, place: str = "") -> Iterator[tuple[str, Schema]]:
    """Yields every object of the document with its place, without examples."""
    if isinstance(part, list):
        for number, each in enumerate(part):
            yield from _schemas(each, f"{place}/{number}")
    if isinstance(part, dict):
        yield place, part
        for name, inner in part.items():
            if name not in ("example", "examples"):
                yield from _schemas(inner, f"{place}/{name}")


ALL = list(_schemas(OPENAPI))


def test_null_is_never_the_only_type() -> None:
    alone = [
        place
        for place, schema in ALL
        if schema.get("type") == "null" and not re.search(r"/(anyOf|oneOf)/\d+$", place)
    ]
    assert alone == []


def test_a_schema_with_members_has_no_alternatives_beside_them() -> None:
    both = [
        name
        for name, schema in COMPONENTS.items()
        if "properties" in schema and {"allOf", "anyOf", "oneOf"} & set(schema)
    ]
    assert both == []


def test_a_pattern_looks_nowhere_around() -> None:
    """Go's and Rust's expressions have no look-around."""
    around = [place for place, schema in ALL if re.search(r"\(\?[=!<]", str(schema.get("pattern", "")))]
    assert around == []


def test_no_page_is_sent_by_default_where_a_cursor_may_be() -> None:
    lists = [
        {each["name"]: each["schema"] for each in operation["parameters"] if "name" in each}
        for operation in OPERATIONS
    ]
    paged = [each["page"] for each in lists if {"page", "cursor"} <= set(each)]
    assert len(paged) >= 13
    assert [schema for schema in paged if "default" in schema] == []


def test_a_default_is_no_object() -> None:
    objects = [
        place
        for place, schema in ALL
        if isinstance(schema.get("default"), dict) and not place.endswith("/properties")
    ]
    assert objects == []


@pytest.mark.parametrize("beginning", ["New", "Nullable"])
def test_no_name_is_that_of_another_schemas_constructor(beginning: str) -> None:
    """Go's generator makes a function `NewTeam` and a type `NullableTeam` for the schema `Team`."""
    assert {f"{beginning}{name}" for name in COMPONENTS} & set(COMPONENTS) == set()


def test_numbers_are_no_union() -> None:
    unions = [
        place
        for place, schema in ALL
        if {"integer", "number"} <= {each.get("type") for each in schema.get("anyOf", ())}
    ]
    assert unions == []


def test_an_enumeration_has_no_name_of_its_own() -> None:
    """Go's generator makes a constant of each value of one that has: two of `ACTIVE` do not compile."""
    assert [name for name, schema in COMPONENTS.items() if "enum" in schema] == []


def test_a_boolean_has_no_enumeration() -> None:
    listed = [
        place for place, schema in ALL if schema.get("type") == "boolean" and {"enum", "const"} & set(schema)
    ]
    assert listed == []


def test_errors_are_in_one_piece() -> None:
    for name, response in OPENAPI["components"]["responses"].items():
        reference = response["content"]["application/json"]["schema"]["$ref"]
        assert reference == f"#/components/schemas/{name}"
        error = COMPONENTS[name]["properties"]["error"]
        assert error["required"] == ["code", "message"]
        assert {"code", "message", "details"} == set(error["properties"])


def test_a_default_is_written_as_it_is_sent() -> None:
    told = [
        (member["description"], member["default"])
        for _, schema in ALL
        for member in schema.get("properties", {}).values()
        if isinstance(member, dict) and "default" in member and "Default: " in member.get("description", "")
    ]
    assert len(told) > 30
    for description, default in told:
        written = default if isinstance(default, str) else json.dumps(default)
        assert f"Default: `{written}`." in description


VALID: Mapping[str, list[Schema]] = {
    "AnswerRequest": [
        {"text": "a"},
        {"value": True},
        {"value": "up"},
        {"optionIds": ["x"]},
        {"mediaId": "m"},
    ],
    "ApplyTemplate": [{"jobIds": ["1"]}, {"jobIds": [], "jobFamilyIds": ["1"]}],
    "CreateAudioQuestion": [{"audioURL": "https://a.example"}, {"questionScript": "Why?", "narratorId": "n"}],
    "CreateCredential": [{"sandbox": True}, {"sandbox": True, "scope": "gather"}, {"scope": "accounts"}],
    "CreateCandidateImport": [{"candidates": [{}]}, {"file": {}}, {"file": {}, "candidates": None}],
    "CreateFairnessReport": [{"selectedBy": "hired"}, {"selectedBy": "score", "scoreThreshold": 50}],
    "CreateInterview": [{}, {"interviewType": "ai_interviewer", "aiConfiguration": {}}],
    "CreateSurveyQuestion": [
        {"type": "FREE_TEXT"},
        {"type": "THUMBS_UP_DOWN", "options": [{}, {}]},
        {"type": "MULTIPLE_CHOICE_WEIGHTED", "options": [{"weight": 1}]},
    ],
    "ImportInvite": [
        {"interviewId": "1", "deliveryTypes": ["sms"], "expiryDays": 3},
        {"jobId": "1"},
        {"jobId": "1", "deliveryTypes": None, "expiryDays": None},
    ],
    "InviteCandidate": [
        {"candidateId": "1"},
        {"firstName": "A", "lastName": "B", "email": "a@b.example"},
        {"firstName": "A", "lastName": "B", "phone": "+14155550123"},
    ],
    "KeptOrNewMessage": [{"id": "1"}, {"type": "INVITE", "smsEnabled": True, "smsBody": "Hello"}],
    "MessageToCreate": [{"smsEnabled": False, "emailEnabled": True, "emailBody": "Hello"}, {}],
    "SeeminglySaid": [{"text": "a"}, {"mediaId": "m"}],
    "SuggestTopics": [{"jobDescriptionText": "Text"}, {"questions": ["Why?"]}],
    "TakeTurn": [
        {"text": "a", "mediaId": "m"},
        {"mediaId": "m"},
        {"silence": True},
        {"end": True},
        {"prepare": {"text": "a"}},
    ],
}
BROKEN: Mapping[str, list[Schema]] = {
    "AnswerRequest": [{}, {"text": None}, {"text": "a", "value": True}, {"optionIds": ["x"], "mediaId": "m"}],
    "ApplyTemplate": [{}, {"jobIds": []}, {"jobIds": None, "jobFamilyIds": []}],
    "CreateAudioQuestion": [{}, {"questionScript": "Why?"}, {"questionScript": "...", "narratorId": "n"}],
    "CreateCredential": [{"sandbox": True, "scope": "accounts"}],
    "CreateCandidateImport": [{}, {"candidates": [{}], "file": {}}],
    "CreateFairnessReport": [{"selectedBy": "score"}, {"selectedBy": "score", "scoreThreshold": None}],
    "CreateInterview": [{"interviewType": "ai_interviewer"}],
    "CreateSurveyQuestion": [
        {"type": "MULTIPLE_CHOICE"},
        {"type": "MULTIPLE_CHOICE_MULTIPLE_ANSWER", "options": []},
        {"type": "MULTIPLE_CHOICE_WEIGHTED", "options": [{"weight": None}]},
        {"type": "THUMBS_UP_DOWN", "options": [{}]},
    ],
    "ImportInvite": [
        {},
        {"interviewId": "1", "jobId": "2"},
        {"interviewId": "1", "jobId": "2", "expiryDays": 3},
        {"jobId": "1", "expiryDays": 3},
    ],
    "InviteCandidate": [{}, {"firstName": "A", "lastName": "B"}, {"firstName": "A", "email": "a@b.example"}],
    "KeptOrNewMessage": [{}, {"type": "INVITE", "smsEnabled": True}],
    "MessageToCreate": [{"smsEnabled": True}, {"smsEnabled": True, "smsBody": "a", "emailEnabled": True}],
    "SeeminglySaid": [{}, {"text": "a", "mediaId": "m"}],
    "SuggestTopics": [{}, {"jobDescriptionText": " ", "questions": []}],
    "TakeTurn": [
        {},
        {"text": "a", "silence": True},
        {"silence": True, "end": True},
        {"text": "a", "prepare": {"text": "a"}},
    ],
}


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_rule_takes_what_keeps_it_and_refuses_what_does_not(name: str) -> None:
    validator = Draft202012Validator(RULES[name])
    assert [body for body in VALID[name] if not validator.is_valid(body)] == []
    assert [body for body in BROKEN[name] if validator.is_valid(body)] == []
