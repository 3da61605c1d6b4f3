"""The simulated Lever keeps what opportunities show, and understands no more than Lever does."""

from typing import Any

import pytest

from simulation.suites.dialect import (
    ALONG,
    COMPLETED,
    INVITED,
    OWN_KEY,
    ReadPush,
    SuitePerson,
    WantedOrder,
    basic,
)
from simulation.suites.lever import LeverDialect
from tests.scripts.simulation.suites.arrivals import START, request

PERSON = SuitePerson(501, "Lovelace", "ada@example.com")


@pytest.fixture
def lever() -> LeverDialect:
    """Lever with one opportunity, which an event has told of."""
    made = LeverDialect("lever.suite.example")
    made.connect({"id": "integration-1", "user": "user", "password": "password"})
    made.order(WantedOrder("order-0", "interview-1", PERSON, sendings=1, at=START))
    return made


def push(lever: LeverDialect, action: str, body: Any, query: str = "?perform_as=user-1") -> Any:
    url = f"{lever.api_url}/opportunities/order-0/{action}{query}"
    return request("POST", url, body, basic(OWN_KEY))


def test_an_opportunity_is_read_as_lever_shows_it(lever: LeverDialect) -> None:
    url = f"{lever.api_url}/opportunities/order-0"
    read = lever.answer(request("GET", url, authorization=basic(OWN_KEY)))

    assert not isinstance(read, ReadPush)
    assert isinstance(read.data, dict)
    assert read.data["data"]["name"] == "Ada Lovelace"
    assert read.data["data"]["archived"] is None


@pytest.mark.parametrize(
    ("action", "body", "state", "score"),
    [
        ("addTags", {"tags": ["screening-invited"]}, INVITED, None),
        ("addTags", {"tags": ["screening-completed"]}, ALONG, None),
        ("removeTags", {"tags": ["screening-invited"]}, ALONG, None),
        ("addLinks", {"links": ["https://example.com"]}, ALONG, None),
        ("notes", {"value": "Screening: Cook\nScore: 71.5 of 100"}, COMPLETED, 71.5),
        ("notes", {"value": "Screening: Cook\nScore: none"}, COMPLETED, None),
    ],
)
def test_the_note_tells_of_the_completion_and_tags_of_the_rest(
    lever: LeverDialect, action: str, body: Any, state: str, score: float | None
) -> None:
    read = lever.answer(push(lever, action, body))

    assert read == ReadPush("order-0:interview-1", state, score=score)


def test_tags_come_and_go(lever: LeverDialect) -> None:
    lever.accept(push(lever, "addTags", {"tags": ["screening-invited"]}))
    lever.accept(push(lever, "addTags", {"tags": ["screening-invited"]}))
    lever.accept(push(lever, "removeTags", {"tags": ["screening-invited", "never-there"]}))
    lever.accept(push(lever, "addTags", {"tags": ["screening-completed"]}))

    assert lever.opportunities["order-0"].tags == ["Phone-Screen", "screening-completed"]


@pytest.mark.parametrize(
    ("action", "body", "query"),
    [
        ("addTags", {"tags": ["invented"]}, "?perform_as=user-1"),
        ("addTags", {"tags": ["screening-invited"]}, ""),
        ("invented", {}, "?perform_as=user-1"),
    ],
)
def test_what_lever_does_not_document_is_a_mistake(
    lever: LeverDialect, action: str, body: Any, query: str
) -> None:
    with pytest.raises(ValueError, match=r".+"):
        lever.answer(push(lever, action, body, query))


def test_an_eleventh_request_in_a_second_is_too_much_and_noted(lever: LeverDialect) -> None:
    wanted = push(lever, "addTags", {"tags": ["screening-invited"]})
    answers = [lever.answer(wanted) for _ in range(11)]

    assert all(isinstance(each, ReadPush) for each in answers[:10])
    assert getattr(answers[10], "status", None) == 429
    assert len(lever.mistakes) == 1


def test_an_event_is_signed_and_an_order_of_the_general_route_is_not(lever: LeverDialect) -> None:
    event = lever.order(WantedOrder("order-1", "interview-1", PERSON, sendings=1, at=START))
    asked = lever.order(WantedOrder("order-2", "interview-1", PERSON, sendings=3, at=START))

    assert (event.path, event.has_key) == ("/webhooks/integration-1", False)
    assert event.body is not None
    assert len(event.body["signature"]) == 64
    assert (asked.path, asked.has_key) == ("/orders", True)
    assert asked.body == {"opportunityId": "order-2", "interviewId": "interview-1"}
