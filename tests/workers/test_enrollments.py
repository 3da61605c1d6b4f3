"""The enrollments worker and the tasks of the machine: nobody is stuck, and nobody gets two invites."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from gather import aws
from gather.domain.candidate_interview import StoredEvaluation, SummaryStatus
from gather.domain.enrollment import LIVENESS, MACHINE_GRACE, MOST_GRACES
from gather.domain.job import JobStatus
from gather.domain.organization import JOB_WORKFLOW
from gather.engines.protocols import EngineFailed
from gather.events.candidate_interviews import evaluation_item
from gather.table import enrollment_tasks, keys
from gather.table.kinds import ENROLLMENT, JOB
from gather.table.records import Records
from gather.table.store import Table
from tests.builders.clock import HandClock
from tests.builders.delivering import KINDS, Died
from tests.builders.enrolling import Enrolling
from tests.builders.jobs import make_titled
from tests.builders.schedules import Deadline, one_call_at_a_time
from tests.builders.service import InProcess, Service, Tenant, make_tenant
from tests.builders.table_faults import fail, once_before, throttled, timed_out
from tests.doubles.engines import ScriptedEngines

pytestmark = pytest.mark.in_process

PASSED_ALL = ("completed", ["passed", "completed", "completed"])
WHOLE_WAY = [
    "workflow.enrollment.created",
    "workflow.step.completed",
    "workflow.step.completed",
    "workflow.step.completed",
    "workflow.enrollment.completed",
]
"""What is told of an enrollment besides its invites."""


@pytest.fixture
def tenant(table: Table) -> Tenant:
    return make_tenant(table, features=(JOB_WORKFLOW,))


@pytest.fixture
def enrolling(
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Enrolling]:
    """The team; whatever a test does to it, nobody was invited twice."""
    made = Enrolling(Service(InProcess(), tenant.key), records, tenant, clock, engines, monkeypatch)
    made.apply()
    yield made
    made.check_nobody_was_invited_twice()


def refuse(operation: str, error: Exception) -> Callable[[], None]:
    """Make Step Functions refuse an operation before it is sent; answers what ends that."""
    events = aws.client("stepfunctions").meta.events
    event = f"before-call.stepfunctions.{operation}"

    def raise_error(**_: object) -> None:
        raise error

    events.register(event, raise_error)
    return lambda: events.unregister(event, raise_error)


def lose_answers(operation: str) -> Callable[[], None]:
    """Have Step Functions do an operation whose answer never arrives; answers what ends that."""
    events = aws.client("stepfunctions").meta.events
    event = f"after-call.stepfunctions.{operation}"

    def raise_error(**_: object) -> None:
        raise timed_out(operation)

    events.register(event, raise_error)
    return lambda: events.unregister(event, raise_error)


def steps_told(enrolling: Enrolling) -> list[str]:
    return [name for name in enrolling.events() if name != "workflow.step.invited"]


def at_second_step(enrolling: Enrolling) -> str:
    """An enrollment whose candidate has passed the first step and is asked to the meeting."""
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited", "pending"])
    return enrollment


# The way through the steps


def test_a_candidate_goes_through_all_steps_to_the_end(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.confirm(enrollment)
    enrolling.settle()
    taken = enrolling.take(enrollment, well=False)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL
    assert steps_told(enrolling) == WHOLE_WAY
    told = [payload for name, payload in enrolling.payloads() if name == "workflow.step.completed"]
    assert [payload["hasNextStep"] for payload in told] == [True, True, False]
    assert (told[0]["score"], told[0]["scoreThreshold"]) == (100, 60)
    assert enrolling.machine.running() == []
    # The last step needs no score, and shows the one that came later.
    assert enrolling.record(enrollment).steps[2].score is None
    enrolling.evaluate(taken)
    enrolling.settle()
    assert enrolling.record(enrollment).steps[2].score == 0
    assert enrolling.outcome(enrollment) == PASSED_ALL
    assert steps_told(enrolling) == WHOLE_WAY


def test_a_score_below_the_threshold_is_the_end_and_nobody_is_invited_any_more(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment, well=False)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"
    enrolling.evaluate(taken)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])
    assert steps_told(enrolling) == [
        "workflow.enrollment.created",
        "workflow.step.waiting_for_evaluation",
        "workflow.step.failed",
        "workflow.enrollment.failed",
    ]
    assert enrolling.machine.running() == []
    assert enrolling.record(enrollment).attention_at is None


def test_a_candidate_who_begins_is_seen_in_progress(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.answer(enrollment)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == "in_progress"


def test_a_delayed_step_is_invited_after_its_delay_and_not_before(enrolling: Enrolling) -> None:
    meeting = make_titled(enrolling.records, enrolling.tenant, "meeting")
    enrolling.apply({"stepType": "meeting", "artifactId": meeting, "sendDelayMinutes": 30})
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.clock.advance(minutes=29)
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["pending"])

    enrolling.clock.advance(minutes=1)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("active", ["invited"])


def test_a_token_stays_inside(enrolling: Enrolling, caplog: pytest.LogCaptureFixture) -> None:
    enrollment = at_second_step(enrolling)
    token = enrolling.record(enrollment).task_token
    assert token is not None
    progress = enrolling.service.get(f"/jobs/{enrolling.job_id}/workflow-progress")
    step = enrolling.record(enrollment).current
    resent = enrolling.service.post(f"/workflow-enrollment-steps/{step.id}/resend-invite")

    assert progress.data["enrollments"][0]["id"] == enrollment
    for text in (str(progress.body), str(resent.body), str(enrolling.payloads()), caplog.text):
        assert token not in text
        assert "taskToken" not in text
    enrolling.engines.the_email.messages.clear()


# Messages that come twice, late or in another order


def test_a_start_that_comes_twice_starts_one_execution(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    (task,) = enrolling.tasks()
    assert enrolling.deliver(task, task) == []
    enrolling.turn()
    assert enrolling.deliver(task) == []

    assert list(enrolling.machine.executions) == [enrollment]


def test_a_start_whose_answer_was_lost_starts_one_execution(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    stop = lose_answers("StartExecution")
    assert len(enrolling.deliver()) == 1
    stop()
    enrolling.turn()
    enrolling.let_claims_end()
    enrolling.settle()

    assert list(enrolling.machine.executions) == [enrollment]
    assert enrolling.outcome(enrollment)[1][0] == "invited"


def test_a_start_of_an_older_run_starts_nothing(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    (late,) = enrolling.tasks()
    enrolling.clock.advance(seconds=1)
    enrolling.recover(queues_lost=True)
    enrolling.let_claims_end()
    newer = [task for task in enrolling.tasks() if task["id"] != late["id"]]
    enrolling.deliver(*newer)
    enrolling.deliver(late)

    assert list(enrolling.machine.executions) == [f"{enrollment}-2"]


def test_a_completion_that_is_noticed_twice_is_told_once(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    tasks = enrolling.tasks()
    assert len(tasks) >= 2
    enrolling.deliver(*reversed(tasks), *tasks)
    enrolling.settle()
    enrolling.deliver(*tasks)

    assert steps_told(enrolling).count("workflow.step.completed") == 1
    assert enrolling.outcome(enrollment)[1][:2] == ["passed", "invited"]


def test_an_end_that_comes_before_the_execution_waits_is_not_waited_for(enrolling: Enrolling) -> None:
    """An answer arrives before the token is stored."""
    enrollment = enrolling.invite()
    (start,) = enrolling.tasks()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.deliver(*[task for task in enrolling.tasks() if task["id"] != start["id"]])
    assert enrolling.outcome(enrollment)[1][0] == "passed"
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_an_end_between_asking_and_waiting_is_not_waited_for(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.deliver()
    (execution,) = enrolling.machine.running()
    enrolling.machine.turn(execution, enrolling._invoke)
    assert execution.at == "await"
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.deliver()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_an_end_in_the_moment_that_the_token_is_stored_wakes_the_execution(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.deliver()
    (execution,) = enrolling.machine.running()
    enrolling.machine.turn(execution, enrolling._invoke)
    enrolling.evaluate(enrolling.take(enrollment))
    once_before("PutItem", enrolling.deliver)
    enrolling.turn()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_what_an_older_execution_still_does_has_no_effect(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    (old,) = enrolling.machine.running()
    enrolling.clock.advance(seconds=1)
    enrolling.recover(queues_lost=True)
    token = enrolling.record(enrollment).task_token
    assert token is None
    old.at, old.token = "await", None
    enrolling.machine.turn(old, enrolling._invoke)
    assert enrolling.record(enrollment).task_token is None
    enrolling.machine.turn(old, enrolling._invoke)

    assert old.status == "SUCCEEDED"
    enrolling.let_claims_end()
    enrolling.settle()
    assert [execution.name for execution in enrolling.machine.running()] == [f"{enrollment}-2"]


def test_the_execution_before_is_ended_when_another_takes_its_place(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.clock.advance(seconds=1)
    enrolling.recover(queues_lost=True)
    enrolling.let_claims_end()
    enrolling.settle()

    assert enrolling.machine.executions[enrollment].status == "ABORTED"
    assert [execution.name for execution in enrolling.machine.running()] == [f"{enrollment}-2"]


# Faults


def test_a_throttled_start_is_made_later(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    stop = refuse("StartExecution", throttled("StartExecution"))
    for _ in range(3):
        assert len(enrolling.deliver()) == 1
        enrolling.let_claims_end()
    stop()
    enrolling.settle()

    assert list(enrolling.machine.executions) == [enrollment]


def test_a_worker_that_dies_after_it_stored_the_end_leaves_the_execution_to_be_woken(
    enrolling: Enrolling,
) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    stop = refuse("SendTaskSuccess", throttled("SendTaskSuccess"))
    events = aws.client("stepfunctions").meta.events

    def die(**_: object) -> None:
        raise Died

    events.register_first("before-call.stepfunctions.SendTaskSuccess", die)
    with pytest.raises(Died):
        enrolling.deliver()
    events.unregister("before-call.stepfunctions.SendTaskSuccess", die)
    assert enrolling.outcome(enrollment)[1][0] == "passed"
    assert enrolling.turn() is False
    stop()
    enrolling.clock.advance(minutes=2)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]
    assert steps_told(enrolling).count("workflow.step.completed") == 1


def test_a_worker_that_dies_before_it_stored_the_end_notes_it_later(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.confirm(enrollment)
    stop = fail("TransactWriteItems", Died())
    with pytest.raises(Died):
        enrolling.deliver()
    stop()
    assert enrolling.outcome(enrollment)[1][1] == "invited"
    enrolling.clock.advance(minutes=2)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_a_throttled_table_leaves_the_machine_to_ask_again(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.deliver()
    stop = fail("GetItem", throttled("GetItem"))
    with pytest.raises(Exception, match="busy"):
        enrolling.turn()
    stop()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == "invited"
    assert len(enrolling.machine.running()) == 1


def whatever_fails(enrolling: Enrolling, kind: str, at: int) -> None:
    """One enrollment from its invite to its end, during which the call number `at` goes wrong."""
    faults = enrolling.faults
    faults.kind, faults.at, faults.calls, faults.struck = kind, at, 0, False
    told = len(enrolling.payloads())
    enrollment = enrolling.invite(f"Ada{at}")
    enrolling.live_through(enrollment)

    assert enrolling.outcome(enrollment) == PASSED_ALL, (kind, at)
    names = [name for name, _ in enrolling.payloads()][told:]
    waiting = "workflow.step.waiting_for_evaluation"
    assert [name for name in names if name not in ("workflow.step.invited", waiting)] == WHOLE_WAY, (kind, at)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "stride", [pytest.param(19, id="some calls"), pytest.param(4, id="many calls", marks=pytest.mark.slow)]
)
def test_whatever_fails_once_the_enrollment_comes_to_its_end(
    enrolling: Enrolling, kind: str, stride: int
) -> None:
    at = 1
    while True:
        whatever_fails(enrolling, kind, at)
        if not enrolling.faults.struck:
            break
        at += stride
    assert at > 20


# Evaluation


def test_a_failed_evaluation_waits_until_one_is_run_that_does_not_fail(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment)
    enrolling.evaluate(taken, 1, "fail")
    enrolling.settle()
    for _ in range(3):
        enrolling.clock.advance(days=1)
        enrolling.recover()
        enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["waiting_for_evaluation", "pending", "pending"])
    assert steps_told(enrolling).count("workflow.step.waiting_for_evaluation") == 1

    assert enrolling.service.post(f"/candidate-interviews/{taken}/evaluate").status == 200
    enrolling.evaluate(taken, 2)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_an_engine_that_is_down_only_delays_the_decision(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment)
    enrolling.engines.the_evaluation.failures.append(EngineFailed(retryable=True, reason="down"))
    with pytest.raises(Exception, match="down"):
        enrolling.evaluate(taken)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"
    enrolling.evaluate(taken)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == "passed"


def test_a_score_that_is_changed_by_hand_after_the_decision_changes_nothing(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    step = enrolling.record(enrollment).steps[0]
    before = enrolling.record(enrollment)
    team_id = enrolling.tenant.team_id
    lower = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=1)
    enrolling.records.table.put(evaluation_item(team_id, step.candidate_interview_id or "", lower))
    transaction = enrolling.records.transaction()
    transaction.send(enrollment_tasks.advance(before, enrollment, step.id, enrolling.clock.now()))
    transaction.commit()
    enrolling.settle()

    assert enrolling.record(enrollment) == before


def test_a_gate_without_anything_to_measure_does_not_hold(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview = enrolling.candidate_interview(enrollment)
    path = f"/candidate-interviews/{interview.id}/status"
    assert enrolling.service.patch(path, {"status": "new_response"}).status == 200
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["completed", "invited", "pending"]


# Invites that end


def test_an_expired_invite_fails_a_step_with_a_gate(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.clock.advance(days=15)
    enrolling.expire()
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])


def test_an_expired_invite_ends_a_step_without_a_gate(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.clock.advance(days=15)
    enrolling.expire()
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["passed", "completed", "invited"])
    enrolling.clock.advance(days=15)
    enrolling.expire()
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL


@pytest.mark.parametrize("well", [True, False])
def test_an_archived_candidate_interview_holds_nobody(enrolling: Enrolling, well: bool) -> None:
    """Whoever can't take the interview any more has not passed its gate; where there is none they go on."""
    enrollment = enrolling.invite()
    enrolling.settle()
    if well:
        enrolling.evaluate(enrolling.take(enrollment))
        enrolling.settle()
        enrolling.confirm(enrollment)
        enrolling.settle()
    interview = enrolling.candidate_interview(enrollment)
    path = f"/candidate-interviews/{interview.id}/status"
    assert enrolling.service.patch(path, {"status": "archived"}).status == 200
    enrolling.settle()

    expected = PASSED_ALL if well else ("failed", ["failed", "pending", "pending"])
    assert enrolling.outcome(enrollment) == expected


