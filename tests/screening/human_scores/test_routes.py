"""Scores by people over HTTP (interface: Human scores, rules 1 to 7)."""

from typing import Any

import pytest

from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes

SAFETY_40 = StoredTopicScore(
    topic="Safety", weight=60, score=40, confidence=0.5, explanation="Little.", evidence=("night shift",)
)
PLANNING_70 = StoredTopicScore(topic="Planning", weight=40, score=70, confidence=0.5, explanation="Good.")


@pytest.fixture
def screening(service: Service) -> Screening:
    """A candidate who has completed, and whose survey scores 100."""
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    return made


def evaluated(
    records: Records,
    tenant: Tenant,
    screening: Screening,
    status: SummaryStatus = SummaryStatus.COMPLETE,
    topics: tuple[StoredTopicScore, ...] | None = (SAFETY_40, PLANNING_70),
) -> None:
    card = None
    if topics is not None:
        card = StoredScoreCard(overall_score=67, overall_explanation="By words.", topic_scores=topics)
    evaluation = StoredEvaluation(
        run=1, summary_status=status, score=67 if card else None, summary="Leads.", score_card=card
    )
    put_evaluation(records, tenant.team_id, screening.id, evaluation)


def decide(screening: Screening, *scores: tuple[str, int, str], **members: object) -> Reply:
    topics = [{"topic": topic, "score": score, "reason": reason} for topic, score, reason in scores]
    path = f"/candidate-interviews/{screening.id}/results"
    return screening.service.patch(path, {"topicScores": topics, **members})


def changes_of(screening: Screening) -> list[dict[str, Any]]:
    reply = screening.service.get(f"/candidate-interviews/{screening.id}/results/changes")
    assert reply.status == 200, reply.body
    changes: list[dict[str, Any]] = reply.data["changes"]
    return changes


def topics_of(results: dict[str, Any]) -> dict[str, Any]:
    return {topic["topic"]: topic for topic in results["scoreCard"]["topicScores"]}


