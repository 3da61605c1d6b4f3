"""The fan-out of an event to its deliveries in batches (docs/architecture.md, the walk of an event)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from fan_out.handler import handler
from gather.core.clock import timestamp
from gather.deliveries import fan_out
from gather.table import keys
from gather.table.changes import Update
from gather.table.store import Table, Write
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from tests.builders.deliveries import make_webhook
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import FAN_OUT, Delivering, Message

ONE, TWO, THREE = (f"https://{name}.example.com/in" for name in ("one", "two", "three"))


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    return Delivering(adapters, tenant, clock, monkeypatch)


def urls(delivering: Delivering) -> list[str]:
    """Returns the addresses of the stored deliveries."""
    return sorted(delivery["url"] for delivery in delivering.deliveries())


def batches(delivering: Delivering) -> list[Message]:
    """The batches that wait to be run."""
    return [message for message in delivering.messages if message.queue_url == FAN_OUT]


def run_next(delivering: Delivering) -> list[str]:
    """Run the one batch that waits; returns the messages that come back."""
    [batch] = batches(delivering)
    delivering.messages.remove(batch)
    return delivering.deliver(handler, batch)


def subscribe_many(delivering: Delivering, configurations: int) -> list[str]:
    """Creates this many configurations of ten addresses each, and returns the addresses."""
    addresses = [f"https://hooks.example.com/{number}" for number in range(10 * configurations)]
    for start in range(0, len(addresses), 10):
        make_webhook(delivering.records, delivering.tenant, urls=addresses[start : start + 10])
    return sorted(addresses)


def transactions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the transactions that are made from now on."""
    sizes: list[int] = []
    transact = Table.transact

    def counted(table: Table, writes: Sequence[Write], *options: Any) -> None:
        sizes.append(len(writes))
        transact(table, writes, *options)

    monkeypatch.setattr(Table, "transact", counted)
    return sizes


@pytest.mark.parametrize("payload", [{"a": 1}, {"candidateInterviewId": "theirs"}])
def test_a_batch_is_one_transaction_and_leaves_the_others_to_the_next(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch, payload: dict[str, Any]
) -> None:
    addresses = subscribe_many(delivering, 10)
    delivering.bring(delivering.publish(**payload))
    sizes = transactions(monkeypatch)
    taken = 0
    while batches(delivering):
        [batch] = batches(delivering)
        assert batch.group == delivering.tenant.team_id
        assert run_next(delivering) == []
        taken += 1

    assert taken == len(sizes) == len(addresses) / 20
    assert max(sizes) <= 100
    assert urls(delivering) == addresses
    assert delivering.counted() == len(delivering.messages) == len(addresses)
    assert delivering.records.table.get_many([]) == {}
    assert [item for item in delivering.due() if item["entity"] == "EVENT"] == []