def test_an_interview_that_was_archived_since_is_still_part_of_the_way(enrolling: Enrolling) -> None:
    """An enrollment keeps the steps that it began with."""
    enrollment = at_second_step(enrolling)
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
    with one_call_at_a_time():
        enrolling.end_job()
        enrolling.settle()

    assert [enrolling.outcome(enrollment)[0] for enrollment in enrollments] == ["stopped"] * 3
    assert enrolling.machine.running() == []
    assert "workflow.enrollment.failed" not in enrolling.events()


def test_an_archived_candidate_is_stopped_alone(enrolling: Enrolling) -> None:
    ada, bob = enrolling.invite("Ada"), enrolling.invite("Bob")
    enrolling.settle()
    with one_call_at_a_time():
        candidate_id = enrolling.record(ada).candidate_id
        assert enrolling.service.delete(f"/candidates/{candidate_id}").status == 200
        enrolling.settle()

    assert (enrolling.outcome(ada)[0], enrolling.outcome(bob)[0]) == ("stopped", "active")


def test_what_time_ran_out_for_is_stopped_by_another_task(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enrollments.stopping.AT_ONCE", 2)
    enrollments = [enrolling.invite(f"Ada{number}") for number in range(5)]
    enrolling.settle()
    with one_call_at_a_time():
        enrolling.end_job()
        left = []
        while tasks := enrolling.tasks("stop_enrollments"):
            assert enrolling.deliver(*tasks, context=Deadline(1)) == []
            left.append([enrolling.outcome(enrollment)[0] for enrollment in enrollments].count("active"))
        enrolling.settle()

    assert left[:3] == [3, 1, 0]
    assert enrolling.machine.running() == []


def test_one_that_cannot_be_stopped_keeps_no_other_from_its_end(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enrollments.stopping.AT_ONCE", 1)
    enrollments = [enrolling.invite(f"Ada{number}") for number in range(3)]
    enrolling.settle()
    refused = refuse("SendTaskSuccess", throttled("SendTaskSuccess"))
    with one_call_at_a_time():
        enrolling.end_job()
        assert len(enrolling.deliver()) == 1
        refused()
        enrolling.let_claims_end()
        enrolling.settle()

    assert [enrolling.outcome(enrollment)[0] for enrollment in enrollments] == ["stopped"] * 3


def test_who_is_enrolled_while_the_job_ends_is_stopped(enrolling: Enrolling) -> None:
    """The stop looked for enrollments before this one was stored."""
    enrollment = enrolling.invite()

    def end(stored: Any, _transaction: Any) -> Any:
        return stored.record.changed(status=JobStatus.CLOSED)

    enrolling.records.change(JOB, enrolling.tenant.team_id, enrolling.job_id, end)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[0] == "stopped"


def test_who_has_passed_the_last_step_is_done_even_when_the_job_ends_meanwhile(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.confirm(enrollment)
    enrolling.settle()
    enrolling.take(enrollment)
    enrolling.deliver()

    def end(stored: Any, _transaction: Any) -> Any:
        return stored.record.changed(status=JobStatus.FILLED)

    enrolling.records.change(JOB, enrolling.tenant.team_id, enrolling.job_id, end)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL


# Recovery


def test_an_execution_that_should_have_acted_is_replaced(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.machine.lose_all()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.settle()
    enrolling.clock.advance(seconds=MACHINE_GRACE.total_seconds() - 1)
    enrolling.recover()
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1] == ["passed", "pending", "pending"]

    enrolling.clock.advance(seconds=1)
    enrolling.recover()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]
    assert list(enrolling.machine.executions) == [f"{enrollment}-2"]


@pytest.mark.parametrize("status", ["ABORTED", "TIMED_OUT", "FAILED", "gone"])
def test_an_execution_that_waits_no_more_is_noticed_within_a_day(enrolling: Enrolling, status: str) -> None:
    """Aborted by hand, past its year, broken, or lost."""
    enrollment = at_second_step(enrolling)
    if status == "gone":
        enrolling.machine.lose_all()
    else:
        enrolling.machine.end_all(status)
    enrolling.clock.advance(seconds=LIVENESS.total_seconds())
    enrolling.recover()
    enrolling.settle()

    (running,) = enrolling.machine.running()
    assert running.name == f"{enrollment}-2"
    enrolling.confirm(enrollment)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_an_execution_that_still_waits_is_left_alone(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    for _ in range(3):
        enrolling.clock.advance(seconds=LIVENESS.total_seconds())
        enrolling.recover()
        enrolling.settle()

    (running,) = enrolling.machine.running()
    assert running.name == enrollment
    assert enrolling.record(enrollment).run == 1


def test_a_move_that_nobody_noted_is_found_by_the_daily_look(enrolling: Enrolling) -> None:
    enrollment = at_second_step(enrolling)
    enrolling.confirm(enrollment)
    for task in enrolling.tasks():
        enrolling.records.table.write(
            {"Delete": {"Key": keys.outbox(task["id"]).attributes()}},
        )
    enrolling.clock.advance(seconds=LIVENESS.total_seconds())
    enrolling.recover()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_an_enrollment_whose_executions_come_to_nothing_is_restarted_ever_more_seldom(
    enrolling: Enrolling,
) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.machine.lose_all()
    enrolling.evaluate(enrolling.take(enrollment))
    enrolling.settle()
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


def test_all_executions_that_were_lost_are_replaced_once_however_often_that_is_asked(
    enrolling: Enrolling,
) -> None:
    enrollments = [at_second_step(enrolling), enrolling.invite("Bob")]
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


def test_an_enrollment_that_has_ended_is_in_nobodys_way(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment, well=False))
    enrolling.settle()
    stored = enrolling.records.get(ENROLLMENT, enrolling.tenant.team_id, enrollment)

    assert "duePk" not in stored.item
    assert (
        enrolling.records.table.get(
            keys.active_enrollment(enrolling.tenant.team_id, enrolling.job_id, stored.record.candidate_id)
        )
        is None
    )
    again = {"candidateId": stored.record.candidate_id}
    assert enrolling.service.post(f"/jobs/{enrolling.job_id}/invite-candidate", again).status == 201
