"""Enrollments whose invite, job, candidate or execution comes to an end: nobody is stuck."""

from datetime import timedelta
from typing import Any

import pytest

from gather.core.caller import OPERATOR
from gather.rights.erasure import service as erasure_service
from gather.table import keys
from gather.wiring import Adapters
from gather.workflow.enrollments.recovery import LIVENESS, MACHINE_GRACE, MOST_GRACES
from gather.workflow.enrollments.storage import ENROLLED, ENROLLMENT
from gather.workflow.jobs.models import JobStatus
from gather.workflow.jobs.storage import JOB
from tests.doubles.data_rights import run_jobs
from tests.doubles.enrolling import PASSED_ALL, Enrolling
from tests.doubles.machine_faults import lose_answers, refuse
from tests.doubles.schedules import Deadline
from tests.doubles.table_faults import once_before, throttled

pytestmark = pytest.mark.in_process


# Invites that end


def test_an_expired_invite_ends_no_step_and_a_person_decides(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.clock.advance(days=15)
    enrolling.expire()
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["invited", "pending", "pending"])

    path = f"/candidate-interviews/{enrolling.candidate_interview(enrollment).id}/decision"
    assert enrolling.service.post(path, {"decision": "reject", "reason": "No answer."}).status == 201
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])


def test_an_expired_invite_to_a_meeting_ends_its_step_and_one_to_an_interview_does_not(
    enrolling: Enrolling,
) -> None:
    enrollment = enrolling.at_second_step()
    for _ in range(2):
        enrolling.clock.advance(days=15)
        enrolling.expire()
        enrolling.settle()

    assert enrolling.outcome(enrollment) == ("active", ["passed", "completed", "invited"])


