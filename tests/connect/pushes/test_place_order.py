"""Orders of which the suite has to be asked first: Lever's, by the stages of its opportunities."""

from typing import Any

import pytest

from gather.connect.integrations.storage import INTEGRATION
from gather.events import order_tasks
from tests.builders.failures import given_up
from tests.builders.outbox import entries_of
from tests.builders.service import UNKNOWN_ID, Service
from tests.builders.suites import ConnectedSuite, connect_suite
from tests.doubles.pushing import Pushing, PushReceiver, PushRequest, Said

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

OPPORTUNITY = {
    "name": "Ada King Lovelace",
    "emails": ["ada@example.com"],
    "phones": [{"value": "+442079460018"}],
    "tags": ["Screen"],
    "contact": "c-1",
}


@pytest.fixture
def lever(customer: Service, pushing: Pushing, receiver: PushReceiver, interview_id: str) -> ConnectedSuite:
    """An integration with Lever, which is at the receiver and has one opportunity."""
    receiver.answer = having(OPPORTUNITY)
    triggers = [{"stageId": "stage-1", "interviewId": interview_id}]
    return connect_suite(customer, "lever", apiUrl=receiver.url, triggers=triggers)


def having(opportunity: Any) -> Any:
    """Answers reads with the opportunity, and takes everything else."""
    return lambda request: Said(body={"data": opportunity}) if request.method == "GET" else Said()


def reach_stage(pushing: Pushing, lever: ConnectedSuite, interview_id: str, **members: object) -> Any:
    """The opportunity reaches a stage; returns the task."""
    records = pushing.adapters.records
    integration = records.get(INTEGRATION, pushing.tenant.organization_id, lever.id).record
    order = {"opportunityId": "o-1", "interviewId": interview_id, "tag": None, **members}
    unit = records.unit_of_work()
    now = pushing.clock.now()
    unit.send(order_tasks.place_order(integration, integration.id, order, now, now))
    unit.commit()
    return tasks(pushing)[-1]


def tasks(pushing: Pushing) -> list[Any]:
    return [
        each for each in entries_of(pushing.adapters.records.table, "TASK") if each["name"] == "place_order"
    ]


def orders(lever: ConnectedSuite) -> list[Any]:
    found: list[Any] = lever.general("GET", "/orders").data["orders"]
    return found


def test_the_opportunity_is_read_and_ordered(
    lever: ConnectedSuite, pushing: Pushing, receiver: PushReceiver, interview_id: str, service: Service
) -> None:
    pushing.bring(reach_stage(pushing, lever, interview_id))

    [request] = receiver.requests
    assert (request.method, request.path.partition("?")[0]) == ("GET", "/opportunities/o-1")
    [order] = orders(lever)
    assert (order["reference"], order["status"]) == (f"o-1:{interview_id}", "invited")
    candidate = service.get(f"/candidates/{order['candidateId']}").data
    assert (candidate["firstName"], candidate["lastName"]) == ("Ada King", "Lovelace")
    assert tasks(pushing) == []


def test_a_task_that_is_done_twice_orders_once(
    lever: ConnectedSuite, pushing: Pushing, interview_id: str
) -> None:
    first, second = reach_stage(pushing, lever, interview_id), reach_stage(pushing, lever, interview_id)
    pushing.bring(first, first, second)

    assert len(orders(lever)) == 1


@pytest.mark.parametrize(
    "changes",
    [{"archived": {"reason": "r"}}, {"emails": []}, {"name": " "}, {"tags": ["Other"]}, {"tags": None}],
)
def test_what_is_no_order_is_none_and_no_failure(
    lever: ConnectedSuite,
    pushing: Pushing,
    receiver: PushReceiver,
    interview_id: str,
    changes: dict[str, object],
) -> None:
    receiver.answer = having({**OPPORTUNITY, **changes})
    pushing.bring(reach_stage(pushing, lever, interview_id, tag="SCREEN"))

    assert (orders(lever), tasks(pushing), given_up(pushing.adapters.records)) == ([], [], [])


