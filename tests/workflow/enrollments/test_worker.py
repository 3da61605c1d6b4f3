"""The enrollments worker and the tasks of the machine, on the way through the steps, whatever fails."""

from datetime import timedelta
from itertools import count

import pytest

from gather.core.clock import from_timestamp
from gather.events import enrollment_tasks
from gather.ports.failure import EngineFailed
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table import keys
from gather.wiring import Adapters
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.recovery import MACHINE_GRACE
from tests.builders.ai_interviews import SERVICE_TOPIC
from tests.builders.jobs import make_titled
from tests.builders.workflows import put_evaluation
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.delivering import KINDS, Died
from tests.doubles.enrolling import PASSED_ALL, PASSING, WHOLE_WAY, Enrolling
from tests.doubles.machine_faults import lose_answers, refuse
from tests.doubles.table_faults import fail, once_before, throttled
from tests.support.records import add_ai_text_question, add_question, post_ai_interview, post_scorecard

pytestmark = pytest.mark.in_process


# The way through the steps


def test_a_candidate_goes_through_all_steps_to_the_end(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    enrolling.settle()
    taken = enrolling.take(enrollment, well=False)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == PASSED_ALL
    assert enrolling.told() == WHOLE_WAY
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
    assert enrolling.told() == WHOLE_WAY


def test_a_score_below_the_threshold_ends_the_enrollment_without_another_invite(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment, well=False)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"
    enrolling.evaluate(taken)
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])
    assert enrolling.told() == [
        "workflow.enrollment.created",
        "workflow.step.waiting_for_evaluation",
        "workflow.step.failed",
        "workflow.enrollment.failed",
    ]
    assert enrolling.machine.running() == []
    assert enrolling.record(enrollment).attention_at is None


@pytest.mark.parametrize("step_type", ["ai_practice_interviewer", "ai_career_coach"])
def test_practice_and_coaching_are_held_as_conversations_and_judge_nobody(
    enrolling: Enrolling, step_type: str
) -> None:
    interview = post_ai_interview(
        enrolling.service,
        aiTextQuestionIds=[add_ai_text_question(enrolling.service)],
        scoreCardTopics=[SERVICE_TOPIC],
    )
    enrolling.apply({"stepType": step_type, "artifactId": interview["id"]})
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.candidate_interview(enrollment)
    conversation = Conversation(enrolling.service.public(), taken.invite_token)
    begun = conversation.begin().data["conversation"]
    conversation.say("I gave my colleague the whole afternoon, and together we finished the work in time.")
    ended = conversation.turn(end=True)
    assert ended.status == 201
    enrolling.settle()

    results = enrolling.service.get(f"/candidate-interviews/{taken.id}/results").data
    assert (results["status"], results["summaryStatus"]) == ("new_response", "pre-summary-feature")
    assert results["responses"][0]["transcription"].startswith("I gave my colleague")
    assert enrolling.outcome(enrollment) == ("completed", ["completed"])
    assert "practice" in begun["disclosure"]
    assert "practice" in begun["turns"][0]["text"]
    assert ended.data["conversation"]["disclosure"] == begun["disclosure"]
    assert "next time" in ended.data["turns"][-1]["text"]


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
    enrollment = enrolling.at_second_step()
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


def test_a_start_whose_response_was_lost_starts_one_execution(
    adapters: Adapters, enrolling: Enrolling
) -> None:
    enrollment = enrolling.invite()
    stop = lose_answers(adapters, "StartExecution")
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

    assert enrolling.told().count("workflow.step.completed") == 1
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


def test_an_end_in_the_moment_that_the_token_is_stored_wakes_the_execution(
    adapters: Adapters, enrolling: Enrolling
) -> None:
    enrollment = enrolling.invite()
    enrolling.deliver()
    (execution,) = enrolling.machine.running()
    enrolling.machine.turn(execution, enrolling._invoke)
    enrolling.evaluate(enrolling.take(enrollment))
    once_before(adapters, "PutItem", enrolling.deliver)
    enrolling.turn()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_what_an_older_execution_still_does_has_no_effect(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
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
    enrollment = enrolling.at_second_step()
    enrolling.clock.advance(seconds=1)
    enrolling.recover(queues_lost=True)
    enrolling.let_claims_end()
    enrolling.settle()

    assert enrolling.machine.executions[enrollment].status == "ABORTED"
    assert [execution.name for execution in enrolling.machine.running()] == [f"{enrollment}-2"]


# Faults


def test_a_throttled_start_is_made_later(adapters: Adapters, enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    stop = refuse(adapters, "StartExecution", throttled("StartExecution"))
    for _ in range(3):
        assert len(enrolling.deliver()) == 1
        enrolling.let_claims_end()
    stop()
    enrolling.settle()

    assert list(enrolling.machine.executions) == [enrollment]


def test_a_worker_that_dies_after_it_stored_the_end_leaves_the_execution_to_be_woken(
    adapters: Adapters,
    enrolling: Enrolling,
) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment))
    stop = refuse(adapters, "SendTaskSuccess", throttled("SendTaskSuccess"))
    events = adapters.clients.client("stepfunctions").meta.events

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
    assert enrolling.told().count("workflow.step.completed") == 1