def test_events_of_a_team_that_come_together_go_into_one_transaction(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    events = [delivering.publish(number=number) for number in range(5)]
    for event in events:
        delivering.bring(event)
    taken = batches(delivering)
    delivering.messages.clear()
    sizes = transactions(monkeypatch)

    assert delivering.deliver(handler, *taken) == []

    assert len(sizes) == 1
    assert urls(delivering) == [ONE] * 5 + [TWO] * 5
    assert delivering.counted() == len(delivering.messages) == 10
    assert [item for item in delivering.due() if item["entity"] == "EVENT"] == []
    assert delivering.deliver(handler, *taken) == []
    assert delivering.counted() == 10


def test_what_does_not_fit_into_the_transaction_takes_another_turn(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = subscribe_many(delivering, 3)
    events = [delivering.publish(number=number) for number in range(3)]
    for event in events:
        delivering.bring(event)
    sizes = transactions(monkeypatch)
    turns = 0
    while batches(delivering):
        taken = batches(delivering)
        for message in taken:
            delivering.messages.remove(message)
        assert delivering.deliver(handler, *taken) == []
        turns += 1
        assert len(sizes) == turns, "one transaction a turn"
        assert max(sizes) <= 100

    assert urls(delivering) == sorted(addresses * 3)
    assert delivering.counted() == len(delivering.messages) == 90
    assert [item for item in delivering.due() if item["entity"] == "EVENT"] == []


def test_a_message_that_comes_twice_at_once_is_taken_once(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    first, second = delivering.publish(), delivering.publish()
    for event in (first, second, first):
        delivering.bring(event)
    taken = batches(delivering)
    delivering.messages.clear()

    assert delivering.deliver(handler, *taken) == []

    assert (urls(delivering), delivering.counted()) == ([ONE, ONE], 2)


def test_an_event_that_cannot_be_read_brings_no_other_back(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    good, bad = delivering.publish(), delivering.publish()
    for event in (bad, good):
        delivering.bring(event)
    taken = batches(delivering)
    delivering.messages.clear()
    delivering.records.table.update(keys.outbox(bad.id), Update(remove=["payload"]))

    assert delivering.deliver(handler, *taken) == [taken[0].id]

    assert urls(delivering) == [ONE]


def test_the_batches_of_an_event_go_on_and_come_to_an_end(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker sends to its own queue, more often than Lambda lets a loop without an end run."""
    monkeypatch.setattr(fan_out, "MOST_DELIVERIES", 2)
    addresses = subscribe_many(delivering, 5)
    delivering.bring(delivering.publish())
    places: list[str] = []
    while batches(delivering):
        places.append(batches(delivering)[0].body["after"])
        assert run_next(delivering) == []

    assert places == sorted(set(places)), "each batch goes on after the one before"
    assert 16 < len(places) == len(addresses) / 2, "each batch stores its deliveries"
    assert urls(delivering) == addresses


def test_the_entry_stays_until_the_last_batch(delivering: Delivering) -> None:
    subscribe_many(delivering, 10)
    event = delivering.publish()
    delivering.bring(event)

    run_next(delivering)

    assert [item["id"] for item in delivering.due() if item["entity"] == "EVENT"] == [event.id]


def test_a_batch_that_comes_again_adds_nothing_and_queues_what_it_stored(delivering: Delivering) -> None:
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    event = delivering.publish()
    delivering.bring(event)
    [batch] = batches(delivering)
    # The worker dies when it has stored the deliveries, before it queues their attempts.
    delivering.faults.kind, delivering.faults.calls, delivering.faults.at = "fails", 0, 4
    assert delivering.deliver(handler, batch) == [batch.id]
    delivering.messages.clear()

    assert delivering.deliver(handler, batch) == []

    assert (urls(delivering), delivering.counted()) == ([ONE, TWO], 2)
    assert len(delivering.messages) == 2
    assert delivering.deliver(handler, batch) == []
    assert len(delivering.messages) == 2


def test_what_one_of_two_overlapping_batches_stored_the_other_leaves_alone(
    delivering: Delivering,
) -> None:
    """A new address between the two does not keep the second from storing it."""
    make_webhook(delivering.records, delivering.tenant, urls=[ONE, TWO])
    event = delivering.publish()
    delivering.bring(event)
    [batch] = batches(delivering)
    delivering.faults.kind, delivering.faults.calls, delivering.faults.at = "fails", 0, 4
    delivering.deliver(handler, batch)
    make_webhook(delivering.records, delivering.tenant, urls=[THREE])

    assert delivering.deliver(handler, batch) == []

    assert urls(delivering) == sorted([ONE, TWO, THREE])
    assert delivering.counted() == 3


def test_a_configuration_deleted_between_two_batches_takes_none_of_the_others_along(
    delivering: Delivering,
) -> None:
    addresses = subscribe_many(delivering, 10)
    gone = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.bring(delivering.publish())
    run_next(delivering)

    delivering.records.table.delete(WEBHOOK.key(gone.team_id, gone.id))
    while batches(delivering):
        run_next(delivering)

    assert set(addresses) <= set(urls(delivering))


def test_an_address_gets_an_event_once_from_the_first_configuration_that_names_it(
    delivering: Delivering,
) -> None:
    first = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    make_webhook(delivering.records, delivering.tenant, urls=["HTTPS://ONE.example.com:443/in", TWO])

    delivering.dispatch(delivering.publish())

    owners = {delivery["url"]: delivery["webhookConfigurationId"] for delivery in delivering.deliveries()}
    assert sorted(owners) == [ONE, TWO]
    assert owners[ONE] == first.id


def test_a_configuration_hears_of_no_event_from_before_it(delivering: Delivering) -> None:
    """However late the event is fanned out."""
    before, at_once = delivering.publish(), delivering.clock.now() + timedelta(milliseconds=1)
    webhook = make_webhook(delivering.records, delivering.tenant, urls=[ONE])
    delivering.records.change(
        WEBHOOK,
        webhook.team_id,
        webhook.id,
        lambda stored, _: stored.record.changed(created_at=timestamp(at_once)),
    )
    delivering.clock.moment = at_once
    after = delivering.publish()

    assert delivering.dispatch(before, after) == []

    assert [delivery["eventId"] for delivery in delivering.deliveries()] == [after.id]
