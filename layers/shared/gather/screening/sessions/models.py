"""The candidate's side: what a candidate is shown, and which answers fit which question."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gather.content.interviews.models import InterviewDetail, InterviewType
from gather.content.questions.asked_question import QuestionKind
from gather.content.questions.models import Question
from gather.content.survey_questions.models import SurveyType
from gather.core.characters import is_blank
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import RecordId
from gather.core.media_type import one_of, plain_type, type_schema
from gather.core.model import LeftOutWhenNull, Model, RequestModel
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews.consent import Consent
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.conversations.models import InterviewConversation
from gather.screening.conversations.requests import ConversationSummary, summary_of
from gather.screening.recordings.media_keys import RECORDING_TYPES
from gather.screening.resumes.models import AskedResume, GivenResume
from gather.tenancy.teams.models import Branding

LONGEST_ANSWER = 20_000
LARGEST_RECORDING_BYTES = 200 * 1024 * 1024
MOST_RECORDINGS = 100

_MEMBERS = ("text", "value", "optionIds", "mediaId")


def _yes_no_or_thumb(value: object) -> object:
    if value is None or isinstance(value, bool) or value in ("up", "down"):
        return value
    raise ValueError('must be true, false, "up" or "down"')


GivenValue = Annotated[bool | Literal["up", "down"], BeforeValidator(_yes_no_or_thumb)]


class AnswerRequest(RequestModel):
    """Body of PUT /screening/{inviteToken}/answers/{questionId}: the one member that the question takes."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_ANSWER)] | None = None
    """The answer in writing, not blank: to a `FREE_TEXT` question within its `maxCharacterLength`, and to a
    question that could be answered aloud."""
    value: GivenValue | None = None
    """`true` or `false` for `YES_NO`, `up` or `down` for `THUMBS_UP_DOWN`."""
    option_ids: Annotated[list[RecordId], Field(max_length=100)] | None = None
    """The options chosen, of the question's own: exactly one for `MULTIPLE_CHOICE` and
    `MULTIPLE_CHOICE_WEIGHTED`, at least one, each once, for `MULTIPLE_CHOICE_MULTIPLE_ANSWER`."""
    media_id: RecordId | None = None
    """The recording of an answer aloud, uploaded before."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if sum(raw.get(member) is not None for member in _MEMBERS) != 1:
            yield Fault("body", f"must have exactly one of {', '.join(_MEMBERS)}")


class RecordingRequest(RequestModel):
    """Body of POST /screening/{inviteToken}/media; `size` in bytes."""

    content_type: Annotated[
        str, AfterValidator(one_of(RECORDING_TYPES)), Field(json_schema_extra=type_schema(RECORDING_TYPES))
    ]
    """The recording's media type, such as `audio/webm`."""
    size: Annotated[int, Field(ge=1, le=LARGEST_RECORDING_BYTES)]
    """The recording's size in bytes."""


class StoredContent(Protocol):
    """The size and the type of a recording, as the media store tells them."""

    @property
    def size(self) -> int: ...

    @property
    def content_type(self) -> str: ...


class Recording(Model):
    """A recording that a candidate announced; `media_id` is unguessable, for it leads to the content."""

    media_id: str
    content_type: str
    size: int

    def check_uploaded(self, stored: StoredContent | None) -> None:
        """Raises ValidationFailed while a recording is not uploaded, or is not what was announced.

        S3 refuses an upload of another type or length than was signed. The check does not rely on it.
        """
        if stored is None:
            raise ValidationFailed.of("mediaId", "names a recording that was not uploaded yet")
        if stored.size > self.size:
            raise ValidationFailed.of("mediaId", "names a recording that is larger than was announced")
        if plain_type(stored.content_type) != plain_type(self.content_type):
            raise ValidationFailed.of("mediaId", "names a recording of another type than was announced")


class ScreeningOption(Model):
    """A choice as a candidate sees it: no weight, nothing preferred."""

    id: str
    """The id of the record, a UUID."""
    title: str
    """The text that candidates see."""
    position: int
    """The option's place, counted from 0."""


class GivenAnswer(Model):
    """An answer as the candidate's page shows it."""

    question_id: str
    """The question."""
    kind: QuestionKind
    text: str | None = None
    value: bool | str | None = None
    option_ids: tuple[str, ...] | None = None
    media_id: str | None = None
    answered_at: str
    """When the answer was given: ISO 8601 in UTC."""


