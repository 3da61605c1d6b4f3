"""The files with the schemas of the events' payloads."""

import json
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from gather.events.event import EventName
from openapi.__main__ import PAYLOADS
from openapi.webhooks import example_of


def schema_of(event: EventName) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((PAYLOADS / f"{event}.json").read_text(encoding="utf-8"))
    return schema


@pytest.mark.parametrize("event", list(EventName))
def test_a_payload_is_valid_by_the_file_of_its_event(event: EventName) -> None:
    validator = Draft202012Validator(schema_of(event), validate_formats=True)

    assert [fault.message for fault in validator.iter_errors(example_of(event))] == []


@pytest.mark.parametrize("event", list(EventName))
def test_an_empty_payload_is_that_of_no_event(event: EventName) -> None:
    validator = Draft202012Validator(schema_of(event))

    assert not validator.is_valid({})


def test_there_is_a_file_for_each_event_and_no_other() -> None:
    assert {path.stem for path in PAYLOADS.glob("*.json")} == set(EventName)
