"""The generated parts of the clients have everything that the OpenAPI document has."""

import inspect
import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from client_code.plain_document import operations, schemas_for_clients, success_of
from client_code.python_operations import snake_case
from openapi.__main__ import DOCUMENT
from talent_screening import AsyncTalentScreening, TalentScreening, models
from talent_screening.errors import ERRORS
from talent_screening.generated.async_operations import AsyncOperations
from talent_screening.generated.operations import Operations

OPENAPI: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
OF_JSON = [operation for _, _, operation in operations(OPENAPI) if success_of(operation) is not None]


def test_every_operation_that_answers_json_is_a_method() -> None:
    names = {snake_case(operation["operationId"]) for operation in OF_JSON}

    assert len(names) > 130
    for client in (TalentScreening, AsyncTalentScreening):
        assert {name for name in names if not callable(getattr(client, name, None))} == set()


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    for name, method in inspect.getmembers(Operations, inspect.isfunction):
        if not name.startswith("_"):
            other = inspect.signature(getattr(AsyncOperations, name))
            assert inspect.signature(method).parameters == other.parameters, name


def test_every_list_with_pages_has_an_iterator() -> None:
    paged = {
        operation["operationId"]
        for operation in OF_JSON
        if {parameter.get("name") for parameter in operation.get("parameters", [])} & {"page", "cursor"}
    }

    assert len(paged) > 15
    for name in paged:
        assert callable(getattr(TalentScreening, snake_case(name).replace("list_", "iterate_"), None)), name


def test_every_code_of_an_error_has_a_class() -> None:
    schemas = OPENAPI["components"]["schemas"]
    bodies = [schemas[name]["properties"]["error"] for name in OPENAPI["components"]["responses"]]

    told = {code for body in bodies for code in body["properties"]["code"]["enum"]}
    assert told <= set(ERRORS)
    assert len(set(ERRORS.values())) == len(ERRORS)


@pytest.mark.parametrize("operation", OF_JSON, ids=lambda operation: operation["operationId"])
def test_examples_fit_the_models_without_a_member_left_over(operation: dict[str, Any]) -> None:
    method = inspect.signature(getattr(Operations, snake_case(operation["operationId"])))
    answers = method.return_annotation
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json", {})
        if status.startswith("2") and "example" in content:
            data = content["example"]["data"]
            parsed = TypeAdapter(answers).validate_python(data)
            assert (
                json.loads(TypeAdapter(answers).dump_json(parsed, by_alias=True, exclude_unset=True)) == data
            )
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    if body is not None:
        model = TypeAdapter(method.parameters["body"].annotation)
        assert (
            json.loads(model.dump_json(model.validate_python(body), by_alias=True, exclude_unset=True))
            == body
        )


def test_bounds_are_the_services_and_answered_enums_are_open() -> None:
    document = {
        "components": {
            "schemas": {
                "Asked": {"properties": {"kind": {"type": "string", "enum": ["a"], "maxLength": 3}}},
                "Told": {"properties": {"pattern": {"description": "P.", "type": "string", "enum": ["a"]}}},
                "Refused": {"properties": {"code": {"type": "string"}}},
            }
        },
        "paths": {
            "/x": {
                "get": {
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Asked"}}}
                    },
                    "responses": {
                        "400": {
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}
                            }
                        },
                        "200": {
                            "content": {
                                "application/json": {
                                    "schema": {"properties": {"data": {"$ref": "#/components/schemas/Told"}}}
                                }
                            }
                        },
                    },
                }
            }
        },
        "webhooks": {},
    }

    plain = schemas_for_clients(document)

    assert plain.keys() == {"Asked", "Told"}
    assert plain["Asked"] == {"properties": {"kind": {"type": "string", "enum": ["a"]}}}
    assert plain["Told"]["properties"]["pattern"] == {
        "description": "P.",
        "anyOf": [{"enum": ["a"], "type": "string"}, {"type": "string"}],
    }


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("linkedInURL", "linked_in_url"),
        ("teamId", "team_id"),
        ("createAiTextQuestion", "create_ai_text_question"),
    ],
)
def test_names_are_written_as_python_writes_them(name: str, written: str) -> None:
    assert snake_case(name) == written


def test_members_are_named_by_the_same_rule_in_models() -> None:
    assert models.CreateCandidate.model_fields["linked_in_url"].alias == "linkedInURL"
