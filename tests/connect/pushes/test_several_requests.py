"""Events of which a suite is told by several requests: each has tries of its own, and none is sent again."""

import json
from typing import Any

import pytest

from gather.connect.pushes import storage
from gather.connect.pushes.models import OrderPushes
from gather.events.order_tasks import OrderEvent
from tests.builders.failures import given_up, retry_all
from tests.builders.ordered import answer_link, judge
from tests.builders.service import Service
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.doubles.pushing import Pushing, PushReceiver, PushRequest, Said

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

CALLS = ["removeTags", "addTags", "notes", "addLinks"]


class Died(BaseException):
    """The end of the worker's process."""


@pytest.fixture
def lever(customer: Service, pushing: Pushing, receiver: PushReceiver, interview_id: str) -> ConnectedSuite:
    """An integration with Lever, which is at the receiver."""
    triggers = [{"stageId": "stage-1", "interviewId": interview_id}]
    return connect_suite(customer, "lever", apiUrl=receiver.url, triggers=triggers)


@pytest.fixture
def order(lever: ConnectedSuite, receiver: PushReceiver, interview_id: str, pushing: Pushing) -> Any:
    """An order of Lever, of whose invite Lever was told."""
    placed = pushing.place_with_lever(lever.id, interview_id)
    pushing.work()
    assert called(receiver) == ["addTags"]
    receiver.requests.clear()
    return lever.general("GET", f"/orders/{placed.id}").data["order"]


def called(receiver: PushReceiver) -> list[str]:
    """What was called, in its order."""
    return [request.path.partition("?")[0].rpartition("/")[2] for request in receiver.requests]


def complete(service: Service, pushing: Pushing, order: Any) -> None:
    answer_link(service, order["link"])
    judge(pushing.adapters.records.table, pushing.tenant.team_id, order["candidateInterviewId"])
    pushing.bring(*(task for task in pushing.tasks() if task["payload"]["event"] != "completed"))
    if not pushing.tasks():
        pushing.send(order["id"], OrderEvent.COMPLETED)


def failing(end: str, said: Said) -> Any:
    """Answers the call `end` so, and others with 200."""
    return lambda request: said if request.path.partition("?")[0].endswith(end) else Said()


def test_all_requests_are_sent_in_their_order(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    pushing.work()

    assert called(receiver) == CALLS
    assert pushing.tasks() == []


@pytest.mark.parametrize("fails", CALLS)
def test_only_what_failed_is_sent_again(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, fails: str
) -> None:
    complete(service, pushing, order)
    receiver.answer = failing(fails, Said(503))
    pushing.work()
    assert called(receiver) == CALLS
    receiver.requests.clear()
    receiver.answer = lambda request: Said()
    pushing.pass_time(minutes=2)

    assert called(receiver) == [fails]
    assert pushing.tasks() == []


def test_the_tag_of_an_event_goes_whose_answer_was_lost(
    lever: ConnectedSuite, service: Service, pushing: Pushing, receiver: PushReceiver, interview_id: str
) -> None:
    placed = pushing.place_with_lever(lever.id, interview_id)
    receiver.answer = failing("addTags", Said(503))
    pushing.work()
    receiver.answer = lambda request: Said()
    order = lever.general("GET", f"/orders/{placed.id}").data["order"]
    answer_link(service, order["link"])
    judge(pushing.adapters.records.table, pushing.tenant.team_id, order["candidateInterviewId"])
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()

    [removed] = receiver.at("removeTags")
    assert json.loads(removed.body) == {"tags": ["screening-invited"]}
    assert [json.loads(each.body) for each in receiver.at("addTags")][-1] == {"tags": ["screening-completed"]}


def test_the_tag_of_an_invite_goes_of_which_nothing_was_noted(
    lever: ConnectedSuite,
    service: Service,
    pushing: Pushing,
    receiver: PushReceiver,
    interview_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its worker died when Lever had the tag."""
    placed = pushing.place_with_lever(lever.id, interview_id)
    with monkeypatch.context() as dying:
        dying.setattr(OrderPushes, "add_attempt", lambda pushes, *_noted: pushes)
        dying.setattr(OrderPushes, "add_event", lambda pushes, *_noted: pushes)
        pushing.work()
    assert called(receiver) == ["addTags"]
    order = lever.general("GET", f"/orders/{placed.id}").data["order"]
    answer_link(service, order["link"])
    judge(pushing.adapters.records.table, pushing.tenant.team_id, order["candidateInterviewId"])
    pushing.send(order["id"], OrderEvent.COMPLETED)
    pushing.work()

    [removed] = receiver.at("removeTags")
    assert json.loads(removed.body) == {"tags": ["screening-invited"]}


def test_a_final_failure_of_one_leaves_the_others_and_is_not_tried_again_with_them(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)

    def answer(request: PushRequest) -> Said:
        if request.path.endswith("removeTags"):
            return Said(404)
        return Said(503) if request.path.endswith("notes") else Said()

    receiver.answer = answer
    pushing.work()
    receiver.answer = lambda request: Said()
    pushing.pass_time(minutes=2)

    assert called(receiver) == [*CALLS, "notes"]
    assert [failure.reason for failure in given_up(pushing.adapters.records)] == ["HTTP 404"]

    retry_all(pushing.adapters.records, pushing.clock.now())
    pushing.work()
    assert called(receiver)[5:] == ["removeTags"], "sent again when the operator says so"
    assert (pushing.tasks(), given_up(pushing.adapters.records)) == ([], [])


def test_a_worker_that_dies_between_two_requests_repeats_none_that_was_taken(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete(service, pushing, order)
    save, left = storage.save, [1, 1]

    def die_after_two(*arguments: Any) -> None:
        save(*arguments)
        left.pop()
        if not left:
            raise Died

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "save", die_after_two)
        patch.setattr(storage, "end_turn", lambda *_: None)
        with pytest.raises(Died):
            pushing.work()
    assert called(receiver) == CALLS[:2]
    pushing.pass_time(minutes=30)

    assert called(receiver) == CALLS
    assert pushing.tasks() == []


def test_a_repeated_event_repeats_nothing_while_the_first_is_under_way(
    order: Any, service: Service, pushing: Pushing, receiver: PushReceiver
) -> None:
    complete(service, pushing, order)
    receiver.answer = failing("addLinks", Said(503))
    pushing.work()
    pushing.send(order["id"], OrderEvent.COMPLETED)
    receiver.answer = lambda request: Said()
    pushing.pass_time(minutes=10)
    pushing.work()

    assert sorted(called(receiver)) == sorted([*CALLS, "addLinks"])
    assert pushing.tasks() == []
