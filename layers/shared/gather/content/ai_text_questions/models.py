"""The questions that an AI interviewer asks in words (interface: AI text questions, rule 1)."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from gather.core.caller import TeamScope
from gather.core.characters import has_a_word
from gather.core.formats import Text, Title
from gather.core.model import UNSET, RequestModel
from gather.core.record import TeamRecord, common_fields


def _has_a_word(text: str) -> str:
    if not has_a_word(text):
        raise ValueError("must hold at least one word")
    return text


WORD = r"[^\s!-/:-@\[-`{-~]"
"""The pattern by which documents describe a text with a word: neither space nor punctuation of ASCII."""

_WORD_SCHEMA = {"pattern": WORD}
QuestionText = Annotated[Text, AfterValidator(_has_a_word), Field(json_schema_extra=_WORD_SCHEMA)]
"""The text of a question: up to 10,000 characters, at least one word."""


class AiTextQuestion(TeamRecord):
    """A question that is asked in words; `title` is its name, `question_text` the question itself."""

    title: str
    """The name that the team gives the question."""
    description: str | None = None
    """A note that only the team sees."""
    question_text: str
    """The question that candidates are asked. It holds at least one word."""

    def has_wording_of(self, other: "AiTextQuestion") -> bool:
        """Whether an AI interviewer asks this question in the same words as `other`."""
        return (self.title, self.question_text) == (other.title, other.question_text)


class CreateAiTextQuestion(RequestModel):
    """Body of POST /ai-text-questions."""

    title: Title
    description: Text | None = None
    question_text: QuestionText


class ChangeAiTextQuestion(RequestModel):
    """Body of PATCH /ai-text-questions/{aiTextQuestionId}."""

    title: Title = UNSET
    description: Text | None = None
    question_text: QuestionText = UNSET


def new_ai_text_question(request: CreateAiTextQuestion, scope: TeamScope, now: datetime) -> AiTextQuestion:
    """A new AI text question from a request."""
    return AiTextQuestion(**common_fields(scope, now), **request.supplied())
