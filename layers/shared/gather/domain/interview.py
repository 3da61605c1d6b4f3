"""Interviews: what a candidate is asked, in order, and how (interface: Interview)."""

from enum import IntEnum, StrEnum

from pydantic import Field

from gather.domain.model import Model
from gather.domain.record import TeamRecord


class InterviewType(StrEnum):
    """Who asks. Questionnaires come from the dashboard only."""

    STANDARD = "standard"
    AI_INTERVIEWER = "ai_interviewer"
    QUESTIONNAIRE = "questionnaire"


class InterviewStatus(IntEnum):
    """Interface: Interview status."""

    ACTIVE = 0
    PAUSED = 1
    CLOSED = 2
    ARCHIVED = 3


class InterviewSurveyQuestion(Model):
    """A survey question of an interview; `knockout` overrides the question's own where given."""

    id: str
    knockout: bool | None = None


class Interview(TeamRecord):
    """An interview as lists show it."""

    title: str
    display_name: str
    interview_type: InterviewType
    status: InterviewStatus = InterviewStatus.ACTIVE
    description: str | None = None
    description_url: str | None = None
    description_file_name: str | None = None
    language: str = "en"
    resume: bool = False
    web_only: bool = False
    message_group_id: str | None = None
    narrator_id: str | None = None


class InterviewDetail(Interview):
    """An interview as the single get, create and update answer it (answers: Records, interview)."""

    question_ids: tuple[str, ...] = ()
    survey_questions: tuple[InterviewSurveyQuestion, ...] = ()
    ai_text_question_ids: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    notification_subscribers: tuple[str, ...] = ()
    audio_message_id: str | None = None
    audio_message_url: str | None = Field(default=None, alias="audioMessageURL")
    audio_message_title: str | None = None
    job_description_text: str | None = None
    welcome_info: str | None = None
    knowledge_base_ids: tuple[str, ...] = ()
