"""The expiry schedule: each candidate interview whose time has passed expires, once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from expiry.handler import handler
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN, CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.table.store import ItemPage, Table
from gather.wiring import Adapters
from tests.builders.candidate_interviews import make_invited, make_many_invited
from tests.builders.outbox import events_of
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.schedules import MANY, Deadline, run
from tests.support.records import post_candidate_interview


def test_a_link_to_results_ends_with_its_time(adapters: Adapters, service: Service, clock: HandClock) -> None:
    screening = make_screening(service)
    screening.answer_all()
    screening.complete()
    token = screening.results()["shareLink"].rpartition("/")[2]
    early, end = clock.now() + timedelta(days=29), clock.now() + timedelta(days=31)

    assert run(handler, adapters, early) == {"done": 0, "more": False}
    assert service.public().get(f"/share/{token}").status == 200
    assert run(handler, adapters, end) == {"done": 1, "more": False}
    assert run(handler, adapters, end) == {"done": 0, "more": False}

    assert service.public().get(f"/share/{token}").status == 410
    assert screening.results()["shareLink"] is None
    assert screening.read()["status"] == "new_response"


class Died(BaseException):
    """The end of the function's process."""


def read(records: Records, record: CandidateInterviewRecord) -> CandidateInterviewRecord:
    return records.get(CANDIDATE_INTERVIEW, record.team_id, record.id).record


def set_fields(records: Records, record: CandidateInterviewRecord, **fields: Any) -> None:
    records.change(
        CANDIDATE_INTERVIEW,
        record.team_id,
        record.id,
        lambda stored, _unit: stored.record.changed(**fields),
    )


def expired_ids(records: Records) -> list[str]:
    """The candidate interviews that were told to have expired, one entry for each telling."""
    return [
        payload["candidateInterviewId"]
        for name, payload in events_of(records.table)
        if name == "candidate_interview.expired"
    ]


def test_what_is_due_expires_and_is_told(
    adapters: Adapters, service: Service, records: Records, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=1)
    later = post_candidate_interview(service, sendInvite=True, expiryDays=2)
    clock.advance(days=1, minutes=1)

    assert run(handler, adapters, clock.now()) == {"done": 1, "more": False}

    path = "/candidate-interviews"
    assert service.get(f"{path}/{record['id']}").data["status"] == "expired"
    assert service.get(f"{path}/{later['id']}").data["status"] == "invite_sent"
    assert [r["id"] for r in service.get(path, status="expired").data] == [record["id"]]
    ids = {key: record[key] for key in ("candidateId", "interviewId")}
    moment = "2026-03-03T09:31:00.000Z"
    assert events_of(records.table)[-2:] == [
        (
            "candidate_interview.expired",
            {"candidateInterviewId": record["id"], **ids, "status": "expired", "expiredAt": moment},
        ),
        (
            "candidate_interview.status_changed",
            {
                "candidateInterviewId": record["id"],
                **ids,
                "status": "expired",
                "previousStatus": "invite_sent",
                "updatedAt": moment,
            },
        ),
    ]


def test_a_second_run_does_nothing(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    make_invited(records, tenant, clock.now(), days=1)
    due = clock.now() + timedelta(days=1)

    assert run(handler, adapters, due) == {"done": 1, "more": False}
    assert run(handler, adapters, due) == {"done": 0, "more": False}

    assert len(expired_ids(records)) == 1


def test_the_moment_of_the_expiry_is_the_first_that_counts(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    make_invited(records, tenant, clock.now(), days=1)
    due = clock.now() + timedelta(days=1)

    assert run(handler, adapters, due - timedelta(milliseconds=1)) == {"done": 0, "more": False}
    assert run(handler, adapters, due) == {"done": 1, "more": False}


@pytest.mark.parametrize("status", sorted(set(CandidateInterviewStatus) - OPEN))
def test_only_who_is_invited_or_has_begun_expires(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, status: CandidateInterviewStatus
) -> None:
    begun, done = (make_invited(records, tenant, clock.now(), days=1) for _ in range(2))
    set_fields(records, begun, status=CandidateInterviewStatus.PARTIALLY_COMPLETED)
    set_fields(records, done, status=status)

    run(handler, adapters, clock.now() + timedelta(days=2))

    assert expired_ids(records) == [begun.id]
    assert read(records, done).status is status


@pytest.mark.parametrize(
    "fields",
    [
        {"status": CandidateInterviewStatus.NEW_RESPONSE},
        {"expiry": "2026-04-02T09:30:00.000Z"},
    ],
)
def test_a_candidate_who_completes_or_is_invited_again_at_the_last_moment_does_not_expire(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    fields: dict[str, Any],
) -> None:
    """The index is read before the records are, and may be behind them."""
    record = make_invited(records, tenant, clock.now(), days=1)
    query = Table.query

    def change_after_reading(table: Table, *arguments: Any, **options: Any) -> ItemPage:
        page = query(table, *arguments, **options)
        if page.items:
            set_fields(records, record, **fields)
        return page

    monkeypatch.setattr(Table, "query", change_after_reading)
    assert run(handler, adapters, clock.now() + timedelta(days=1)) == {"done": 0, "more": False}
    monkeypatch.undo()


@MANY
def test_many_are_worked_off_in_the_order_of_their_times_over_runs_that_end_early(
    adapters: Adapters,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    monkeypatch.setattr("gather.table.due.PAGE_SIZE", number // 2)
    made = make_many_invited(records, tenant, clock.now(), number, days=1)
    due, third = clock.now() + timedelta(days=2), number // 3
    # One look at the clock begins a page, and one each record.
    runs = [run(handler, adapters, due, Deadline(third + 1))]

    assert runs == [{"done": third, "more": True}]
    assert set(expired_ids(records)) == {record.id for record in made[:third]}

    while runs[-1]["more"]:
        runs.append(run(handler, adapters, due, Deadline(third + 10)))
        assert len(runs) < 10

    assert sum(int(str(each["done"])) for each in runs) == len(made)
    assert sorted(expired_ids(records)) == sorted(record.id for record in made)


def test_two_runs_at_once_do_nothing_twice(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    made = make_many_invited(records, tenant, clock.now(), 30, days=1)
    due = clock.now() + timedelta(days=2)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: run(handler, adapters, due), range(2)))

    assert sum(int(str(answer["done"])) for answer in answers) == len(made)
    assert sorted(expired_ids(records)) == sorted(record.id for record in made)


def test_a_run_that_dies_is_made_good_by_the_next(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_many_invited(records, tenant, clock.now(), 20, days=1)
    due = clock.now() + timedelta(days=2)
    transact, left = Table.transact, [7]

    def die_at_the_eighth(table: Table, *arguments: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Died
        transact(table, *arguments)

    monkeypatch.setattr(Table, "transact", die_at_the_eighth)
    with pytest.raises(Died):
        run(handler, adapters, due)
    monkeypatch.setattr(Table, "transact", transact)
    assert len(expired_ids(records)) == 7

    assert run(handler, adapters, due) == {"done": 13, "more": False}

    assert sorted(expired_ids(records)) == sorted(record.id for record in made)


def test_one_that_fails_is_left_for_later_and_stops_no_other(
    adapters: Adapters, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    broken, sound = make_many_invited(records, tenant, clock.now(), 2, days=1)
    key = CANDIDATE_INTERVIEW.key(tenant.team_id, broken.id)
    item = records.table.get(key)
    assert item is not None
    records.table.put({**item, "expiryDays": "soon"})

    assert run(handler, adapters, clock.now() + timedelta(days=2)) == {"done": 1, "more": True}

    assert expired_ids(records) == [sound.id]