def test_an_archived_candidate_interview_ends_no_step(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    path = f"/candidate-interviews/{enrolling.candidate_interview(enrollment).id}/status"

    assert enrolling.service.patch(path, {"status": "archived"}).status == 200
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("active", ["invited", "pending", "pending"])


def test_an_interview_that_was_archived_since_is_still_part_of_the_way(enrolling: Enrolling) -> None:
    """An enrollment keeps the steps that it began with."""
    enrollment = enrolling.at_second_step()
    last = enrolling.record(enrollment).steps[2].artifact_id
    assert enrolling.service.delete(f"/interviews/{last}").status == 200
    enrolling.confirm(enrollment)
    enrolling.settle()
    enrolling.take(enrollment)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL


# Jobs and candidates that end


def test_the_end_of_the_job_stops_everyone_and_tells_nothing(enrolling: Enrolling) -> None:
    enrollments = [enrolling.invite(name) for name in ("Ada", "Bob", "Cleo")]
    enrolling.settle()
    enrolling.end_job()
    enrolling.settle()

    assert [enrolling.outcome(enrollment)[0] for enrollment in enrollments] == ["stopped"] * 3
    assert enrolling.machine.running() == []
    assert "workflow.enrollment.failed" not in enrolling.events()


def test_an_archived_candidate_is_stopped_alone(enrolling: Enrolling) -> None:
    ada, bob = enrolling.invite("Ada"), enrolling.invite("Bob")
    enrolling.settle()
    candidate_id = enrolling.record(ada).candidate_id
    assert enrolling.service.delete(f"/candidates/{candidate_id}").status == 200
    enrolling.settle()

    assert (enrolling.outcome(ada)[0], enrolling.outcome(bob)[0]) == ("stopped", "active")


def test_a_candidate_who_is_erased_is_invited_to_no_further_step(
    adapters: Adapters, enrolling: Enrolling
) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    candidate_id = enrolling.record(enrollment).candidate_id
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.deliver()
    (execution,) = enrolling.machine.running()
    once_before(
        adapters,
        "TransactWriteItems",
        lambda: erasure_service.begin(
            enrolling.records, enrolling.tenant.team_id, candidate_id, OPERATOR, now=enrolling.clock.now()
        ),
    )

    enrolling.turn()

    assert execution.status == "SUCCEEDED"
    assert enrolling.outcome(enrollment)[1] == ["passed", "pending", "pending"]
    assert run_jobs(adapters) == []
    assert enrolling.records.find(ENROLLMENT, enrolling.tenant.team_id, enrollment) is None


def test_what_time_ran_out_for_is_stopped_by_another_task(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gather.workflow.enrollments.end.AT_ONCE", 2)
    enrollments = [enrolling.invite(f"Ada{number}") for number in range(5)]
    enrolling.settle()
    enrolling.end_job()
    left = []
    while tasks := enrolling.tasks("stop_enrollments"):
        assert enrolling.deliver(*tasks, context=Deadline(1)) == []
        left.append([enrolling.outcome(enrollment)[0] for enrollment in enrollments].count("active"))
    enrolling.settle()

    assert left[:3] == [3, 1, 0]
    assert enrolling.machine.running() == []


def test_one_that_cannot_be_stopped_keeps_no_other_from_its_end(
    adapters: Adapters, enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gather.workflow.enrollments.end.AT_ONCE", 1)
    enrollments = [enrolling.invite(f"Ada{number}") for number in range(3)]
    enrolling.settle()
    refused = refuse(adapters, "SendTaskSuccess", throttled("SendTaskSuccess"))
    enrolling.end_job()
    assert len(enrolling.deliver()) == 1
    refused()
    enrolling.let_claims_end()
    enrolling.settle()

    assert [enrolling.outcome(enrollment)[0] for enrollment in enrollments] == ["stopped"] * 3


def test_a_candidate_who_is_enrolled_while_the_job_ends_is_stopped(enrolling: Enrolling) -> None:
    """The stop looked for enrollments before this one was stored."""
    enrollment = enrolling.invite()

    def end(stored: Any, _unit: Any) -> Any:
        return stored.record.changed(status=JobStatus.CLOSED)

    enrolling.records.change(JOB, enrolling.tenant.team_id, enrolling.job_id, end)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[0] == "stopped"


def test_a_candidate_who_has_passed_the_last_step_is_done_even_when_the_job_ends_meanwhile(
    enrolling: Enrolling,
) -> None:
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    enrolling.settle()
    enrolling.take(enrollment)
    enrolling.deliver()

    def end(stored: Any, _unit: Any) -> Any:
        return stored.record.changed(status=JobStatus.FILLED)

    enrolling.records.change(JOB, enrolling.tenant.team_id, enrolling.job_id, end)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL


# Recovery

ENDS = ("ABORTED", "TIMED_OUT", "FAILED", "gone")
"""Aborted by hand, past its year, broken, or lost."""


def end_or_lose(enrolling: Enrolling, status: str) -> None:
    """End every execution, or forget them where the `status` is `gone`."""
    if status == "gone":
        enrolling.machine.lose_all()
    else:
        enrolling.machine.end_all(status)


@pytest.mark.parametrize("status", ENDS)
def test_an_execution_that_should_have_acted_is_replaced(enrolling: Enrolling, status: str) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.deliver()
    end_or_lose(enrolling, status)
    enrolling.clock.advance(seconds=MACHINE_GRACE.total_seconds() - 1)
    enrolling.recover()
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1] == ["passed", "pending", "pending"]

    enrolling.clock.advance(seconds=1)
    enrolling.recover()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]
    assert [execution.name for execution in enrolling.machine.running()] == [f"{enrollment}-2"]


@pytest.mark.parametrize("status", ENDS)
def test_an_execution_that_is_gone_is_replaced_once_its_candidate_is_done(
    enrolling: Enrolling, status: str
) -> None:
    """No time passes: who wants to wake it notices."""
    enrollment = enrolling.at_second_step()
    end_or_lose(enrolling, status)
    enrolling.confirm(enrollment)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]
    assert [execution.name for execution in enrolling.machine.running()] == [f"{enrollment}-2"]


