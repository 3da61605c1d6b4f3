"""Whatever fails while an import goes on: each row is made once, and none after its end."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from candidate_imports.work import handler
from gather.ports.failure import EngineFailed
from gather.table.store import Table
from gather.wiring import Adapters
from gather.workflow.imports import worker
from tests.builders.outbox import events_of, queue_event, tasks_of
from tests.builders.service import Service, Tenant, make_tenant
from tests.builders.workflows import add_governed_job
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import run_jobs
from tests.doubles.delivering import Died
from tests.doubles.engines import ScriptedEngines
from tests.doubles.importing import (
    begin_import,
    counts_of,
    import_rows,
    listed_candidates,
    person,
    read_import,
    read_rows,
    run_some,
    statuses,
    waiting_imports,
)
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import fail, fault_at_write, once_before, throttled, timed_out
from tests.support.records import add_candidate, add_interview_with_question, step

pytestmark = [pytest.mark.in_process, pytest.mark.features("jobWorkflow")]


@pytest.fixture(autouse=True)
def small_steps(engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts that make few rows each, so that an import takes several."""
    monkeypatch.setattr(worker, "MOST_ROWS_AT_ONCE", 6)
    monkeypatch.setattr(worker, "MOST_REHEARSED_AT_ONCE", 6)
    monkeypatch.setattr(worker, "ROWS_READ_TOGETHER", 4)


def died(_operation: str) -> BaseException:
    """The end of a worker's process."""
    return Died()


def run_with_fault(adapters: Adapters, at: int, phase: str, fault: Callable[[str], BaseException]) -> None:
    """Run the worker until it has nothing left, or the fault has struck."""
    with fault_at_write(adapters, at, phase, fault), suppress(Died):
        while waiting_imports(adapters):
            if run_some(adapters):
                return


def finish(adapters: Adapters, clock: HandClock) -> None:
    """Run the worker until it has nothing left, with the pauses after faults."""
    for _ in range(40):
        if not waiting_imports(adapters):
            return
        clock.advance(hours=2)
        run_some(adapters)
    raise AssertionError("it never comes to an end")


def check_made_once(adapters: Adapters, service: Service, import_id: str) -> None:
    """Each row is made once, with one invite, and everything that is told agrees with what there is."""
    shown = read_import(service, import_id)
    rows = read_rows(service, import_id)
    assert shown["status"] == "complete"
    assert [row["row"] for row in rows] == list(range(1, shown["total"] + 1))
    candidates = Counter(each["email"] for each in listed_candidates(service))
    assert set(candidates.values()) == {1}, candidates
    made = service.get("/candidate-interviews", limit=100).data
    assert Counter(each["candidateId"] for each in made).most_common(1)[0][1] == 1
    assert {row["candidateInterviewId"] for row in rows} - {None} == {each["id"] for each in made}
    by_status = Counter(row["status"] for row in rows)
    counts = {name: count for name, count in shown["counts"].items() if name != "invited"}
    assert counts == {name: by_status[name] for name in counts}
    assert shown["counts"]["invited"] == len(made)
    sent = [payload for name, payload in tasks_of(adapters.records.table) if name == "send_invite"]
    assert Counter(each["candidateInterviewId"] for each in sent) == Counter(each["id"] for each in made)


@pytest.mark.parametrize("phase", ["before", "after"])
@pytest.mark.parametrize("at", range(1, 16))
def test_a_worker_that_dies_at_any_write_loses_no_row_and_makes_none_twice(
    adapters: Adapters, service: Service, clock: HandClock, phase: str, at: int
) -> None:
    interview_id = add_interview_with_question(service)
    rows = [*map(person, range(9)), person(2), person(0, externalId="x"), {}, person(1)]
    import_id = begin_import(service, rows, invite={"interviewId": interview_id})
    run_with_fault(adapters, at, phase, died)
    clock.advance(minutes=10)

    finish(adapters, clock)

    # Row 11 has an id of its own, and is another candidate with the address of the first.
    emails = Counter(each["email"] for each in listed_candidates(service))
    assert emails.pop("ada0@example.com") == 2
    assert set(emails.values()) == {1}
    told = statuses(service, import_id)
    assert told == [*["created"] * 9, "skipped", "created", "failed", "skipped"]
    assert counts_of(read_import(service, import_id)) == (10, 0, 2, 1, 10)
    made = service.get("/candidate-interviews", limit=100).data
    assert len(made) == len({each["candidateId"] for each in made}) == 10
    sent = [payload for name, payload in tasks_of(adapters.records.table) if name == "send_invite"]
    assert len(sent) == 10


