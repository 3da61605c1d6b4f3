"""Results over the HTTP interface (interface: Results, rules 1 to 7; Provenance, rule 4)."""

import re

import pytest

from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.survey_questions.models import SurveyOption, SurveyType
from gather.core.identifiers import new_unguessable_id
from gather.screening.answers.models import StoredAnswer
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from tests.builders.candidate_interviews import (
    change_candidate_interview,
    read_candidate_interview,
    store_answer,
)
from tests.builders.content import make_audio_question, make_survey_question
from tests.builders.outbox import tasks_of
from tests.builders.service import Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.support.records import post_candidate_interview

pytestmark = pytest.mark.routes

PATH = "/candidate-interviews"


@pytest.mark.in_process
def test_only_an_evaluation_that_failed_is_run_again(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = post_candidate_interview(service)
    path = f"{PATH}/{record['id']}/evaluate"
    assert service.post(path).status == 409
    for status in (SummaryStatus.PROCESSING, SummaryStatus.COMPLETE):
        put_evaluation(records, tenant.team_id, record["id"], StoredEvaluation(run=1, summary_status=status))
        refused = service.post(path).error
        assert (refused["code"], "ended in an error" in refused["message"]) == ("CONFLICT", True)

    change_candidate_interview(records, tenant, record["id"], evaluation_run=1)
    failed = StoredEvaluation(run=1, summary_status=SummaryStatus.ERROR)
    put_evaluation(records, tenant.team_id, record["id"], failed)
    reply = service.post(path)

    assert (reply.status, reply.data) == (
        200,
        {"candidateInterviewId": record["id"], "summaryStatus": "processing"},
    )
    assert tasks_of(records.table) == [("evaluate", {"candidateInterviewId": record["id"], "run": 2})]
    assert service.get(f"{PATH}/{record['id']}/results").data["summaryStatus"] == "processing"
    assert service.post(path).status == 409


def test_results_before_anything_was_said(service: Service, records: Records, tenant: Tenant) -> None:
    record = post_candidate_interview(service, sendInvite=True)

    results = service.get(f"{PATH}/{record['id']}/results").data

    assert results == {
        "candidateInterviewId": record["id"],
        "status": "invite_sent",
        "takenAt": None,
        "transcription": None,
        "audioUrl": None,
        "score": None,
        "averageRating": None,
        "summary": None,
        "engineSummary": None,
        "summaryStatus": "pre-summary-feature",
        "scoreCard": None,
        "responses": [],
        "resume": None,
        "shareLink": results["shareLink"],
        "provenance": None,
        "transcriptRemovedAt": None,
    }
    assert results["shareLink"].endswith(
        f"/share/{read_candidate_interview(records, tenant, record['id']).share_token}"
    )


def test_results_list_the_answers_as_they_were_asked(
    service: Service, records: Records, tenant: Tenant
) -> None:
    spoken = make_audio_question(records, tenant, title="Why coffee?")
    written = make_survey_question(records, tenant, type=SurveyType.FREE_TEXT, title="Anything else?")
    chosen = make_survey_question(
        records,
        tenant,
        type=SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER,
        title="Which shifts?",
        options=tuple(
            SurveyOption(id=str(n), title=title, position=n)
            for n, title in enumerate(("Early", "Late", "Night"))
        ),
    )
    agreed = make_survey_question(records, tenant, title="Can you start at six?")
    record = post_candidate_interview(service)
    moment = "2026-03-02T09:30:00.000Z"
    asked = (
        AskedQuestion(id=spoken.id, kind=QuestionKind.AUDIO),
        *(AskedQuestion(id=q.id, kind=QuestionKind.SURVEY) for q in (chosen, agreed, written)),
    )
    change_candidate_interview(records, tenant, record["id"], asked=asked, taken_at=moment)
    for answer in (
        StoredAnswer(question_id=written.id, kind=QuestionKind.SURVEY, text="No.", answered_at=moment),
        StoredAnswer(question_id=agreed.id, kind=QuestionKind.SURVEY, value=True, answered_at=moment),
        StoredAnswer(
            question_id=chosen.id, kind=QuestionKind.SURVEY, option_ids=("2", "0"), answered_at=moment
        ),
        StoredAnswer(
            question_id=spoken.id,
            kind=QuestionKind.AUDIO,
            media_id=new_unguessable_id(),
            transcription="I love it.",
            word_times="0:9 2:5 5:4",
            answered_at=moment,
        ),
    ):
        store_answer(records, tenant, record["id"], answer)
    put_evaluation(
        records,
        tenant.team_id,
        record["id"],
        StoredEvaluation(
            run=1,
            summary_status=SummaryStatus.COMPLETE,
            score=82,
            average_rating="4.1",
            summary="Likes coffee.",
            score_card=StoredScoreCard(
                overall_score=82,
                overall_explanation="Good.",
                topic_scores=(
                    StoredTopicScore(
                        topic="Coffee",
                        weight=100,
                        score=82,
                        confidence=0.9,
                        explanation="Knows it.",
                        evidence=("love it", "I hate it.", "No."),
                    ),
                ),
            ),
        ),
    )

    results = service.get(f"{PATH}/{record['id']}/results").data

    audio_url = results["audioUrl"]
    recording_url = results["responses"][0]["audioUrl"]
    assert audio_url == recording_url
    assert re.fullmatch(r"https?://[^/]+/media/[\w-]{100,200}", audio_url)
    assert results["responses"] == [
        {
            "questionId": spoken.id,
            "questionTitle": "Why coffee?",
            "questionText": spoken.question_script or "Why coffee?",
            "machineTranscribed": True,
            "transcription": "I love it.",
            "audioUrl": audio_url,
        },
        {
            "questionId": chosen.id,
            "questionTitle": "Which shifts?",
            "questionText": "Which shifts?",
            "machineTranscribed": False,
            "transcription": "Early, Night",
            "audioUrl": None,
        },
        {
            "questionId": agreed.id,
            "questionTitle": "Can you start at six?",
            "questionText": "Can you start at six?",
            "machineTranscribed": False,
            "transcription": "Yes",
            "audioUrl": None,
        },
        {
            "questionId": written.id,
            "questionTitle": "Anything else?",
            "questionText": "Anything else?",
            "machineTranscribed": False,
            "transcription": "No.",
            "audioUrl": None,
        },
    ]
    assert results["transcription"] == "I love it.\n\nNo."
    assert results["takenAt"] == moment
    assert (results["score"], results["averageRating"], results["summary"]) == (82, "4.1", "Likes coffee.")
    assert (results["summaryStatus"], results["scoreCard"]["overallScore"]) == ("complete", 82)
    (topic,) = results["scoreCard"]["topicScores"]
    assert (topic["topic"], topic["score"], topic["evidence"]) == ("Coffee", 82, ["love it", "No."])
    assert topic["evidencePlaces"] == [
        {"questionId": spoken.id, "turnId": None, "start": 2, "end": 9, "seconds": 1.4},
        {"questionId": written.id, "turnId": None, "start": 0, "end": 3, "seconds": None},
    ]


def test_no_secret_and_no_internal_field_is_ever_returned(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = post_candidate_interview(service, sendInvite=True, webhookUrl="https://hooks.example/x")
    secret = record["webhookSecret"]
    path = f"{PATH}/{record['id']}"

    replies = [
        service.get(path),
        service.get(PATH),
        service.get(f"{path}/results"),
        service.patch(f"{path}/status", {"status": "hired"}),
    ]

    for reply in replies:
        assert secret not in str(reply.body)
        assert "completionId" not in str(reply.body)