@pytest.mark.in_process
def test_a_person_s_score_replaces_the_engine_s_and_counts_at_once(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    evaluated(records, tenant, screening)

    reply = decide(screening, ("Safety", 90, "The night shift shows it."))

    assert reply.status == 200
    assert reply.data == screening.results()
    # 0.6 x 90 + 0.4 x 70 = 82 counts 70 percent, the survey's 100 counts 30.
    assert (reply.data["score"], reply.data["averageRating"]) == (87, "4.4")
    card = reply.data["scoreCard"]
    assert (card["overallScore"], card["evaluationType"]) == (87, "hybrid")
    assert "Scored by a person: Safety." in card["overallExplanation"]
    safety, planning = topics_of(reply.data)["Safety"], topics_of(reply.data)["Planning"]
    assert (safety["score"], safety["scoredBy"], safety["confidence"]) == (90, "person", 1)
    assert safety["explanation"] == "The night shift shows it."
    assert safety["evidence"] == ["night shift"]
    assert len(safety["evidencePlaces"]) == 1
    assert (planning["score"], planning["scoredBy"], planning["explanation"]) == (70, "ai", "Good.")
    assert (reply.data["summaryStatus"], reply.data["engineSummary"]) == ("complete", "Leads.")
    assert reply.data["summary"] == (
        "Met: Safety (90 of 100, “night shift”), Planning (70 of 100). Not met: nothing. "
        "Ask next about Planning."
    )


@pytest.mark.in_process
def test_the_trail_tells_who_changed_what_and_why_newest_first(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    evaluated(records, tenant, screening)
    assert changes_of(screening) == []

    decide(screening, ("Safety", 90, "Good."))
    decide(screening, ("Safety", 80, "Rather this."), ("Planning", 70, "Agreed."), userId=tenant.user_id)

    changes = changes_of(screening)
    told = [(each["topic"], each["from"], each["to"], each["reason"]) for each in changes]
    assert told == [
        ("Planning", 70, 70, "Agreed."),
        ("Safety", 90, 80, "Rather this."),
        ("Safety", 40, 90, "Good."),
    ]
    assert {each["userId"] for each in changes[:2]} == {tenant.user_id}
    assert len({each["credentialId"] for each in changes}) == 1
    assert all(each["at"].endswith("Z") for each in changes)


@pytest.mark.in_process
def test_a_decision_that_is_sent_twice_is_one_change(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    evaluated(records, tenant, screening)

    first, again = (decide(screening, ("Safety", 90, "Good.")) for _ in range(2))

    assert first.data == again.data
    assert len(changes_of(screening)) == 1


@pytest.mark.in_process
def test_weights_count_over_the_topics_that_have_a_score(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    unscored = SAFETY_40.changed(score=None)
    evaluated(records, tenant, screening, topics=(unscored, PLANNING_70))

    reply = decide(screening, ("planning ", 50, "Vague."))

    # Planning alone makes up the scorecard: 50 x 70% + 100 x 30%.
    assert reply.data["score"] == 65
    assert topics_of(reply.data)["Safety"]["score"] is None


def test_while_an_evaluation_runs_scores_are_taken(screening: Screening) -> None:
    reply = decide(screening, ("Safety", 90, "I was there."))

    assert reply.status == 200
    topics = topics_of(reply.data)
    assert topics["Safety"]["score"] == 90
    assert reply.data["scoreCard"]["evaluationType"] == "hybrid"


@pytest.mark.in_process
def test_where_no_evaluation_came_to_an_end_a_person_scores_by_the_scorecard(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    evaluated(records, tenant, screening, SummaryStatus.ERROR, None)

    reply = decide(screening, ("Planning", 50, "Vague."))

    assert reply.data["scoreCard"]["evaluationType"] == "manual"
    assert {name: each["score"] for name, each in topics_of(reply.data).items()} == {
        "Safety": None,
        "Planning": 50,
    }
    assert reply.data["score"] == 65
    assert reply.data["summaryStatus"] == "error"
    assert changes_of(screening)[0]["from"] is None


@pytest.mark.in_process
def test_an_evaluation_without_a_scorecard_has_no_part_in_the_scores(
    screening: Screening, records: Records, tenant: Tenant
) -> None:
    evaluated(records, tenant, screening, topics=None)

    first = decide(screening, ("Planning", 50, "Vague."))
    second = decide(screening, ("Safety", 60, "Good."))

    types = [reply.data["scoreCard"]["evaluationType"] for reply in (first, second)]
    assert types == ["manual", "manual"]


def test_an_interview_that_was_never_evaluated_is_scored_by_hand(service: Service) -> None:
    made = make_screening(service)
    service.patch(f"/candidate-interviews/{made.id}/status", {"status": "new_response"})
    assert made.results()["scoreCard"] is None

    reply = decide(made, ("Safety", 90, "On the phone."))

    assert (reply.status, reply.data["summaryStatus"]) == (200, "pre-summary-feature")
    assert reply.data["scoreCard"]["evaluationType"] == "manual"
    assert decide(made, ("Planning", 10, "On the phone.")).data["scoreCard"]["evaluationType"] == "manual"


def test_without_a_scorecard_there_is_nothing_to_score(service: Service) -> None:
    made = make_screening(service, scorecard=False)
    service.patch(f"/candidate-interviews/{made.id}/status", {"status": "new_response"})

    reply = decide(made, ("Safety", 90, "On the phone."))

    assert (reply.status, reply.faulty_fields) == (400, {"topicScores"})


def test_nobody_is_scored_before_the_completion(service: Service) -> None:
    made = make_screening(service)
    made.answer_all()

    reply = decide(made, ("Safety", 90, "Early."))

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


@pytest.mark.parametrize(
    ("topics", "field"),
    [
        ([], "topicScores"),
        (None, "topicScores"),
        ([{"topic": "Charm", "score": 1, "reason": "x"}], "topicScores[0].topic"),
        ([{"topic": "Safety", "score": 101, "reason": "x"}], "topicScores[0].score"),
        ([{"topic": "Safety", "score": -1, "reason": "x"}], "topicScores[0].score"),
        ([{"topic": "Safety", "score": True, "reason": "x"}], "topicScores[0].score"),
        ([{"topic": "Safety", "score": 1, "reason": " "}], "topicScores[0].reason"),
        ([{"topic": "Safety", "score": 1, "reason": "x" * 2001}], "topicScores[0].reason"),
        ([{"topic": "Safety", "score": 1}], "topicScores[0].reason"),
        ([{"topic": t, "score": 1, "reason": "x"} for t in ("Safety", "safety")], "topicScores[1].topic"),
    ],
)
def test_a_score_that_cannot_be_is_refused(screening: Screening, topics: object, field: str) -> None:
    body = {} if topics is None else {"topicScores": topics}

    reply = screening.service.patch(f"/candidate-interviews/{screening.id}/results", body)

    assert (reply.status, reply.faulty_fields) == (400, {field})
    assert changes_of(screening) == []


def test_reasons_are_bounded_in_all(service: Service) -> None:
    made = make_screening(service)
    names = [f"Topic {number}" for number in range(50)]
    topics = [{"topic": name, "weight": 1} for name in names]
    service.post(f"/interviews/{made.interview['id']}/score-card-template", {"topics": topics})
    service.patch(f"/candidate-interviews/{made.id}/status", {"status": "new_response"})

    reply = decide(made, *((name, 50, "€" * 2_000) for name in names))

    assert (reply.status, reply.faulty_fields) == (400, {"topicScores"})


def test_changes_of_an_absent_interview_are_absent(service: Service) -> None:
    assert service.get(f"/candidate-interviews/{UNKNOWN_ID}/results/changes").status == 404
