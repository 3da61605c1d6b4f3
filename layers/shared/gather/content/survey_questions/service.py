"""The use cases of survey questions.

question = service.create(records, team, request, now=now)
stored = service.update(records, team, change, question.id, now=now, precondition=Precondition())
"""

import json
from datetime import datetime

from pydantic import ValidationError

from gather.content.questions import service as question_service
from gather.content.survey_questions.models import (
    ChangeSurveyQuestion,
    CreateSurveyQuestion,
    SurveyQuestion,
    SurveyQuestionChange,
    new_survey_question,
)
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Fault, ValidationFailed
from gather.core.precondition import Precondition
from gather.core.validation_faults import faults_of
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(
    records: Records, team: TeamScope, request: CreateSurveyQuestion, *, now: datetime
) -> SurveyQuestion:
    """Create the survey question that the request asks for."""
    return question_service.create(records, SURVEY_QUESTION, new_survey_question(request, team, now))


def update(
    records: Records,
    team: TeamScope,
    request: ChangeSurveyQuestion,
    question_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[SurveyQuestion]:
    """Change a survey question.

    Raises ValidationFailed for members that its type forbids, NotFound, PreconditionFailed, Conflict.
    """

    def change(before: SurveyQuestion, _unit: UnitOfWork) -> SurveyQuestion:
        return before.change(_valid_change(before, request), timestamp(now))

    return question_service.update(
        records, SURVEY_QUESTION, team, question_id, change, precondition=precondition
    )


def _valid_change(question: SurveyQuestion, request: ChangeSurveyQuestion) -> SurveyQuestionChange:
    """Read the request by the question's type. Raises ValidationFailed with all of its faults."""
    sent = request.of_type(question.type)
    faults: list[Fault] = []
    change = None
    try:
        change = SurveyQuestionChange.model_validate_json(json.dumps(sent), by_alias=True, by_name=False)
    except ValidationError as error:
        faults = faults_of(error)
    wrong = {fault.field for fault in faults}
    faults += [fault for fault in question.change_faults(sent) if fault.field not in wrong]
    if faults or change is None:
        raise ValidationFailed(faults)
    return change