class ScreeningQuestion(Model):
    """A question as a candidate sees it: nothing in it helps to cheat.

    `question_script` is what is asked, word for word, where the title is not: the script of an audio
    question, the text of an AI text question.
    """

    id: str
    kind: QuestionKind
    """The kind of question."""
    title: str
    audio_url: str | None = None
    """Address of the spoken question; null when there is none."""
    question_script: str | None = None
    """The question's text; null for a recording without a script."""
    type: SurveyType | None = None
    """The kind of survey question; null for other questions."""
    options: tuple[ScreeningOption, ...] | None = None
    """The options to choose from, in their order."""
    max_character_length: int | None = None
    """How many characters a written answer may have; null for other questions."""
    supporting_video_url: str | None = Field(default=None, alias="supportingVideoURL")
    """Address of a video that belongs to the question; null for none."""
    answered: bool
    """Whether the question has been answered."""
    answered_at: str | None = None
    """When it was answered last: ISO 8601 in UTC; null before."""


class InterviewAbout(Model):
    """The text before the start: what the interview is for and what it takes."""

    minutes: int
    """About how many minutes it takes."""
    scored: bool
    """Whether an AI scores the answers; false for practice and coaching."""
    ends_by_score: bool = False
    """Whether a low score can end the application without a person."""
    web_only: bool = False
    """Whether the answers are given in a browser alone, and never by telephone or in an app."""
    description: str | None = None
    """The team's words about the interview and the job; null for none."""
    description_url: str | None = None
    """Address of a file with the description; null for none."""
    description_file_name: str | None = None
    """Name of the file with the description."""
    audio_message_url: str | None = Field(default=None, alias="audioMessageURL")
    """Address of a recording that welcomes candidates; null for none."""
    audio_message_title: str | None = None
    """Title of the recording that welcomes candidates."""


class Screening(Model):
    """The content of a candidate's page. `conversation` is there for interviews that an AI interviewer holds.

    `consent` is what the page asks for before anything else.
    """

    status: CandidateInterviewStatus | None
    """The status of the candidate interview."""
    takes_answers: bool = True
    """Whether the interview takes answers; false while it is paused or closed."""
    expiry: str
    """Until when the candidate can answer: ISO 8601 in UTC."""
    display_name: str
    """The interview's title."""
    language: str
    """Language of the interview, a BCP 47 code."""
    branding: Branding
    """Colors and images of the team."""
    candidate_first_name: str
    """The candidate's first name."""
    consent: Consent
    """The text that the candidate agrees to, and whether that was done."""
    interview_type: InterviewType
    """The kind of interview."""
    conversation: Annotated[ConversationSummary | None, LeftOutWhenNull] = None
    """How far the conversation is; absent for interviews without one."""
    questions: tuple[ScreeningQuestion, ...]
    """The questions, in their order."""
    about: Annotated[InterviewAbout | None, LeftOutWhenNull] = None
    """The text that is read before the start."""
    resume: Annotated[AskedResume | None, LeftOutWhenNull] = None
    """The files that may be handed in as a résumé; absent where none is asked for."""
    external_redirect_uri: str | None = None
    """Where the candidate is sent after the completion; null for nowhere."""


def build_screening(
    record: CandidateInterviewRecord,
    interview: InterviewDetail,
    branding: Branding,
    first_name: str,
    questions: Sequence[Question],
    answers: Mapping[str, StoredAnswer],
    conversation: InterviewConversation | None = None,
    *,
    consent: Consent,
    resume: GivenResume | None = None,
) -> Screening:
    """The page of a candidate interview. `answers` are those that were given, by the question's id."""
    spoken = sum(question.survey is None for question in questions)
    is_conversation = interview.interview_type is InterviewType.AI_INTERVIEWER
    return Screening(
        status=record.status,
        takes_answers=interview.status.takes_answers,
        expiry=record.expiry,
        display_name=interview.display_name,
        language=interview.language,
        branding=branding,
        candidate_first_name=first_name,
        consent=consent,
        interview_type=interview.interview_type,
        conversation=summary_of(conversation, spoken) if is_conversation else None,
        questions=tuple(_shown(question, answers.get(question.id)) for question in questions),
        about=InterviewAbout(
            minutes=interview.minutes,
            scored=record.is_judged,
            ends_by_score=record.ends_by_score,
            web_only=interview.web_only,
            description=interview.description,
            description_url=interview.description_url,
            description_file_name=interview.description_file_name,
            audio_message_url=interview.audio_message_url,
            audio_message_title=interview.audio_message_title,
        ),
        resume=AskedResume(given=resume) if interview.resume or resume else None,
        external_redirect_uri=record.external_redirect_uri,
    )


