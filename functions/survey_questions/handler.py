"""Survey questions, which candidates answer by a choice or in a few words.

Interface: Survey questions, rules 1 to 6.
"""

from typing import Annotated

from gather.content.survey_questions import service
from gather.content.survey_questions.models import ChangeSurveyQuestion, CreateSurveyQuestion, SurveyQuestion
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.content_routes import ContentRoutes
from gather.http.envelope import Result
from gather.http.routes import Api

api = Api("survey_questions")
handler = api.handler


class OneSurveyQuestion(Model):
    """Data of the routes of one survey question."""

    survey_question: SurveyQuestion


class ArchivedSurveyQuestion(Model):
    """Data of DELETE /survey-questions/{surveyQuestionId}."""

    survey_question: Archived


class SurveyQuestionList(Model):
    """Data of GET /survey-questions."""

    survey_questions: list[SurveyQuestion]
    pagination: Annotated[paging.Pages | None, LeftOutWhenNull] = None


questions = ContentRoutes(
    kind=SURVEY_QUESTION,
    id_parameter="surveyQuestionId",
    one=lambda question: OneSurveyQuestion(survey_question=question),
    page=lambda found, pages: SurveyQuestionList(survey_questions=found, pagination=pages),
    archived=lambda question: ArchivedSurveyQuestion(survey_question=question),
)


@api.post("/survey-questions", response=OneSurveyQuestion, makes=SURVEY_QUESTION)
def create_survey_question(call: TeamCall[CreateSurveyQuestion, TeamQuery]) -> Result:
    """Add a survey question."""
    return questions.result_of_new(service.create(call.records, call.team, call.body, now=call.now))


@api.get("/survey-questions", response=SurveyQuestionList)
def list_survey_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's survey questions, newest first."""
    return questions.list(call)


@api.get("/survey-questions/{surveyQuestionId}", response=OneSurveyQuestion)
def get_survey_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a survey question."""
    return questions.get(call)


@api.patch("/survey-questions/{surveyQuestionId}", response=OneSurveyQuestion)
def change_survey_question(call: TeamCall[ChangeSurveyQuestion, TeamQuery]) -> Result:
    """Change the members that are supplied and that the type has; `options` replaces the list."""
    question_id = call.path["surveyQuestionId"]
    return questions.result_of(
        service.update(
            call.records, call.team, call.body, question_id, now=call.now, precondition=call.precondition
        )
    )


@api.delete("/survey-questions/{surveyQuestionId}", response=ArchivedSurveyQuestion)
def archive_survey_question(call: TeamCall[NoBody, TeamQuery]) -> Model:
    """Archive a survey question; it stays readable."""
    return questions.archive(call)
