"""Survey questions: what candidates answer by a choice, or in a few words.

Interface: Survey questions, rules 1 to 6.
"""

import json
from typing import Annotated

from pydantic import ValidationError

from gather.content.survey_questions.models import (
    ChangeSurveyQuestion,
    CreateSurveyQuestion,
    SurveyQuestion,
    SurveyQuestionChange,
    change_faults,
    changed_survey_question,
    new_survey_question,
)
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.errors import Fault, ValidationFailed
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.core.validation_faults import faults_of
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork

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


@api.post("/survey-questions", response=OneSurveyQuestion, makes=SURVEY_QUESTION)
def create_survey_question(call: TeamCall[CreateSurveyQuestion, TeamQuery]) -> Result:
    """Add a survey question."""
    question = new_survey_question(call.body, call.team, call.now)
    unit = call.records.unit_of_work()
    unit.create(SURVEY_QUESTION, question)
    unit.commit()
    return Result(OneSurveyQuestion(survey_question=question), version=1)


@api.get("/survey-questions", response=SurveyQuestionList)
def list_survey_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's survey questions, newest first."""
    page = content.page_of(SURVEY_QUESTION, call)
    part = content.part_of(call)
    return Result(
        SurveyQuestionList(survey_questions=page.records, pagination=part.pages(page)), meta=part.meta(page)
    )


@api.get("/survey-questions/{surveyQuestionId}", response=OneSurveyQuestion)
def get_survey_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a survey question."""
    stored = call.records.get(SURVEY_QUESTION, call.team.team_id, call.path["surveyQuestionId"])
    return Result(OneSurveyQuestion(survey_question=stored.record), version=stored.version)


@api.patch("/survey-questions/{surveyQuestionId}", response=OneSurveyQuestion)
def change_survey_question(call: TeamCall[ChangeSurveyQuestion, TeamQuery]) -> Result:
    """Change the members that are supplied and that the type has; `options` replaces the list."""

    def change(stored: Stored[SurveyQuestion], _unit: UnitOfWork) -> SurveyQuestion:
        call.check_version(stored.version)
        return changed_survey_question(stored.record, _change_of(stored.record, call.body), call.moment)

    stored = call.records.change(SURVEY_QUESTION, call.team.team_id, call.path["surveyQuestionId"], change)
    return Result(OneSurveyQuestion(survey_question=stored.record), version=stored.version)


@api.delete("/survey-questions/{surveyQuestionId}", response=ArchivedSurveyQuestion)
def archive_survey_question(call: TeamCall[NoBody, TeamQuery]) -> ArchivedSurveyQuestion:
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