@pytest.mark.parametrize("phase", ["before", "after"])
@pytest.mark.parametrize("at", range(1, 12))
@pytest.mark.parametrize("fault", [throttled, timed_out])
def test_a_table_that_fails_at_any_write(
    adapters: Adapters,
    service: Service,
    clock: HandClock,
    phase: str,
    at: int,
    fault: Callable[[str], Exception],
) -> None:
    interview_id = add_interview_with_question(service)
    rows = [*map(person, range(9)), person(2), person(1)]
    import_id = begin_import(service, rows, invite={"interviewId": interview_id}, onDuplicate="update")
    run_with_fault(adapters, at, phase, fault)

    finish(adapters, clock)

    check_made_once(adapters, service, import_id)
    assert statuses(service, import_id) == [*["created"] * 9, "updated", "updated"]


def test_a_message_that_comes_twice_while_the_first_worker_is_at_it(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(9)))
    event = queue_event(waiting_imports(adapters))
    once_before(adapters, "TransactWriteItems", lambda: handler.run(event, Context(), adapters))

    run_some(adapters)
    handler.run(event, Context(), adapters)
    finish(adapters, clock)

    assert counts_of(read_import(service, import_id)) == (9, 0, 0, 0, 0)
    assert len(listed_candidates(service)) == 9


def test_a_worker_whose_lease_is_over_makes_no_row_beside_the_next_one(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(9)))
    event = queue_event(waiting_imports(adapters))

    def overtake() -> None:
        clock.advance(minutes=5)
        handler.run(event, Context(), adapters)

    once_before(adapters, "TransactWriteItems", overtake)
    run_some(adapters)
    finish(adapters, clock)

    assert counts_of(read_import(service, import_id)) == (9, 0, 0, 0, 0)
    assert len(listed_candidates(service)) == 9


def test_a_cancel_in_the_middle_leaves_the_rows_that_are_done(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(20)))
    run_some(adapters)
    cancel = f"/candidate-imports/{import_id}/cancel"
    once_before(adapters, "TransactWriteItems", lambda: service.post(cancel))

    finish(adapters, clock)

    shown = read_import(service, import_id)
    assert (shown["status"], shown["completedAt"] is not None) == ("cancelled", True)
    assert counts_of(shown) == (6, 0, 0, 0, 0)
    assert len(listed_candidates(service)) == len(read_rows(service, import_id)) == 6
    assert engines.media().stored == {}


def test_a_candidate_who_is_erased_meanwhile_is_not_made_again(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    import_id = begin_import(service, [person(0, firstName="Zephyrine"), *map(person, range(1, 9))])
    run_some(adapters)
    [erased] = [each for each in listed_candidates(service) if each["firstName"] == "Zephyrine"]
    assert service.post(f"/candidates/{erased['id']}/erase").status == 202

    finish(adapters, clock)
    while run_jobs(adapters):
        clock.advance(hours=1)

    assert counts_of(read_import(service, import_id)) == (9, 0, 0, 0, 0)
    assert "Zephyrine" not in {each["firstName"] for each in listed_candidates(service)}
    assert read_rows(service, import_id)[0]["candidateId"] == erased["id"]


def test_who_completes_between_two_rows_is_not_invited_again(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    interview_id = add_interview_with_question(service)
    rows = [*map(person, range(6)), person(0)]
    import_id = begin_import(service, rows, invite={"interviewId": interview_id})
    run_some(adapters)
    [first, *_] = read_rows(service, import_id)
    status = f"/candidate-interviews/{first['candidateInterviewId']}/status"
    assert service.patch(status, {"status": "new_response"}).status == 200

    finish(adapters, clock)

    assert statuses(service, import_id)[-1] == "skipped"
    assert len(service.get("/candidate-interviews", limit=100).data) == 6


@pytest.mark.parametrize("on_duplicate", ["skip", "update"])
def test_a_duplicate_who_is_erased_just_before_the_row_is_written(
    adapters: Adapters, service: Service, clock: HandClock, on_duplicate: str
) -> None:
    interview_id = add_interview_with_question(service)
    candidate_id = add_candidate(service, email="ada1@example.com")
    import_id = begin_import(
        service, [person(1)], invite={"interviewId": interview_id}, onDuplicate=on_duplicate
    )
    erase = f"/candidates/{candidate_id}/erase"
    once_before(adapters, "TransactWriteItems", lambda: service.post(erase))

    finish(adapters, clock)

    # They are gone, so that the row's candidate is a new one.
    [row] = read_rows(service, import_id)
    assert (row["status"], row["candidateId"] != candidate_id) == ("created", True)
    assert len(service.get("/candidate-interviews").data) == 1


def test_a_duplicate_who_is_changed_just_before_the_row_is_written(
    adapters: Adapters, service: Service, clock: HandClock
) -> None:
    candidate_id = add_candidate(service, email="ada1@example.com", source="fair")
    import_id = begin_import(service, [person(0), person(1), person(2)], onDuplicate="update")
    change = {"source": "phone"}
    once_before(adapters, "TransactWriteItems", lambda: service.patch(f"/candidates/{candidate_id}", change))

    finish(adapters, clock)

    assert statuses(service, import_id) == ["created", "updated", "created"]
    after = service.get(f"/candidates/{candidate_id}").data
    assert (after["firstName"], after["source"]) == ("Ada 1", "phone")


def test_a_file_that_is_gone_ends_the_import(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(9)))
    run_some(adapters)
    engines.media().stored.clear()

    finish(adapters, clock)

    shown = read_import(service, import_id)
    assert (shown["status"], shown["error"]) == ("failed", worker.GIVEN_UP)
    assert counts_of(shown) == (6, 0, 0, 0, 0)


def test_a_bucket_that_does_not_answer_for_a_while(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(9)))
    engines.media().failures.append(EngineFailed(retryable=True, reason="down"))
    assert len(run_some(adapters)) == 1

    finish(adapters, clock)

    assert counts_of(read_import(service, import_id)) == (9, 0, 0, 0, 0)


