"""A whole screening that is made over HTTP: questions, interview, scorecard, candidate and invite."""

from typing import Any

from gather.content.survey_questions.models import SurveyType
from gather.table.records import Records
from tests.builders.content import make_ai_text_question, make_audio_question, make_survey_question
from tests.builders.service import Service, Tenant
from tests.doubles.screening_candidate import Screening
from tests.support.records import (
    add_question,
    add_survey_question,
    post_ai_interview,
    post_candidate,
    post_candidate_interview,
    post_interview,
    post_scorecard,
    post_survey_question,
)


def make_screening(service: Service, *, scorecard: bool = True, **fields: object) -> Screening:
    """Three questions, one spoken and two of a survey, and a candidate who is invited to them."""
    spoken = add_question(service, title="Your work", audioURL="https://cdn.example.com/1.mp3")
    scored = {"includeScoring": True}
    licence = add_survey_question(
        service, title="Do you hold a forklift licence?", preferredOption=True, knockout=True, **scored
    )
    shift = post_survey_question(
        service,
        type="MULTIPLE_CHOICE",
        title="Which shift suits you?",
        options=[{"title": "Day"}, {"title": "Night", "preferred": True}],
        **scored,
    )
    interview = post_interview(
        service,
        title="Warehouse lead",
        displayName="Warehouse lead",
        questionIds=[spoken],
        surveyQuestions=[{"id": licence}, {"id": shift["id"]}],
    )
    if scorecard:
        post_scorecard(
            service, interview["id"], {"topic": "Safety", "weight": 60}, {"topic": "Planning", "weight": 40}
        )
    return _invite(
        service,
        interview,
        {"spoken": spoken, "licence": licence, "shift": shift["id"]},
        {option["title"]: option["id"] for option in shift["options"]},
        **fields,
    )


def make_spoken_screening(service: Service, spoken: int) -> Screening:
    """So many spoken questions, `spoken-1` and on, and an invited candidate. One topic is scored."""
    names = [f"spoken-{number}" for number in range(1, spoken + 1)]
    questions = {
        name: add_question(service, title=name, audioURL="https://cdn.example.com/1.mp3") for name in names
    }
    interview = post_interview(
        service, title="Warehouse lead", displayName="Warehouse lead", questionIds=[*questions.values()]
    )
    post_scorecard(service, interview["id"], {"topic": "Safety", "weight": 100})
    return _invite(service, interview, questions, {})


def make_ai_screening(
    service: Service,
    records: Records,
    tenant: Tenant,
    configuration: dict[str, Any] | None = None,
    **members: Any,
) -> Screening:
    """An AI interview with four questions, two of them AI text questions, and an invited candidate.

    `members` are more of the interview's, such as `scoreCardTopics`.
    """
    heard = make_audio_question(records, tenant, title="Coffee", question_script="Why coffee?")
    asked = make_ai_text_question(records, tenant)
    other = make_ai_text_question(records, tenant, title="Team", question_text="Whom do you work with best?")
    written = make_survey_question(records, tenant, type=SurveyType.FREE_TEXT, title="Anything else?")
    interview = post_ai_interview(
        service,
        configuration,
        questionIds=[heard.id],
        aiTextQuestionIds=[other.id, asked.id],
        surveyQuestions=[{"id": written.id}],
        **members,
    )
    return _invite(
        service,
        interview,
        {"heard": heard.id, "asked": asked.id, "other": other.id, "written": written.id},
        {},
    )


def make_interview_conversation(
    service: Service,
    records: Records,
    tenant: Tenant,
    configuration: dict[str, Any],
    first: dict[str, Any] | None = None,
    **members: Any,
) -> Screening:
    """An AI interview with two spoken questions, and an invited candidate. `first` changes its question."""
    spoken = {"title": "Coffee", "question_script": "Why coffee?", **(first or {})}
    first_question = make_audio_question(records, tenant, **spoken)
    second = make_ai_text_question(records, tenant, title="Team", question_text="Whom do you work with best?")
    interview = post_ai_interview(
        service, configuration, questionIds=[first_question.id], aiTextQuestionIds=[second.id], **members
    )
    return _invite(service, interview, {"first": first_question.id, "second": second.id}, {})


def _invite(
    service: Service,
    interview: dict[str, Any],
    questions: dict[str, str],
    options: dict[str, str],
    **fields: object,
) -> Screening:
    candidate = post_candidate(service)
    parties = {"candidateId": candidate["id"], "interviewId": interview["id"]}
    invited = post_candidate_interview(service, **{**parties, "sendInvite": True, **fields})
    token = invited["inviteToken"]
    return Screening(service, invited["id"], token, candidate, interview, questions, options)
