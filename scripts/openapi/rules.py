"""Rules that concern several members of a body, in the words of JSON schema.

The models enforce them (`cross_field_faults`). Here they stand for clients that check before they send. What
JSON schema cannot say, such as that no two topics have one name, the descriptions say.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gather.content.ai_text_question import WORD

Schema = dict[str, Any]


def _given(name: str, kind: str, **more: object) -> Schema:
    """The member is there and not null."""
    return {"required": [name], "properties": {name: {"type": kind, **more}}}


def _given_list(name: str, **more: object) -> Schema:
    """The list is there and not null."""
    return {"required": [name], "properties": {name: {"not": {"type": "null"}, **more}}}


def _either(*choices: Schema) -> Schema:
    return {"anyOf": list(choices)}


def _one_of(*choices: Schema) -> Schema:
    return {"oneOf": list(choices)}


def _all(*parts: Schema) -> Schema:
    return {"allOf": list(parts)}


def _when(name: str, value: object, then: Schema) -> Schema:
    """The member has another value or is not there, or the rest holds."""
    return _either({"properties": {name: {"not": {"const": value}}}}, then)


def _options(**bounds: object) -> Schema:
    return _given_list("options", **bounds)


_CHANNELS = (
    _when("smsEnabled", True, _given("smsBody", "string", pattern=r"\S")),
    _when("emailEnabled", True, _given("emailBody", "string", pattern=r"\S")),
)
_WEIGHTED = {"items": _given("weight", "number", description="The option's weight in the score.")}

RULES: Mapping[str, Schema] = {
    "AnswerRequest": _one_of(
        _given("text", "string"),
        {"required": ["value"], "properties": {"value": {"not": {"type": "null"}}}},
        _given_list("optionIds"),
        _given("mediaId", "string"),
    ),
    "ApplyTemplate": _either(_given_list("jobIds", minItems=1), _given_list("jobFamilyIds", minItems=1)),
    "CreateAudioQuestion": _either(
        _given("audioURL", "string"),
        _all(_given("questionScript", "string", pattern=WORD), _given("narratorId", "string")),
    ),
    "CreateFairnessReport": _when("selectedBy", "score", _given("scoreThreshold", "number")),
    "CreateCredential": _when("sandbox", True, {"properties": {"scope": {"const": "gather"}}}),
    "CreateInterview": _when(
        "interviewType",
        "ai_interviewer",
        {
            "required": ["aiConfiguration"],
            "properties": {"aiConfiguration": {"type": "object"}},
        },
    ),
    "CreateSurveyQuestion": _all(
        _when("type", "MULTIPLE_CHOICE", _options(minItems=1)),
        _when("type", "MULTIPLE_CHOICE_MULTIPLE_ANSWER", _options(minItems=1)),
        _when("type", "MULTIPLE_CHOICE_WEIGHTED", _options(minItems=1, **_WEIGHTED)),
        _when("type", "THUMBS_UP_DOWN", _options(minItems=2, maxItems=2)),
    ),
    "InviteCandidate": _either(
        _given("candidateId", "string"),
        _all(
            _given("firstName", "string"),
            _given("lastName", "string"),
            _either(_given("email", "string"), _given("phone", "string")),
        ),
    ),
    "KeptOrNewMessage": _either(_given("id", "string"), _all({"required": ["type"]}, *_CHANNELS)),
    "NewMessage": _all(*_CHANNELS),
    "SuggestTopics": _either(
        _given("jobDescriptionText", "string", pattern=r"\S"), _given_list("questions", minItems=1)
    ),
    "TakeTurn": _one_of(
        _either(_given("text", "string"), _given("mediaId", "string")),
        _given("silence", "boolean"),
        _given("end", "boolean"),
    ),
}
"""By the name of the body's schema."""


def with_rules(components: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """The schemas that have rules, with them."""
    for name, schema in components.items():
        if name in RULES:
            yield name, {**schema, **_described(RULES[name], schema["properties"])}


def _described(rule: Any, members: Mapping[str, Schema]) -> Any:
    """The rule, in which each member is described as where it is declared."""
    if isinstance(rule, list):
        return [_described(each, members) for each in rule]
    if not isinstance(rule, dict):
        return rule
    described = {word: _described(inner, members) for word, inner in rule.items()}
    for name, member in described.get("properties", {}).items():
        if name in members:
            described["properties"][name] = {"description": members[name]["description"], **member}
    return described