def test_a_dry_run_goes_on_where_it_stopped(adapters: Adapters, service: Service, clock: HandClock) -> None:
    interview_id = add_interview_with_question(service)
    add_candidate(service, externalId="a", email="first@example.com")
    rows = [
        person(1, externalId="a", email="second@example.com"),
        *map(person, range(20, 26)),
        person(2, email="second@example.com"),
        person(3, email="first@example.com"),
        *map(person, range(20, 26)),
    ]
    body: dict[str, Any] = {"invite": {"interviewId": interview_id}, "onDuplicate": "update"}
    dry = import_rows(adapters, service, rows, dryRun=True, **body)
    wet = import_rows(adapters, service, rows, **body)

    assert dry["counts"] == wet["counts"]
    assert statuses(service, dry["id"]) == statuses(service, wet["id"])


def test_teams_take_turns(adapters: Adapters, service: Service, table: Table, clock: HandClock) -> None:
    other = service.using(make_tenant(table).key)
    large = begin_import(service, map(person, range(60)))
    small = begin_import(other, map(person, range(3)))

    run_some(adapters)

    assert read_import(other, small)["status"] == "complete"
    assert (read_import(service, large)["status"], len(read_rows(service, large))) == ("running", 6)
    finish(adapters, clock)
    assert counts_of(read_import(service, large)) == (60, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("at", "phase"), [(99, "before"), (2, "before"), (2, "after"), (3, "before"), (3, "after")]
)
def test_a_row_with_more_writes_than_a_transaction_takes_is_made_by_two(
    adapters: Adapters, service: Service, tenant: Tenant, clock: HandClock, at: int, phase: str
) -> None:
    steps = [step("standard_interview", add_interview_with_question(service)) for _ in range(20)]
    job_id = add_governed_job(service, tenant, *steps)
    tags = [f"old {number}" for number in range(20)]
    candidate_id = add_candidate(
        service,
        externalId="a",
        firstName="b c d e f g h",
        lastName="i j k l m n o",
        email="old.a.b.c@example.com",
        tags=tags,
    )
    row = person(
        1,
        externalId="a",
        firstName="p q r s t u v",
        lastName="w x y z aa bb cc",
        source="fair",
        phone="+14155550199",
        tags=[f"new {number}" for number in range(20)],
    )

    import_id = begin_import(service, [row, person(2)], invite={"jobId": job_id}, onDuplicate="update")

    run_with_fault(adapters, at, phase, died)
    clock.advance(minutes=10)
    finish(adapters, clock)

    told = read_rows(service, import_id)
    assert [each["status"] for each in told] == ["updated", "created"]
    assert told[0]["candidateId"] == candidate_id
    assert all(each["enrollmentId"] for each in told)
    names = [name for name, _payload in events_of(adapters.records.table)]
    assert names.count("workflow.enrollment.created") == 2
    assert service.get(f"/candidates/{candidate_id}").data["tags"] == row["tags"]


def test_the_task_of_an_import_that_is_given_up_fails_it(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock
) -> None:
    import_id = begin_import(service, map(person, range(3)))
    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    for _ in range(41):
        run_some(adapters)
        clock.advance(hours=2)
    stop()

    finish(adapters, clock)

    shown = read_import(service, import_id)
    assert (shown["status"], shown["error"]) == ("failed", worker.GIVEN_UP)
    assert engines.media().stored == {}
