"""Interviews: what a candidate is asked, in order, and how (interface: Interview)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints

from gather.domain.caller import TeamScope
from gather.domain.model import (
    UNSET,
    HttpUrl,
    LanguageCode,
    Model,
    RecordId,
    RequestModel,
    ShortText,
    Text,
    Title,
)
from gather.domain.record import TeamRecord, common_fields
from gather.errors import Fault, ValidationFailed
from gather.identifiers import new_id

MOST_QUESTIONS = 100
MOST_KEYWORDS = 200
MOST_SUBSCRIBERS = 100


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


TRANSITIONS: Mapping[InterviewStatus, frozenset[InterviewStatus]] = {
    InterviewStatus.ACTIVE: frozenset({InterviewStatus.PAUSED, InterviewStatus.CLOSED}),
    InterviewStatus.PAUSED: frozenset({InterviewStatus.ACTIVE, InterviewStatus.CLOSED}),
    InterviewStatus.CLOSED: frozenset({InterviewStatus.ACTIVE}),
    InterviewStatus.ARCHIVED: frozenset(),
}
"""Which status a PATCH may set from which; archived is reached by DELETE alone (answers: States)."""


class InterviewSurveyQuestion(Model):
    """A survey question of an interview; `knockout` overrides the question's own where given."""

    model_config = ConfigDict(strict=True)

    id: RecordId
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

    @property
    def question_count(self) -> int:
        """How many questions a candidate is asked."""
        return len(self.question_ids) + len(self.survey_questions) + len(self.ai_text_question_ids)


def _may_be_created(value: object) -> object:
    if value != InterviewType.STANDARD:
        raise ValueError("must be standard, the type that may be created now")
    return value


def _may_be_patched(value: object) -> object:
    if isinstance(value, bool) or value not in (0, 1, 2):
        raise ValueError("must be 0 (Active), 1 (Paused) or 2 (Closed); DELETE archives an interview")
    return value


CreatableType = Annotated[Literal[InterviewType.STANDARD], BeforeValidator(_may_be_created)]
PatchableStatus = Annotated[InterviewStatus, BeforeValidator(_may_be_patched)]
Keyword = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Keywords = Annotated[tuple[Keyword, ...], Field(max_length=MOST_KEYWORDS)]
QuestionIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_QUESTIONS)]
SurveyQuestions = Annotated[tuple[InterviewSurveyQuestion, ...], Field(max_length=MOST_QUESTIONS)]
Subscribers = Annotated[tuple[RecordId, ...], Field(max_length=MOST_SUBSCRIBERS)]


class CreateInterview(RequestModel):
    """Body of POST /interviews."""

    title: Title
    display_name: Title
    interview_type: CreatableType
    description: Text | None = None
    description_url: HttpUrl | None = None
    description_file_name: ShortText | None = None
    language: LanguageCode = "en"
    question_ids: QuestionIds = ()
    survey_questions: SurveyQuestions = ()
    message_group_id: RecordId | None = None
    narrator_id: RecordId | None = None
    resume: bool = False
    web_only: bool = False
    keywords: Keywords = ()
    notification_subscribers: Subscribers = ()
    audio_message_url: HttpUrl | None = Field(default=None, alias="audioMessageURL")
    audio_message_title: ShortText | None = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Each question is asked once, and there are not too many."""
        return question_faults(raw)


class ChangeInterview(RequestModel):
    """Body of PATCH /interviews/{interviewId}.

    `question_ids`, `survey_questions` and `notification_subscribers` replace the whole list; `keywords`
    are added to those there are, `removed_keywords` taken away.
    """

    title: Title = UNSET
    display_name: Title = UNSET
    status: PatchableStatus = UNSET
    description: Text | None = None
    description_url: HttpUrl | None = None
    description_file_name: ShortText | None = None
    language: LanguageCode = UNSET
    question_ids: QuestionIds = UNSET
    survey_questions: SurveyQuestions = UNSET
    message_group_id: RecordId | None = None
    narrator_id: RecordId | None = None
    resume: bool = UNSET
    web_only: bool = UNSET
    keywords: Keywords = UNSET
    removed_keywords: Keywords = UNSET
    notification_subscribers: Subscribers = UNSET
    audio_message_id: RecordId | None = None
    audio_message_url: HttpUrl | None = Field(default=None, alias="audioMessageURL")
    audio_message_title: ShortText | None = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Each question is asked once, and there are not too many."""
        return question_faults(raw)


