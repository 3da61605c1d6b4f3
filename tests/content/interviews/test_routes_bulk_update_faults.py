"""Bulk updates of interviews that meet other changes and faults (interface: Bulk updates, rule 3)."""

from collections.abc import Callable
from typing import Any

import pytest

from gather.content.interviews.storage import INTERVIEW
from gather.core.errors import ServiceUnavailable
from gather.core.identifiers import new_id
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.bulk_updates import BULK_UPDATE, bulk_update, bulk_updated, card_of, read_interview
from tests.builders.content import (
    make_interview,
)
from tests.builders.outbox import events_of
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.table_faults import during, throttled
from tests.support.records import post_ai_interview, post_interview

pytestmark = pytest.mark.routes


def is_of(interview: dict[str, Any]) -> Callable[[Any], bool]:
    """Whether a transaction stores an interview."""
    return lambda writes: any(
        write.get("Put", {})
        .get("Item", {})
        .get("pk", {})
        .get("S", "")
        .endswith(f"INTERVIEW#{interview['id']}")
        for write in writes
    )


@pytest.mark.in_process
def test_an_interview_that_was_changed_meanwhile_is_updated_from_its_new_state(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    interview = post_interview(service)
    transact, raced = Table.transact, False

    def be_late(self: Table, writes: Any) -> None:
        nonlocal raced
        if not raced:
            raced = True
            service.patch(f"/interviews/{interview['id']}", {"description": "By somebody else"})
        transact(self, writes)

    monkeypatch.setattr(Table, "transact", be_late)
    (after,) = bulk_updated(service, interview, webOnly=True)

    assert (after["webOnly"], after["description"]) == (True, "By somebody else")


@pytest.mark.in_process
def test_a_table_that_is_busy_for_one_interview_leaves_it_untouched_and_updates_the_others(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    topics = [{"topic": "Coffee", "weight": 100}]
    first, busy, last = (post_ai_interview(service) for _ in range(3))
    transact = Table.transact

    def throttle(self: Table, writes: Any) -> None:
        if is_of(busy)(writes):
            raise ServiceUnavailable("The service is busy.")
        transact(self, writes)

    fields: dict[str, Any] = {
        "webOnly": True,
        "scoreCardTopics": topics,
        "aiConfiguration": {"digDeeper": True},
    }
    with monkeypatch.context() as patched:
        patched.setattr(Table, "transact", throttle)
        reply = bulk_update(service, first, busy, last, **fields)

    assert (reply.status, reply.data["updatedCount"]) == (200, 2)
    (error,) = reply.data["errors"]
    assert error["interviewId"] == busy["id"]
    assert "Ask for it again" in error["message"]
    assert read_interview(service, busy) == busy
    assert service.get(f"/interviews/{busy['id']}/score-card-template").status == 404
    for interview in (first, last):
        assert read_interview(service, interview)["webOnly"] is True
        assert card_of(service, interview)["version"] == 1
    assert bulk_update(service, first, busy, last, **fields).data["updatedCount"] == 3
    assert read_interview(service, busy)["webOnly"] is True


@pytest.mark.in_process
def test_an_update_whose_response_was_lost_is_noticed(
    service: Service, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    interview = post_interview(service)
    transact, lost = Table.transact, False

    def lose_the_answer(self: Table, writes: Any) -> None:
        nonlocal lost
        transact(self, writes)
        if not lost:
            lost = True
            raise ServiceUnavailable("The service is busy.")

    monkeypatch.setattr(Table, "transact", lose_the_answer)
    (after,) = bulk_updated(service, interview, scoreCardTopics=[{"topic": "Coffee", "weight": 1}])

    assert card_of(service, interview)["version"] == 1
    assert [name for name, _ in events_of(table)] == ["interview.created", "interview.updated"]
    assert after["updatedAt"] > interview["updatedAt"]


@pytest.mark.in_process
def test_a_throttled_reading_refuses_the_request_whole(adapters: Adapters, service: Service) -> None:
    interview = post_interview(service)

    def throttle(**_: object) -> None:
        raise throttled("BatchGetItem")

    stop = during(adapters, "BatchGetItem", throttle)
    reply = bulk_update(service, interview, webOnly=True)
    stop()

    assert reply.status == 503
    assert read_interview(service, interview) == interview


@pytest.mark.in_process
def test_a_process_that_dies_between_interviews_leaves_each_whole(
    adapters: Adapters, service: Service, table: Table
) -> None:
    class Killed(BaseException):
        pass

    interviews = [post_ai_interview(service) for _ in range(12)]
    made = len(events_of(table))
    transactions = 0

    def die(**_: object) -> None:
        nonlocal transactions
        transactions += 1
        if transactions > 3:
            raise Killed

    fields: dict[str, Any] = {"webOnly": True, "scoreCardTopics": [{"topic": "Coffee", "weight": 1}]}
    stop = during(adapters, "TransactWriteItems", die)
    with pytest.raises(Killed):
        bulk_update(service, *interviews, **fields)
    stop()

    done = [interview for interview in interviews if read_interview(service, interview)["webOnly"]]
    assert len(done) == 3
    for interview in interviews:
        has_card = service.get(f"/interviews/{interview['id']}/score-card-template").status == 200
        assert has_card is (interview in done)
    assert {payload["interviewId"] for _, payload in events_of(table)[made:]} == {each["id"] for each in done}
    assert bulk_update(service, *interviews, **fields).data["updatedCount"] == 12


@pytest.mark.in_process
def test_interviews_whose_turn_comes_too_late_are_told_and_untouched(
    service: Service, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    interviews = [post_interview(service) for _ in range(3)]
    transact, first = Table.transact, True

    def take_long(self: Table, writes: Any) -> None:
        nonlocal first
        transact(self, writes)
        if first:
            first = False
            clock.advance(seconds=16)

    monkeypatch.setattr(Table, "transact", take_long)
    monkeypatch.setattr("gather.content.interviews.bulk_update.CHANGES_AT_ONCE", 1)

    reply = bulk_update(service, *interviews, webOnly=True)

    assert (reply.data["success"], reply.data["updatedCount"]) == (False, 1)
    late = [each["interviewId"] for each in reply.data["errors"]]
    assert late == [interview["id"] for interview in interviews[1:]]
    assert all("time" in each["message"] for each in reply.data["errors"])
    assert [read_interview(service, interview) for interview in interviews[1:]] == interviews[1:]


def test_a_hundred_interviews_are_updated_by_one_request(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first = make_interview(records, tenant)
    made = [first.changed(id=new_id()) for _ in range(90)]
    for start in (0, 30, 60):
        unit = records.unit_of_work()
        for interview in made[start : start + 30]:
            unit.create(INTERVIEW, interview)
        unit.commit()
    ids = [first.id, *(each.id for each in made), *(make_interview(records, tenant).id for _ in range(9))]

    reply = service.patch(BULK_UPDATE, {"interviewIds": ids, "mode": "merge", "keywords": ["coffee"]})

    assert reply.data == {"success": True, "updatedCount": 100, "errors": [], "templateInterviewId": None}
    for interview_id in (ids[0], ids[50], ids[99]):
        assert service.get(f"/interviews/{interview_id}").data["interview"]["keywords"] == ["coffee"]
