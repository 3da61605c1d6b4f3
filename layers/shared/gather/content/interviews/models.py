"""Interviews: the questions for candidates, in order, and their settings (interface: Interviews, rule 1)."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from math import ceil
from typing import Annotated

from pydantic import ConfigDict, Field

from gather.content.interviews.ai_interview import AiConfiguration, ReplicaOfInterview, conversational_context
from gather.core.errors import Conflict, ValidationFailed
from gather.core.formats import RecordId
from gather.core.model import LeftOutWhenNull, Model
from gather.core.record import TeamRecord

MOST_QUESTIONS = 100
MOST_KEYWORDS = 200
MOST_SUBSCRIBERS = 100
MOST_KNOWLEDGE_BASES = 100


class InterviewType(StrEnum):
    """The kind of interviewer. Questionnaires come from the dashboard only."""

    STANDARD = "standard"
    AI_INTERVIEWER = "ai_interviewer"
    QUESTIONNAIRE = "questionnaire"


class InterviewStatus(IntEnum):
    """Interface: Interviews, rule 2."""

    ACTIVE = 0
    PAUSED = 1
    CLOSED = 2
    ARCHIVED = 3

    @property
    def label(self) -> str:
        """The status as messages name it, such as `1 (Paused)`."""
        return f"{self.value} ({self.name.capitalize()})"

    @property
    def takes_answers(self) -> bool:
        """Whether candidates who are invited can answer."""
        return self not in (InterviewStatus.PAUSED, InterviewStatus.CLOSED)

    def check_transition(self, wanted: "InterviewStatus") -> None:
        """Check that a PATCH may set `wanted` in place of this one. Raises ValidationFailed, naming both."""
        if wanted != self and wanted not in TRANSITIONS[self]:
            raise ValidationFailed.of("status", f"cannot change from {self.label} to {wanted.label}")


TRANSITIONS: Mapping[InterviewStatus, frozenset[InterviewStatus]] = {
    InterviewStatus.ACTIVE: frozenset({InterviewStatus.PAUSED, InterviewStatus.CLOSED}),
    InterviewStatus.PAUSED: frozenset({InterviewStatus.ACTIVE, InterviewStatus.CLOSED}),
    InterviewStatus.CLOSED: frozenset({InterviewStatus.ACTIVE}),
    InterviewStatus.ARCHIVED: frozenset(),
}
"""Which status a PATCH may set from which; archived is reached by DELETE alone.

Interface: Interviews, rule 2.
"""


class InterviewSurveyQuestion(Model):
    """A survey question of an interview; `knockout` overrides the question's own where given."""

    model_config = ConfigDict(strict=True)

    id: RecordId
    """The survey question."""
    knockout: bool | None = None
    """Whether a wrong answer rules the candidate out."""


class Interview(TeamRecord):
    """An interview as lists show it. `audio_only` and `replica_id` are those of an AI interview's
    configuration; other interviews do not have them."""

    title: str
    """The name that the team gives the interview."""
    display_name: str
    """The title that candidates see."""
    interview_type: InterviewType
    """The kind of interview; it never changes."""
    status: InterviewStatus = InterviewStatus.ACTIVE
    """The interview's status: 0 is active, 1 paused, 2 closed, 3 archived."""
    description: str | None = None
    """The text that candidates read about the interview."""
    description_url: str | None = None
    """Address of a file with the description."""
    description_file_name: str | None = None
    """Name of the file with the description."""
    language: str = "en"
    """Language of the interview, a BCP 47 code such as `en`."""
    resume: bool = False
    """Whether candidates are asked for a resume."""
    web_only: bool = False
    """Whether candidates may take the interview in a browser alone."""
    message_group_id: str | None = None
    """The messages that candidates get; the team's default group unless sent."""
    narrator_id: str | None = None
    """The voice that speaks the questions."""
    audio_only: Annotated[bool | None, LeftOutWhenNull] = None
    """Whether candidates answer by sound alone."""
    replica_id: Annotated[str | None, LeftOutWhenNull] = None
    """The replica that candidates meet; null for none."""

    def check_takes_candidates(self) -> None:
        """Check that candidates can be invited to the interview now. Raises Conflict."""
        if self.status is not InterviewStatus.ACTIVE:
            raise Conflict(f"The interview is {self.status.name.casefold()} and takes no candidates.")

    def check_takes_answers(self) -> None:
        """Check that invited candidates can answer now: an archived interview stays part of their way. Raises
        Conflict."""
        if not self.status.takes_answers:
            raise Conflict(f"The interview is {self.status.name.casefold()} and takes no answers.")


class InterviewSummary(TeamRecord):
    """An interview that a workflow's step may name, by its type."""

    title: str
    display_name: str
    interview_type: InterviewType
    status: InterviewStatus
    language: str


class InterviewDetail(Interview):
    """An interview as the single get, create and update return it (interface: Interviews, rule 3)."""

    question_ids: tuple[str, ...] = ()
    """The audio questions, in the order in which they are asked."""
    survey_questions: tuple[InterviewSurveyQuestion, ...] = ()
    """The survey questions, in the order in which they are asked."""
    ai_text_question_ids: tuple[str, ...] = ()
    """The AI text questions, in the order in which they are asked."""
    keywords: tuple[str, ...] = ()
    """Words that the interview is found by."""
    notification_subscribers: tuple[str, ...] = ()
    """The users who get an e-mail when a candidate has completed."""
    audio_message_id: str | None = None
    """The recording that welcomes candidates; null for none."""
    audio_message_url: str | None = Field(default=None, alias="audioMessageURL")
    """Address of the recording that welcomes candidates; null for none."""
    audio_message_title: str | None = None
    """Title of the recording that welcomes candidates; null for none."""
    job_description_text: str | None = None
    """The job's description, which the service answers candidates' questions from."""
    welcome_info: str | None = None
    """The text that candidates read or hear before the first question."""
    knowledge_base_ids: tuple[str, ...] = ()
    """The knowledge bases that candidates' questions are answered from."""
    ai_configuration: Annotated[AiConfiguration | None, LeftOutWhenNull] = None
    """The settings of the AI interviewer; null for other interviews."""

    @property
    def question_count(self) -> int:
        """How many questions a candidate is asked."""
        return len(self.question_ids) + len(self.survey_questions) + len(self.ai_text_question_ids)

    @property
    def minutes(self) -> int:
        """About how many minutes a candidate needs, in steps of five.

        A spoken question takes two, a written one three, two questions of a survey one.
        """
        needed = (
            2 * len(self.question_ids) + 3 * len(self.ai_text_question_ids) + len(self.survey_questions) / 2
        )
        return max(5, 5 * ceil(needed / 5))

    def archive(self, moment: str) -> "InterviewDetail":
        """The interview archived, or as it is when it was archived before."""
        if self.archived_at is not None:
            return self
        return self.changed(status=InterviewStatus.ARCHIVED, archived_at=moment, updated_at=moment)

    def set_replica(self, replica: ReplicaOfInterview) -> "InterviewDetail":
        """The AI interview with the replica that its configuration names; any other as it is."""
        if self.ai_configuration is None:
            return self
        return self.changed(ai_configuration=self.ai_configuration.changed(replica=replica))

    def configure(self, configuration: AiConfiguration) -> "InterviewDetail":
        """The AI interview with its configuration, and with the members that follow from the two of them."""
        context = conversational_context(
            self.display_name,
            configuration.language,
            self.job_description_text,
            self.welcome_info,
        )
        return self.changed(
            ai_configuration=configuration.changed(conversational_context=context),
            audio_only=configuration.audio_only,
            replica_id=configuration.replica_id,
        )
