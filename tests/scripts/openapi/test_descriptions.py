"""The document describes every member, parameter, operation and event."""

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
    """Yields the members below a schema that have no description."""
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
    assert re.findall(r"nterface:|decisions? \d{4}|docs/\w+\.md", json.dumps(document)) == []


def test_a_parameter_has_no_null_and_is_told_by_its_own_text(document: dict[str, Any]) -> None:
    """A query has no null. The team of a route that works in one was once "the team that the record belongs
    to" where a record of the room said so."""
    queries = [
        (operation["operationId"], parameter)
        for operations in document["paths"].values()
        for operation in operations.values()
        for parameter in operation["parameters"]
        if parameter.get("in") == "query"
    ]
    assert len(queries) > 100
    assert [each for each in queries if "null" in each[1]["description"].lower()] == []
    teams = {
        parameter["description"].partition(".")[0]
        for _, parameter in queries
        if parameter["name"] == "teamId"
    }
    assert teams == {
        "The team that is meant, of the key's organization",
        "Keeps the integrations of this team",
        "Keeps the members of this team",
    }


def test_an_id_in_a_path_says_whose_it_is(document: dict[str, Any]) -> None:
    described = {
        path: parameter["description"]
        for path, operations in document["paths"].items()
        for operation in operations.values()
        for parameter in operation["parameters"]
        if parameter.get("name") == "id"
    }
    assert described["/qsi/gather/webhook-deliveries/{id}/redeliver"] == "The id of the webhook delivery."
    assert described["/qsi/gather/questions/interview/{id}"] == "The id of the interview."


def test_every_response_of_the_service_has_the_id_of_its_request(document: dict[str, Any]) -> None:
    """The one without is what another host answers after a redirection."""
    without = {
        response["description"]
        for operations in document["paths"].values()
        for operation in operations.values()
        for response in operation["responses"].values()
        if "$ref" not in response and "X-Request-Id" not in response.get("headers", {})
    }
    assert [each for each in without if "follows the redirection" not in each] == []


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
    # A path that cannot be a token does not reach the page.
    assert set(refused["404"]["content"]) == {"text/html", "application/json"}


def _first_sentence(member: dict[str, Any]) -> str:
    """Returns the description without the bounds and the default, which only a request has."""
    return re.split(r"(?<=[.;])\s", member["description"])[0].rstrip(".;")


SAID_BY_REQUEST = {
    "ChangeBranding.contactEmail",
    "CreateInterview.interviewType",
    *(
        f"CreateFairnessReport.{name}"
        for name in ("interviewId", "jobId", "since", "until", "selectedBy", "minimumGroupSize")
    ),
}
"""Members that the request describes more fully than the record."""


def test_a_request_says_of_a_member_what_its_record_says(document: dict[str, Any]) -> None:
    """A member once had the text of another kind of record: a description that candidates read was a note
    that only the team sees."""
    schemas = document["components"]["schemas"]
    differing = set()
    compared = 0
    for name, schema in schemas.items():
        asked = re.fullmatch(r"(?:Create|Change|Update|New)(\w+?)s?", name)
        record = schemas.get(asked[1]) if asked else None
        if record is None:
            continue
        for member, inner in schema.get("properties", {}).items():
            kept = record.get("properties", {}).get(member)
            if kept is None or member in ("teamId", "userId"):
                continue
            compared += 1
            if _first_sentence(inner) != _first_sentence(kept):
                differing.add(f"{name}.{member}")
    assert compared > 100
    assert differing == SAID_BY_REQUEST
