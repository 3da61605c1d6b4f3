"""A receiver that hangs or fails delays no other team (docs/decisions/deliveries.md)."""

import logging
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from deliveries.slow import handler as slow_deliveries
from gather.core.clock import timestamp
from gather.deliveries.attempt_queues import delivery_slots, proven_delivery_slots
from gather.deliveries.circuit_breaker import OPENS_AT, PROBE_PAUSE, PROOF_PAUSE, PROVEN_FOR
from gather.deliveries.circuit_breaker_storage import RECEIVER
from gather.deliveries.models import LEASE_SECONDS, RECOVERY_GRACE_SECONDS, SLOW_LANE_GRACE_SECONDS
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.task import TaskName
from gather.outgoing.result import AttemptResult
from gather.table.records import Records
from gather.table.team_limits import TEAM_SLOTS, SlotLimit, held_slot
from gather.wiring import Adapters
from tests.builders.deliveries import make_webhook
from tests.builders.outbox import tasks_of
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import BUSY, DELIVERY, SLOW, Delivering, Message

ONE, TWO = "https://one.example.com/in", "https://two.example.com/in"
ONES_HOST = "one.example.com"


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    made = Delivering(adapters, tenant, clock, monkeypatch)
    make_webhook(adapters.records, tenant, urls=[ONE])
    return made


def event_to_one(delivering: Delivering) -> Message:
    """The message of the first attempt of an event's one delivery."""
    delivering.dispatch(delivering.publish())
    [message] = [message for message in delivering.messages if message.queue_url == DELIVERY]
    delivering.messages.remove(message)
    return message


def deferred(delivering: Delivering) -> list[Message]:
    return [message for message in delivering.messages if message.queue_url == SLOW]


def health(delivering: Delivering) -> dict[str, Any]:
    item = delivering.records.table.get(RECEIVER.key(delivering.tenant.team_id, ONES_HOST))
    return item or {}


def is_healthy(delivering: Delivering) -> bool:
    """Whether the receiver took the last event."""
    return health(delivering)["failures"] == 0 and "openedAt" not in health(delivering)


def open_receiver(delivering: Delivering) -> None:
    """Let five attempts fail."""
    delivering.receivers.answers[ONE] = [BUSY] * OPENS_AT
    for _ in range(OPENS_AT):
        delivering.attempt(event_to_one(delivering))
    delivering.receivers.received.clear()
    assert "openedAt" in health(delivering)


def take_all_slots(delivering: Delivering, limit: SlotLimit | None = None) -> None:
    """Have all slots of the team held by workers that never come back."""
    limit = limit or delivery_slots(delivering.adapters.settings)
    until = timestamp(delivering.clock.now() + limit.lease)
    place = TEAM_SLOTS.at(delivering.tenant.team_id, limit.what)
    names = {f"slot{number}": f"{until}#dead" for number in range(limit.most)}
    delivering.records.table.write(place.put(**names))


