"""The way of an event to its receivers, whatever fails on it (interface: Deliveries, rules 1 to 8)."""

import json
import logging
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.outgoing.result import AttemptError, AttemptResult
from gather.table.records import Records
from gather.webhooks.models import RotateWebhookSecret
from gather.webhooks.signing import verify
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from tests.builders.deliveries import SECRET, make_webhook
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import BUSY, KINDS, TAKEN, Delivering, Message

ONE, TWO = "https://one.example.com/in?token=secret-token", "https://two.example.com/in"
SILENT = AttemptResult(error=AttemptError.TIMEOUT)
ELSEWHERE = AttemptResult(status=302, headers={"location": "http://169.254.169.254/"})


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def only(delivering: Delivering) -> dict[str, Any]:
    """The one delivery that there is."""
    [delivery] = delivering.deliveries()
    return delivery


def test_an_event_reaches_every_url_at_once_and_is_logged(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    event = delivering.publish(interviewId="an interview", status=0)
    began = delivering.clock.now()

    delivering.run()

    assert sorted(request.url for request in delivering.receivers.received) == [ONE, TWO]
    for request in delivering.receivers.received:
        assert request.at == began
        assert json.loads(request.body) == {"interviewId": "an interview", "status": 0}
        assert request.headers["Content-Type"] == "application/json"
        assert request.headers["X-Service-Event"] == "interview.created"
        assert request.headers["X-Service-Id"] == event.id
    assert [(delivery["status"], delivery["attempts"]) for delivery in delivering.deliveries()] == [
        ("completed", 1),
        ("completed", 1),
    ]
    assert delivering.due() == []
    assert delivering.names == {}


@pytest.mark.parametrize("failure", [BUSY, SILENT, ELSEWHERE])
def test_a_receiver_that_fails_twice_is_tried_after_one_and_five_more_minutes(
    delivering: Delivering, failure: AttemptResult
) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [failure, failure]
    event = delivering.publish()

    delivering.run()

    requests = delivering.receivers.at(ONE)
    gaps = [(after.at - before.at).total_seconds() for before, after in pairwise(requests)]
    assert gaps == [60, 300]
    assert {request.headers["X-Service-Id"] for request in requests} == {event.id}
    assert len({request.body for request in requests}) == 1
    assert len({request.headers["X-Service-Signature-V2"] for request in requests}) == 3
    assert len({request.headers["X-Service-Signature"] for request in requests}) == 1
    assert (only(delivering)["status"], only(delivering)["attempts"]) == ("completed", 3)
    delivery_id = only(delivering)["id"]
    assert list(delivering.names) == [delivery_id, f"{delivery_id}-from-2"]


def test_after_the_third_failure_the_delivery_has_failed(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY] * 9
    delivering.publish()

    delivering.run()

    assert len(delivering.receivers.received) == 3
    assert (only(delivering)["status"], only(delivering)["attempts"]) == ("failed", 3)
    assert only(delivering)["errorResponse"]["status"] == 503
    assert delivering.due() == []


@pytest.mark.slow
@pytest.mark.parametrize("loses_messages", [False, True], ids=["messages come again", "messages are lost"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_fault_at_any_call_loses_an_event_or_delivers_it_too_often(
    delivering: Delivering, kind: str, loses_messages: bool
) -> None:
    """Each call that leaves a function goes wrong once, be it to the table, a queue or a receiver."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    events, call, triggered = 0, 0, True
    delivering.loses_messages = loses_messages
    while triggered:
        call, events = call + 1, events + 1
        delivering.receivers.received.clear()
        delivering.receivers.answers[ONE] = [BUSY]
        event = delivering.publish()
        delivering.faults.kind, delivering.faults.at = kind, call
        delivering.faults.calls, delivering.faults.triggered = 0, False

        delivering.run()

        triggered = delivering.faults.triggered
        mine = [delivery for delivery in delivering.deliveries() if delivery["eventId"] == event.id]
        assert sorted(delivery["url"] for delivery in mine) == [ONE, TWO], call
        for delivery in mine:
            requests = delivering.receivers.at(delivery["url"])
            assert delivery["status"] == "completed", call
            assert delivery["attempts"] <= 3, call
            assert 1 <= len(requests) <= delivery["attempts"], call
            assert {request.headers["X-Service-Id"] for request in requests} == {event.id}
        assert delivering.counted() == len(delivering.deliveries()) == 2 * events
        assert delivering.due() == []
    assert call > 15


def test_a_message_that_comes_again_makes_no_second_attempt(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY]
    delivering.dispatch(delivering.publish())
    [message] = delivering.messages

    assert delivering.attempt(message, message) == []
    assert delivering.attempt(message) == []

    assert len(delivering.receivers.received) == 1
    assert len(delivering.executions) == 1


def test_messages_out_of_order_make_attempts_in_order(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY, BUSY]
    delivering.dispatch(delivering.publish())
    [first] = delivering.messages
    later = [Message(first.queue_url, {**first.body, "attempt": attempt}, first.at) for attempt in (3, 2)]

    delivering.attempt(*later, first, *later)

    assert [request.url for request in delivering.receivers.received] == [ONE, ONE]
    assert only(delivering)["attempts"] == 2


def test_two_workers_on_one_message_make_one_attempt(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second worker reads the delivery before the first has claimed its attempt."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.dispatch(delivering.publish())
    [message] = delivering.messages
    find, others = Records.find, [message]

    def find_and_let_the_other_go_first(records: Records, kind: Any, *ids: str) -> Any:
        found = find(records, kind, *ids)
        if kind is WEBHOOK_DELIVERY and others:
            delivering.attempt(others.pop())
        return found

    monkeypatch.setattr(Records, "find", find_and_let_the_other_go_first)

    assert delivering.attempt(message) == []

    assert len(delivering.receivers.received) == 1
    assert only(delivering)["status"] == "completed"


def test_a_worker_whose_claim_was_taken_over_changes_nothing(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hung, recovery gave the attempt up, the next one was made; then it comes back."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.dispatch(delivering.publish())
    message = delivering.messages.pop()
    send = delivering.receivers.send
    hung: list[bool] = []

    def hang_at_first(*arguments: Any, **options: Any) -> AttemptResult:
        result = send(*arguments, **options)
        if not hung:
            hung.append(True)
            delivering.clock.advance(minutes=1)
            delivering.recover()
            delivering.attempt(delivering.messages.pop())
            return BUSY
        return result

    monkeypatch.setattr(delivering.receivers, "send", hang_at_first)

    assert delivering.attempt(message) == []

    assert (only(delivering)["status"], only(delivering)["attempts"]) == ("completed", 2)
    assert delivering.executions == []


def test_a_repeated_message_goes_on_with_the_ladder_once(delivering: Delivering) -> None:
    """A worker may die after its attempt was settled; its message then comes again."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY, BUSY]
    delivering.dispatch(delivering.publish())
    first = delivering.messages.pop()
    delivering.attempt(first)
    second = replace(first, body={**first.body, "attempt": 2})

    assert delivering.attempt(second) == delivering.attempt(second) == []

    waits = [
        (execution.state["attempt"], execution.state["waitSeconds"]) for execution in delivering.executions
    ]
    assert waits == [(2, 60), (3, 300)]
    assert len(delivering.receivers.received) == 2


@pytest.mark.parametrize("change", [{"is_active": False}, {"urls": [TWO]}])
def test_a_message_that_is_no_longer_wanted_is_not_sent(
    delivering: Delivering, change: dict[str, Any]
) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY]
    delivering.dispatch(delivering.publish())
    delivering.attempt(delivering.messages.pop())
    delivering.records.change(
        WEBHOOK, webhook.team_id, webhook.id, lambda stored, _: stored.record.changed(**change)
    )

    delivering.run()

    assert len(delivering.receivers.received) == 1
    assert only(delivering)["status"] == "failed"
    assert only(delivering)["errorResponse"]["error"] == "no_longer_configured"
    assert delivering.due() == []


def test_an_address_that_another_configuration_names_too_still_gets_the_event(delivering: Delivering) -> None:
    """The event had one delivery for both, of the older one, which turns away before the attempt."""
    older = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    make_webhook(delivering.records, delivering.tenant, urls=[ONE], secret=SECRET[::-1])
    delivering.dispatch(delivering.publish())
    delivering.records.change(
        WEBHOOK, older.team_id, older.id, lambda stored, _: stored.record.changed(is_active=False)
    )
    delivering.receivers.secret = SECRET[::-1]

    delivering.run()

    assert len(delivering.receivers.received) == 1
    assert only(delivering)["status"] == "completed"


def test_each_attempt_is_signed_with_the_secret_of_its_time(delivering: Delivering) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY]
    delivering.dispatch(delivering.publish())
    delivering.attempt(delivering.messages.pop())
    delivering.records.change(
        WEBHOOK, webhook.team_id, webhook.id, lambda stored, _: stored.record.changed(secret=SECRET[::-1])
    )
    delivering.receivers.secret = SECRET[::-1]

    delivering.run()

    request = delivering.receivers.received[-1]
    now = int(request.at.timestamp())
    assert verify(request.body, request.headers["X-Service-Signature-V2"], SECRET[::-1], now=now)
    assert not verify(request.body, request.headers["X-Service-Signature-V2"], SECRET, now=now)


def test_both_secrets_sign_while_a_rotation_overlaps(delivering: Delivering) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    rotation = RotateWebhookSecret.model_validate({"secret": SECRET[::-1], "overlapHours": 1})
    delivering.records.change(
        WEBHOOK,
        webhook.team_id,
        webhook.id,
        lambda stored, _: stored.record.replace_secret(rotation, now=delivering.clock.now()),
    )
    delivering.dispatch(delivering.publish())
    delivering.attempt(delivering.messages.pop())

    request = delivering.receivers.received[-1]
    now = int(request.at.timestamp())
    signature = request.headers["X-Service-Signature-V2"]
    assert verify(request.body, signature, SECRET[::-1], now=now)
    assert verify(request.body, signature, SECRET, now=now)


def test_a_delivery_that_was_deleted_is_not_sent(delivering: Delivering) -> None:
    message = Message(
        "",
        {"teamId": delivering.tenant.team_id, "deliveryId": new_id(), "attempt": 1},
        delivering.clock.now(),
    )

    assert delivering.attempt(message) == []
    assert delivering.receivers.received == []


def test_private_addresses_are_refused_unless_the_local_stack_allows_them(
    adapters: Adapters, delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = []

    def send(*_: Any, policy: Any) -> AttemptResult:
        allowed.append(policy.allow_private)
        return TAKEN

    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    monkeypatch.setattr(delivering.receivers, "send", send)
    for setting in (False, True):
        adapters.settings = replace(adapters.settings, allow_private_webhook_addresses=setting)
        delivering.publish()
        delivering.run()

    assert allowed == [False, True]


def test_the_header_prefix_is_the_deployment_s(
    adapters: Adapters, delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapters.settings = replace(adapters.settings, header_prefix="X-Acme-")
    seen: list[dict[str, str]] = []

    def send(_url: str, _body: bytes, headers: dict[str, str], **_: Any) -> AttemptResult:
        seen.append(headers)
        return TAKEN

    monkeypatch.setattr(delivering.receivers, "send", send)
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.publish()

    delivering.run()

    assert {"X-Acme-Event", "X-Acme-Id", "X-Acme-Signature-V2", "X-Acme-Timestamp"} <= set(seen[0])


def test_an_attempt_is_counted_and_logged_without_what_is_private(
    delivering: Delivering, caplog: pytest.LogCaptureFixture
) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.receivers.answers[ONE] = [BUSY]
    delivering.publish(interviewId="a private interview")

    with caplog.at_level(logging.INFO):
        delivering.run()

    lines = [record.__dict__ for record in caplog.records if record.message == "delivery attempt"]
    assert [(line["attempt"], line["status"], line["host"]) for line in lines] == [
        (1, 503, "one.example.com"),
        (2, 200, "one.example.com"),
    ]
    counted = [record.__dict__ for record in caplog.records if "DeliveryAttempts" in record.__dict__]
    assert [line["outcome"] for line in counted] == ["refused", "delivered"]
    everything = str([record.__dict__ for record in caplog.records])
    assert not [secret for secret in ("secret-token", SECRET, "a private interview") if secret in everything]
    assert timestamp(delivering.clock.now() - timedelta(minutes=1)) <= only(delivering)["updatedAt"]
