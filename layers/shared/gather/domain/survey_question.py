"""Survey questions: written and multiple-choice ones (interface: Survey question)."""

from enum import StrEnum

from pydantic import Field

from gather.domain.model import Model
from gather.domain.record import TeamRecord


class SurveyType(StrEnum):
    """How a survey question is answered."""

    FREE_TEXT = "FREE_TEXT"
    YES_NO = "YES_NO"
    THUMBS_UP_DOWN = "THUMBS_UP_DOWN"
    MULTIPLE_CHOICE = "MULTIPLE_CHOICE"
    MULTIPLE_CHOICE_WEIGHTED = "MULTIPLE_CHOICE_WEIGHTED"
    MULTIPLE_CHOICE_MULTIPLE_ANSWER = "MULTIPLE_CHOICE_MULTIPLE_ANSWER"


class SurveyOption(Model):
    """A choice (answers: Records, survey option)."""

    id: str
    title: str
    weight: float | None = None
    preferred: bool = False
    position: int


class SurveyQuestion(TeamRecord):
    """A question that is answered by text or by choice."""

    type: SurveyType
    title: str
    include_scoring: bool = False
    knockout: bool = False
    select_all_for_full_score: bool = False
    max_character_length: int | None = None
    supporting_video_url: str | None = Field(default=None, alias="supportingVideoURL")
    preferred_option: bool | None = None
    options: tuple[SurveyOption, ...] = ()
