"""The recovery worker: queues, executions and workers may be lost, events and tasks may not be lost."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from fan_out.handler import handler as fan_out
from gather.core.clock import timestamp
from gather.core.errors import ServiceUnavailable
from gather.core.identifiers import new_id
from gather.deliveries import webhook_deletion
from gather.deliveries.models import LEASE_SECONDS, RECOVERY_GRACE_SECONDS
from gather.deliveries.storage import DELIVERIES_SCHEDULE
from gather.events.task import TaskName
from gather.table import keys, outbox
from gather.table.changes import Update
from gather.table.concurrency import Threads
from gather.table.conversion import Item
from gather.table.due import due_items
from gather.table.failures import FailedWork
from gather.table.outbox import DISPATCH_GRACE, DISPATCHED_WITHIN, Task
from gather.table.records import Records
from gather.table.store import Table
from gather.webhooks.storage import WEBHOOK
from gather.wiring import Adapters
from gather.workers.queues import Queues
from gather.workers.recovery import AT_ONCE, RecoveryRun, run_recovery
from recovery.handler import handler
from tests.builders.deliveries import make_delivery, make_webhook
from tests.builders.failures import given_up, retry_all
from tests.builders.service import Tenant
from tests.doubles.clock import HandClock
from tests.doubles.delivering import BUSY, FAN_OUT, Delivering, Died
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import Deadline

ONE = "https://one.example.com/in"


def recovered(done: int, *, failed: int = 0, more: bool = False) -> dict[str, object]:
    """Returns the expected result of the worker."""
    return {"done": done, "failed": failed, "more": more}


NOTHING = recovered(0)


@pytest.fixture
def delivering(
    adapters: Adapters, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> Delivering:
    made = Delivering(adapters, tenant, clock, monkeypatch)
    make_webhook(adapters.records, tenant, urls=[ONE])
    return made


def task_of(delivering: Delivering) -> Task:
    task = Task(
        name=TaskName.EVALUATE,
        organization_id=delivering.tenant.organization_id,
        team_id=delivering.tenant.team_id,
        payload={"candidateInterviewId": "theirs", "run": 1},
        at=delivering.clock.now(),
    )
    delivering.send(task)
    return task


def test_an_event_that_the_stream_lost_is_dispatched_after_a_grace(delivering: Delivering) -> None:
    delivering.publish()
    delivering.stream.clear()
    delivering.clock.advance(seconds=DISPATCH_GRACE.total_seconds() - 1)
    assert delivering.recover() == NOTHING

    delivering.clock.advance(seconds=1)
    assert delivering.recover() == recovered(1)
    assert delivering.recover() == NOTHING

    [message] = delivering.messages
    assert message.queue_url == FAN_OUT
    assert delivering.deliver(fan_out, message) == []
    assert len(delivering.deliveries()) == 1


@pytest.mark.produces("Recovered", schedule="deliveries")
def test_a_delivery_whose_message_was_lost_is_queued_again_once(delivering: Delivering) -> None:
    delivering.dispatch(delivering.publish())
    delivering.messages.clear()
    delivering.clock.advance(seconds=RECOVERY_GRACE_SECONDS - 1)
    assert delivering.recover() == NOTHING

    delivering.clock.advance(seconds=1)
    assert delivering.recover() == recovered(1)
    assert delivering.recover() == NOTHING

    [message] = delivering.messages
    assert message.body["attempt"] == 1
    delivering.run()
    assert delivering.deliveries()[0]["status"] == "completed"


def test_a_lost_execution_is_made_up_for_and_the_next_has_a_name_of_its_own(delivering: Delivering) -> None:
    delivering.receivers.answers[ONE] = [BUSY, BUSY]
    delivering.dispatch(delivering.publish())
    delivering.attempt(delivering.messages.pop())
    delivering.executions.clear()

    delivering.run()

    [delivery] = delivering.deliveries()
    assert (delivery["status"], delivery["attempts"]) == ("completed", 3)
    assert list(delivering.names) == [delivery["id"], f"{delivery['id']}-from-2"]


def die_with_the_last_attempt(delivering: Delivering) -> None:
    """Let two attempts of a delivery fail, and the worker of the third die with its waiting messages."""
    delivering.receivers.answers[ONE] = [BUSY, BUSY]
    delivering.dispatch(delivering.publish())
    [message] = delivering.messages
    for attempt in (1, 2):
        message.body["attempt"] = attempt
        delivering.attempt(message)
    message.body["attempt"] = 3
    delivering.faults.kind, delivering.faults.at = "dies before", delivering.faults.calls + 5
    with pytest.raises(Died):
        delivering.attempt(message)
    delivering.faults.kind = ""
    delivering.messages.clear()
    delivering.executions.clear()


@pytest.mark.produces("DeliveriesGivenUp")
def test_a_worker_that_died_with_the_last_attempt_leaves_a_failed_delivery_that_can_be_retried(
    delivering: Delivering, caplog: pytest.LogCaptureFixture
) -> None:
    die_with_the_last_attempt(delivering)
    delivering.clock.advance(seconds=LEASE_SECONDS)
    assert delivering.recover() == recovered(1)

    [delivery] = delivering.deliveries()
    assert (delivery["status"], delivery["attempts"]) == ("failed", 3)
    assert delivery["errorResponse"]["error"] == "worker_lost"
    assert (delivering.messages, delivering.due()) == ([], [])
    [failure] = given_up(delivering.adapters.records)
    assert (failure.id, failure.work, failure.reason) == (delivery["id"], FailedWork.DELIVERY, "worker_lost")
    assert [line for line in caplog.records if hasattr(line, "DeliveriesGivenUp")]

    assert retry_all(delivering.adapters.records, delivering.clock.now()) == [True]
    delivering.run()

    [delivery] = delivering.deliveries()
    assert (delivery["status"], delivery["attempts"]) == ("completed", 1)
    assert delivering.receivers.received[-1].at == delivering.clock.now()
    assert given_up(delivering.adapters.records) == []


def test_a_delivery_that_is_retried_waits_no_longer_than_a_new_one(delivering: Delivering) -> None:
    """Its executions have names of their own: those of its first attempts are taken."""
    die_with_the_last_attempt(delivering)
    delivering.clock.advance(seconds=LEASE_SECONDS)
    delivering.recover()
    delivering.receivers.received.clear()
    delivering.receivers.answers[ONE] = [BUSY, BUSY]

    assert retry_all(delivering.adapters.records, delivering.clock.now()) == [True]
    delivering.run()

    gaps = [
        (later.at - earlier.at).total_seconds() for earlier, later in pairwise(delivering.receivers.received)
    ]
    assert gaps == [60, 300]
    [delivery] = delivering.deliveries()
    names = [delivery["id"], f"{delivery['id']}-ladder-2"]
    assert list(delivering.names) == [each for name in names for each in (name, f"{name}-from-2")]


@pytest.mark.parametrize("what", ["an event", "a task"])
@pytest.mark.produces("DispatchesGivenUp")
def test_what_nobody_dispatches_in_days_is_set_aside_and_dispatched_when_it_is_retried(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    entry_id = delivering.publish().id if what == "an event" else task_of(delivering).id
    delivering.stream.clear()

    def refuse(self: Queues, _item: object) -> None:
        raise ValueError("an entry that this version does not understand")

    with monkeypatch.context() as broken:
        broken.setattr(Queues, "send_entry", refuse)
        for _ in range(6):
            delivering.clock.advance(seconds=DISPATCHED_WITHIN.total_seconds() / 5)
            delivering.recover()
        [failure] = given_up(delivering.adapters.records)
        assert delivering.recover() == NOTHING

    assert failure.id == entry_id
    assert [
        vars(line)["DispatchesGivenUp"] for line in caplog.records if hasattr(line, "DispatchesGivenUp")
    ] == [1]
    assert retry_all(delivering.adapters.records, delivering.clock.now()) == [True]
    delivering.clock.advance(seconds=DISPATCH_GRACE.total_seconds())
    assert delivering.recover()["done"] == 1
    assert len(delivering.messages) == 1
    assert given_up(delivering.adapters.records) == []


def test_a_task_that_a_worker_has_begun_is_left_to_its_worker(delivering: Delivering) -> None:
    task = task_of(delivering)
    outbox.claim(delivering.adapters.records.table, task.id, delivering.clock.now(), timedelta(minutes=1))
    delivering.clock.advance(seconds=2 * DISPATCHED_WITHIN.total_seconds())

    delivering.recover()

    assert given_up(delivering.adapters.records) == []
    assert [message.body["taskId"] for message in delivering.messages] == [task.id]


def test_a_task_is_sent_again_ever_more_seldom_until_its_worker_ends_it(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hundreds of runs are faster on one shard.
    monkeypatch.setattr(keys, "DUE_SHARDS", 1)
    task = task_of(delivering)
    began, sent = delivering.clock.now(), []
    for _ in range(300):
        delivering.clock.advance(minutes=1)
        delivering.recover()
        if delivering.messages:
            assert delivering.messages.pop().body["taskId"] == task.id
            sent.append((delivering.clock.now() - began).total_seconds() / 60)

    assert sent == [2, 4, 8, 16, 32, 64, 124, 184, 244]
    delivering.records.table.write(outbox.finish(task.id))
    delivering.clock.advance(hours=2)
    assert delivering.recover() == NOTHING


def test_a_task_that_is_being_done_is_left_alone(delivering: Delivering) -> None:
    task = task_of(delivering)
    delivering.clock.advance(minutes=2)
    lease = timedelta(minutes=3)
    assert outbox.claim(delivering.records.table, task.id, delivering.clock.now(), lease)

    delivering.clock.advance(minutes=2)
    assert delivering.recover() == NOTHING
    delivering.clock.advance(minutes=1)
    assert delivering.recover() == recovered(1)


def test_a_claim_whose_response_was_lost_is_the_worker_s_own(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client repeats a write whose response does not come."""
    task, lease = task_of(delivering), timedelta(minutes=10)
    table, update = delivering.records.table, Table.update

    def repeat(self: Table, key: keys.Key, change: Update) -> Item:
        update(self, key, change)
        return update(self, key, change)

    with monkeypatch.context() as losing:
        losing.setattr(Table, "update", repeat)
        claimed = outbox.claim(table, task.id, delivering.clock.now(), lease)

    assert claimed is not None
    assert claimed.attempt == 1
    assert outbox.claim(table, task.id, delivering.clock.now(), lease) is None