class TestSlots:
    def test_a_team_has_five_attempts_under_way_and_the_sixth_takes_the_slow_queue(
        self, delivering: Delivering, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        send = delivering.receivers.send
        messages = [event_to_one(delivering) for _ in range(7)]

        def hang(*arguments: Any, **options: Any) -> AttemptResult:
            # While this one hangs, the next message comes.
            if messages:
                delivering.attempt(messages.pop())
            return send(*arguments, **options)

        monkeypatch.setattr(delivering.receivers, "send", hang)
        delivering.attempt(messages.pop())

        assert len(delivering.receivers.received) == 5
        [first, *_] = deferred(delivering)
        assert first.group == delivering.tenant.team_id
        assert len(deferred(delivering)) + len(messages) == 2

        monkeypatch.setattr(delivering.receivers, "send", send)
        assert delivering.attempt(event_to_one(delivering)) == []
        assert len(delivering.receivers.received) == 6

    def test_a_deployment_may_give_a_team_more_attempts_under_way(self, delivering: Delivering) -> None:
        take_all_slots(delivering)
        settings = replace(delivering.adapters.settings, team_deliveries=6)
        delivering.adapters.settings = settings

        delivering.attempt(event_to_one(delivering))

        assert len(delivering.receivers.received) == 1

    def test_another_team_s_slots_are_its_own(self, delivering: Delivering, other_tenant: Tenant) -> None:
        table, now = delivering.records.table, delivering.clock.now()
        limit = delivery_slots(delivering.adapters.settings)
        with (
            held_slot(table, other_tenant.team_id, limit, now),
            held_slot(table, other_tenant.team_id, limit, now),
        ):
            delivering.attempt(event_to_one(delivering))
        assert len(delivering.receivers.received) == 1

    def test_a_slot_of_a_worker_that_died_is_free_when_its_lease_ends(self, delivering: Delivering) -> None:
        take_all_slots(delivering)
        delivering.attempt(event_to_one(delivering))
        assert len(deferred(delivering)) == 1

        delivering.clock.advance(seconds=LEASE_SECONDS, milliseconds=1)
        delivering.attempt(event_to_one(delivering))

        assert len(delivering.receivers.received) == 1

    def test_who_comes_back_late_frees_nobody_else_s_slot(self, delivering: Delivering) -> None:
        table, team_id, clock = delivering.records.table, delivering.tenant.team_id, delivering.clock
        limit = delivery_slots(delivering.adapters.settings)
        with held_slot(table, team_id, limit, clock.now()):
            clock.advance(seconds=LEASE_SECONDS, milliseconds=1)
            take_all_slots(delivering)
        with held_slot(table, team_id, limit, clock.now()) as has_slot:
            assert not has_slot


class TestProvenReceivers:
    """A burst of events for a receiver that works does not wait behind those that hang."""

    @pytest.fixture(autouse=True)
    def _took_an_event(self, delivering: Delivering) -> None:
        delivering.attempt(event_to_one(delivering))
        delivering.receivers.received.clear()
        take_all_slots(delivering)

    def test_their_attempts_have_slots_of_their_own(self, delivering: Delivering) -> None:
        delivering.attempt(event_to_one(delivering))

        assert len(delivering.receivers.received) == 1

    def test_they_have_three_times_as_many(self, delivering: Delivering) -> None:
        limit = proven_delivery_slots(delivering.adapters.settings)
        assert limit.most == 15
        take_all_slots(delivering, limit)

        delivering.attempt(event_to_one(delivering))

        assert (len(delivering.receivers.received), len(deferred(delivering))) == (0, 1)

    def test_a_failure_ends_the_proof(self, delivering: Delivering) -> None:
        delivering.receivers.answers[ONE] = [BUSY]
        delivering.attempt(event_to_one(delivering))
        delivering.receivers.received.clear()

        delivering.attempt(event_to_one(delivering))

        assert (len(delivering.receivers.received), len(deferred(delivering))) == (0, 1)

    def test_the_proof_lasts_an_hour(self, delivering: Delivering) -> None:
        delivering.clock.advance(seconds=PROVEN_FOR.total_seconds())
        take_all_slots(delivering)

        delivering.attempt(event_to_one(delivering))

        assert (len(delivering.receivers.received), len(deferred(delivering))) == (0, 1)

    def test_it_is_noted_every_half_an_hour_at_most(self, delivering: Delivering) -> None:
        first = health(delivering)["provenAt"]
        delivering.clock.advance(seconds=PROOF_PAUSE.total_seconds() - 1)
        delivering.attempt(event_to_one(delivering))
        assert health(delivering)["provenAt"] == first

        delivering.clock.advance(seconds=1)
        delivering.attempt(event_to_one(delivering))

        assert health(delivering)["provenAt"] == timestamp(delivering.clock.now())


class TestSlowLane:
    @pytest.fixture(autouse=True)
    def _no_slots(self, delivering: Delivering) -> None:
        take_all_slots(delivering)

    def test_a_deferred_attempt_is_made_in_the_slow_queue(self, delivering: Delivering) -> None:
        assert delivering.attempt(event_to_one(delivering)) == []
        assert delivering.receivers.received == []
        [message] = deferred(delivering)

        assert delivering.deliver(slow_deliveries, message) == []

        assert len(delivering.receivers.received) == 1
        [delivery] = delivering.deliveries()
        assert (delivery["status"], delivery["attempts"]) == ("completed", 1)

    def test_a_deferred_attempt_that_fails_goes_on_with_the_ladder(self, delivering: Delivering) -> None:
        delivering.receivers.answers[ONE] = [BUSY]
        delivering.attempt(event_to_one(delivering))

        delivering.run()

        [delivery] = delivering.deliveries()
        assert (delivery["status"], delivery["attempts"]) == ("completed", 2)

    def test_recovery_leaves_it_time_and_then_takes_it_up(self, delivering: Delivering) -> None:
        delivering.attempt(event_to_one(delivering))
        delivering.messages.clear()
        delivering.clock.advance(seconds=RECOVERY_GRACE_SECONDS + 1)
        assert delivering.recover()["done"] == 0

        delivering.clock.advance(seconds=SLOW_LANE_GRACE_SECONDS)
        assert delivering.recover()["done"] == 1

        assert [message.queue_url for message in delivering.messages] == [DELIVERY]

    def test_a_worker_that_dies_between_the_note_and_the_message_loses_nothing(
        self, delivering: Delivering
    ) -> None:
        message = event_to_one(delivering)
        # The delivery, its parties, the slots, the note; then the message.
        delivering.faults.kind, delivering.faults.calls, delivering.faults.at = "fails", 0, 5
        assert delivering.attempt(message) == [message.id]
        assert deferred(delivering) == []

        assert delivering.attempt(message) == []

        assert len(deferred(delivering)) == 1

    def test_an_attempt_that_meets_the_note_of_its_own_deferral_is_made(
        self, delivering: Delivering, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A message came twice: one is at work in the slow queue when the other is deferred."""
        message = event_to_one(delivering)
        delivering.attempt(message)
        [slow] = deferred(delivering)
        find, again = Records.find, [message]

        def find_and_let_the_note_be_written(records: Records, kind: Any, *ids: str) -> Any:
            found = find(records, kind, *ids)
            if kind is WEBHOOK_DELIVERY and again:
                delivering.attempt(again.pop())
            return found

        monkeypatch.setattr(Records, "find", find_and_let_the_note_be_written)

        assert delivering.deliver(slow_deliveries, slow) == []

        assert len(delivering.receivers.received) == 1
        assert delivering.deliveries()[0]["status"] == "completed"
        # The second message finds it made.
        assert delivering.deliver(slow_deliveries, *deferred(delivering)) == []
        assert len(delivering.receivers.received) == 1


class TestBreaker:
    def test_after_five_failures_in_a_row_the_attempts_take_the_slow_queue(
        self, delivering: Delivering, caplog: pytest.LogCaptureFixture
    ) -> None:
        waiting = event_to_one(delivering)
        with caplog.at_level(logging.INFO):
            open_receiver(delivering)
            delivering.attempt(waiting)

        assert (delivering.receivers.received, len(deferred(delivering))) == ([], 1)
        [line] = [record for record in caplog.records if "slowed down" in record.message]
        assert (line.__dict__["host"], line.__dict__["teamId"]) == (ONES_HOST, delivering.tenant.team_id)
        assert len([record for record in caplog.records if "ReceiversSlowedDown" in record.__dict__]) == 1

    def test_what_happens_from_then_on_goes_to_the_slow_queue_at_once(
        self, delivering: Delivering, caplog: pytest.LogCaptureFixture
    ) -> None:
        open_receiver(delivering)
        with caplog.at_level(logging.INFO):
            delivering.dispatch(delivering.publish())

        [message] = delivering.messages
        assert (message.queue_url, message.group) == (SLOW, delivering.tenant.team_id)
        counted = [vars(line) for line in caplog.records if hasattr(line, "DeliveriesDeferred")]
        assert [line["DeliveriesDeferred"] for line in counted] == [1]
        # Recovery leaves it the time of the slow queue.
        delivering.clock.advance(seconds=RECOVERY_GRACE_SECONDS + 1)
        delivering.recover()
        assert [each for each in delivering.messages if each.queue_url in (DELIVERY, SLOW)] == [message]
        assert delivering.deliver(slow_deliveries, message) == []
        assert len(delivering.receivers.received) == 1
        [made] = [each for each in delivering.deliveries() if each["id"] == message.body["deliveryId"]]
        assert made["status"] == "completed"

    def test_of_an_event_one_address_of_the_host_probes_the_usual_queue(self, delivering: Delivering) -> None:
        open_receiver(delivering)
        more = [f"https://{ONES_HOST}/more/{number}" for number in range(3)]
        make_webhook(delivering.records, delivering.tenant, urls=[*more, TWO])
        delivering.clock.advance(seconds=PROBE_PAUSE.total_seconds())

        delivering.dispatch(delivering.publish())

        lanes_taken = Counter(message.queue_url for message in delivering.messages)
        assert lanes_taken == {DELIVERY: 2, SLOW: 3}

    def test_the_team_is_told_once_for_each_opening(self, delivering: Delivering) -> None:
        open_receiver(delivering)
        delivering.receivers.answers[ONE] = [BUSY] * 3
        for _ in range(3):
            delivering.dispatch(delivering.publish())
        assert delivering.deliver(slow_deliveries, *deferred(delivering)) == []

        [(name, payload)] = tasks_of(delivering.records.table)
        assert name == TaskName.SEND_RECEIVER_NOTICE
        assert payload == {"host": ONES_HOST, "openedAt": timestamp(delivering.clock.now())}

    def test_other_receivers_of_the_team_are_not_slowed_down(self, delivering: Delivering) -> None:
        open_receiver(delivering)
        make_webhook(delivering.records, delivering.tenant, urls=[TWO], events=["interview.updated"])
        delivering.dispatch(delivering.publish("interview.updated"))

        delivering.attempt(delivering.messages.pop())

        assert [request.url for request in delivering.receivers.received] == [TWO]

    def test_a_success_between_failures_begins_the_count_anew(self, delivering: Delivering) -> None:
        delivering.receivers.answers[ONE] = [BUSY] * (OPENS_AT - 1)
        for _ in range(OPENS_AT):
            delivering.attempt(event_to_one(delivering))
        assert is_healthy(delivering)

    def test_one_delivery_in_the_slow_queue_closes_it(self, delivering: Delivering) -> None:
        open_receiver(delivering)
        delivering.dispatch(delivering.publish())
        delivering.deliver(slow_deliveries, *deferred(delivering))
        delivering.receivers.received.clear()

        delivering.attempt(event_to_one(delivering))

        assert len(delivering.receivers.received) == 1
        assert is_healthy(delivering)

    def test_once_a_minute_one_attempt_probes_the_usual_queue(self, delivering: Delivering) -> None:
        open_receiver(delivering)
        delivering.receivers.answers[ONE] = [BUSY] * 9
        delivering.clock.advance(seconds=PROBE_PAUSE.total_seconds())

        for message in [event_to_one(delivering) for _ in range(3)]:
            delivering.attempt(message)

        assert (len(delivering.receivers.received), len(deferred(delivering))) == (1, 2)
        delivering.receivers.answers[ONE] = []
        delivering.clock.advance(seconds=PROBE_PAUSE.total_seconds())
        delivering.attempt(event_to_one(delivering))
        assert is_healthy(delivering)

    def test_failures_are_forgotten_in_time(self, delivering: Delivering) -> None:
        delivering.receivers.answers[ONE] = [BUSY]
        delivering.attempt(event_to_one(delivering))

        expiry = delivering.clock.now() + timedelta(days=7)
        assert health(delivering)["expiresAtEpoch"] == int(expiry.timestamp())
