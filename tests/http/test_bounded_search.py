"""A list that is too long to look through in one request says so, and goes on (interface: Lists, rule 9)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gather.core.caller import Scope
from gather.events.event import EventName
from gather.table import record_reader, sorted_list
from gather.table.records import Records
from tests.builders.connect import EXAMPLE, connect, customer_key, integrate
from tests.builders.deliveries import make_delivery
from tests.builders.service import Reply, Service, Tenant, make_key, without_supplement
from tests.doubles.vendor_service import VendorService
from tests.support.records import (
    add_active_job,
    add_candidate,
    add_chatbot,
    add_interview,
    add_question,
    add_survey_question,
    post_candidate_interview,
)

# A test sets how far a walk goes.
pytestmark = [pytest.mark.routes, pytest.mark.in_process]

COUNT = 11
STEP, STEPS = 2, 2
ABOUT = "0190a0b0-c0d0-7123-8456-000000000001"
"""The candidate interview that deliveries are about."""


@dataclass(frozen=True)
class Team:
    """A team whose records are listed."""

    service: Service
    records: Records
    tenant: Tenant


def _candidate(team: Team, number: int) -> None:
    body = {"firstName": f"Ada {number % 3}", "email": f"ada{number}@example.com", "externalId": "shared"}
    add_candidate(team.service, **body)


def _job(team: Team, number: int) -> None:
    add_active_job(team.service, title=f"Barista {number % 3}", department="Bar")


def _chatbot(team: Team, number: int) -> None:
    add_chatbot(team.service, title=f"Chat {number % 3}")


def _interview(team: Team, number: int) -> None:
    add_interview(team.service, title=f"Barista {number % 3}")


def _question(team: Team, number: int) -> None:
    add_survey_question(team.service, title=f"Why coffee? {number % 3}")


def _audio_question(team: Team, number: int) -> None:
    add_question(team.service, title=f"Why coffee? {number % 3}")


def _candidate_interview(team: Team, number: int) -> None:
    """All of one candidate with one interview, each of which is found."""
    known = team.service.get("/candidate-interviews", limit=1).data
    same = {name: known[0][name] for name in ("candidateId", "interviewId")} if known else {}
    post_candidate_interview(team.service, sendInvite=True, deliveryTypes=["email"], **same)


def _delivery(team: Team, number: int) -> None:
    make_delivery(team.records, team.tenant, candidate_interview_id=ABOUT)


def _newest(team: Team, *members: str) -> dict[str, str]:
    [record] = team.service.get("/candidate-interviews", limit=1).data
    return {member: record[member] for member in members}


DELIVERIES = "webhookDeliveries"
Make = Callable[[Team, int], None]
Filters = dict[str, str] | Callable[[Team], dict[str, str]]
LISTS: list[tuple[str, str, Make, Filters]] = [
    ("/candidates", "candidates", _candidate, {"search": "lovelace"}),
    ("/candidates", "candidates", _candidate, {"search": "lovelace", "externalId": "shared"}),
    ("/candidates", "candidates", _candidate, {"search": "ada 1"}),
    ("/candidates", "candidates", _candidate, {"externalId": "shared"}),
    ("/jobs", "jobs", _job, {"search": "barista"}),
    ("/jobs", "jobs", _job, {"search": "barista 2", "status": "active"}),
    ("/jobs", "jobs", _job, {"department": "Bar"}),
    ("/chatbots", "chatbots", _chatbot, {"search": "chat"}),
    ("/interviews", "interviews", _interview, {"search": "barista"}),
    ("/interviews", "interviews", _interview, {"search": "barista 1"}),
    ("/interviews", "interviews", _interview, {"interviewType": "standard"}),
    ("/questions", "questions", _audio_question, {"search": "coffee"}),
    ("/survey-questions", "surveyQuestions", _question, {"search": "coffee"}),
    ("/candidate-interviews", "", _candidate_interview, lambda team: _newest(team, "interviewId", "status")),
    ("/webhook-deliveries", DELIVERIES, _delivery, {"eventType": EventName.INTERVIEW_CREATED.value}),
    ("/webhook-deliveries", DELIVERIES, _delivery, {"startDate": "2020-01-01"}),
    ("/webhook-deliveries", DELIVERIES, _delivery, {"candidateInterviewId": ABOUT}),
    ("/webhook-deliveries", DELIVERIES, _delivery, {"candidateInterviewId": ABOUT, "status": "pending"}),
    ("/webhook-deliveries", DELIVERIES, _delivery, {"status": "pending"}),
]


@dataclass(frozen=True)
class Listed:
    """A list with its filters, and the member that its records are in; none where they are all there is."""

    service: Service
    path: str
    member: str
    filters: dict[str, str]

    def ask(self, size: int, **query: object) -> Reply:
        """A part of the list of up to `size` records."""
        of_part = {"pageSize" if self.member else "limit": size, **query}
        reply = self.service.get(self.path, **self.filters, **of_part)
        assert reply.status == 200, reply.body
        return reply

    def ids(self, reply: Reply) -> list[str]:
        return [record["id"] for record in (reply.data[self.member] if self.member else reply.data)]

    def total(self, reply: Reply) -> int:
        told = reply.data if self.member else reply.body["meta"]
        return int(told["pagination"]["total"])

    def rest(self, cursor: str | None) -> list[str]:
        """The records that follow a cursor, part after part."""
        found: list[str] = []
        for _ in range(COUNT + 1):
            if cursor is None:
                return found
            reply = self.ask(3, cursor=cursor)
            assert len(self.ids(reply)) <= 3
            found += self.ids(reply)
            cursor = reply.body["meta"]["nextCursor"]
        raise AssertionError("the list has no end")


@pytest.fixture
def team(service: Service, records: Records, tenant: Tenant) -> Team:
    return Team(service, records, tenant)


@pytest.fixture(
    params=LISTS, ids=lambda each: f"{each[0]} {each[3] if isinstance(each[3], dict) else 'by more'}"
)
def listed(request: pytest.FixtureRequest, team: Team) -> Listed:
    path, member, make, filters = request.param
    for number in range(COUNT):
        make(team, number)
    return Listed(team.service, path, member, filters if isinstance(filters, dict) else filters(team))


def _bound(monkeypatch: pytest.MonkeyPatch, steps: int = STEPS) -> None:
    monkeypatch.setattr(record_reader, "WALK_STEP_RECORDS", STEP)
    monkeypatch.setattr(record_reader, "WALK_STEPS", steps)
    monkeypatch.setattr(record_reader, "MOST_READ_WHOLE", STEP * steps)
    monkeypatch.setattr(sorted_list, "MOST_ENTRIES", STEP * steps)
    monkeypatch.setattr(sorted_list, "MOST_OF_STEP", STEP)
    monkeypatch.setattr(sorted_list, "LEAST_OF_STEP", STEP)


def test_a_page_says_that_it_is_partial_and_goes_on(listed: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = listed.ids(listed.ask(100))
    _bound(monkeypatch)

    first = listed.ask(3)

    meta, total = first.body["meta"], listed.total(first)
    assert meta["isPartial"] is True
    assert total < len(everything)
    shown = listed.ids(first)
    assert shown == everything[: min(3, total)]
    assert shown + listed.rest(meta["nextCursor"]) == everything


def test_a_list_by_cursor_ends_with_everything(listed: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = listed.ids(listed.ask(100))
    _bound(monkeypatch, steps=1)

    assert listed.rest("") == everything


def test_within_the_bound_nothing_changes(listed: Listed, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = listed.ids(listed.ask(100))
    _bound(monkeypatch, steps=COUNT)

    reply = listed.ask(3)

    assert "isPartial" not in reply.body["meta"]
    assert "nextCursor" not in reply.body["meta"]
    assert listed.total(reply) == len(everything)
    assert listed.rest("") == everything


def test_time_ends_a_walk(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(COUNT):
        _candidate(team, number)
    _bound(monkeypatch, steps=COUNT)
    monkeypatch.setattr(sorted_list, "WALK_SECONDS", -1.0)

    reply = team.service.get("/candidates", search="lovelace")

    assert reply.body["meta"]["isPartial"] is True
    assert reply.data["pagination"]["total"] == STEP


def test_a_part_that_is_full_ends_the_walk(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(COUNT):
        _candidate(team, number)
    _bound(monkeypatch, steps=COUNT)

    reply = team.service.get("/candidates", search="lovelace", cursor="", pageSize=2)

    assert "isPartial" not in reply.body["meta"]
    assert len(reply.data["candidates"]) == 2


def test_a_cursor_of_a_partial_page_keeps_its_filters(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(COUNT):
        _candidate(team, number)
    _bound(monkeypatch)
    first = team.service.get("/candidates", search="lovelace", page=1, pageSize=3)
    cursor: Any = first.body["meta"]["nextCursor"]

    assert team.service.get("/candidates", cursor=cursor, search="turing").status == 400
    assert team.service.get("/candidates", cursor=cursor, page=2).status == 400
    assert team.service.get("/candidates", cursor=cursor).status == 200


@pytest.fixture
def customer(team: Team) -> Service:
    """The Connect routes of the team."""
    return connect(team.service, customer_key(team.records.table, team.tenant))


def test_a_catalog_that_is_too_long_is_a_503_and_no_wrong_total(
    team: Team, customer: Service, ats: VendorService, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = integrate(customer, ats.base_url)
    for number in range(COUNT):
        _interview(team, number)
    assert connected.login.get(f"/{EXAMPLE}/catalog").data["pagination"]["total"] == COUNT
    _bound(monkeypatch)

    reply = connected.login.get(f"/{EXAMPLE}/catalog")

    assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")


@pytest.mark.parametrize("query", [{"search": "bean"}, {"externalId": "b-1"}], ids=str)
def test_accounts_that_are_too_many_to_search_are_a_503(
    team: Team, query: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = make_key(team.records.table, team.tenant.organization_id, None, scope=Scope.ACCOUNTS)
    partner = connect(team.service, key)
    for number in range(5):
        assert (
            partner.post("/accounts", {"name": f"Bean {number}", "externalId": f"b-{number}"}).status == 201
        )
    without_supplement(team.records.table, team.tenant)
    assert partner.get("/accounts", **query).status == 200
    _bound(monkeypatch, steps=1)

    reply = partner.get("/accounts", **query)

    assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert len(partner.get("/accounts").data["accounts"]) == 5
