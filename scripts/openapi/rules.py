"""Rules that concern several members of a body, in the words of JSON schema.

The models enforce them (`cross_field_faults`). Here they stand for clients that check before they send. What
JSON schema cannot say, such as that no two topics have one name, the descriptions say.

A rule is written as `if`, `then` and `else`. Generators of clients pass these over. They make a union of what
stands in `anyOf`, `oneOf` or `allOf` beside the members, and lose the members.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gather.content.ai_text_questions.models import WORD

Schema = dict[str, Any]


def _given(name: str, kind: str, **more: object) -> Schema:
    """The member is there and not null. Linters want an array to say what it holds."""
    elements: Schema = {"items": {}} if kind == "array" else {}
    return {"required": [name], "properties": {name: {"type": kind, **elements, **more}}}


def _either(one: Schema, other: Schema) -> Schema:
    return {"if": one, "else": other}


def _only_one_of(choice: Schema, *others: Schema) -> Schema:
    """One of the choices holds and no other does."""
    if not others:
        return choice
    other = others[0] if len(others) == 1 else {"anyOf": list(others)}
    return {"if": choice, "then": {"not": other}, "else": _only_one_of(*others)}


def _when(name: str, value: object, then: Schema) -> Schema:
    """The member has another value or is not there, or the rest holds."""
    return {"if": {"required": [name], "properties": {name: {"const": value}}}, "then": then}


def _by_value(name: str, rules: Mapping[str, Schema]) -> Schema:
    """The rule that belongs to the value of the member; with another value anything holds."""
    chain: Schema = {}
    for value, then in reversed([*rules.items()]):
        chain = {**_when(name, value, then), **({"else": chain} if chain else {})}
    return chain


def _and(condition: Schema, rule: Schema) -> Schema:
    """Both hold. The first is one of `_when`, whose parts have no condition of their own."""
    return {**condition, "then": {**condition["then"], **rule}, "else": rule}


def _options(**bounds: object) -> Schema:
    return _given("options", "array", **bounds)


_CHANNELS = _and(
    _when("smsEnabled", True, _given("smsBody", "string", pattern=r"\S")),
    _when("emailEnabled", True, _given("emailBody", "string", pattern=r"\S")),
)
_WEIGHTED = {"items": _given("weight", "number", description="The option's weight in the score.")}

RULES: Mapping[str, Schema] = {
    "AnswerRequest": _only_one_of(
        _given("text", "string"),
        {"required": ["value"], "properties": {"value": {"type": ["boolean", "string"]}}},
        _given("optionIds", "array"),
        _given("mediaId", "string"),
    ),
    "ApplyTemplate": _either(
        _given("jobIds", "array", minItems=1), _given("jobFamilyIds", "array", minItems=1)
    ),
    "CreateAudioQuestion": _either(
        _given("audioURL", "string"),
        {
            "required": ["questionScript", "narratorId"],
            "properties": {
                "questionScript": {"type": "string", "pattern": WORD},
                "narratorId": {"type": "string"},
            },
        },
    ),
    "CreateCandidateImport": _only_one_of(_given("candidates", "array"), _given("file", "object")),
    "CreateFairnessReport": _when("selectedBy", "score", _given("scoreThreshold", "number")),
    "CreateCredential": _when("sandbox", True, {"properties": {"scope": {"const": "gather"}}}),
    "CreateInterview": _when("interviewType", "ai_interviewer", _given("aiConfiguration", "object")),
    "CreateSurveyQuestion": _by_value(
        "type",
        {
            "MULTIPLE_CHOICE": _options(minItems=1),
            "MULTIPLE_CHOICE_MULTIPLE_ANSWER": _options(minItems=1),
            "MULTIPLE_CHOICE_WEIGHTED": _options(minItems=1, **_WEIGHTED),
            "THUMBS_UP_DOWN": _options(minItems=2, maxItems=2),
        },
    ),
    "ImportInvite": {
        "if": _given("interviewId", "string"),
        "then": {"not": _given("jobId", "string")},
        "else": {
            **_given("jobId", "string"),
            "not": {"anyOf": [_given("deliveryTypes", "array"), _given("expiryDays", "integer")]},
        },
    },
    "InviteCandidate": _either(
        _given("candidateId", "string"),
        {
            "required": ["firstName", "lastName"],
            "properties": {"firstName": {"type": "string"}, "lastName": {"type": "string"}},
            **_either(_given("email", "string"), _given("phone", "string")),
        },
    ),
    "KeptOrNewMessage": _either(_given("id", "string"), {**_given("type", "string"), **_CHANNELS}),
    "MessageToCreate": _CHANNELS,
    "SeeminglySaid": _only_one_of(_given("text", "string"), _given("mediaId", "string")),
    "SuggestTopics": _either(
        _given("jobDescriptionText", "string", pattern=r"\S"), _given("questions", "array", minItems=1)
    ),
    "TakeTurn": _only_one_of(
        {"anyOf": [_given("text", "string"), _given("mediaId", "string")]},
        _given("silence", "boolean"),
        _given("end", "boolean"),
        _given("prepare", "object"),
    ),
}
"""The rules by the name of the body's schema."""


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
