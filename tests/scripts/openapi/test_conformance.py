"""Exchanges are compared with the document strictly."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from openapi.conformance import Conformance, HttpExchange
from tests.doubles.conforming import conformance

HEADERS = {"content-type": "application/json", "x-request-id": "0190a0b0-c0d0-7123-8456-000000000001"}
META = {"requestId": HEADERS["x-request-id"], "timestamp": "2026-03-02T09:30:00.000Z"}
EXCHANGE = HttpExchange(
    "GET",
    "/qsi/gather/job-families",
    None,
    200,
    HEADERS,
    {"data": {"jobFamilies": []}, "meta": META},
)


@pytest.fixture
def document() -> Conformance:
    return conformance()


def told(document: Conformance, **members: Any) -> list[str]:
    return document.contradictions(replace(EXCHANGE, **members))


def without(headers: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in headers.items() if key != name}


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"status": 418}, "the status is not documented"),
        ({"headers": {**HEADERS, "x-secret": "1"}}, "the header x-secret is not documented"),
        ({"headers": without(HEADERS, "x-request-id")}, "x-request-id is missing"),
        ({"headers": {**HEADERS, "content-type": "text/plain"}}, "media type text/plain"),
        ({"response": {**EXCHANGE.response, "more": 1}}, "more"),
        ({"response": {"meta": META}}, "data"),
        ({"response": {"data": {"jobFamilies": []}, "meta": {**META, "requestId": "no"}}}, "uuid"),
        ({"path": f"/qsi/gather/job-families?teamId={'x' * 101}"}, "teamId"),
        ({"path": "/qsi/gather/nothing"}, "no route"),
    ],
)
def test_what_the_document_does_not_say_is_told(
    document: Conformance, members: dict[str, Any], said: str
) -> None:
    found = told(document, **members)

    assert any(said in each for each in found), found


def test_what_the_document_says_is_no_contradiction(document: Conformance) -> None:
    assert told(document) == []


def test_a_payload_has_the_members_of_its_event_and_no_others(document: Conformance) -> None:
    payload = {"interviewId": META["requestId"], "status": 0}

    assert document.of_payload("interview.created", {**payload, "more": 1}) != []