def test_a_claim_from_before_the_queues_were_lost_is_ended(delivering: Delivering) -> None:
    task, lease = task_of(delivering), timedelta(minutes=10)
    table = delivering.records.table
    assert outbox.claim(table, task.id, delivering.clock.now(), lease)
    delivering.clock.advance(seconds=1)

    assert delivering.recover(queues_lost=True) == recovered(1)

    assert delivering.messages.pop().body["taskId"] == task.id
    assert outbox.claim(table, task.id, delivering.clock.now(), lease)


def test_a_claim_from_after_the_queues_were_lost_is_left_to_its_worker(delivering: Delivering) -> None:
    """The workers of a stack that has started again do not wait for recovery."""
    task, lease = task_of(delivering), timedelta(minutes=10)
    lost_before = delivering.clock.now()
    delivering.clock.advance(seconds=1)
    assert outbox.claim(delivering.records.table, task.id, delivering.clock.now(), lease)

    event = {"time": timestamp(lost_before), "queuesLost": True}
    assert handler.run(event, Context(), delivering.adapters) == NOTHING

    assert delivering.messages == []


def test_a_claim_that_was_prolonged_after_the_queues_were_lost_is_left_to_its_worker(
    delivering: Delivering,
) -> None:
    task, lease = task_of(delivering), timedelta(minutes=10)
    table = delivering.records.table
    assert outbox.claim(table, task.id, delivering.clock.now(), lease)
    lost_before = delivering.clock.now()
    delivering.clock.advance(seconds=1)
    assert outbox.prolong(table, task.id, delivering.clock.now(), lease)

    event = {"time": timestamp(lost_before), "queuesLost": True}
    assert handler.run(event, Context(), delivering.adapters) == NOTHING