def question_faults(raw: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with the questions of a body as a whole: repeated ones, or too many."""
    questions = _list_of(raw, "questionIds")
    surveys = [
        entry.get("id") if isinstance(entry, Mapping) else None for entry in _list_of(raw, "surveyQuestions")
    ]
    faults = _repeated(questions, "questionIds[{}]") + _repeated(surveys, "surveyQuestions[{}].id")
    if max(len(questions), len(surveys)) <= MOST_QUESTIONS < len(questions) + len(surveys):
        faults.append(_too_many_questions())
    return faults


def _too_many_questions() -> Fault:
    return Fault("questionIds", f"an interview has at most {MOST_QUESTIONS} questions, survey ones included")


def _list_of(raw: Mapping[str, Any], name: str) -> list[Any]:
    value = raw.get(name)
    return value if isinstance(value, list) else []


def _repeated(ids: Sequence[object], path: str) -> list[Fault]:
    return [
        Fault(path.format(position), "names a question that is in the list already")
        for position, identifier in enumerate(ids)
        if isinstance(identifier, str) and identifier in ids[:position]
    ]


def new_interview(
    request: CreateInterview, scope: TeamScope, now: datetime, default_message_group_id: str | None
) -> InterviewDetail:
    """The interview that a POST asks for, with the team's default message group unless it names one."""
    fields = request.supplied()
    fields["keywords"] = tuple(dict.fromkeys(request.keywords))
    fields["notification_subscribers"] = tuple(dict.fromkeys(request.notification_subscribers))
    fields["message_group_id"] = request.message_group_id or default_message_group_id
    fields["audio_message_id"] = new_id() if request.audio_message_url else None
    return InterviewDetail(**common_fields(scope, now), **fields)


def changed_interview(interview: InterviewDetail, change: ChangeInterview, moment: str) -> InterviewDetail:
    """The interview with a PATCH applied; the same one when nothing is different.

    Raises ValidationFailed for a status that cannot follow the present one, and for too many questions.
    """
    fields = change.supplied()
    fields["keywords"] = _keywords(
        interview.keywords, fields.pop("keywords", ()), fields.pop("removed_keywords", ())
    )
    if "notification_subscribers" in fields:
        fields["notification_subscribers"] = tuple(dict.fromkeys(fields["notification_subscribers"]))
    if "audio_message_url" in fields and "audio_message_id" not in fields:
        fields["audio_message_id"] = _audio_message_id(interview, fields["audio_message_url"])
    check_transition(interview.status, fields.get("status", interview.status))
    changed = interview.changed(**fields)
    if changed.question_count > MOST_QUESTIONS:
        raise ValidationFailed([_too_many_questions()])
    return interview if changed == interview else changed.changed(updated_at=moment)


def _keywords(present: tuple[str, ...], added: tuple[str, ...], removed: tuple[str, ...]) -> tuple[str, ...]:
    """Added ones join those there are; what is both added and removed is removed."""
    return tuple(keyword for keyword in dict.fromkeys((*present, *added)) if keyword not in removed)


def _audio_message_id(interview: InterviewDetail, url: str | None) -> str | None:
    if url is None:
        return None
    return interview.audio_message_id if url == interview.audio_message_url else new_id()


def check_transition(current: InterviewStatus, wanted: InterviewStatus) -> None:
    """Raises ValidationFailed, naming both statuses, when `wanted` cannot follow `current`."""
    if wanted != current and wanted not in TRANSITIONS[current]:
        raise ValidationFailed.of("status", f"cannot change from {_named(current)} to {_named(wanted)}")


def _named(status: InterviewStatus) -> str:
    return f"{status.value} ({status.name.capitalize()})"


def archived_interview(interview: InterviewDetail, moment: str) -> InterviewDetail:
    """The interview archived, or as it is when it was archived before."""
    if interview.archived_at is not None:
        return interview
    return interview.changed(status=InterviewStatus.ARCHIVED, archived_at=moment, updated_at=moment)
