"""The worker that tells suites what became of their orders, when suites, workers and queues fail."""

from itertools import pairwise
from typing import Any

import pytest

from gather.connect.pushes import storage
from gather.connect.pushes.storage import ORDER_PUSHES
from gather.core.clock import timestamp
from gather.events.order_tasks import OrderEvent
from gather.outgoing import transport
from gather.outgoing.result import AttemptError, AttemptResult
from gather.table import outbox
from gather.table.store import Table
from tests.builders.failures import given_up, retry_all
from tests.builders.ordered import answer_link, archive, expire, judge
from tests.builders.outbox import entries_of
from tests.builders.service import Service
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.doubles.pushing import Pushing, PushReceiver, PushRequest, Said
from tests.support.suite_orders import ashby_order, workable_order

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

BUSY = Said(503)


@pytest.fixture
def workable(customer: Service, pushing: Pushing, receiver: PushReceiver) -> ConnectedSuite:
    """An integration with Workable, which is at the receiver."""
    return connect_suite(customer, "workable", apiUrl=receiver.url)


@pytest.fixture
def order(workable: ConnectedSuite, receiver: PushReceiver, interview_id: str, pushing: Pushing) -> Any:
    """An order of Workable, of whose invite nothing is told."""
    body = workable_order(interview_id, callback_url=f"{receiver.url}/assessments/77")
    made = workable.token_holder.post("/assessments", body)
    assert made.status == 201, made.body
    pushing.work()
    assert (receiver.requests, pushing.tasks()) == ([], [])
    return workable.general("GET", f"/orders/{made.body['assessment_id']}").data["order"]


def pushes(workable: ConnectedSuite, order: Any) -> list[Any]:
    found: list[Any] = workable.general("GET", f"/orders/{order['id']}/pushes").data["pushes"]
    return found


def complete(service: Service, pushing: Pushing, order: Any) -> None:
    """Complete the interview; its evaluation is there."""
    answer_link(service, order["link"])
    judge(pushing.adapters.records.table, pushing.tenant.team_id, order["candidateInterviewId"])
    pushing.bring(*(task for task in pushing.tasks() if task["payload"]["event"] != "completed"))
    if not pushing.tasks():
        pushing.send(order["id"], OrderEvent.COMPLETED)


