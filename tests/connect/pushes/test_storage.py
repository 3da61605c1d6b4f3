"""What suites were told, in the table: one worker at a time, bounded, and readable."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from gather.connect.orders.models import Order
from gather.connect.orders.storage import ORDER
from gather.connect.pushes import storage
from gather.connect.pushes.models import (
    LONGEST_ERROR,
    MOST_ATTEMPTS,
    MOST_ERRORS,
    MOST_REPORTS,
    OrderPushes,
    PushAttempt,
    new_report,
)
from gather.connect.pushes.storage import TurnLost
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.core.record import common_fields
from gather.events.order_tasks import OrderEvent
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.connect import basic
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.suites import connect_suite
from tests.doubles.clock import HandClock
from tests.support.suite_orders import GREENHOUSE_REPORT, greenhouse_order

LEASE = timedelta(minutes=3)
LARGEST_ITEM = 400 * 1024


@dataclass
class Told:
    """An order, and the table."""

    table: Table
    order: Order
    clock: HandClock

    def take(self) -> storage.Turn | None:
        return storage.take_turn(self.table, self.order, self.clock.now(), LEASE)

    def take_surely(self) -> storage.Turn:
        turn = self.take()
        assert turn is not None
        return turn


@pytest.fixture
def told(records: Records, tenant: Tenant, clock: HandClock) -> Told:
    scope = TeamScope(tenant.organization_id, tenant.team_id, None)
    order = Order(
        **common_fields(scope, clock.now()),
        vendor="workable",
        integration_id=new_id(),
        interview_id=new_id(),
        candidate_id=new_id(),
        candidate_interview_id=new_id(),
        fingerprint="",
    )
    unit = records.unit_of_work()
    unit.create(ORDER, order)
    unit.commit()
    return Told(records.table, order, clock)


def attempt(
    clock: HandClock, error: str | None = "HTTP 503", url: str = "https://example.com"
) -> PushAttempt:
    return PushAttempt(
        at=timestamp(clock.now()),
        event=OrderEvent.COMPLETED,
        method="PUT",
        url=url,
        http_status=200 if error is None else 503,
        error=error,
    )


def test_one_worker_at_a_time_has_the_turn(told: Told) -> None:
    turn = told.take_surely()

    assert told.take() is None
    storage.end_turn(told.table, turn, turn.pushes)
    assert told.take() is not None


def test_the_turn_of_a_lost_worker_ends_and_it_writes_no_more(told: Told) -> None:
    lost = told.take_surely()
    told.clock.advance(minutes=4)
    other = told.take_surely()
    storage.save(told.table, other, other.pushes.add_attempt(attempt(told.clock, None), "push"))

    with pytest.raises(TurnLost):
        storage.save(told.table, lost, lost.pushes)
    storage.end_turn(told.table, lost, lost.pushes)

    assert told.take() is None, "the other one still has it"
    assert storage.find(told.table, told.order.team_id, told.order.id)[0].taken == ("completed:push",)


def test_an_order_that_is_gone_has_no_turn_and_gets_no_item(told: Told, records: Records) -> None:
    turn = told.take_surely()
    unit = records.unit_of_work()
    unit.delete(records.get(ORDER, told.order.team_id, told.order.id))
    for write in storage.deletions(told.order.team_id, told.order.id):
        unit.write(write)
    unit.commit()

    with pytest.raises(TurnLost):
        storage.save(told.table, turn, turn.pushes)
    storage.end_turn(told.table, turn, turn.pushes)
    with pytest.raises(NotFound):
        told.take()
    assert told.table.get(storage.ORDER_PUSHES.key(told.order.team_id, told.order.id)) is None


def test_what_was_told_is_read_as_it_was_saved(told: Told) -> None:
    turn = told.take_surely()
    failed, taken = attempt(told.clock), attempt(told.clock, None)
    pushes = turn.pushes.add_attempt(failed, "push").add_attempt(taken, "push")
    storage.end_turn(told.table, turn, pushes.add_event(OrderEvent.COMPLETED, 7))

    found = told.take_surely().pushes
    assert found.attempts == (failed, taken)
    assert (found.told, found.update) == ((OrderEvent.COMPLETED,), 7)
    assert found.has_taken(OrderEvent.COMPLETED, "push")
    assert not found.has_taken(OrderEvent.EXPIRED, "push")


def test_the_newest_attempts_stay_and_fit_into_an_item(told: Told) -> None:
    pushes = OrderPushes()
    for number in range(MOST_ATTEMPTS + 5):
        url = f"https://example.com/{number}/".ljust(2_048, "x")
        pushes = pushes.add_attempt(attempt(told.clock, url=url), "push")
    turn = told.take_surely()
    storage.save(told.table, turn, pushes)

    found = storage.find(told.table, told.order.team_id, told.order.id)[0].attempts
    assert len(found) == MOST_ATTEMPTS
    assert found[0].url.startswith("https://example.com/5/")
    assert len(pushes.model_dump_json().encode()) < LARGEST_ITEM


@pytest.mark.parametrize(
    ("before", "event", "is_overtaken"),
    [
        ((), OrderEvent.INVITED, False),
        ((OrderEvent.STARTED,), OrderEvent.INVITED, True),
        ((OrderEvent.STARTED,), OrderEvent.STARTED, True),
        ((OrderEvent.INVITED,), OrderEvent.COMPLETED, False),
        ((OrderEvent.COMPLETED,), OrderEvent.STARTED, True),
        ((OrderEvent.EXPIRED,), OrderEvent.COMPLETED, False),
        ((OrderEvent.EXPIRED,), OrderEvent.CANCELLED, False),
    ],
)
def test_which_events_are_overtaken(
    before: tuple[OrderEvent, ...], event: OrderEvent, is_overtaken: bool
) -> None:
    assert OrderPushes(told=before).is_overtaken(event) is is_overtaken


def test_reports_are_bounded_and_fit_into_an_item(told: Told) -> None:
    team_id, order_id = told.order.team_id, told.order.id
    for _ in range(MOST_REPORTS + 1):
        report = new_report("é" * 9_000, tuple("é" * 9_000 for _ in range(99)), timestamp(told.clock.now()))
        storage.save_report(told.table, team_id, order_id, report)

    found = storage.find(told.table, team_id, order_id)[1]
    assert len(found) == MOST_REPORTS
    assert len(found[0].errors) == MOST_ERRORS
    assert all(len(text.encode()) <= LONGEST_ERROR for text in (found[0].api_call, *found[0].errors))


@pytest.mark.routes
@pytest.mark.in_process
def test_a_report_of_the_suite_is_shown_with_the_pushes_of_its_order_alone(
    customer: Service, interview_id: str
) -> None:
    greenhouse = connect_suite(customer, "greenhouse")
    order_id = greenhouse.suite.post("/send_test", greenhouse_order(interview_id)).body[
        "partner_interview_id"
    ]
    path = f"/orders/{order_id}/pushes"
    before = greenhouse.general("GET", path)
    assert before.data == {"pushes": []}

    for reported in (order_id, UNKNOWN_ID):
        body: dict[str, Any] = {**GREENHOUSE_REPORT, "partner_interview_id": reported}
        assert greenhouse.suite.post("/response_error", body).status == 200

    [report] = greenhouse.general("GET", path).data["reports"]
    assert (report["apiCall"], report["errors"]) == ("test_status", ["partner_score: no number"])
    assert greenhouse.general("GET", f"/orders/{UNKNOWN_ID}/pushes").status == 404
    other = connect_suite(customer, "ashby").with_headers(basic("other", ""))
    assert other.get(path).status == 401