def test_one_broken_entry_does_not_keep_the_others_waiting(delivering: Delivering) -> None:
    broken = replace(task_of(delivering), id=new_id())
    delivering.send(broken)
    delivering.records.table.update(keys.outbox(broken.id), Update(remove=["payload"]))
    delivering.clock.advance(minutes=3)

    assert delivering.recover() == recovered(1, failed=1)

    assert len(delivering.messages) == 1


def test_a_list_that_cannot_be_read_does_not_keep_the_others_waiting(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_of(delivering)

    def refuse_deliveries(table: Table, schedule: str, last: str) -> Iterator[Item]:
        if schedule == DELIVERIES_SCHEDULE:
            raise ServiceUnavailable("The table is busy.")
        yield from due_items(table, schedule, last)

    with monkeypatch.context() as throttled:
        throttled.setattr("gather.workers.recovery.due_items", refuse_deliveries)
        assert delivering.recover(queues_lost=True) == recovered(1, failed=1)


def test_a_run_out_of_time_says_so_and_the_next_goes_on_in_the_order_of_time(delivering: Delivering) -> None:
    ids = []
    for second in range(5):
        at = delivering.clock.now() + timedelta(seconds=second)
        ids.append(make_delivery(delivering.records, delivering.tenant, at=at).id)
    delivering.clock.advance(minutes=10)
    event = {"time": timestamp(delivering.clock.now())}

    answer = handler.run(event, Deadline(3), delivering.adapters)

    assert answer == recovered(2, more=True)
    assert [message.body["deliveryId"] for message in delivering.messages] == ids[:2]
    assert delivering.recover() == recovered(3)
    assert [message.body["deliveryId"] for message in delivering.messages] == ids


def test_two_runs_at_once_queue_an_attempt_once(
    delivering: Delivering, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivering.dispatch(delivering.publish())
    delivering.messages.clear()
    delivering.clock.advance(minutes=5)
    find, others = Records.find, [True]

    def find_and_let_the_other_go_first(records: Records, *which: Any) -> Any:
        found: Any = find(records, *which)
        if others:
            others.clear()
            delivering.recover()
        return found

    monkeypatch.setattr(Records, "find", find_and_let_the_other_go_first)

    assert delivering.recover() == NOTHING
    assert len(delivering.messages) == 1


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_after_queues_and_executions_were_lost_each_attempt_keeps_its_time(
    delivering: Delivering, failures: int
) -> None:
    delivering.receivers.answers[ONE] = [BUSY, BUSY]
    delivering.dispatch(delivering.publish())
    [message] = delivering.messages
    for attempt in range(1, failures + 1):
        message.body["attempt"] = attempt
        delivering.attempt(message)
    delivering.messages.clear()
    delivering.executions.clear()
    delivering.clock.advance(seconds=20)

    assert delivering.recover(queues_lost=True) == recovered(1)

    [message] = delivering.messages
    assert message.body["attempt"] == failures + 1
    wait = {0: 0, 1: 40, 2: 280}[failures]
    assert (message.at - delivering.clock.now()).total_seconds() == wait
    delivering.run()
    assert [(item["status"], item["attempts"]) for item in delivering.deliveries()] == [("completed", 3)]
    assert len(delivering.receivers.received) == 3


def test_after_queues_were_lost_tasks_and_events_are_sent_at_once(delivering: Delivering) -> None:
    task_of(delivering)
    delivering.publish()
    delivering.stream.clear()

    assert delivering.recover(queues_lost=True) == recovered(2)

    assert sorted(sorted(message.body) for message in delivering.messages) == [
        ["after", "eventId", "teamId"],
        ["candidateInterviewId", "name", "organizationId", "run", "taskId", "teamId"],
    ]


def test_the_deletion_of_a_configuration_is_brought_to_its_end(delivering: Delivering) -> None:
    webhook = make_webhook(delivering.records, delivering.tenant)
    for _ in range(3):
        make_delivery(delivering.records, delivering.tenant, webhook.id)
    stored = delivering.records.get(WEBHOOK, webhook.team_id, webhook.id)
    unit = delivering.records.unit_of_work()
    webhook_deletion.begin(unit, stored, delivering.clock.now())
    unit.commit()
    delivering.clock.advance(minutes=1)

    answer = delivering.recover()

    assert answer["more"] is False
    assert (delivering.deliveries(), delivering.due()) == ([], [])


def test_items_are_restarted_side_by_side(delivering: Delivering, monkeypatch: pytest.MonkeyPatch) -> None:
    """None ends before all of them have begun."""
    for second in range(AT_ONCE):
        at = delivering.clock.now() + timedelta(seconds=second)
        make_delivery(delivering.records, delivering.tenant, at=at)
    delivering.clock.advance(minutes=10)
    everybody = threading.Barrier(AT_ONCE, timeout=5)

    def wait_for_others(_run: RecoveryRun, _place: Item) -> bool:
        everybody.wait()
        return True

    monkeypatch.setattr(delivering.records.table, "start", Threads())
    event = {"time": timestamp(delivering.clock.now())}

    answer = run_recovery(delivering.adapters, {DELIVERIES_SCHEDULE: wait_for_others}, event, Context())

    assert answer == recovered(AT_ONCE)
