"""The service accepts every body that is valid by the OpenAPI document (interface: Errors, rule 2).

Bodies are generated from the document's schemas and sent to existing records. None is refused with 400,
except by a rule that no schema can express and that the document states in words.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.service import UNKNOWN_ID, Service, Transport, make_tenant
from tests.builders.whole_interface import (
    DOCUMENT,
    Client,
    Operation,
    keyless_operations,
    operations,
    request_builder_of,
)
from tests.support.records import add_chatbot
from tests.support.route_requests import ROUTE_REQUESTS
from tests.support.setting import Request

pytestmark = [pytest.mark.routes, pytest.mark.in_process, pytest.mark.generated]

EXAMPLES = 8
WITH_BODY = [
    each for each in operations() if each.method in ("POST", "PUT", "PATCH") and request_builder_of(each)
]
OF_THE_REQUEST = frozenset({"organizationId", "teamId", "userId"})
"""Members that say where to work. They keep the values of the request."""

IN_WORDS: Mapping[str, str] = {
    "can't be changed; this question is": "can be repeated and not be changed",
    "cannot change from": "allowed transitions",
    "is for users with an account": "API users have no role",
    "needs createAuth0Account": "Only a user with an account has a role",
    "is no cursor of this list": "Cursor",
    "is no topic of the scorecard": "of the scorecard",
    "is required for this kind": "Required for",
    "is required with questionScript": "script",
    "is required, unless questionScript and narratorId are supplied": "script",
    "is required while": "at least 1 visible character",
    "is the position of another step": "position",
    "may have at most 3 dimensions": "at most 3 dimensions",
    "must be a date or a time of ISO 8601": "before this time",
    "must be a time to come": "a time to come",
    "must be standard or ai_interviewer": "Only a person who has signed in makes a `questionnaire`",
    "must be empty: a questionnaire": "which has survey questions alone",
    "must have at least one question": "and at least one",
    "must be an e-mail address": "mail can be delivered to",
    "must be in ASCII before the @": "in ASCII before the `@`",
    "must be one line without control characters": "one line without control characters",
    "must be true or false": "for `YES_NO`",
    "must be an IANA time zone name": "an IANA name",
    "must differ from the names of the other topics": "differ",
    "must have at least 1 visible character": "at least 1 visible character",
    "must have the name of a host after the @": "the name of a host behind it",
    "must hold at least one word": "at least one word",
    "must name at most 70 users in all": "at most 70 users in all",
    "must not be before since": "not before `since`",
    "must not have the character U+0000": "No text has the character U+0000",
    "must not repeat the type": "at most one of each type",
}
"""The remaining reasons, by their beginning, each with words that the document has for the operation."""

OF_VENDORS = re.compile(r"/connect/\{vendor\}/orders|configuration\..*")
"""Only the vendor describes the content of its orders and configuration."""


@cache
def document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return read


@cache
def schema() -> Any:
    return schemathesis.openapi.from_dict(document())


def has_body(operation: Operation) -> bool:
    return "requestBody" in document()["paths"][operation.path][operation.method.lower()]


def bodies(operation: Operation) -> SearchStrategy[Any]:
    """Returns a strategy for bodies that an operation's schemas allow."""
    declared = schema()[operation.path][operation.method]
    made: SearchStrategy[Any] = declared.as_strategy(generation_mode=GenerationMode.POSITIVE)
    return made


def sent_instead(body: object, request: Request) -> dict[str, Any]:
    """Returns the generated body with the places to work that the request names."""
    members = body if isinstance(body, dict) else {}
    kept = request.body if isinstance(request.body, dict) else {}
    return {
        **{name: value for name, value in members.items() if name not in OF_THE_REQUEST},
        **{name: value for name, value in kept.items() if name in OF_THE_REQUEST},
    }


def unsaid(operation: Operation, details: list[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Yields the faults of a refusal that the document does not mention for the operation."""
    said = words_of(operation)
    for detail in details:
        if OF_VENDORS.fullmatch(operation.path) or OF_VENDORS.fullmatch(detail["field"]):
            continue
        reason = detail["reason"]
        words = next((words for begin, words in IN_WORDS.items() if reason.startswith(begin)), None)
        if words is None or words not in said:
            yield detail["field"], reason


@cache
def words_of(operation: Operation) -> str:
    """Returns all words of the document on an operation, on its body, and on all requests."""
    declared = document()["paths"][operation.path][operation.method.lower()]
    seen: set[str] = set()
    of_all = " ".join(document()["info"]["description"].split())
    return " ".join([of_all, declared["description"], *_descriptions(declared["requestBody"], seen)])


def _descriptions(value: Any, seen: set[str]) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _descriptions(each, seen)
    if not isinstance(value, dict):
        return
    name = str(value.get("$ref", "")).rpartition("/")[2]
    if name and name not in seen:
        seen.add(name)
        yield from _descriptions(document()["components"]["schemas"][name], seen)
    if isinstance(value.get("description"), str):
        yield value["description"]
    for inner in value.values():
        yield from _descriptions(inner, seen)


@pytest.mark.parametrize("operation", [each for each in WITH_BODY if has_body(each)], ids=str)
def test_a_valid_body_is_accepted(operation: Operation, transport: Transport, records: Records) -> None:
    tenant = make_tenant(records.table, features=(JOB_WORKFLOW,))
    client = Client(transport, records, tenant, in_sandbox=operation.is_in_sandbox)
    build = request_builder_of(operation)
    assert build is not None
    check_bodies(operation, client, client.own(operation.path), build(client))


@pytest.mark.parametrize("operation", [each for each in keyless_operations() if has_body(each)], ids=str)
def test_a_valid_body_of_a_candidate_is_accepted(
    operation: Operation, transport: Transport, records: Records
) -> None:
    client = Client(transport, records, make_tenant(records.table))
    if operation.path.startswith("/chat/"):
        way, request = in_chat(client)
    else:
        way, request = client.own(operation.path), on_page(client)
    check_bodies(operation, client, way, request)


def in_chat(client: Client) -> tuple[Service, Request]:
    """Returns the service of a chat, and a request with the path of its routes."""
    chatbot_id = add_chatbot(client)
    begun = client.send("POST /chat/{chatbotId}/sessions", Request({"chatbotId": chatbot_id}))
    way = client.using(None, **{"x-chat-token": begun["data"]["token"]})
    return way, Request({"chatbotId": chatbot_id, "fileId": UNKNOWN_ID})


def on_page(client: Client) -> Request:
    """Returns a request with the path of the routes of a candidate's page."""
    build = ROUTE_REQUESTS["PUT /screening/{inviteToken}/answers/{questionId}"]
    return replace(build(client), body={})


def check_bodies(operation: Operation, client: Client, way: Service, request: Request) -> None:
    """Check that generated bodies are accepted, or refused by a rule that the document states in words."""

    @hypothesis.seed(20)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(bodies(operation))
    def is_accepted(case: Any) -> None:
        body = sent_instead(case.body, request)
        reply = client.ask(operation.route, Request(request.path, request.query, body), way)
        if reply.status == 400:
            assert list(unsaid(operation, reply.body["error"]["details"])) == [], body

    is_accepted()