def test_an_execution_that_goes_on_by_itself_is_not_replaced(
    adapters: Adapters, enrolling: Enrolling
) -> None:
    """The response that it was woken is lost, so that it is woken again."""
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    stop = lose_answers(adapters, "SendTaskSuccess")
    assert len(enrolling.deliver()) == 1
    stop()
    enrolling.let_claims_end()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]
    assert [execution.name for execution in enrolling.machine.running()] == [enrollment]


@pytest.mark.parametrize("status", ENDS)
def test_an_execution_that_no_longer_waits_is_noticed_within_a_day(enrolling: Enrolling, status: str) -> None:
    enrollment = enrolling.at_second_step()
    end_or_lose(enrolling, status)
    enrolling.clock.advance(seconds=LIVENESS.total_seconds())
    enrolling.recover()
    enrolling.settle()

    (running,) = enrolling.machine.running()
    assert running.name == f"{enrollment}-2"
    enrolling.confirm(enrollment)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_an_execution_that_still_waits_is_left_alone(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    for _ in range(3):
        enrolling.clock.advance(seconds=LIVENESS.total_seconds())
        enrolling.recover()
        enrolling.settle()

    (running,) = enrolling.machine.running()
    assert running.name == enrollment
    assert enrolling.record(enrollment).run == 1


def test_the_daily_check_finds_a_move_that_was_not_stored(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    for task in enrolling.tasks():
        enrolling.records.table.write(
            {"Delete": {"Key": keys.outbox(task["id"]).attributes()}},
        )
    enrolling.clock.advance(seconds=LIVENESS.total_seconds())
    enrolling.recover()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_an_enrollment_whose_executions_fail_is_restarted_with_growing_pauses(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dozens of runs are faster on one shard.
    monkeypatch.setattr(keys, "DUE_SHARDS", 1)
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.deliver()
    enrolling.machine.end_all("FAILED")
    began = enrolling.clock.now()
    runs: list[int] = []
    for _ in range(40):
        enrolling.clock.advance(minutes=1)
        enrolling.recover()
        enrolling.deliver()
        enrolling.machine.end_all("FAILED")
        if enrolling.record(enrollment).run > len(runs) + 1:
            runs.append((enrolling.clock.now() - began) // timedelta(minutes=1))

    assert runs == [5, 10, 20, 35]
    assert timedelta(hours=1) >= MACHINE_GRACE * MOST_GRACES


def test_repeated_recovery_replaces_lost_executions_once(
    enrolling: Enrolling,
) -> None:
    enrollments = [enrolling.at_second_step(), enrolling.invite("Bob")]
    enrolling.settle()
    enrolling.clock.advance(seconds=1)
    enrolling.machine.lose_all()
    assert enrolling.recover(queues_lost=True)["done"] >= 2
    for _ in range(2):
        enrolling.recover(queues_lost=True)
    enrolling.let_claims_end()
    enrolling.settle()

    assert [enrolling.record(enrollment).run for enrollment in enrollments] == [2, 2]
    names = sorted(execution.name for execution in enrolling.machine.running())
    assert names == sorted(f"{enrollment}-2" for enrollment in enrollments)


def test_an_enrollment_that_has_ended_blocks_no_other(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment, well=False))
    enrolling.settle()
    stored = enrolling.records.get(ENROLLMENT, enrolling.tenant.team_id, enrollment)

    assert "duePk" not in stored.item
    assert (
        enrolling.records.table.get(
            ENROLLED.key(enrolling.tenant.team_id, enrolling.job_id, stored.record.candidate_id)
        )
        is None
    )
    again = {"candidateId": stored.record.candidate_id}
    assert enrolling.service.post(f"/jobs/{enrolling.job_id}/invite-candidate", again).status == 201
