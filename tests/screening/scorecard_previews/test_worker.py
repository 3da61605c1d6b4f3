"""Previews of a changed scorecard: what would move, and what moves once it is applied."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from evaluation import previews
from gather.core.caller import Scope
from gather.ports.failure import EngineFailed
from gather.wiring import Adapters
from retention.handler import handler as retention
from tests.builders.jobs import make_titled
from tests.builders.outbox import queue_event
from tests.builders.retention import Keep
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant, make_key
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.evaluating import evaluate
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run
from tests.doubles.scorecard_previews import run_previews, waiting_previews
from tests.doubles.screening_candidate import Screening
from tests.doubles.table_faults import once_before
from tests.support.records import post_scorecard, step

HEAVY_PLANNING = [{"topic": "Safety", "weight": 20}, {"topic": "Planning", "weight": 80}]
OTHER_TOPICS = [{"topic": "Safety", "weight": 60}, {"topic": "Care", "weight": 40}]


@pytest.fixture
def screening(adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock) -> Screening:
    """A candidate with 90 for safety and 40 for planning, and a survey of 100: 79 in all."""
    engines.the_evaluation.scores.update(Safety=90, Planning=40, Care=10)
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    evaluate(adapters, made)
    assert made.results()["score"] == 79
    return made


def change(screening: Screening, topics: list[dict[str, Any]]) -> None:
    path = f"/interviews/{screening.interview['id']}/score-card-template"
    assert screening.service.patch(path, {"topics": topics}).status == 200


def ask(screening: Screening, **body: object) -> dict[str, Any]:
    path = f"/interviews/{screening.interview['id']}/score-card-template/previews"
    reply = screening.service.post(path, body)
    assert reply.status == 202, reply.body
    preview: dict[str, Any] = reply.data["preview"]
    return preview


def read(service: Service, preview: dict[str, Any]) -> dict[str, Any]:
    reply = service.get(f"/score-card-previews/{preview['id']}")
    assert reply.status == 200, reply.body
    shown: dict[str, Any] = reply.data["preview"]
    return shown


def previewed(adapters: Adapters, screening: Screening, topics: list[dict[str, Any]]) -> dict[str, Any]:
    """The preview of a changed scorecard, complete."""
    change(screening, topics)
    preview = ask(screening)
    assert run_previews(adapters) == []
    shown = read(screening.service, preview)
    assert shown["status"] == "complete"
    return shown


def apply(adapters: Adapters, service: Service, preview: dict[str, Any], *ids: str) -> dict[str, Any]:
    path = f"/score-card-previews/{preview['id']}/apply"
    reply = service.post(path, {"candidateInterviewIds": ids})
    assert (reply.status, reply.data["preview"]["status"]) == (202, "applying"), reply.body
    assert run_previews(adapters) == []
    shown = read(service, preview)
    assert shown["status"] == "complete"
    return shown


def state_of(shown: dict[str, Any], candidate_interview_id: str) -> tuple[str, str | None]:
    [found] = [
        each
        for each in shown["candidateInterviews"]
        if each["candidateInterviewId"] == candidate_interview_id
    ]
    return found["state"], found["skippedBecause"]


def test_a_preview_shows_what_would_move_and_changes_nothing(
    adapters: Adapters, screening: Screening
) -> None:
    before = screening.results()
    change(screening, HEAVY_PLANNING)
    asked = ask(screening)
    assert (asked["status"], asked["total"], asked["candidateInterviews"]) == ("running", 1, [])

    assert run_previews(adapters) == []

    shown = read(screening.service, asked)
    assert (shown["status"], shown["scoreCardVersion"], shown["isPartial"]) == ("complete", 2, False)
    [moved] = shown["candidateInterviews"]
    assert moved["candidateInterviewId"] == screening.id
    # 0.7 x (0.2 x 90 + 0.8 x 40) + 0.3 x 100 = 65.
    assert moved["score"] == {"from": 79, "to": 65}
    assert moved["topics"] == [
        {"topic": "Safety", "from": 90, "to": 90, "weightFrom": 60, "weightTo": 20, "scoredBy": "ai"},
        {"topic": "Planning", "from": 40, "to": 40, "weightFrom": 40, "weightTo": 80, "scoredBy": "ai"},
    ]
    assert (moved["state"], moved["gate"], moved["appliedAt"]) == ("previewed", None, None)
    assert screening.results() == before


def test_what_was_shown_is_applied_without_asking_the_engine_again_and_the_trail_says_why(
    adapters: Adapters, screening: Screening, engines: ScriptedEngines
) -> None:
    preview = previewed(adapters, screening, OTHER_TOPICS)
    [moved] = preview["candidateInterviews"]
    asked = len(engines.the_evaluation.requests)

    shown = apply(adapters, screening.service, preview, screening.id)

    assert len(engines.the_evaluation.requests) == asked
    assert state_of(shown, screening.id) == ("applied", None)
    results = screening.results()
    # 0.7 x (0.6 x 90 + 0.4 x 10) + 0.3 x 100 = 71.
    assert results["score"] == moved["score"]["to"] == 71
    assert [topic["topic"] for topic in results["scoreCard"]["topicScores"]] == ["Safety", "Care"]
    assert results["provenance"]["scorecardVersion"] == 2
    changes = screening.service.get(f"/candidate-interviews/{screening.id}/results/changes").data["changes"]
    why = f"Version 2 of the scorecard was applied (preview {preview['id']}): "
    assert [(each["topic"], each["from"], each["to"], each["reason"]) for each in changes] == [
        ("Planning", 40, 40, f"{why}it no longer has this topic, and the score no longer counts."),
        ("Care", None, 10, f"{why}the topic is new."),
    ]


def test_the_audit_log_names_who_applied_it(adapters: Adapters, screening: Screening, tenant: Tenant) -> None:
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    apply(adapters, screening.service, preview, screening.id)
    key = make_key(adapters.records.table, tenant.organization_id, None, scope=Scope.ADMIN)
    admin = screening.service.using(key)

    entries = admin.get("/audit-log", organizationId=tenant.organization_id).data["entries"]
    [changed] = [each for each in entries if each["action"] == "results.changed"]
    assert changed["resourceId"] == screening.id
    assert changed["actor"]["credentialId"] is not None


def test_a_person_s_score_stays_and_weighs_as_the_scorecard_says(
    adapters: Adapters, screening: Screening
) -> None:
    decide(screening, "Planning", 100)
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    [moved] = preview["candidateInterviews"]
    assert [(each["topic"], each["to"], each["scoredBy"]) for each in moved["topics"]] == [
        ("Safety", 90, "ai"),
        ("Planning", 100, "person"),
    ]
    # Another decision meanwhile is a person's too.
    decide(screening, "Planning", 50)

    shown = apply(adapters, screening.service, preview, screening.id)

    assert state_of(shown, screening.id) == ("applied", None)
    results = screening.results()
    topics = [(topic["score"], topic["weight"]) for topic in results["scoreCard"]["topicScores"]]
    assert topics == [(90, 20), (50, 80)]
    # 0.2 x 90 + 0.8 x 50 = 58 counts 70 percent, the survey's 100 counts 30.
    assert results["score"] == 71
    assert results["scoreCard"]["evaluationType"] == "hybrid"


def decide(screening: Screening, topic: str, score: int) -> None:
    body = {"topicScores": [{"topic": topic, "score": score, "reason": "As I saw it."}]}
    assert screening.service.patch(f"/candidate-interviews/{screening.id}/results", body).status == 200


def test_scores_that_no_longer_come_out_as_shown_are_left_alone(
    adapters: Adapters, screening: Screening, engines: ScriptedEngines
) -> None:
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    before = preview["candidateInterviews"][0]
    engines.the_evaluation.scores.update(Planning=60)
    path = f"/candidate-interviews/{screening.id}/evaluate"
    assert screening.service.post(path, {"mode": "always"}).status == 200
    evaluate(adapters, screening, run=2)
    results = screening.results()

    shown = apply(adapters, screening.service, preview, screening.id)

    assert state_of(shown, screening.id) == ("skipped", "changed_meanwhile")
    assert shown["candidateInterviews"][0]["score"] == before["score"]
    assert screening.results() == results


def test_an_evaluation_that_is_asked_for_meanwhile_goes_first(
    adapters: Adapters, screening: Screening
) -> None:
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    service = screening.service
    reply = service.post(
        f"/score-card-previews/{preview['id']}/apply", {"candidateInterviewIds": [screening.id]}
    )
    assert reply.status == 202
    path, replies = f"/candidate-interviews/{screening.id}/evaluate", []
    once_before(
        adapters, "TransactWriteItems", lambda: replies.append(service.post(path, {"mode": "always"}))
    )

    assert run_previews(adapters) == []

    assert [each.status for each in replies] == [200]
    assert state_of(read(service, preview), screening.id) == ("skipped", "evaluation_under_way")


def test_what_cannot_be_evaluated_says_why(
    adapters: Adapters, screening: Screening, clock: HandClock, engines: ScriptedEngines, keep: Keep
) -> None:
    keep(transcripts=1)
    assert run(retention, adapters, clock.now() + timedelta(days=1))["done"] == 1
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    assert state_of(preview, screening.id) == ("skipped", "words_removed")
    assert preview["candidateInterviews"][0]["score"] is None
    assert len(engines.the_evaluation.requests) == 1


def test_words_that_are_removed_after_the_preview_do_not_come_back(
    adapters: Adapters, screening: Screening, clock: HandClock, keep: Keep
) -> None:
    preview = previewed(adapters, screening, OTHER_TOPICS)
    keep(transcripts=1)
    assert run(retention, adapters, clock.now() + timedelta(days=1))["done"] == 1
    results = screening.results()

    shown = apply(adapters, screening.service, preview, screening.id)

    assert state_of(shown, screening.id) == ("skipped", "words_removed")
    assert screening.results() == results


def test_an_erased_candidate_is_not_shown_and_not_changed(adapters: Adapters, screening: Screening) -> None:
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    service = screening.service
    assert service.post(f"/candidates/{screening.candidate['id']}/erase").status == 202
    assert read(service, preview)["candidateInterviews"] == []

    shown = apply(adapters, service, preview, screening.id)

    assert shown["candidateInterviews"] == []
    assert run_jobs(adapters) == []
    assert service.get(f"/candidate-interviews/{screening.id}/results").status == 404


def test_a_preview_whose_candidates_are_gone_comes_to_its_end(
    adapters: Adapters, screening: Screening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gather.screening.scorecard_previews.worker.MOST_AT_ONCE", 1)
    change(screening, HEAVY_PLANNING)
    preview = ask(screening)
    assert screening.service.post(f"/candidates/{screening.candidate['id']}/erase").status == 202

    assert run_previews(adapters) == []

    assert read(screening.service, preview)["status"] == "complete"


def test_an_attempt_takes_up_a_bounded_part_and_another_one_goes_on(
    adapters: Adapters,
    service: Service,
    screening: Screening,
    engines: ScriptedEngines,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    second = invite_again(service, screening)
    evaluate(adapters, second)
    monkeypatch.setattr("gather.screening.scorecard_previews.worker.MOST_AT_ONCE", 1)
    change(screening, HEAVY_PLANNING)
    preview, asked = ask(screening), len(engines.the_evaluation.requests)

    assert run_previews(adapters) == []
    assert read(service, preview)["status"] == "running"
    assert len(read(service, preview)["candidateInterviews"]) == 1
    assert run_previews(adapters) == []

    shown = read(service, preview)
    assert (shown["status"], waiting_previews(adapters)) == ("complete", [])
    newest_first = [each["candidateInterviewId"] for each in shown["candidateInterviews"]]
    assert newest_first == [second.id, screening.id]
    assert len(engines.the_evaluation.requests) == asked + 2


def invite_again(service: Service, screening: Screening) -> Screening:
    """Another candidate who has completed the same interview."""
    grace = {"firstName": "Grace", "lastName": "Hopper", "email": "grace@example.com"}
    person = service.post("/candidates", {**grace, "phone": "+14155550124"}).data
    body = {"candidateId": person["id"], "interviewId": screening.interview["id"], "sendInvite": True}
    made = service.post("/candidate-interviews", body).data
    other = Screening(
        service,
        made["id"],
        made["inviteToken"],
        person,
        screening.interview,
        screening.questions,
        screening.options,
    )
    other.answer_all()
    assert other.complete().status == 200
    return other


def test_an_engine_that_is_down_is_waited_for(
    adapters: Adapters, screening: Screening, engines: ScriptedEngines, clock: HandClock
) -> None:
    change(screening, HEAVY_PLANNING)
    preview = ask(screening)
    engines.the_evaluation.failures.append(EngineFailed(retryable=True, reason="Busy"))

    assert run_previews(adapters) != []
    assert read(screening.service, preview)["status"] == "running"
    clock.advance(minutes=10)
    assert run_previews(adapters) == []

    assert state_of(read(screening.service, preview), screening.id) == ("previewed", None)


def test_an_engine_that_refuses_one_does_not_end_the_preview(
    adapters: Adapters, screening: Screening, engines: ScriptedEngines
) -> None:
    change(screening, HEAVY_PLANNING)
    preview = ask(screening)
    engines.the_evaluation.failures.append(EngineFailed(retryable=False, reason="Refused"))

    assert run_previews(adapters) == []

    assert state_of(read(screening.service, preview), screening.id) == ("skipped", "engine_refused")


def test_a_message_that_comes_twice_does_nothing_more(
    adapters: Adapters, screening: Screening, engines: ScriptedEngines
) -> None:
    change(screening, HEAVY_PLANNING)
    preview = ask(screening)
    messages = waiting_previews(adapters)
    assert run_previews(adapters) == []
    shown, asked = read(screening.service, preview), len(engines.the_evaluation.requests)

    previews.handler.run(queue_event(messages), Context(), adapters)

    assert read(screening.service, preview) == shown
    assert len(engines.the_evaluation.requests) == asked


def test_only_a_complete_preview_of_the_present_scorecard_is_applied(
    adapters: Adapters, screening: Screening
) -> None:
    service = screening.service
    change(screening, HEAVY_PLANNING)
    preview = ask(screening)
    path, chosen = f"/score-card-previews/{preview['id']}/apply", {"candidateInterviewIds": [screening.id]}
    assert service.post(path, chosen).status == 409
    assert run_previews(adapters) == []

    other = service.post(path, {"candidateInterviewIds": [screening.id, UNKNOWN_ID]})
    assert (other.status, other.error["details"]["field"]) == (404, "candidateInterviewIds[1]")
    change(screening, OTHER_TOPICS)
    assert service.post(path, chosen).status == 409
    assert screening.results()["score"] == 79


def test_a_preview_is_kept_for_thirty_days(
    adapters: Adapters, screening: Screening, clock: HandClock
) -> None:
    preview = previewed(adapters, screening, HEAVY_PLANNING)
    clock.advance(days=30)
    assert screening.service.get(f"/score-card-previews/{preview['id']}").status == 404


def test_a_gate_that_is_decided_is_shown_and_stays(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    step = enrolling.record(enrollment).steps[0]
    service, adapters = enrolling.service, enrolling.adapters
    # By its one topic, of which the choices say too little, a person would have had to decide.
    post_scorecard(enrolling.service, step.artifact_id, {"topic": "Care", "weight": 100})
    path = f"/interviews/{step.artifact_id}/score-card-template/previews"
    preview = service.post(path, {}).data["preview"]
    assert run_previews(adapters) == []

    [moved] = read(service, preview)["candidateInterviews"]
    assert moved["gate"] == {
        "enrollmentId": enrollment,
        "scoreThreshold": 60,
        "from": "passed",
        "to": "waiting_for_evaluation",
        "isDecided": True,
    }
    apply(adapters, service, preview, moved["candidateInterviewId"])
    enrolling.settle()

    assert enrolling.outcome(enrollment) == ("active", ["passed", "invited", "pending"])
    assert enrolling.record(enrollment).steps[0] == step


@pytest.mark.parametrize(("safety", "score", "status"), [(90, 93, "passed"), (10, 37, "failed")])
def test_a_gate_that_waits_moves_with_what_is_applied(
    enrolling: Enrolling, safety: int, score: int, status: str
) -> None:
    """A topic without a score keeps the gate waiting. A scorecard without that topic decides it."""
    service, adapters, engine = enrolling.service, enrolling.adapters, enrolling.engines.the_evaluation
    engine.scores.update(Safety=safety)
    engine.confidences.update(Planning=0.1)
    screening = make_screening(service)
    meeting_id = make_titled(enrolling.records, enrolling.tenant, "meeting")
    enrolling.apply(
        step("standard_interview", screening.interview["id"], scoreThreshold=60), step("meeting", meeting_id)
    )
    enrollment = enrolling.invite()
    enrolling.settle()
    invited = enrolling.candidate_interview(enrollment)
    taken = replace(screening, id=invited.id, token=invited.invite_token)
    taken.answer_all()
    assert taken.complete().status == 200
    enrolling.evaluate(taken.id)
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("active", ["waiting_for_evaluation", "pending"])

    preview = previewed(adapters, screening, [{"topic": "Safety", "weight": 100}])
    enrolling.settle()

    [moved] = preview["candidateInterviews"]
    assert (moved["gate"]["from"], moved["gate"]["to"]) == ("waiting_for_evaluation", status)
    assert moved["gate"]["isDecided"] is False
    assert enrolling.outcome(enrollment)[1][0] == "waiting_for_evaluation"

    apply(adapters, service, preview, taken.id)
    enrolling.settle()

    # 0.7 x the one topic + 0.3 x the survey's 100.
    assert enrolling.record(enrollment).steps[0].score == score
    after = {"passed": ("active", ["passed", "invited"]), "failed": ("failed", ["failed", "pending"])}
    assert enrolling.outcome(enrollment) == after[status]
