"""Every member, parameter, operation and event of the document says what it means."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from gather.events.event import EventName
from openapi.__main__ import DOCUMENT
from openapi.causes import CAUSES
from openapi.descriptions import without_citations


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(DOCUMENT.read_text())
    return read


def _undescribed(schema: Any, place: str) -> Iterator[str]:
    """The members below a schema that have no description."""
    if isinstance(schema, dict):
        for name, member in schema.get("properties", {}).items():
            if not member.get("description"):
                yield f"{place}.{name}: write a text below its declaration"
        for name, inner in schema.items():
            if name not in ("example", "examples"):
                yield from _undescribed(inner, f"{place}/{name}")
    elif isinstance(schema, list):
        for inner in schema:
            yield from _undescribed(inner, place)


def test_every_member_is_described(document: dict[str, Any]) -> None:
    assert list(_undescribed(document, "")) == []


def test_every_parameter_is_described(document: dict[str, Any]) -> None:
    undescribed = [
        f"{method} {path}: {parameter['name']}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for parameter in operation["parameters"]
        if "name" in parameter and not parameter.get("description")
    ]
    assert undescribed == []


def test_every_event_has_an_entry_with_an_example(document: dict[str, Any]) -> None:
    assert set(document["webhooks"]) == {event.value for event in EventName}
    for entry in document["webhooks"].values():
        assert entry["post"]["requestBody"]["content"]["application/json"]["example"]
        assert {"X-Service-Event", "X-Service-Id", "X-Service-Signature-V2"} <= {
            parameter["name"] for parameter in entry["post"]["parameters"]
        }


def test_operations_have_names_of_their_own(document: dict[str, Any]) -> None:
    names = [
        operation["operationId"]
        for operations in document["paths"].values()
        for operation in operations.values()
    ]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z0-9]+)*", name)] == []
    assert [name for name in names if re.search(r"By(Get|Post|Put|Patch|Delete)$", name)] == []


def test_readers_are_sent_nowhere_that_they_cannot_go(document: dict[str, Any]) -> None:
    assert "nterface:" not in json.dumps(document)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A title (interface: Teams, rule 2).", "A title."),
        ("The quota (interface: Limits, rule 3), or a chat.", "The quota, or a chat."),
        ("Filters.\n\nInterface: Lists, rules 1 to 4; Errors, rule 2.", "Filters."),
        ("Nothing else.", "Nothing else."),
    ],
)
def test_citations_are_left_out(written: str, shown: str) -> None:
    assert without_citations(written) == shown


def test_only_operations_that_there_are_cause_events(document: dict[str, Any]) -> None:
    names = {
        operation["operationId"]
        for operations in document["paths"].values()
        for operation in operations.values()
    }
    assert set(CAUSES) <= names


def test_tags_are_named_in_words_and_described(document: dict[str, Any]) -> None:
    for tag in document["tags"]:
        assert "_" not in tag["name"]
        assert tag["description"]


def test_a_page_answers_an_unknown_link_with_a_page(document: dict[str, Any]) -> None:
    refused = document["paths"]["/i/{inviteToken}"]["get"]["responses"]
    assert set(refused["410"]["content"]) == {"text/html"}
    # What cannot be a token does not reach the page.
    assert set(refused["404"]["content"]) == {"text/html", "application/json"}
