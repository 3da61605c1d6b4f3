"""Tests of configurations and redeliveries on their way (interface: Deliveries, rules 13 to 15)."""

from datetime import timedelta

import pytest

from fan_out.handler import handler as fan_out
from gather.deliveries import redelivery
from gather.deliveries.requests import RedeliverWebhook
from gather.events.event_log_storage import read_events
from gather.outgoing.result import AttemptError, AttemptResult
from gather.wiring import Adapters
from tests.builders.content import scope_of
from tests.builders.deliveries import MADE_AT, URL, make_delivery, make_webhook
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import DELIVERY, FAN_OUT, Delivering

GONE = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def test_a_test_event_arrives_marked_and_is_not_redelivered_with_a_range(delivering: Delivering) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant)
    now = delivering.clock.now()
    team = scope_of(delivering.tenant)
    delivery = redelivery.send_test(delivering.records, team, webhook.id, "interview.updated", now=now)
    delivering.run()

    [request] = delivering.receivers.received
    assert request.headers["X-Service-Test"] == "true"
    assert request.headers["X-Service-Event"] == "interview.updated"
    assert request.headers["X-Service-Id"] == delivery.event_id
    body = {"since": "2020-01-01", "until": "2099-01-01", "status": "completed"}
    later = now + timedelta(minutes=1)
    range_body = RedeliverWebhook.model_validate(body)
    assert redelivery.redeliver_range(delivering.records, team, webhook.id, range_body, now=later) == 0


def test_a_range_is_redelivered_once_in_batches_however_often_a_message_comes(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redelivery, "PART_SIZE", 2)
    records, tenant = delivering.records, delivering.tenant
    webhook = make_webhook(records, tenant)
    old = [
        make_delivery(records, tenant, webhook.id, result=GONE, at=MADE_AT + timedelta(seconds=number))
        for number in range(5)
    ]
    body = RedeliverWebhook.model_validate({"since": "2026-02-03", "until": "2026-02-03"})
    now, team = delivering.clock.now(), scope_of(tenant)
    assert redelivery.redeliver_range(records, team, webhook.id, body, now=now) == 5
    delivering.clock.moment += timedelta(minutes=3)
    delivering.recover()
    delivering.messages *= 2
    delivering.run()

    received = delivering.receivers.received
    assert {request.headers["X-Service-Id"] for request in received} == {each.event_id for each in old}
    assert len(received) == 5
    assert {request.url for request in received} == {URL}
    assert delivering.due() == []


def test_the_batches_of_a_range_go_on_and_come_to_an_end(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker sends to its own queue, more often than Lambda lets a loop without an end run."""
    monkeypatch.setattr(redelivery, "PART_SIZE", 2)
    records, tenant = delivering.records, delivering.tenant
    webhook = make_webhook(records, tenant)
    for number in range(20):
        make_delivery(records, tenant, webhook.id, result=GONE, at=MADE_AT + timedelta(seconds=number))
    body = RedeliverWebhook.model_validate({"since": "2026-02-03", "until": "2026-02-03"})
    now, team = delivering.clock.now(), scope_of(tenant)
    assert redelivery.redeliver_range(records, team, webhook.id, body, now=now) == 20
    delivering.clock.moment += timedelta(minutes=3)
    delivering.recover()
    places: list[str] = []
    while batches := [message for message in delivering.messages if message.queue_url == FAN_OUT]:
        [part] = batches
        places.append(part.body.get("after", ""))
        delivering.messages.remove(part)
        assert delivering.deliver(fan_out, part) == []

    assert places == sorted(set(places)), "each batch goes on after the one before"
    assert 16 < len(places) <= 21, "each batch looks at a delivery of the range, which has an end"
    assert len([message for message in delivering.messages if message.queue_url == DELIVERY]) == 20


def test_an_event_is_stored_once_though_nobody_subscribes(delivering: Delivering) -> None:
    event = delivering.publish()
    delivering.dispatch(event)
    delivering.dispatch(event)

    table, team_id = delivering.records.table, delivering.tenant.team_id
    now = delivering.clock.now()
    page = read_events(table, team_id, since=None, until=None, name=None, after="", limit=10, now=now)

    assert [(kept.id, kept.payload) for kept in page.events] == [(event.id, dict(event.payload))]
    assert page.last is None