def test_a_worker_that_dies_before_it_stored_the_end_notes_it_later(
    adapters: Adapters, enrolling: Enrolling
) -> None:
    enrollment = enrolling.at_second_step()
    enrolling.confirm(enrollment)
    stop = fail(adapters, "TransactWriteItems", Died())
    with pytest.raises(Died):
        enrolling.deliver()
    stop()
    assert enrolling.outcome(enrollment)[1][1] == "invited"
    enrolling.clock.advance(minutes=2)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "completed", "invited"]


def test_a_throttled_table_leaves_the_machine_to_ask_again(adapters: Adapters, enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.deliver()
    stop = fail(adapters, "GetItem", throttled("GetItem"))
    with pytest.raises(Exception, match="busy"):
        enrolling.turn()
    stop()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == "invited"
    assert len(enrolling.machine.running()) == 1


SLOWEST_MINUTES = MACHINE_GRACE / timedelta(minutes=1) + 1
"""The longest halt of an enrollment after one fault: the grace, and a minute until recovery runs."""


def slowest_minutes(record: EnrollmentRecord) -> float:
    """The longest time from the end of a step to the next step's invite, or to the enrollment's end."""
    ends = [step.completed_at or "" for step in record.steps]
    followed = [*(step.invite_sent_at or "" for step in record.steps[1:]), record.completed_at or ""]
    gaps = (from_timestamp(then) - from_timestamp(end) for end, then in zip(ends, followed, strict=True))
    return max(gaps) / timedelta(minutes=1)


def whatever_fails(enrolling: Enrolling, kind: str, at: int) -> None:
    """One enrollment from its invite to its end, during which the call number `at` goes wrong."""
    faults = enrolling.faults
    faults.kind, faults.at, faults.calls, faults.triggered = kind, at, 0, False
    told = len(enrolling.payloads())
    enrollment = enrolling.invite(f"Ada{at}")
    enrolling.live_through(enrollment)

    assert enrolling.outcome(enrollment) == PASSED_ALL, (kind, at)
    assert slowest_minutes(enrolling.record(enrollment)) <= SLOWEST_MINUTES, (kind, at)
    names = [name for name, _ in enrolling.payloads()][told:]
    waiting = "workflow.step.waiting_for_evaluation"
    assert [name for name in names if name not in ("workflow.step.invited", waiting)] == WHOLE_WAY, (kind, at)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "stride", [pytest.param(41, id="some calls"), pytest.param(19, id="many calls", marks=pytest.mark.slow)]
)
def test_the_enrollment_completes_after_any_single_failure(
    enrolling: Enrolling, kind: str, stride: int
) -> None:
    at = 1
    while True:
        whatever_fails(enrolling, kind, at)
        if not enrolling.faults.triggered:
            break
        at += stride
    assert at > 20


@pytest.mark.parametrize(
    "stride", [pytest.param(7, id="some states"), pytest.param(1, id="every state", marks=pytest.mark.slow)]
)
def test_an_enrollment_goes_on_within_minutes_whenever_its_execution_is_lost(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch, stride: int
) -> None:
    """Nobody reports that executions were lost: the service notices it."""
    # Recovery runs every minute, which is faster on one shard.
    monkeypatch.setattr(keys, "DUE_SHARDS", 1)
    machine = enrolling.machine
    for lost_at in count(2, stride):
        machine.lose_all()
        machine.turns, machine.loses_all_at = 0, lost_at
        enrollment = enrolling.invite(f"Ada{lost_at}")
        enrolling.live_through(enrollment)

        assert enrolling.outcome(enrollment) == PASSED_ALL, lost_at
        assert slowest_minutes(enrolling.record(enrollment)) <= SLOWEST_MINUTES, lost_at
        if machine.turns < lost_at:
            break
    assert lost_at > 8


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
    assert enrolling.told().count("workflow.step.waiting_for_evaluation") == 1

    assert enrolling.service.post(f"/candidate-interviews/{taken}/evaluate").status == 200
    enrolling.evaluate(taken, 2)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def decide(enrolling: Enrolling, candidate_interview_id: str, score: int) -> None:
    """A person scores the one topic of an interview's scorecard."""
    path = f"/candidate-interviews/{candidate_interview_id}/results"
    topics = [{"topic": "Care", "score": score, "reason": "Seen."}]
    reply = enrolling.service.patch(path, {"topicScores": topics})
    assert reply.status == 200, reply.body


