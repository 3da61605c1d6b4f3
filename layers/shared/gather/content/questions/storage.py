"""Questions of every kind, read together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gather.content.ai_text_questions.storage import AI_TEXT_QUESTION
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.questions.asked_question import AskedQuestion, QuestionKind
from gather.content.questions.models import Question
from gather.content.survey_questions.storage import SURVEY_QUESTION
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kind import Kind
from gather.table.store import Table


def list_questions(table: Table, team_id: str, asked: Sequence[AskedQuestion]) -> list[Question]:
    """The questions that are asked, in their order. One round trip for each hundred.

    A question stays readable when it is archived; one that was removed is left out.
    """
    return questions_among(table.get_many(question_key(team_id, each) for each in asked), team_id, asked)


def questions_among(
    found: Mapping[keys.Key, Item], team_id: str, asked: Iterable[AskedQuestion]
) -> list[Question]:
    """Those of the questions that were read, in their order."""
    return [
        Question(each, _KINDS[each.kind].model.model_validate(found[question_key(team_id, each)]))
        for each in asked
        if question_key(team_id, each) in found
    ]


_KINDS: Mapping[QuestionKind, Kind[Any]] = {
    QuestionKind.AUDIO: AUDIO_QUESTION,
    QuestionKind.AI_TEXT: AI_TEXT_QUESTION,
    QuestionKind.SURVEY: SURVEY_QUESTION,
}


def question_key(team_id: str, asked: AskedQuestion) -> keys.Key:
    """The primary key of a question's record."""
    return _KINDS[asked.kind].key(team_id, asked.id)
