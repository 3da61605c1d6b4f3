"""Candidates beside each other over HTTP (interface: Comparison, rules 1 to 3)."""

import pytest

from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from tests.builders.screening import make_screening
from tests.builders.service import UNKNOWN_ID, Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.support.records import add_candidate, post_candidate_interview

pytestmark = pytest.mark.routes


def scored(records: Records, tenant: Tenant, candidate_interview_id: str, planning: int) -> None:
    """Give a candidate interview an evaluation with a score in one of the two topics."""
    topic = StoredTopicScore(topic="planning", weight=40, score=planning, confidence=0.9, explanation="Good.")
    card = StoredScoreCard(overall_score=planning, overall_explanation="By words.", topic_scores=(topic,))
    evaluation = StoredEvaluation(
        run=1, summary_status=SummaryStatus.COMPLETE, score=planning, summary="Leads.", score_card=card
    )
    put_evaluation(records, tenant.team_id, candidate_interview_id, evaluation)


def test_candidates_stand_beside_each_other_by_topic(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first = make_screening(service)
    second = post_candidate_interview(
        service,
        candidateId=add_candidate(service, firstName="Bo", lastName="B"),
        interviewId=first.interview["id"],
    )
    scored(records, tenant, second["id"], 70)
    assert (
        service.post(
            f"/candidate-interviews/{second['id']}/decision", {"decision": "reject", "reason": "Left."}
        ).status
        == 201
    )

    reply = service.get(f"/candidate-interviews/{first.id}/comparison", **{"with": second["id"]})

    comparison = reply.data["comparison"]
    assert comparison["topics"] == [{"topic": "Safety", "weight": 60}, {"topic": "Planning", "weight": 40}]
    one, other = comparison["candidates"]
    assert (one["candidateInterviewId"], one["score"], one["decision"]) == (first.id, None, None)
    assert [each["score"] for each in one["topicScores"]] == [None, None]
    assert other == {
        "candidateInterviewId": second["id"],
        "candidateId": second["candidateId"],
        "firstName": "Bo",
        "lastName": "B",
        "score": 70,
        "topicScores": [{"topic": "Safety", "score": None}, {"topic": "Planning", "score": 70}],
        "decision": "reject",
    }


@pytest.mark.parametrize(
    "others", ["", "{own}", "{other},{other}", "{other},{foreign}", "a,b,c,d,e,f"], ids=str
)
def test_it_names_one_to_five_others_of_the_same_interview(service: Service, others: str) -> None:
    first, foreign = make_screening(service), make_screening(service)
    other = post_candidate_interview(service, interviewId=first.interview["id"])["id"]
    named = others.format(own=first.id, other=other, foreign=foreign.id)

    reply = service.get(f"/candidate-interviews/{first.id}/comparison", **{"with": named})

    assert (reply.status, reply.faulty_fields) == (400, {"with"})


def test_what_is_not_there_is_a_404(service: Service) -> None:
    first = make_screening(service)

    path = f"/candidate-interviews/{first.id}/comparison"
    assert service.get(path, **{"with": UNKNOWN_ID}).status == 404
    assert service.get(f"/candidate-interviews/{UNKNOWN_ID}/comparison", **{"with": first.id}).status == 404
    assert service.get(path).status == 400