def test_a_tag_is_compared_without_its_case(
    lever: ConnectedSuite, pushing: Pushing, interview_id: str
) -> None:
    pushing.bring(reach_stage(pushing, lever, interview_id, tag="sCREEN"))

    assert len(orders(lever)) == 1


def test_an_opportunity_that_is_gone_is_no_order(
    lever: ConnectedSuite, pushing: Pushing, receiver: PushReceiver, interview_id: str
) -> None:
    receiver.script(Said(404))
    pushing.bring(reach_stage(pushing, lever, interview_id))

    assert (orders(lever), tasks(pushing), given_up(pushing.adapters.records)) == ([], [], [])


def test_a_busy_suite_is_asked_again_with_the_pauses_of_pushes(
    lever: ConnectedSuite, pushing: Pushing, receiver: PushReceiver, interview_id: str
) -> None:
    refused: list[PushRequest] = []

    def answer(request: PushRequest) -> Said:
        if request.method == "GET" and len(refused) < 2:
            refused.append(request)
            return Said(503)
        return Said(body={"data": OPPORTUNITY})

    receiver.answer = answer
    pushing.bring(reach_stage(pushing, lever, interview_id))
    assert orders(lever) == []
    pushing.pass_time(minutes=8)

    assert (len(orders(lever)), tasks(pushing)) == (1, [])


def test_a_suite_that_answers_nonsense_is_asked_again(
    lever: ConnectedSuite, pushing: Pushing, receiver: PushReceiver, interview_id: str
) -> None:
    receiver.answer = lambda request: Said(body=[1])
    pushing.bring(reach_stage(pushing, lever, interview_id))

    assert orders(lever) == []
    assert len(tasks(pushing)) == 1


def test_an_interview_that_is_gone_is_shown_to_the_operator(lever: ConnectedSuite, pushing: Pushing) -> None:
    pushing.bring(reach_stage(pushing, lever, UNKNOWN_ID))

    [failure] = given_up(pushing.adapters.records)
    assert (failure.name, tasks(pushing)) == ("place_order", [])
    assert "Ada" not in failure.reason


def test_a_disabled_integration_orders_nothing(
    lever: ConnectedSuite, pushing: Pushing, receiver: PushReceiver, interview_id: str
) -> None:
    task = reach_stage(pushing, lever, interview_id)
    path = f"/lever/integrations/{lever.id}"
    assert lever.customer.patch(path, {"status": "disabled"}).status == 200
    pushing.bring(task)

    assert (receiver.requests, tasks(pushing)) == ([], [])


@pytest.mark.parametrize("contact", ["c-1", None])
def test_an_order_that_waited_does_not_bring_back_who_was_erased_meanwhile(
    lever: ConnectedSuite,
    pushing: Pushing,
    receiver: PushReceiver,
    interview_id: str,
    service: Service,
    contact: str | None,
) -> None:
    receiver.answer = having({**OPPORTUNITY, "contact": contact})
    pushing.bring(reach_stage(pushing, lever, interview_id))
    [order] = orders(lever)
    waiting = reach_stage(pushing, lever, interview_id, opportunityId="o-2")
    pushing.clock.advance(minutes=1)
    service.post(f"/candidates/{order['candidateId']}/erase")
    pushing.bring(waiting)

    assert orders(lever) == []
    assert service.get("/candidates").data["candidates"] == []
    assert (tasks(pushing), given_up(pushing.adapters.records)) == ([], [])

    pushing.clock.advance(minutes=1)
    pushing.bring(reach_stage(pushing, lever, interview_id))
    assert len(orders(lever)) == 1, "who is ordered after the erasure is a new candidate"


def test_an_order_that_waited_does_not_bring_back_who_was_no_order_of_the_suite(
    lever: ConnectedSuite, pushing: Pushing, interview_id: str, service: Service
) -> None:
    body = {"firstName": "Ada", "lastName": "Lovelace", "email": "Ada@example.com", "phone": "+442079460018"}
    candidate = service.post("/candidates", body).data
    waiting = reach_stage(pushing, lever, interview_id)
    pushing.clock.advance(minutes=1)
    service.post(f"/candidates/{candidate['id']}/erase")
    pushing.bring(waiting)

    assert orders(lever) == []
    assert tasks(pushing) == []