def _shown(question: Question, answer: StoredAnswer | None) -> ScreeningQuestion:
    survey = question.survey
    options = survey.options if survey and survey.options else None
    return ScreeningQuestion(
        id=question.id,
        kind=question.asked.kind,
        title=question.title,
        audio_url=question.audio_url,
        question_script=question.script,
        type=survey.type if survey else None,
        options=tuple(_shown_option(each.id, each.title, each.position) for each in options)
        if options
        else None,
        max_character_length=survey.max_character_length if survey else None,
        supporting_video_url=survey.supporting_video_url if survey else None,
        answered=answer is not None,
        answered_at=answer.answered_at if answer else None,
    )


def _shown_option(identifier: str, title: str, position: int) -> ScreeningOption:
    return ScreeningOption(id=identifier, title=title, position=position)


def answer_to(question: Question, request: AnswerRequest, moment: str) -> StoredAnswer:
    """The answer that a request gives to a question. Raises ValidationFailed when it does not fit."""
    kind = question.survey.type if question.survey else None
    fault = _CHECKS[kind](question, request)
    if fault is not None:
        raise ValidationFailed([fault])
    return StoredAnswer(
        question_id=question.id,
        kind=question.asked.kind,
        text=request.text,
        value=request.value,
        option_ids=None if request.option_ids is None else tuple(request.option_ids),
        media_id=request.media_id,
        answered_at=moment,
    )


def missing_answers(questions: Sequence[Question], answered: Iterable[str]) -> list[Fault]:
    """A fault for each question that has no answer; every one is required."""
    done = set(answered)
    return [
        Fault(f"answers.{question.id}", f"the question “{question.title}” has no answer")
        for question in questions
        if question.id not in done
    ]


def _spoken_or_written(_question: Question, request: AnswerRequest) -> Fault | None:
    if request.media_id is not None:
        return None
    return _written(_question, request)


def _written(question: Question, request: AnswerRequest) -> Fault | None:
    if request.text is None:
        return Fault("text", "is required for this question")
    if is_blank(request.text):
        return Fault("text", "must not be blank")
    limit = question.survey.max_character_length if question.survey else None
    if limit is not None and len(request.text) > limit:
        return Fault("text", f"must have at most {limit} characters")
    return None


def _yes_or_no(_question: Question, request: AnswerRequest) -> Fault | None:
    return None if isinstance(request.value, bool) else Fault("value", "must be true or false")


def _thumb(_question: Question, request: AnswerRequest) -> Fault | None:
    return None if request.value in ("up", "down") else Fault("value", 'must be "up" or "down"')


def _one_choice(question: Question, request: AnswerRequest) -> Fault | None:
    if request.option_ids is None or len(request.option_ids) != 1:
        return Fault("optionIds", "must name exactly one option")
    return _known_options(question, request.option_ids)


def _choices(question: Question, request: AnswerRequest) -> Fault | None:
    if not request.option_ids or len(set(request.option_ids)) != len(request.option_ids):
        return Fault("optionIds", "must name at least one option, each once")
    return _known_options(question, request.option_ids)


def _known_options(question: Question, option_ids: Sequence[str]) -> Fault | None:
    known = {option.id for option in question.survey.options} if question.survey else set()
    for position, option_id in enumerate(option_ids):
        if option_id not in known:
            return Fault(f"optionIds[{position}]", "is no option of this question")
    return None


_CHECKS: Mapping[SurveyType | None, Callable[[Question, AnswerRequest], Fault | None]] = {
    None: _spoken_or_written,
    SurveyType.FREE_TEXT: _written,
    SurveyType.YES_NO: _yes_or_no,
    SurveyType.THUMBS_UP_DOWN: _thumb,
    SurveyType.MULTIPLE_CHOICE: _one_choice,
    SurveyType.MULTIPLE_CHOICE_WEIGHTED: _one_choice,
    SurveyType.MULTIPLE_CHOICE_MULTIPLE_ANSWER: _choices,
}
"""Which answers fit which type; None stands for questions that are spoken to: audio and AI text ones."""
