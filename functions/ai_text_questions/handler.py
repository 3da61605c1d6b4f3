"""AI text questions: what an AI interviewer asks, in words.

Interface: AI text questions, rules 1 and 2.
"""

from typing import Annotated

from gather.content.ai_text_questions.models import (
    AiTextQuestion,
    ChangeAiTextQuestion,
    CreateAiTextQuestion,
    asks_otherwise,
    new_ai_text_question,
)
from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.questions import service as question_service
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content_routes as content
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork

api = Api("ai_text_questions")
handler = api.handler


class OneAiTextQuestion(Model):
    """Data of the routes of one AI text question."""

    ai_text_question: AiTextQuestion


class ArchivedAiTextQuestion(Model):
    """Data of DELETE /ai-text-questions/{aiTextQuestionId}."""

    ai_text_question: Archived


class AiTextQuestionList(Model):
    """Data of GET /ai-text-questions."""

    ai_text_questions: list[AiTextQuestion]
    pagination: Annotated[paging.Pages | None, LeftOutWhenNull] = None
    """Where the page is in the list; absent when the list is read by cursor."""


@api.post("/ai-text-questions", response=OneAiTextQuestion, makes=AI_TEXT_QUESTION)
def create_ai_text_question(call: TeamCall[CreateAiTextQuestion, TeamQuery]) -> Result:
    """Add an AI text question."""
    question = new_ai_text_question(call.body, call.team, call.now)
    unit = call.records.unit_of_work()
    unit.create(AI_TEXT_QUESTION, question)
    unit.commit()
    return Result(OneAiTextQuestion(ai_text_question=question), version=1)


@api.get("/ai-text-questions", response=AiTextQuestionList)
def list_ai_text_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's AI text questions, newest first."""
    page = content.page_of(AI_TEXT_QUESTION, call)
    part = content.part_of(call)
    return Result(
        AiTextQuestionList(ai_text_questions=page.records, pagination=part.pages(page)), meta=part.meta(page)
    )


@api.get("/ai-text-questions/{aiTextQuestionId}", response=OneAiTextQuestion)
def get_ai_text_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read an AI text question."""
    stored = call.records.get(AI_TEXT_QUESTION, call.team.team_id, call.path["aiTextQuestionId"])
    return Result(OneAiTextQuestion(ai_text_question=stored.record), version=stored.version)


@api.patch("/ai-text-questions/{aiTextQuestionId}", response=OneAiTextQuestion)
def change_ai_text_question(call: TeamCall[ChangeAiTextQuestion, TeamQuery]) -> Result:
    """Change the members of an AI text question that are supplied; AI interviewers then ask it as it is."""

    def change(stored: Stored[AiTextQuestion], unit: UnitOfWork) -> AiTextQuestion:
        call.check_version(stored.version)
        question = stored.record.changed(**call.body.supplied(), updated_at=call.moment)
        if asks_otherwise(stored.record, question):
            question_service.refresh_personas(unit, question, call.now)
        return question

    stored = call.records.change(AI_TEXT_QUESTION, call.team.team_id, call.path["aiTextQuestionId"], change)
    return Result(OneAiTextQuestion(ai_text_question=stored.record), version=stored.version)


@api.delete("/ai-text-questions/{aiTextQuestionId}", response=ArchivedAiTextQuestion)
def archive_ai_text_question(call: TeamCall[NoBody, TeamQuery]) -> ArchivedAiTextQuestion:
    """Archive an AI text question; it stays readable, and interviews go on asking it."""
    question = content.archive(AI_TEXT_QUESTION, call, call.path["aiTextQuestionId"])
    return ArchivedAiTextQuestion(ai_text_question=question)
