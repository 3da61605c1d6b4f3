"""The rules of strict schemas, for every form that the service asks for."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from gather.compatible.strict_schema import fits, strict, without_nulls
from gather.language_model.assistant import REPLY
from gather.language_model.evaluation_prompts import EVALUATE, SUGGEST
from gather.language_model.interviewer import RESPOND
from gather.ports.language_model import ResponseForm

FORMS = (EVALUATE, SUGGEST, REPLY, RESPOND)
KNOWN = {"type", "description", "enum", "items", "properties", "required", "additionalProperties", "anyOf"}

every_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)


def _schemas(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    for each in inner + ([schema["items"]] if "items" in schema else []):
        yield from _schemas(each)


@every_form
def test_every_object_requires_all_members_and_allows_no_others(form: ResponseForm) -> None:
    for schema in _schemas(strict(form.schema)):
        assert schema.keys() <= KNOWN
        if "properties" in schema:
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False


@every_form
def test_what_may_be_left_out_may_be_null(form: ResponseForm) -> None:
    made = strict(form.schema)["properties"]

    for name in form.schema["properties"].keys() - set(form.schema["required"]):
        kinds = [each["type"] for each in made[name].get("anyOf", ())] or made[name]["type"]
        assert "null" in kinds


def _example(schema: Mapping[str, Any], *, with_all: bool) -> Any:
    if "anyOf" in schema:
        return _example(schema["anyOf"][0], with_all=True) if with_all else None
    kind = schema["type"]
    if isinstance(kind, list):
        return _example({**schema, "type": kind[0]}, with_all=True) if with_all else None
    if kind == "object":
        return {name: _example(each, with_all=with_all) for name, each in schema["properties"].items()}
    if kind == "array":
        return [_example(schema["items"], with_all=with_all)] * 2
    return {"string": schema.get("enum", ["text"])[0], "boolean": True, "number": 0.5, "integer": 1}[kind]


@every_form
@pytest.mark.parametrize("with_all", [True, False])
def test_what_a_strict_server_says_fits(form: ResponseForm, with_all: bool) -> None:
    said = _example(strict(form.schema), with_all=with_all)

    assert fits(without_nulls(said), form.schema)


@every_form
def test_a_response_without_a_required_member_does_not_fit(form: ResponseForm) -> None:
    said = without_nulls(_example(strict(form.schema), with_all=True))

    for name in form.schema["required"]:
        assert not fits({key: value for key, value in said.items() if key != name}, form.schema)
        assert not fits({**said, name: [None]}, form.schema)


def test_a_member_that_nobody_asked_for_is_passed_over() -> None:
    said = without_nulls(_example(strict(REPLY.schema), with_all=True))

    assert fits({**said, "mood": "good"}, REPLY.schema)
