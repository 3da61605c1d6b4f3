"""The questions of an interview as a candidate meets them: which, in which order, of which kind."""

from enum import StrEnum

from gather.core.model import Model


class QuestionKind(StrEnum):
    """The kind of a question."""

    AUDIO = "audio"
    SURVEY = "survey"
    AI_TEXT = "ai_text"


class AskedQuestion(Model):
    """A question that a candidate who has begun is asked; `knockout` is the interview's word on it."""

    id: str
    kind: QuestionKind
    knockout: bool | None = None