def test_a_result_is_told_once_and_the_attempt_can_be_read(
    workable: ConnectedSuite, order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    pushing.work()
    pushing.work()

    [request] = receiver.requests
    assert (request.method, request.path) == ("PUT", "/assessments/77")
    assert request.headers["authorization"] == "Bearer workable-token"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"]
    assert request.fields["assessment"]["score"] == "81"
    [attempt] = pushes(workable, order)
    assert attempt == {
        "at": timestamp(pushing.clock.now()),
        "event": "completed",
        "httpStatus": 200,
        "error": None,
        "method": "PUT",
        "url": f"{receiver.url}/assessments/77",
    }
    assert pushing.tasks() == []


def test_a_repeated_event_is_not_told_again(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    pushing.work()
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()

    assert len(receiver.requests) == 1
    assert pushing.tasks() == []


def test_a_message_that_comes_twice_is_told_once(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    [task] = pushing.tasks()
    pushing.bring(task, task)

    assert len(receiver.requests) == 1


def test_nothing_is_told_of_a_completion_before_the_evaluation_is_there(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    answer_link(service, order["link"])
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()
    assert receiver.requests == []

    judge(pushing.adapters.records.table, pushing.tenant.team_id, order["candidateInterviewId"])
    pushing.pass_time(minutes=2)

    assert len(receiver.requests) == 1


def test_the_attempts_come_after_1_5_15_and_60_minutes_and_then_hourly(
    workable: ConnectedSuite, order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    times: list[float] = []

    def refuse(_request: PushRequest) -> Said:
        times.append(pushing.clock.now().timestamp())
        return BUSY

    receiver.answer = refuse
    pushing.work()
    pushing.pass_time(hours=30)

    pauses = [(later - earlier) / 60 for earlier, later in pairwise(times)]
    assert 0.85 <= pauses[0] <= 1.2
    assert 4.4 <= pauses[1] <= 5.6
    assert 13.4 <= pauses[2] <= 16.6, "kept exactly, and not rounded to the next run of recovery"
    assert all(53 <= pause <= 72 for pause in pauses[3:])
    assert 23 <= (times[-1] - times[0]) / 3600 <= 25.5
    [failure] = given_up(pushing.adapters.records)
    assert (failure.name, failure.reason) == ("push_order", "HTTP 503")
    assert pushing.tasks() == []
    assert {attempt["error"] for attempt in pushes(workable, order)} == {"HTTP 503"}


def test_what_was_given_up_can_be_sent_again_and_starts_anew(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    receiver.script(Said(404))
    pushing.work()
    assert [failure.reason for failure in given_up(pushing.adapters.records)] == ["HTTP 404"]
    pushing.clock.advance(days=3)

    retry_all(pushing.adapters.records, pushing.clock.now())
    receiver.script(BUSY)
    pushing.work()
    assert given_up(pushing.adapters.records) == [], "it has its 24 hours again"
    pushing.pass_time(minutes=2)

    assert [request.path for request in receiver.requests] == ["/assessments/77"] * 3
    assert (given_up(pushing.adapters.records), pushing.tasks()) == ([], [])


@pytest.mark.parametrize("status", [301, 307, 400, 401, 403, 404, 409, 410, 422])
def test_other_answers_are_final_and_no_redirect_is_followed(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, status: int
) -> None:
    complete(service, pushing, order)
    receiver.script(Said(status, {"Location": f"{receiver.url}/elsewhere"}))
    pushing.work()
    pushing.pass_time(hours=2)

    assert len(receiver.requests) == 1
    assert [failure.reason for failure in given_up(pushing.adapters.records)] == [f"HTTP {status}"]


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 599])
def test_busy_answers_are_tried_again(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, status: int
) -> None:
    complete(service, pushing, order)
    receiver.script(Said(status))
    pushing.work()
    pushing.pass_time(minutes=2)

    assert len(receiver.requests) == 2
    assert given_up(pushing.adapters.records) == []


def test_retry_after_is_respected(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    receiver.script(Said(429, {"Retry-After": "600"}))
    pushing.work()
    pushing.pass_time(minutes=9, seconds=59)
    assert len(receiver.requests) == 1

    pushing.pass_time(seconds=30)
    assert len(receiver.requests) == 2


def test_a_retry_after_of_a_day_leaves_one_more_attempt(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    receiver.script(Said(503, {"Retry-After": "999999"}))
    pushing.work()
    pushing.pass_time(hours=23, minutes=50)
    assert len(receiver.requests) == 1

    pushing.pass_time(minutes=30)
    assert len(receiver.requests) == 2
    assert pushing.tasks() == []


def test_a_suite_that_does_not_answer_is_tried_again(
    workable: ConnectedSuite, order: Any, service: Service, pushing: Pushing, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete(service, pushing, order)
    silent = AttemptResult(error=AttemptError.TIMEOUT)
    monkeypatch.setattr(transport, "send", lambda *_args, **_options: silent)
    pushing.work()

    [attempt] = pushes(workable, order)
    assert (attempt["httpStatus"], attempt["error"]) == (None, "timeout")
    assert len(pushing.tasks()) == 1


# Whom nobody tells any more


def test_a_disabled_integration_is_told_nothing(
    workable: ConnectedSuite, order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    changed = workable.customer.patch(f"/workable/integrations/{workable.id}", {"status": "disabled"})
    assert changed.status == 200
    pushing.work()

    assert (receiver.requests, pushing.tasks(), given_up(pushing.adapters.records)) == ([], [], [])


def test_a_deleted_integration_is_told_nothing(
    workable: ConnectedSuite, order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    assert workable.customer.delete(f"/workable/integrations/{workable.id}").status in (200, 204)
    pushing.work()

    assert (receiver.requests, pushing.tasks(), given_up(pushing.adapters.records)) == ([], [], [])


def test_nothing_is_told_of_an_erased_candidate_and_nothing_is_left(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, table: Table
) -> None:
    complete(service, pushing, order)
    receiver.script(BUSY)
    pushing.work()
    assert table.get(ORDER_PUSHES.key(pushing.tenant.team_id, order["id"])) is not None

    assert service.post(f"/candidates/{order['candidateId']}/erase").status == 202
    pushing.pass_time(minutes=2)

    assert len(receiver.requests) == 1
    assert pushing.tasks() == []
    assert table.get(ORDER_PUSHES.key(pushing.tenant.team_id, order["id"])) is None


def test_an_erasure_during_a_push_leaves_nothing(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, table: Table
) -> None:
    complete(service, pushing, order)

    def erase(_request: PushRequest) -> Said:
        assert service.post(f"/candidates/{order['candidateId']}/erase").status == 202
        return Said()

    receiver.answer = erase
    pushing.work()

    assert table.get(ORDER_PUSHES.key(pushing.tenant.team_id, order["id"])) is None


def test_an_erasure_just_before_the_turn_leaves_nothing(
    order: Any,
    service: Service,
    pushing: Pushing,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    complete(service, pushing, order)
    take = storage.take_turn

    def erase_first(*arguments: Any) -> Any:
        assert service.post(f"/candidates/{order['candidateId']}/erase").status == 202
        return take(*arguments)

    monkeypatch.setattr(storage, "take_turn", erase_first)
    pushing.work()

    assert table.get(ORDER_PUSHES.key(pushing.tenant.team_id, order["id"])) is None


def test_the_candidates_words_are_not_told(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, table: Table
) -> None:
    answer_link(service, order["link"])
    judged = {"topic": "Planning", "weight": 100, "score": 81, "confidence": 1, "explanation": "So it is."}
    card = {"overallScore": 81, "overallExplanation": "So it is."}
    topics = {"topicScores": [{**judged, "evidence": ["Yes"]}]}
    interview_id = order["candidateInterviewId"]
    judge(table, pushing.tenant.team_id, interview_id, language="en", scoreCard={**card, **topics})
    results = service.get(f"/candidate-interviews/{interview_id}/results").data
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()

    [told] = [each.fields for each in receiver.requests if each.fields["status"] == "completed"]
    assert results["summary"].startswith("Met: Planning (81 of 100, “")
    assert told["assessment"]["summary"].startswith("Met: Planning (81 of 100). ")


# Events that meet


@pytest.fixture
def assessment(customer: Service, pushing: Pushing, receiver: PushReceiver, interview_id: str) -> Any:
    """An order of Ashby, which has no answer to what it is told first, nor to what it is told next."""
    ashby = connect_suite(customer, "ashby", apiUrl=receiver.url)
    made = ashby.suite.post("/assessment.start", ashby_order(interview_id))
    order_id = made.body["results"]["assessment_id"]
    receiver.script(BUSY, BUSY)
    return ashby.general("GET", f"/orders/{order_id}").data["order"]


def test_a_beginning_is_not_told_after_a_completion_whose_answer_was_lost(
    assessment: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, assessment)
    pushing.send(assessment["id"], OrderEvent.COMPLETED)
    pushing.bring(*(task for task in pushing.tasks() if task["payload"]["event"] == "completed"))
    pushing.pass_time(minutes=10)

    told = [each.fields["assessment_status"]["value"] for each in receiver.requests]
    assert told == ["Started", "Completed", "Completed"]
    assert pushing.tasks() == []


def test_a_beginning_is_not_told_after_the_end(
    assessment: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    answer_link(service, assessment["link"], complete=False)
    pushing.work()
    archive(service, assessment["candidateInterviewId"])
    pushing.pass_time(minutes=10)

    told = ["assessment_status" in each.fields for each in receiver.requests]
    assert told == [True, False, False]


def test_an_end_that_another_one_follows_while_the_turn_is_awaited_is_not_told(
    order: Any,
    service: Service,
    pushing: Pushing,
    receiver: PushReceiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    team_id, now = pushing.tenant.team_id, pushing.clock.now()
    expire(pushing.adapters.records, team_id, order["candidateInterviewId"], now)
    take = storage.take_turn

    def archive_first(*arguments: Any) -> Any:
        monkeypatch.setattr(storage, "take_turn", take)
        archive(service, order["candidateInterviewId"])
        pushing.bring(*(task for task in pushing.tasks() if task["payload"]["event"] == "cancelled"))
        return take(*arguments)

    monkeypatch.setattr(storage, "take_turn", archive_first)
    pushing.bring(*(task for task in pushing.tasks() if task["payload"]["event"] == "expired"))

    assert [each.fields["status"] for each in receiver.requests] == ["rejected"]


def test_what_has_been_overtaken_is_not_told(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    pushing.work()
    pushing.send(order["id"], OrderEvent.STARTED)
    pushing.work()

    assert (len(receiver.requests), pushing.tasks()) == (1, [])


def test_an_end_that_is_none_any_more_is_not_told(
    order: Any, pushing: Pushing, receiver: PushReceiver
) -> None:
    pushing.send(order["id"], OrderEvent.EXPIRED)
    pushing.work()

    assert (receiver.requests, pushing.tasks()) == ([], [])


def test_a_cancelled_order_is_told(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    archive(service, order["candidateInterviewId"])
    pushing.work()

    [request] = receiver.requests
    assert request.fields == {"status": "rejected"}


def test_two_workers_do_not_tell_a_suite_of_one_order_at_once(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    pushing.send(order["id"], OrderEvent.COMPLETED)
    first, second = pushing.tasks()
    during: list[int] = []

    def meanwhile(_request: PushRequest) -> Said:
        pushing.bring(second)
        during.append(len(receiver.requests))
        return Said()

    receiver.answer = meanwhile
    pushing.bring(first)
    pushing.pass_time(minutes=10)

    assert during == [1]
    assert (len(receiver.requests), pushing.tasks()) == (1, [])


def test_the_turn_of_a_dead_worker_ends(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, table: Table
) -> None:
    complete(service, pushing, order)
    [task] = pushing.tasks()

    class Died(BaseException):
        """The end of the worker's process."""

    def die(*_: object, **__: object) -> None:
        raise Died

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "end_turn", die)
        patch.setattr(outbox, "mark", die)
        with pytest.raises(Died):
            pushing.bring(task)
    assert len(receiver.requests) == 1
    own_messages = len(pushing.sent)
    pushing.pass_time(minutes=30)

    assert pushing.tasks() == []
    assert len(pushing.sent) - own_messages < 16, "Lambda ends a loop after sixteen rounds"


def test_a_push_that_keeps_failing_sends_few_messages_and_comes_to_an_end(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    receiver.answer = lambda request: BUSY
    pushing.work()
    pushing.pass_time(hours=30)

    assert (pushing.tasks(), pushing.sent) == ([], [])
    assert pushing.messages < 16, "Lambda ends a loop after sixteen rounds"


def test_a_held_turn_and_a_long_evaluation_are_no_loops(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    answer_link(service, order["link"])
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()
    pushing.pass_time(hours=20)

    assert receiver.requests == []
    assert pushing.messages < 16, "Lambda ends a loop after sixteen rounds"


def test_the_task_names_nobody(order: Any, service: Service, pushing: Pushing) -> None:
    complete(service, pushing, order)
    for task in entries_of(pushing.adapters.records.table, "TASK"):
        if task["name"] == "push_order":
            assert {*task["payload"]} == {"orderId", "event", "happenedAt"}
