"""AI text questions, which an AI interviewer asks in words.

Interface: AI text questions, rules 1 and 2.
"""

from typing import Annotated

from gather.content.ai_text_questions import service
from gather.content.ai_text_questions.models import (
    AiTextQuestion,
    ChangeAiTextQuestion,
    CreateAiTextQuestion,
)
from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.core.model import LeftOutWhenNull, Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.content_routes import ContentRoutes
from gather.http.envelope import Result
from gather.http.routes import Api

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


questions = ContentRoutes(
    kind=AI_TEXT_QUESTION,
    id_parameter="aiTextQuestionId",
    one=lambda question: OneAiTextQuestion(ai_text_question=question),
    page=lambda found, pages: AiTextQuestionList(ai_text_questions=found, pagination=pages),
    archived=lambda question: ArchivedAiTextQuestion(ai_text_question=question),
)


@api.post("/ai-text-questions", response=OneAiTextQuestion, makes=AI_TEXT_QUESTION)
def create_ai_text_question(call: TeamCall[CreateAiTextQuestion, TeamQuery]) -> Result:
    """Add an AI text question."""
    return questions.result_of_new(service.create(call.records, call.team, call.body, now=call.now))


@api.get("/ai-text-questions", response=AiTextQuestionList)
def list_ai_text_questions(call: TeamCall[NoBody, paging.ContentListQuery]) -> Result:
    """List the team's AI text questions, newest first."""
    return questions.list(call)


@api.get("/ai-text-questions/{aiTextQuestionId}", response=OneAiTextQuestion)
def get_ai_text_question(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read an AI text question."""
    return questions.get(call)


@api.patch("/ai-text-questions/{aiTextQuestionId}", response=OneAiTextQuestion)
def change_ai_text_question(call: TeamCall[ChangeAiTextQuestion, TeamQuery]) -> Result:
    """Change the members of an AI text question that are supplied; AI interviewers then ask it as it is."""
    question_id = call.path["aiTextQuestionId"]
    return questions.result_of(
        service.update(
            call.records, call.team, call.body, question_id, now=call.now, precondition=call.precondition
        )
    )


@api.delete("/ai-text-questions/{aiTextQuestionId}", response=ArchivedAiTextQuestion)
def archive_ai_text_question(call: TeamCall[NoBody, TeamQuery]) -> Model:
    """Archive an AI text question; it stays readable, and interviews go on asking it."""
    return questions.archive(call)
