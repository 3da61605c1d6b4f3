"""Orders of the five suites until their results, against suites that refuse what is not documented."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from gather.connect.pushes import rate_storage, tokens
from gather.connect.pushes.client import REFUSED
from gather.events.order_tasks import OrderEvent
from local_stack.suites.ashby import AshbySimulator
from local_stack.suites.greenhouse import GreenhouseSimulator
from local_stack.suites.lever import LeverClient, LeverSimulator, LeverWebhook, Opportunity
from local_stack.suites.simulator import (
    Connection,
    RecruitedPerson,
    ScriptedAnswer,
    SimulatedOrder,
    SuiteKey,
    SuiteSimulator,
)
from local_stack.suites.smartrecruiters import TOKEN_PATH, SmartRecruitersSimulator
from local_stack.suites.workable import WorkableSimulator
from tests.builders.connect import basic
from tests.builders.failures import given_up
from tests.builders.ordered import answer_link, archive, judge
from tests.builders.outbox import entries_of
from tests.builders.service import Service
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.doubles.data_rights import items_of
from tests.doubles.pushing import Pushing
from tests.doubles.suite_service import send_through, suite_service
from tests.support.suite_orders import CONFIGURATIONS

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

ADA = RecruitedPerson("Ada", "Lovelace", "ada@example.com")
STAGE = "stage-1"
SIGNATURE = "lever-signature"
ORDERING = ("greenhouse", "ashby", "workable", "smartrecruiters")
"""The suites that order an interview themselves."""


@dataclass
class Simulated:
    """A simulated suite, the integration with it, and the worker that tells it of orders."""

    suite: Any
    connected: ConnectedSuite
    pushing: Pushing
    interview_id: str
    service: Service

    def place(self) -> Any:
        """An order that the suite has placed, as the suite has it and as the service shows it."""
        key = SuiteKey(self.connected.key, self.connected.user)
        placed: SimulatedOrder = self.suite.order(key, self.interview_id, ADA)
        self.work()
        [order] = self.orders
        assert order["id"] == placed.partner_id
        return placed, order

    @property
    def orders(self) -> list[Any]:
        """The orders of the integration."""
        found: list[Any] = self.connected.general("GET", "/orders").data["orders"]
        return found

    def pushes(self, order: Any) -> list[Any]:
        """What the suite was told of an order."""
        path = f"/orders/{order['id']}/pushes"
        found: list[Any] = self.connected.general("GET", path).data["pushes"]
        return found

    def complete(self, order: Any, score: int | None = 81) -> None:
        """The candidate completes, and the answers are evaluated; the suite is not told yet of the latter."""
        answer_link(self.service, order["link"])
        table, team_id = self.pushing.adapters.records.table, self.pushing.tenant.team_id
        judge(table, team_id, order["candidateInterviewId"], score)
        self.pushing.send(order["id"], OrderEvent.COMPLETED)

    def work(self) -> None:
        """Do what is to be done, a second later than what was done before."""
        self.pushing.clock.advance(seconds=1)
        self.pushing.work()
        self.suite.run_deferred()


@pytest.fixture
def running() -> Iterator[ExitStack]:
    """The simulators that run during a test."""
    with ExitStack() as stack:
        yield stack


def simulate(vendor: str, connection: Connection, pushing: Pushing) -> SuiteSimulator:
    def seconds() -> float:
        return pushing.clock.now().timestamp()

    if vendor == "greenhouse":
        return GreenhouseSimulator(connection, clock=seconds)
    if vendor == "ashby":
        return AshbySimulator(connection, api_key="ashby-key", clock=seconds)
    if vendor == "workable":
        return WorkableSimulator(connection, access_token="workable-token", clock=seconds)
    if vendor == "smartrecruiters":
        return SmartRecruitersSimulator(
            connection,
            company_id="example-works",
            client_id="client",
            client_secret="client-secret",
            clock=seconds,
        )
    client = LeverClient("client", "client-secret", "refresh-0")
    return LeverSimulator(connection, api_key="lever-key", client=client, clock=seconds)


@pytest.fixture
def start(
    running: ExitStack,
    customer: Service,
    service: Service,
    pushing: Pushing,
    interview_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Any:
    """Starts the simulator of a suite and connects it."""
    monkeypatch.setattr(rate_storage, "PAUSE_SECONDS", 0.001)

    def begin(vendor: str, *, has_tokens: bool = False, **changes: Any) -> Simulated:
        def create(api_url: str) -> SuiteSimulator:
            connect_url = f"https://service.example.com/connect/{vendor}"
            connection = Connection(api_url, connect_url, send_through(service.transport))
            return simulate(vendor, connection, pushing)

        suite = running.enter_context(suite_service(create))
        issued = suite.configuration
        if has_tokens:
            assert isinstance(suite, LeverSimulator), "no other suite has both ways"
            issued = suite.oauth_configuration
        configuration = {**CONFIGURATIONS[vendor], **issued, **changes}
        connected = connect_suite(customer, vendor, **configuration)
        return Simulated(suite, connected, pushing, interview_id, service)

    return begin


# From the order to its result


@pytest.mark.parametrize("vendor", ORDERING)
def test_a_suite_gets_the_result_of_its_order_once(start: Any, vendor: str) -> None:
    simulated = start(vendor)
    placed, order = simulated.place()
    simulated.complete(order)
    simulated.work()
    simulated.pushing.send(order["id"], OrderEvent.COMPLETED)
    simulated.work()

    assert simulated.suite.refused == []
    assert placed.has_ended
    assert float(placed.score) == 81
    assert "/share/" in placed.link
    told = [push["event"] for push in simulated.pushes(order)]
    assert told.count("completed") == 1
    assert (simulated.pushing.tasks(), given_up(simulated.pushing.adapters.records)) == ([], [])


@pytest.mark.parametrize("vendor", ORDERING)
def test_a_suite_is_told_of_a_result_without_a_score(start: Any, vendor: str) -> None:
    simulated = start(vendor)
    placed, order = simulated.place()
    simulated.complete(order, score=None)
    simulated.work()

    assert simulated.suite.refused == []
    assert placed.has_ended
    assert not isinstance(placed.score, float | int)
    assert "/share/" in placed.link


@pytest.mark.parametrize("vendor", ORDERING)
def test_a_suite_is_told_of_an_order_that_was_cancelled(start: Any, vendor: str) -> None:
    simulated = start(vendor)
    placed, order = simulated.place()
    archive(simulated.service, order["candidateInterviewId"])
    simulated.work()

    assert simulated.suite.refused == []
    assert placed.has_ended
    assert (placed.score, placed.link) == (None, None)
    assert [push["event"] for push in simulated.pushes(order)] == ["cancelled"]


@pytest.mark.parametrize("vendor", ORDERING)
def test_a_suite_that_had_a_fault_is_told_later(start: Any, vendor: str) -> None:
    simulated = start(vendor)
    placed, order = simulated.place()
    simulated.complete(order)
    end = "/token" if vendor == "smartrecruiters" else ""
    simulated.suite.answer_next(ScriptedAnswer(status=500), ScriptedAnswer(breaks_off=True), at=end)
    simulated.work()
    simulated.pushing.pass_time(minutes=20)
    simulated.suite.run_deferred()

    assert simulated.suite.refused == []
    assert placed.has_ended
    assert simulated.pushing.tasks() == []


def test_what_a_suite_refuses_for_good_is_shown(start: Any) -> None:
    simulated = start("greenhouse")
    placed, order = simulated.place()
    simulated.suite.hired.add(placed.id)
    simulated.complete(order)
    simulated.work()

    [push] = simulated.pushes(order)
    assert (push["httpStatus"], push["error"], push["method"]) == (404, "HTTP 404", "PATCH")
    assert [failure.reason for failure in given_up(simulated.pushing.adapters.records)] == ["HTTP 404"]


def test_a_success_of_ashby_that_is_none_is_final_and_shown_with_its_reason(start: Any) -> None:
    simulated = start("ashby")
    _placed, order = simulated.place()
    body = b'{"success": false, "errors": ["assessment_not_found"]}'
    simulated.suite.answer_next(ScriptedAnswer(status=200, body=body))
    simulated.complete(order)
    [completed] = [task for task in simulated.pushing.tasks() if task["payload"]["event"] == "completed"]
    simulated.pushing.bring(completed)

    [push] = simulated.pushes(order)
    assert push["httpStatus"] == 200
    assert "assessment_not_found" in push["error"]
    [failure] = given_up(simulated.pushing.adapters.records)
    assert failure.reason == REFUSED


def test_the_words_of_a_suite_show_no_secret_that_they_quote(
    start: Any, caplog: pytest.LogCaptureFixture
) -> None:
    simulated = start("ashby")
    _placed, order = simulated.place()
    header = basic("ashby-key", "")["Authorization"]
    errors = [f"{header} is no good", "the key ashby-key has ended"]
    body = json.dumps({"success": False, "errors": errors}).encode()
    simulated.suite.answer_next(ScriptedAnswer(status=200, body=body))
    archive(simulated.service, order["candidateInterviewId"])
    simulated.work()

    [push] = simulated.pushes(order)
    [failure] = given_up(simulated.pushing.adapters.records)
    logged = [str(vars(entry)) for entry in caplog.records]
    for text in (push["error"], failure.reason, *logged):
        assert "ashby-key" not in text
        assert header.removeprefix("Basic ") not in text
    assert push["error"] == "Basic … is no good; the key … has ended"
    assert failure.reason == REFUSED


# Events that come together


@pytest.mark.parametrize("turns", [(0, 1), (1, 0)])
def test_ashby_is_told_of_events_of_one_moment_in_their_order(start: Any, turns: tuple[int, ...]) -> None:
    """Ashby refuses an update that is not later than the one before, and any after the result."""
    simulated = start("ashby")
    placed, order = simulated.place()
    simulated.complete(order)
    tasks = {task["payload"]["event"]: task for task in simulated.pushing.tasks()}
    both = [tasks["started"], tasks["completed"]]
    simulated.pushing.bring(*(both[turn] for turn in turns))

    statuses = [status for _, status in placed.history]
    assert simulated.suite.refused == []
    assert statuses == (["sent", "Started", "Completed"] if turns == (0, 1) else ["sent", "Completed"])
    updates = [update["timestamp"] for update in simulated.suite.updates]
    assert updates == sorted(set(updates))
    assert simulated.pushing.tasks() == []


# SmartRecruiters' tokens


def test_smartrecruiters_is_asked_for_a_token_once_and_again_when_it_is_refused(start: Any) -> None:
    simulated = start("smartrecruiters")
    first, order = simulated.place()
    simulated.complete(order)
    simulated.work()
    assert first.has_ended
    simulated.suite.end_tokens()
    key = SuiteKey(simulated.connected.key, simulated.connected.user)
    person = RecruitedPerson("Grace", "Hopper", "grace@example.com")
    second = simulated.suite.order(key, simulated.interview_id, person)
    [other] = [each for each in simulated.orders if each["id"] == second.partner_id]
    simulated.complete(other)
    simulated.work()

    asked = [request.path for request in simulated.suite.requests]
    assert asked.count(TOKEN_PATH) == 2
    assert [push["httpStatus"] for push in simulated.pushes(other)] == [401, 204]
    assert second.has_ended
    text = str(items_of(simulated.pushing.adapters))
    sent = {each.headers["authorization"] for each in simulated.suite.requests if each.method == "PATCH"}
    assert len(sent) == 2, "the first one served both, until it was refused"
    assert not any(header.removeprefix("Bearer ") in text for header in sent)
    assert "client-secret" not in text


# Lever, whose stages order


@pytest.fixture
def lever(start: Any, interview_id: str) -> Simulated:
    """Lever, which has a stage that orders the interview."""
    triggers = [{"stageId": STAGE, "interviewId": interview_id}]
    simulated: Simulated = start("lever", triggers=triggers, signatureToken=SIGNATURE)
    return simulated


def webhook(lever: Simulated) -> LeverWebhook:
    return LeverWebhook(lever.connected.id, SIGNATURE)


def read_opportunities(lever: Simulated) -> None:
    """Read the opportunities that have reached the stage, and tell Lever of their orders."""
    lever.pushing.clock.advance(seconds=1)
    tasks = entries_of(lever.pushing.adapters.records.table, "TASK")
    lever.pushing.bring(*(task for task in tasks if task["name"] == "place_order"))
    lever.work()


@pytest.fixture
def opportunity(lever: Simulated) -> Opportunity:
    """An opportunity that has reached the stage, and was ordered."""
    made: Opportunity = lever.suite.create_opportunity(ADA, tags=["barista"])
    lever.suite.move(webhook(lever), made, STAGE)
    read_opportunities(lever)
    return made


def test_lever_gets_the_result_of_an_opportunity(lever: Simulated, opportunity: Opportunity) -> None:
    [order] = lever.orders
    assert opportunity.tags == ["barista", "screening-invited"]
    lever.complete(order)
    lever.work()

    assert lever.suite.refused == []
    assert opportunity.tags == ["barista", "screening-completed"]
    assert len(opportunity.links) == 1
    [note] = opportunity.notes
    assert "81" in note
    assert opportunity.links[0] in note
    assert lever.pushing.tasks() == []


def test_lever_is_told_of_an_order_that_was_cancelled(lever: Simulated, opportunity: Opportunity) -> None:
    [order] = lever.orders
    archive(lever.service, order["candidateInterviewId"])
    lever.work()

    assert lever.suite.refused == []
    assert opportunity.tags == ["barista", "screening-cancelled"]
    assert (opportunity.links, opportunity.notes) == ([], [])


def test_coming_back_to_the_stage_orders_nothing_while_the_order_is_open_or_completed(
    lever: Simulated, opportunity: Opportunity
) -> None:
    def come_back() -> None:
        lever.suite.move(webhook(lever), opportunity, "stage-2")
        lever.suite.move(webhook(lever), opportunity, STAGE)
        read_opportunities(lever)

    come_back()
    [order] = lever.orders
    lever.complete(order)
    lever.work()
    come_back()

    assert [each["id"] for each in lever.orders] == [order["id"]]
    assert len(opportunity.notes) == 1
    assert lever.suite.refused == []


def test_an_event_of_before_the_cancellation_orders_nothing_and_a_later_one_does(
    lever: Simulated, opportunity: Opportunity
) -> None:
    [order] = lever.orders
    data = {"opportunityId": opportunity.id, "fromStageId": "stage-0", "toStageId": STAGE}
    event = lever.suite.body_of(webhook(lever), "candidateStageChange", data)
    lever.pushing.clock.advance(minutes=1)
    archive(lever.service, order["candidateInterviewId"])
    lever.work()

    lever.suite.send_body(webhook(lever), event)
    read_opportunities(lever)
    assert [each["id"] for each in lever.orders] == [order["id"]]

    lever.suite.move(webhook(lever), opportunity, STAGE)
    read_opportunities(lever)
    assert len(lever.orders) == 2
    assert opportunity.tags == ["barista", "screening-invited"], "no tag of the order before is left"
    assert lever.suite.refused == []


def test_lever_is_not_told_of_the_end_of_an_order_that_another_one_has_followed(
    lever: Simulated, opportunity: Opportunity
) -> None:
    [order] = lever.orders
    lever.pushing.clock.advance(minutes=1)
    archive(lever.service, order["candidateInterviewId"])
    [late] = lever.pushing.tasks()
    lever.pushing.clock.advance(minutes=1)
    lever.suite.move(webhook(lever), opportunity, STAGE)
    read_opportunities(lever)
    assert opportunity.tags == ["barista", "screening-invited"]

    lever.pushing.bring(late)
    assert opportunity.tags == ["barista", "screening-invited"]
    assert lever.pushing.tasks() == []
    assert lever.suite.refused == []


def test_an_opportunity_that_was_archived_in_between_is_not_ordered(lever: Simulated) -> None:
    made = lever.suite.create_opportunity(ADA)
    lever.suite.move(webhook(lever), made, STAGE)
    made.is_archived = True
    read_opportunities(lever)

    assert (lever.orders, made.tags, lever.suite.refused) == ([], [], [])


def test_lever_is_called_with_tokens_whose_refresh_tokens_follow_each_other(
    start: Any, interview_id: str
) -> None:
    triggers = [{"stageId": STAGE, "interviewId": interview_id}]
    lever = start("lever", triggers=triggers, signatureToken=SIGNATURE, apiKey=None, has_tokens=True)
    opportunity = lever.suite.create_opportunity(ADA)
    lever.suite.move(webhook(lever), opportunity, STAGE)
    read_opportunities(lever)
    [order] = lever.orders
    lever.pushing.clock.advance(hours=2)
    lever.complete(order)
    lever.work()

    assert opportunity.tags == ["screening-completed"]
    assert lever.suite.refused == []


def test_two_workers_at_once_renew_a_token_once(
    start: Any, interview_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    triggers = [{"stageId": STAGE, "interviewId": interview_id}]
    lever = start("lever", triggers=triggers, signatureToken=SIGNATURE, apiKey=None, has_tokens=True)
    for number in (1, 2):
        person = RecruitedPerson("Ada", "Lovelace", f"ada-{number}@example.com")
        lever.suite.move(webhook(lever), lever.suite.create_opportunity(person), STAGE)
    monkeypatch.setattr(tokens, "PAUSE_SECONDS", 0.05)
    claim, both = tokens.SuiteTokens._claim, Barrier(2, timeout=10)

    def claim_at_once(*arguments: Any) -> str | None:
        if not both.broken and lever.suite.requests == []:
            with suppress(BrokenBarrierError):
                both.wait()
        return claim(*arguments)

    monkeypatch.setattr(tokens.SuiteTokens, "_claim", claim_at_once)
    tasks = entries_of(lever.pushing.adapters.records.table, "TASK")
    first, second = [task for task in tasks if task["name"] == "place_order"]
    with ThreadPoolExecutor(2) as threads:
        done = [threads.submit(lever.pushing.bring, task) for task in (first, second)]
        assert [each.result(60) for each in done] == [[], []]

    asked = [request.path for request in lever.suite.requests]
    assert asked.count("/oauth/token") == 1
    assert (len(lever.orders), lever.suite.refused) == (2, [])
