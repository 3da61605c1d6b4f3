"""Routes of AI text questions (answers: Records, AI text question)."""

from gather.content.ai_text_question import (
    AiTextQuestion,
    ChangeAiTextQuestion,
    CreateAiTextQuestion,
    asks_otherwise,
    new_ai_text_question,
)
from gather.content.ai_text_question_storage import AI_TEXT_QUESTION
from gather.core.model import Model, NoBody, TeamQuery
from gather.core.record import Archived
from gather.http import content, paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table.records import Stored, Transaction
from gather.wiring import records

api = Api("ai_text_questions")
handler = api.handler


class AiTextQuestionAnswer(Model):
    """Data of an AI text question."""

    ai_text_question: AiTextQuestion


class ArchivedAiTextQuestion(Model):
    """Data of DELETE /ai-text-questions/{aiTextQuestionId}."""

    ai_text_question: Archived


class AiTextQuestionList(Model):
    """Data of GET /ai-text-questions."""

    ai_text_questions: list[AiTextQuestion]
    pagination: paging.Pages


@api.post("/ai-text-questions", answer=AiTextQuestionAnswer, body=CreateAiTextQuestion)
def create_ai_text_question(call: Call[CreateAiTextQuestion, TeamQuery]) -> Answer:
    """Add an AI text question."""
    question = new_ai_text_question(call.body, call.team, call.now)
    transaction = records().transaction()
    transaction.create(AI_TEXT_QUESTION, question)
    transaction.commit()
    return Answer(AiTextQuestionAnswer(ai_text_question=question), version=1)


@api.get("/ai-text-questions", answer=AiTextQuestionList, query=paging.ContentListQuery)
def list_ai_text_questions(call: Call[NoBody, paging.ContentListQuery]) -> AiTextQuestionList:
    """List the team's AI text questions, newest first."""
    page = content.page_of(AI_TEXT_QUESTION, call)
    return AiTextQuestionList(ai_text_questions=page.records, pagination=content.pages_of(page, call.query))


@api.get("/ai-text-questions/{aiTextQuestionId}", answer=AiTextQuestionAnswer)
def get_ai_text_question(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read an AI text question."""
    stored = records().get(AI_TEXT_QUESTION, call.team.team_id, call.path["aiTextQuestionId"])
    return Answer(AiTextQuestionAnswer(ai_text_question=stored.record), version=stored.version)


@api.patch("/ai-text-questions/{aiTextQuestionId}", answer=AiTextQuestionAnswer, body=ChangeAiTextQuestion)
def change_ai_text_question(call: Call[ChangeAiTextQuestion, TeamQuery]) -> Answer:
    """Change the members of an AI text question that are supplied; AI interviewers then ask it as it is."""

    def change(stored: Stored[AiTextQuestion], transaction: Transaction) -> AiTextQuestion:
        call.check_version(stored.version)
        question = stored.record.changed(**call.body.supplied(), updated_at=call.moment)
        if asks_otherwise(stored.record, question):
            content.refresh_personas(transaction, question, call.now)
        return question

    stored = records().change(AI_TEXT_QUESTION, call.team.team_id, call.path["aiTextQuestionId"], change)
    return Answer(AiTextQuestionAnswer(ai_text_question=stored.record), version=stored.version)


@api.delete("/ai-text-questions/{aiTextQuestionId}", answer=ArchivedAiTextQuestion)
def archive_ai_text_question(call: Call[NoBody, TeamQuery]) -> ArchivedAiTextQuestion:
    """Archive an AI text question; it stays readable, and interviews go on asking it."""
    question = content.archive(AI_TEXT_QUESTION, call, call.path["aiTextQuestionId"])
    return ArchivedAiTextQuestion(ai_text_question=question)
