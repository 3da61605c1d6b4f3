"""A list that is too long to look through in one request says so, and goes on (interface: Lists, rule 9)."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.table import record_reader
from tests.builders.service import Reply, Service

# A test sets how far a walk goes.
pytestmark = pytest.mark.in_process

COUNT = 11
STEP, STEPS = 2, 2


def _candidates(service: Service, number: int) -> None:
    body = {
        "firstName": f"Ada {number % 3}",
        "lastName": "Lovelace",
        "email": f"ada{number}@example.com",
        "phone": "+14155550123",
    }
    assert service.post("/candidates", {**body, "externalId": "shared"}).status == 201


def _jobs(service: Service, number: int) -> None:
    body = {"title": f"Barista {number % 3}", "type": "requisition", "status": "active", "department": "Bar"}
    assert service.post("/jobs", body).status == 201


def _chatbots(service: Service, number: int) -> None:
    assert service.post("/chatbots", {"title": f"Chat {number % 3}", "displayName": "Robin"}).status == 201


LISTS: list[tuple[str, str, Callable[[Service, int], None], dict[str, str]]] = [
    ("/candidates", "candidates", _candidates, {"search": "lovelace"}),
    ("/candidates", "candidates", _candidates, {"search": "lovelace", "externalId": "shared"}),
    ("/candidates", "candidates", _candidates, {"search": "ada 1"}),
    ("/candidates", "candidates", _candidates, {"externalId": "shared"}),
    ("/jobs", "jobs", _jobs, {"search": "barista"}),
    ("/jobs", "jobs", _jobs, {"search": "barista 2", "status": "active"}),
    ("/jobs", "jobs", _jobs, {"department": "Bar"}),
    ("/chatbots", "chatbots", _chatbots, {"search": "chat"}),
]


@pytest.fixture(params=LISTS, ids=lambda each: f"{each[0]} {each[3]}")
def listed(request: pytest.FixtureRequest, service: Service) -> tuple[Callable[..., Reply], str]:
    """Asks for a list with its filters, and the member that its records are in."""
    path, member, make, filters = request.param
    for number in range(COUNT):
        make(service, number)
    return (lambda **query: service.get(path, **filters, **query)), member


def _bound(monkeypatch: pytest.MonkeyPatch, steps: int = STEPS) -> None:
    monkeypatch.setattr(record_reader, "WALK_STEP_RECORDS", STEP)
    monkeypatch.setattr(record_reader, "WALK_STEPS", steps)
    monkeypatch.setattr(record_reader, "MOST_READ_WHOLE", STEP * steps)


def _ids(reply: Reply, member: str) -> list[str]:
    return [record["id"] for record in reply.data[member]]


def _rest(ask: Callable[..., Reply], member: str, cursor: str | None) -> list[str]:
    """The records that follow a cursor, part after part."""
    found: list[str] = []
    for _ in range(COUNT + 1):
        if cursor is None:
            return found
        reply = ask(cursor=cursor, pageSize=3)
        assert len(reply.data[member]) <= 3
        found += _ids(reply, member)
        cursor = reply.body["meta"]["nextCursor"]
    raise AssertionError("the list has no end")


def test_a_page_says_that_it_is_partial_and_goes_on(
    listed: tuple[Callable[..., Reply], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, member = listed
    everything = _ids(ask(pageSize=100), member)
    _bound(monkeypatch)

    first = ask(page=1, pageSize=3)

    meta, total = first.body["meta"], first.data["pagination"]["total"]
    assert meta["isPartial"] is True
    assert total < len(everything)
    assert _ids(first, member) == everything[: min(3, total)]
    shown = _ids(first, member)
    assert shown + _rest(ask, member, meta["nextCursor"]) == everything


def test_a_list_by_cursor_ends_with_everything(
    listed: tuple[Callable[..., Reply], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, member = listed
    everything = _ids(ask(pageSize=100), member)
    _bound(monkeypatch, steps=1)

    assert _rest(ask, member, "") == everything


def test_within_the_bound_nothing_changes(
    listed: tuple[Callable[..., Reply], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, member = listed
    everything = _ids(ask(pageSize=100), member)
    _bound(monkeypatch, steps=COUNT)

    reply = ask(page=1, pageSize=3)

    assert "isPartial" not in reply.body["meta"]
    assert "nextCursor" not in reply.body["meta"]
    assert reply.data["pagination"]["total"] == len(everything)
    assert _rest(ask, member, "") == everything


def test_time_ends_a_walk(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(COUNT):
        _candidates(service, number)
    monkeypatch.setattr(record_reader, "WALK_STEP_RECORDS", STEP)
    monkeypatch.setattr(record_reader, "WALK_SECONDS", -1.0)

    reply = service.get("/candidates", search="lovelace")

    assert reply.body["meta"]["isPartial"] is True
    assert reply.data["pagination"]["total"] == STEP


def test_a_part_that_is_full_ends_the_walk(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(COUNT):
        _candidates(service, number)
    _bound(monkeypatch, steps=COUNT)

    reply = service.get("/candidates", search="lovelace", cursor="", pageSize=2)

    assert "isPartial" not in reply.body["meta"]
    assert len(reply.data["candidates"]) == 2


def test_a_cursor_of_a_partial_page_keeps_its_filters(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(COUNT):
        _candidates(service, number)
    _bound(monkeypatch)
    cursor: Any = service.get("/candidates", search="lovelace", page=1).body["meta"]["nextCursor"]

    assert service.get("/candidates", cursor=cursor, search="turing").status == 400
    assert service.get("/candidates", cursor=cursor, page=2).status == 400
    assert service.get("/candidates", cursor=cursor).status == 200
