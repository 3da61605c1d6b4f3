"""The metrics of scheduled functions after they have finished: that they did, and how late they began."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from conversation_timeout.handler import handler as conversation_timeout
from expiry.handler import handler as expiry
from gather.chat.chats.models import TIMEOUT
from gather.core.clock import timestamp
from gather.core.errors import ServiceUnavailable
from gather.deliveries.storage import DELIVERIES_SCHEDULE
from gather.table.conversion import Item
from gather.table.due import due_items
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters, Entry
from gather.workers.queues import Queues
from recovery.handler import handler as recovery
from reminders.handler import handler as reminders
from tests.builders.candidate_interviews import make_invited
from tests.builders.deliveries import make_delivery
from tests.builders.service import Service, Tenant
from tests.doubles.chat_candidate import chatting
from tests.doubles.clock import HandClock
from tests.doubles.counting import Counted
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run
from tests.support.records import post_chatbot

LATE = timedelta(minutes=7)


@pytest.mark.produces("ScheduleRuns", schedule="expiry")
@pytest.mark.produces("SecondsBehind", schedule="expiry")
def test_expiry_counts_its_runs_and_how_late_it_was(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, counted: Counted
) -> None:
    make_invited(records, tenant, clock.now(), days=1)
    due = clock.now() + timedelta(days=1)

    assert run(expiry, adapters, due + LATE) == {"done": 1, "more": False}
    assert run(expiry, adapters, due + LATE) == {"done": 0, "more": False}

    assert counted.of("SecondsBehind", schedule="expiry") == [LATE.total_seconds(), 0]
    assert counted.of("ScheduleRuns", schedule="expiry") == [1, 1]


@pytest.mark.produces("ScheduleRuns", schedule="reminders")
@pytest.mark.produces("SecondsBehind", schedule="reminders")
def test_reminders_count_their_runs_and_how_late_they_were(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, counted: Counted
) -> None:
    make_invited(records, tenant, clock.now(), days=10)

    run(reminders, adapters, clock.now() + timedelta(days=5) + LATE)

    assert counted.of("SecondsBehind", schedule="reminders") == [LATE.total_seconds()]
    assert counted.of("ScheduleRuns", schedule="reminders") == [1]


@pytest.mark.produces("ScheduleRuns", schedule="conversations")
@pytest.mark.produces("SecondsBehind", schedule="conversations")
def test_the_conversation_timeout_counts_its_runs_and_how_late_it_was(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock, counted: Counted
) -> None:
    chatting(service, post_chatbot(service))

    run(conversation_timeout, adapters, clock.now() + TIMEOUT + LATE)

    assert counted.of("SecondsBehind", schedule="conversations") == [LATE.total_seconds()]
    assert counted.of("ScheduleRuns", schedule="conversations") == [1]


def test_an_item_that_fails_keeps_a_schedule_behind(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
) -> None:
    make_invited(records, tenant, clock.now(), days=1)
    due = clock.now() + timedelta(days=1)

    def refused(*_: object) -> None:
        raise ServiceUnavailable("The function may not write.")

    with monkeypatch.context() as broken:
        broken.setattr(Records, "run", refused)
        for hours in (0, 1, 2):
            assert run(expiry, adapters, due + timedelta(hours=hours)) == {"done": 0, "more": True}

    assert counted.of("SecondsBehind", schedule="expiry") == [0, 3600, 7200]


@pytest.mark.parametrize("handler", [expiry, reminders, conversation_timeout])
def test_a_run_that_could_not_read_what_is_due_counts_nothing(
    adapters: Adapters,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
    handler: Entry[dict[str, object]],
) -> None:
    def refused(*_: object, **__: object) -> Iterator[Item]:
        raise ServiceUnavailable("The function may not read.")

    monkeypatch.setattr(Table, "query_all", refused)

    with pytest.raises(ServiceUnavailable):
        run(handler, adapters, clock.now())

    assert counted.names() == set()


def recover(adapters: Adapters, clock: HandClock) -> dict[str, Any]:
    return recovery.run({"time": timestamp(clock.now())}, Context(), adapters)


@pytest.fixture
def _queues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Queues, "send_attempts", lambda *_: None)


@pytest.mark.usefixtures("_queues")
@pytest.mark.produces("ScheduleRuns", schedule="recovery")
@pytest.mark.produces("SecondsBehind", schedule="recovery")
def test_recovery_counts_its_runs_and_how_late_it_was(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, counted: Counted
) -> None:
    delivery = make_delivery(records, tenant, at=clock.now())
    assert recover(adapters, clock)["done"] == 0
    clock.advance(hours=3)

    assert recover(adapters, clock)["done"] == 1
    assert recover(adapters, clock)["done"] == 0

    assert delivery.id
    first, late, last = counted.of("SecondsBehind", schedule="recovery")
    assert (first, last) == (0, 0)
    assert 2 * 3600 < late <= 3 * 3600
    assert counted.of("ScheduleRuns", schedule="recovery") == [1, 1, 1]


def test_a_recovery_that_could_not_read_what_is_overdue_is_none(
    adapters: Adapters, clock: HandClock, monkeypatch: pytest.MonkeyPatch, counted: Counted
) -> None:
    def refuse_deliveries(table: Table, schedule: str, last: str) -> Iterator[Item]:
        if schedule == DELIVERIES_SCHEDULE:
            raise ServiceUnavailable("The function may not read.")
        yield from due_items(table, schedule, last)

    monkeypatch.setattr("gather.workers.recovery.due_items", refuse_deliveries)

    assert recover(adapters, clock) == {"done": 0, "failed": 1, "more": False}

    assert counted.names() == {"RecoveriesFailed"}


@pytest.mark.produces("RecoveriesFailed")
def test_work_that_recovery_could_not_put_back_is_counted(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
) -> None:
    for _ in range(3):
        make_delivery(records, tenant, at=clock.now())
    clock.advance(hours=1)

    def refused(*_: object) -> None:
        raise ServiceUnavailable("The function may not send.")

    monkeypatch.setattr(Queues, "send_attempts", refused)

    assert recover(adapters, clock) == {"done": 0, "failed": 3, "more": False}

    assert counted.of("RecoveriesFailed") == [3]
    assert counted.of("ScheduleRuns", schedule="recovery") == [1]
