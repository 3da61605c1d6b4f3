"""Routes of survey questions (interface: Endpoints, Survey questions; answers: Records, survey questions)."""

import json

from pydantic import ValidationError

from gather.content.survey_question import (
    ChangeSurveyQuestion,
    CreateSurveyQuestion,
    SurveyQuestion,
    SurveyQuestionChange,
    change_faults,
    changed_survey_question,
    new_survey_question,
)
from gather.content.survey_question_storage import SURVEY_QUESTION
from gather.core.errors import Fault, ValidationFailed
from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content, paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.http.validation import faults_of
from gather.table.records import Stored, Transaction
from gather.wiring import records

api = Api("survey_questions")
handler = api.handler


class SurveyQuestionAnswer(Model):
    """Data of a survey question."""

    survey_question: SurveyQuestion


class ArchivedSurveyQuestion(Model):
    """Data of DELETE /survey-questions/{surveyQuestionId}."""

    survey_question: Archived


class SurveyQuestionList(Model):
    """Data of GET /survey-questions."""

    survey_questions: list[SurveyQuestion]
    pagination: paging.Pages


@api.post("/survey-questions", answer=SurveyQuestionAnswer, body=CreateSurveyQuestion)
def create_survey_question(call: Call[CreateSurveyQuestion, TeamQuery]) -> Answer:
    """Add a survey question."""
    question = new_survey_question(call.body, call.team, call.now)
    transaction = records().transaction()
    transaction.create(SURVEY_QUESTION, question)
    transaction.commit()
    return Answer(SurveyQuestionAnswer(survey_question=question), version=1)


@api.get("/survey-questions", answer=SurveyQuestionList, query=paging.ContentListQuery)
def list_survey_questions(call: Call[NoBody, paging.ContentListQuery]) -> SurveyQuestionList:
    """List the team's survey questions, newest first."""
    page = content.page_of(SURVEY_QUESTION, call)
    return SurveyQuestionList(survey_questions=page.records, pagination=content.pages_of(page, call.query))


@api.get("/survey-questions/{surveyQuestionId}", answer=SurveyQuestionAnswer)
def get_survey_question(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a survey question."""
    stored = records().get(SURVEY_QUESTION, call.team.team_id, call.path["surveyQuestionId"])
    return Answer(SurveyQuestionAnswer(survey_question=stored.record), version=stored.version)


@api.patch("/survey-questions/{surveyQuestionId}", answer=SurveyQuestionAnswer, body=ChangeSurveyQuestion)
def change_survey_question(call: Call[ChangeSurveyQuestion, TeamQuery]) -> Answer:
    """Change the members that are supplied and that the type has; `options` replaces the list."""

    def change(stored: Stored[SurveyQuestion], _transaction: Transaction) -> SurveyQuestion:
        call.check_version(stored.version)
        return changed_survey_question(stored.record, _change_of(stored.record, call.body), call.moment)

    stored = records().change(SURVEY_QUESTION, call.team.team_id, call.path["surveyQuestionId"], change)
    return Answer(SurveyQuestionAnswer(survey_question=stored.record), version=stored.version)


@api.delete("/survey-questions/{surveyQuestionId}", answer=ArchivedSurveyQuestion)
def archive_survey_question(call: Call[NoBody, TeamQuery]) -> ArchivedSurveyQuestion:
    """Archive a survey question; it stays readable."""
    question = content.archive(SURVEY_QUESTION, call, call.path["surveyQuestionId"])
    return ArchivedSurveyQuestion(survey_question=question)


def _change_of(question: SurveyQuestion, body: ChangeSurveyQuestion) -> SurveyQuestionChange:
    """What is to be changed. Raises ValidationFailed with all that is wrong for the question's type."""
    sent = body.of_type(question.type)
    faults: list[Fault] = []
    change = None
    try:
        change = SurveyQuestionChange.model_validate_json(json.dumps(sent), by_alias=True, by_name=False)
    except ValidationError as error:
        faults = faults_of(error)
    wrong = {fault.field for fault in faults}
    faults += [fault for fault in change_faults(question, sent) if fault.field not in wrong]
    if faults or change is None:
        raise ValidationFailed(faults)
    return change