@pytest.mark.parametrize("has_failed", [True, False])
@pytest.mark.parametrize(("score", "overall", "status"), [(43, PASSING, "passed"), (42, 59, "failed")])
def test_a_person_s_score_decides_a_gate_that_waits(
    enrolling: Enrolling, score: int, overall: int, status: str, has_failed: bool
) -> None:
    """The topic counts 70 percent, and the survey's 100 counts 30."""
    enrollment = enrolling.invite()
    enrolling.settle()
    interview_id = enrolling.candidate_interview(enrollment).interview_id
    post_scorecard(enrolling.service, interview_id, {"topic": "Care", "weight": 100})
    taken = enrolling.take(enrollment)
    if has_failed:
        enrolling.evaluate(taken, 1, "fail")
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"

    decide(enrolling, taken, score)
    enrolling.settle()
    decide(enrolling, taken, 100 - score)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == status
    assert enrolling.record(enrollment).steps[0].score == overall


def test_an_engine_that_is_down_only_delays_the_decision(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview = enrolling.candidate_interview(enrollment)
    question = add_question(enrolling.service, title="Why?", audioURL="https://cdn.example.com/1.mp3")
    enrolling.service.patch(f"/interviews/{interview.interview_id}", {"questionIds": [question]})
    answer = f"/screening/{interview.invite_token}/answers/{question}"
    assert enrolling.service.public().put(answer, {"text": "I like the quiet."}).status == 200
    taken = enrolling.take(enrollment)
    enrolling.engines.the_evaluation.failures.append(EngineFailed(retryable=True, reason="down"))
    with pytest.raises(Exception, match="down"):
        enrolling.evaluate(taken)
    enrolling.settle()
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"
    enrolling.evaluate(taken)
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1][0] == "passed"


def test_a_score_of_an_evaluation_that_heard_nothing_passes_and_fails_no_gate(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment)
    unheard = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=100, heard_nothing=True)
    put_evaluation(enrolling.records, enrolling.tenant.team_id, taken, unheard)
    enrolling.settle()
    waiting = enrolling.outcome(enrollment)

    assert enrolling.service.post(f"/candidate-interviews/{taken}/evaluate").status == 200
    enrolling.evaluate(taken, 2)
    enrolling.settle()

    assert waiting == ("active", ["waiting_for_evaluation", "pending", "pending"])
    assert enrolling.outcome(enrollment)[1] == ["passed", "invited", "pending"]


def test_a_score_without_some_of_the_recordings_waits_for_a_person(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment)
    partial = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, summary="", score=1, unheard=1)
    put_evaluation(enrolling.records, enrolling.tenant.team_id, taken, partial)
    enrolling.settle()
    waiting = enrolling.outcome(enrollment)

    body = {"decision": "advance", "reason": "I have listened to it."}
    assert enrolling.service.post(f"/candidate-interviews/{taken}/decision", body).status == 201
    enrolling.settle()

    assert waiting == ("active", ["waiting_for_evaluation", "pending", "pending"])
    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited", "pending"])


def test_nobody_fails_a_gate_on_a_topic_without_a_score_until_a_person_decides(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    taken = enrolling.take(enrollment)
    unsure = StoredTopicScore(
        topic="Safety", weight=60, score=None, confidence=0.1, explanation="Not scored, a person decides."
    )
    unscored = StoredEvaluation(
        run=1,
        summary_status=SummaryStatus.COMPLETE,
        summary="Few words.",
        score=1,
        score_card=StoredScoreCard(overall_score=1, overall_explanation="", topic_scores=(unsure,)),
    )
    put_evaluation(enrolling.records, enrolling.tenant.team_id, taken, unscored)
    enrolling.settle()
    waiting = enrolling.outcome(enrollment)

    decided = enrolling.service.patch(
        f"/candidate-interviews/{taken}/results",
        {"topicScores": [{"topic": "Safety", "score": 95, "reason": "Spoken with them."}]},
    )
    assert decided.status == 200, decided.body
    enrolling.settle()

    assert waiting == ("active", ["waiting_for_evaluation", "pending", "pending"])
    assert enrolling.outcome(enrollment)[1][0] == "passed"


def test_a_score_that_is_changed_by_hand_after_the_decision_changes_nothing(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    step = enrolling.record(enrollment).steps[0]
    before = enrolling.record(enrollment)
    team_id = enrolling.tenant.team_id
    lower = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=1)
    put_evaluation(enrolling.records, team_id, step.candidate_interview_id or "", lower)
    unit = enrolling.records.unit_of_work()
    unit.send(enrollment_tasks.advance(before, enrollment, step.id, enrolling.clock.now()))
    unit.commit()
    enrolling.settle()

    assert enrolling.record(enrollment) == before


def test_a_gate_without_anything_to_measure_does_not_hold(enrolling: Enrolling) -> None:
    enrollment = enrolling.invite()
    enrolling.settle()
    interview = enrolling.candidate_interview(enrollment)
    enrolling.records.change(
        CANDIDATE_INTERVIEW,
        enrolling.tenant.team_id,
        interview.id,
        lambda stored, _unit: stored.record.submit((), (), enrolling.clock.now()),
    )
    path = f"/candidate-interviews/{interview.id}/status"
    assert enrolling.service.patch(path, {"status": "new_response"}).status == 200
    enrolling.settle()

    assert enrolling.outcome(enrollment)[1] == ["completed", "invited", "pending"]
