"""The reminders schedule: who has not finished is reminded half-way, once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from gather.core.clock import from_timestamp, timestamp
from gather.screening.candidate_interviews.status import OPEN, CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, REMINDER
from gather.table.records import Records
from gather.table.store import ItemPage, Table
from gather.wiring import Adapters
from reminders.handler import handler
from tests.builders.candidate_interviews import make_invited, make_many_invited
from tests.builders.outbox import tasks_of
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.schedules import MANY, Deadline, run
from tests.support.records import post_candidate_interview


def reminded_ids(records: Records) -> list[str]:
    """The candidate interviews for which a reminder was asked, one entry for each asking."""
    return [
        payload["candidateInterviewId"]
        for name, payload in tasks_of(records.table)
        if name == "send_reminder"
    ]


def set_status(records: Records, team_id: str, record_id: str, status: CandidateInterviewStatus) -> None:
    records.change(
        CANDIDATE_INTERVIEW,
        team_id,
        record_id,
        lambda stored, _unit: stored.record.changed(status=status),
    )


def test_a_reminder_is_asked_for_half_way(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)
    half_way = clock.now() + timedelta(days=5)

    assert run(handler, adapters, half_way - timedelta(milliseconds=1)) == {"done": 0, "more": False}
    assert run(handler, adapters, half_way) == {"done": 1, "more": False}

    assert tasks_of(records.table)[-1] == (
        "send_reminder",
        {"candidateInterviewId": record["id"], "deliveryTypes": ["email"], "asOf": timestamp(half_way)},
    )
    assert records.table.get(REMINDER.key(tenant.team_id, record["id"])) is None
    assert service.get(f"/candidate-interviews/{record['id']}").data == record


def test_a_second_run_does_nothing(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    make_invited(records, tenant, clock.now())
    due = clock.now() + timedelta(days=7)

    assert run(handler, adapters, due) == {"done": 1, "more": False}
    assert run(handler, adapters, due) == {"done": 0, "more": False}

    assert len(reminded_ids(records)) == 1


@pytest.mark.parametrize("status", sorted(set(CandidateInterviewStatus) - OPEN))
def test_a_candidate_who_is_done_is_not_reminded_and_not_due_again(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, status: CandidateInterviewStatus
) -> None:
    done, begun = (make_invited(records, tenant, clock.now()) for _ in range(2))
    set_status(records, tenant.team_id, done.id, status)
    set_status(records, tenant.team_id, begun.id, CandidateInterviewStatus.PARTIALLY_COMPLETED)

    assert run(handler, adapters, clock.now() + timedelta(days=7)) == {"done": 1, "more": False}

    assert reminded_ids(records) == [begun.id]
    assert records.table.get(REMINDER.key(tenant.team_id, done.id)) is None


def test_after_the_expiry_no_reminder_is_sent(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    make_invited(records, tenant, clock.now(), days=2)

    assert run(handler, adapters, clock.now() + timedelta(days=2)) == {"done": 0, "more": False}

    assert reminded_ids(records) == []


def test_a_resent_invite_puts_the_reminder_off(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)
    clock.advance(days=4)
    service.post(f"/candidate-interviews/{record['id']}/resend-invite")

    assert run(handler, adapters, clock.now() + timedelta(days=1)) == {"done": 0, "more": False}
    assert run(handler, adapters, clock.now() + timedelta(days=3)) == {"done": 1, "more": False}


def test_an_invite_that_is_resent_while_the_schedule_runs_puts_the_reminder_off(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The index is read before the records are, and may be behind them."""
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)
    clock.advance(days=5)
    query = Table.query

    def resend_after_reading(table: Table, *arguments: Any, **options: Any) -> ItemPage:
        page = query(table, *arguments, **options)
        if page.items:
            service.post(f"/candidate-interviews/{record['id']}/resend-invite")
        return page

    monkeypatch.setattr(Table, "query", resend_after_reading)
    assert run(handler, adapters, clock.now()) == {"done": 0, "more": False}
    monkeypatch.setattr(Table, "query", query)

    assert reminded_ids(records) == []
    assert run(handler, adapters, clock.now() + timedelta(days=3)) == {"done": 1, "more": False}


