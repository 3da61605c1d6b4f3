"""The use cases of AI text questions.

question = service.create(records, team, request, now=now)
stored = service.update(records, team, change, question.id, now=now, precondition=Precondition())
"""

from datetime import datetime

from gather.content.ai_text_questions.models import (
    AiTextQuestion,
    ChangeAiTextQuestion,
    CreateAiTextQuestion,
    new_ai_text_question,
)
from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.questions import service as question_service
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.precondition import Precondition
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(
    records: Records, team: TeamScope, request: CreateAiTextQuestion, *, now: datetime
) -> AiTextQuestion:
    """Create the AI text question that the request asks for."""
    return question_service.create(records, AI_TEXT_QUESTION, new_ai_text_question(request, team, now))


def update(
    records: Records,
    team: TeamScope,
    request: ChangeAiTextQuestion,
    question_id: str,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[AiTextQuestion]:
    """Change an AI text question; its personas follow when it is asked in other words.

    Raises NotFound, PreconditionFailed, Conflict.
    """

    def change(before: AiTextQuestion, unit: UnitOfWork) -> AiTextQuestion:
        question = before.changed(**request.supplied(), updated_at=timestamp(now))
        if not question.has_wording_of(before):
            question_service.send_persona_refresh(unit, question, now)
        return question

    return question_service.update(
        records, AI_TEXT_QUESTION, team, question_id, change, precondition=precondition
    )