def test_a_second_reminder_follows_only_a_new_expiry(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=2)
    clock.advance(days=1)
    run(handler, adapters, clock.now())
    service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    clock.advance(hours=23)
    assert run(handler, adapters, clock.now()) == {"done": 0, "more": False}

    clock.advance(days=1)
    service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    clock.advance(days=1)
    assert run(handler, adapters, clock.now()) == {"done": 1, "more": False}

    assert reminded_ids(records) == [record["id"]] * 2


@MANY
def test_many_are_worked_off_over_runs_that_end_early_and_each_once(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    monkeypatch.setattr("gather.table.due.PAGE_SIZE", number // 2)
    made = make_many_invited(records, tenant, clock.now(), number)
    third = number // 3
    due = max(from_timestamp(record.remind_at or "") for record in made)
    runs = [run(handler, adapters, due, Deadline(third + 1))]
    assert runs == [{"done": third, "more": True}]
    assert set(reminded_ids(records)) == {record.id for record in made[:third]}
    while runs[-1]["more"]:
        runs.append(run(handler, adapters, due, Deadline(third + 10)))
        assert len(runs) < 10

    assert sorted(reminded_ids(records)) == sorted(record.id for record in made)


def test_two_runs_at_once_ask_once(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    made = make_many_invited(records, tenant, clock.now(), 30)
    due = clock.now() + timedelta(days=8)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: run(handler, adapters, due), range(2)))

    assert sum(int(str(answer["done"])) for answer in answers) == len(made)
    assert sorted(reminded_ids(records)) == sorted(record.id for record in made)
    assert timestamp(due) > max(record.remind_at or "" for record in made)


@pytest.mark.parametrize(
    ("hour", "asked_at"),
    [
        (20, 20),
        # 22:00 and 4:00 in Kolkata wait until 8:00 there, which is 2:30 in UTC.
        (16.5, 26.5),
        (22.5, 26.5),
        (2.5, 2.5),
    ],
)
def test_a_reminder_waits_for_the_candidates_morning(
    adapters: Adapters,
    service: Service,
    records: Records,
    clock: HandClock,
    hour: float,
    asked_at: float,
) -> None:
    zone = "Asia/Kolkata" if hour != 20 else None
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)
    changed = service.patch(f"/candidates/{record['candidateId']}", {"timezone": zone})
    assert changed.status == 200, changed.body
    midnight = (clock.now() + timedelta(days=6)).replace(hour=0, minute=0, second=0, microsecond=0)

    first = run(handler, adapters, midnight + timedelta(hours=hour))
    second = run(handler, adapters, midnight + timedelta(hours=asked_at))

    is_at_once = hour == asked_at
    assert (first["done"], second["done"]) == ((1, 0) if is_at_once else (0, 1))
    assert reminded_ids(records) == [record["id"]]


def test_a_morning_after_the_expiry_is_one_without_a_reminder(
    adapters: Adapters, service: Service, records: Records, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=2)
    expiry = from_timestamp(record["expiry"])
    # It is 5:30 there three hours before the expiry, so the morning begins half an hour before it at most.
    hours = round((5.5 - (expiry - timedelta(hours=3)).hour - expiry.minute / 60) % 24)
    zone = f"Etc/GMT{24 - hours:+d}" if hours > 12 else f"Etc/GMT-{hours}"
    service.patch(f"/candidates/{record['candidateId']}", {"timezone": zone})

    tonight = run(handler, adapters, expiry - timedelta(hours=3, minutes=30))
    tomorrow = run(handler, adapters, expiry + timedelta(minutes=1))

    assert (tonight["done"], tomorrow["done"]) == (0, 0)
    assert reminded_ids(records) == []
