"""The bodies of requests about interviews, and the interviews that follow from them.

Interface: Interviews, rules 2, 4 and 5; AI interviews, rules 1 to 3.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints, ValidationInfo
from pydantic_core import PydanticUseDefault

from gather.content.interviews.ai_interview import (
    AiConfigurationChange,
    AiConfigurationRequest,
    new_configuration,
)
from gather.content.interviews.models import (
    MOST_KEYWORDS,
    MOST_KNOWLEDGE_BASES,
    MOST_QUESTIONS,
    MOST_SUBSCRIBERS,
    InterviewDetail,
    InterviewStatus,
    InterviewSurveyQuestion,
    InterviewType,
)
from gather.content.scorecards.models import Topics, topic_faults
from gather.core.caller import TeamScope
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import (
    ONCE_EACH,
    ONE_LINE,
    VISIBLE,
    HttpUrl,
    LanguageCode,
    RecordId,
    ShortText,
    Text,
    Title,
)
from gather.core.identifiers import new_id
from gather.core.model import UNSET, RequestModel
from gather.core.record import common_fields
from gather.core.repetition import repeated, texts


def _may_be_created(value: object) -> object:
    if value not in list(InterviewType):
        raise ValueError(NO_TYPE_OF_KEYS)
    return value


def _may_be_patched(value: object) -> object:
    if isinstance(value, bool) or value not in (0, 1, 2):
        raise ValueError("must be 0 (Active), 1 (Paused) or 2 (Closed); DELETE archives an interview")
    return value


def _of_ai_interviews(value: object, info: ValidationInfo) -> object:
    """Leaves a member of AI interviews out of another one, whatever its value."""
    if info.data.get("interview_type") in (InterviewType.STANDARD, InterviewType.QUESTIONNAIRE):
        raise PydanticUseDefault
    # What passes through here counts as Python's, in which an array is no tuple.
    return tuple(value) if isinstance(value, list) and info.field_name in _TUPLES else value


_TUPLES = frozenset({"ai_text_question_ids", "knowledge_base_ids"})

NO_TYPE_OF_KEYS = "must be standard or ai_interviewer"
"""What is wrong with another type in a request with a key."""
CreatableType = Annotated[InterviewType, BeforeValidator(_may_be_created)]
PatchableStatus = Annotated[
    InterviewStatus, BeforeValidator(_may_be_patched), Field(json_schema_extra={"enum": [0, 1, 2]})
]
Keyword = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), ONE_LINE, VISIBLE
]
Keywords = Annotated[tuple[Keyword, ...], Field(max_length=MOST_KEYWORDS)]
QuestionIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_QUESTIONS)]
AskedIds = Annotated[QuestionIds, Field(json_schema_extra=ONCE_EACH)]
SurveyQuestions = Annotated[tuple[InterviewSurveyQuestion, ...], Field(max_length=MOST_QUESTIONS)]
Subscribers = Annotated[tuple[RecordId, ...], Field(max_length=MOST_SUBSCRIBERS)]
KnowledgeBaseIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_KNOWLEDGE_BASES)]
OfAiInterviews = BeforeValidator(_of_ai_interviews)

AI_INTERVIEW_MEMBERS = frozenset(
    {
        "ai_text_question_ids",
        "job_description_text",
        "welcome_info",
        "knowledge_base_ids",
        "score_card_topics",
        "ai_configuration",
    }
)
"""The members that only AI interviews have (interface: AI interviews, rule 3); others ignore them."""


class CreateInterview(RequestModel):
    """Body of POST /interviews. What only AI interviews have is ignored in others."""

    title: Title
    """The name that the team gives the interview."""
    display_name: Title
    interview_type: CreatableType
    """The kind of the interview. Only a person who has signed in makes a `questionnaire`, which has survey
    questions alone, and at least one."""
    description: Text | None = None
    description_url: HttpUrl | None = None
    description_file_name: ShortText | None = None
    language: LanguageCode = "en"
    question_ids: AskedIds = ()
    survey_questions: SurveyQuestions = ()
    message_group_id: RecordId | None = None
    narrator_id: RecordId | None = None
    resume: bool = False
    web_only: bool = False
    keywords: Keywords = ()
    notification_subscribers: Subscribers = ()
    audio_message_url: HttpUrl | None = Field(default=None, alias="audioMessageURL")
    audio_message_title: ShortText | None = None
    ai_text_question_ids: Annotated[AskedIds, OfAiInterviews] = ()
    job_description_text: Annotated[Text | None, OfAiInterviews] = None
    welcome_info: Annotated[Text | None, OfAiInterviews] = None
    knowledge_base_ids: Annotated[KnowledgeBaseIds, OfAiInterviews] = ()
    score_card_topics: Annotated[Topics | None, OfAiInterviews] = None
    """The topics of the interview's scorecard."""
    ai_configuration: Annotated[AiConfigurationRequest | None, OfAiInterviews] = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Each question is asked once, there are not too many, and an AI interview has its configuration."""
        if raw.get("interviewType") in (InterviewType.STANDARD, InterviewType.QUESTIONNAIRE):
            return question_faults({name: raw[name] for name in raw if name != "aiTextQuestionIds"})
        faults = [*question_faults(raw), *topic_faults("scoreCardTopics", raw.get("scoreCardTopics"))]
        if raw.get("interviewType") == InterviewType.AI_INTERVIEWER and raw.get("aiConfiguration") is None:
            faults.append(Fault("aiConfiguration.replicaId", "is required"))
        return faults

    def check_questionnaire(self) -> None:
        """Check that a questionnaire asks survey questions, and nothing else. Raises ValidationFailed."""
        if self.interview_type is not InterviewType.QUESTIONNAIRE:
            return
        if self.question_ids:
            raise ValidationFailed.of("questionIds", _SURVEY_QUESTIONS_ALONE)
        if not self.survey_questions:
            raise ValidationFailed.of("surveyQuestions", "must have at least one question")


class ChangeInterview(RequestModel):
    """Body of PATCH /interviews/{interviewId}.

    `question_ids`, `survey_questions`, `ai_text_question_ids`, `knowledge_base_ids` and
    `notification_subscribers` replace the whole list; `keywords` are added to those there are,
    `removed_keywords` taken away; `ai_configuration` is merged. What only AI interviews have is ignored
    for others.
    """

    title: Title = UNSET
    """The name that the team gives the interview."""
    display_name: Title = UNSET
    status: PatchableStatus = UNSET
    description: Text | None = None
    description_url: HttpUrl | None = None
    description_file_name: ShortText | None = None
    language: LanguageCode = UNSET
    question_ids: AskedIds = UNSET
    survey_questions: SurveyQuestions = UNSET
    message_group_id: RecordId | None = None
    narrator_id: RecordId | None = None
    resume: bool = UNSET
    web_only: bool = UNSET
    keywords: Keywords = UNSET
    removed_keywords: Keywords = UNSET
    """The keywords to take out."""
    notification_subscribers: Subscribers = UNSET
    audio_message_id: RecordId | None = None
    audio_message_url: HttpUrl | None = Field(default=None, alias="audioMessageURL")
    audio_message_title: ShortText | None = None
    ai_text_question_ids: AskedIds = UNSET
    job_description_text: Text | None = None
    welcome_info: Text | None = None
    knowledge_base_ids: KnowledgeBaseIds = UNSET
    ai_configuration: AiConfigurationChange = UNSET

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Each question is asked once, and there are not too many."""
        return question_faults(raw)

    def apply(self, interview: InterviewDetail, moment: str) -> InterviewDetail:
        """The interview after a PATCH; the same one when nothing is different.

        With another replica its configuration's `replica` is None, to be filled in (`set_replica`).
        Raises ValidationFailed for a status that cannot follow the present one, and for too many questions or
        keywords.
        """
        fields = self.supplied()
        if interview.interview_type is InterviewType.QUESTIONNAIRE and fields.get("question_ids"):
            raise ValidationFailed.of("questionIds", _SURVEY_QUESTIONS_ALONE)
        if interview.ai_configuration is None:
            fields = {name: value for name, value in fields.items() if name not in AI_INTERVIEW_MEMBERS}
        configuration_change = fields.pop("ai_configuration", None)
        fields["keywords"] = _keywords(
            interview.keywords, fields.pop("keywords", ()), fields.pop("removed_keywords", ())
        )
        for name in ("notification_subscribers", "knowledge_base_ids"):
            if name in fields:
                fields[name] = tuple(dict.fromkeys(fields[name]))
        if "audio_message_url" in fields and "audio_message_id" not in fields:
            fields["audio_message_id"] = _audio_message_id(interview, fields["audio_message_url"])
        interview.status.check_transition(fields.get("status", interview.status))
        changed = _configure(interview, interview.changed(**fields), configuration_change)
        if changed.question_count > MOST_QUESTIONS:
            raise ValidationFailed([_too_many_questions()])
        return interview if changed == interview else changed.changed(updated_at=moment)


def question_faults(raw: Mapping[str, Any]) -> list[Fault]:
    """The faults of a body's questions as a whole: repeated ones, or too many."""
    lists = {
        "questionIds[{}]": _list_of(raw, "questionIds"),
        "surveyQuestions[{}].id": [
            entry.get("id") if isinstance(entry, Mapping) else None
            for entry in _list_of(raw, "surveyQuestions")
        ],
        "aiTextQuestionIds[{}]": _list_of(raw, "aiTextQuestionIds"),
    }
    faults = [
        Fault(path.format(position), "names a question that is in the list already")
        for path, ids in lists.items()
        for position, _ in repeated(texts(ids))
    ]
    counts = [len(ids) for ids in lists.values()]
    if max(counts) <= MOST_QUESTIONS < sum(counts):
        faults.append(_too_many_questions())
    return faults


def _too_many_questions() -> Fault:
    return Fault("questionIds", f"an interview has at most {MOST_QUESTIONS} questions, all kinds together")


def _list_of(raw: Mapping[str, Any], name: str) -> list[Any]:
    value = raw.get(name)
    return value if isinstance(value, list) else []


_SURVEY_QUESTIONS_ALONE = "must be empty: a questionnaire has survey questions alone"


def new_interview(
    request: CreateInterview, scope: TeamScope, now: datetime, default_message_group_id: str | None
) -> InterviewDetail:
    """A new interview from a request, with the team's default message group unless the request names one.

    The `replica` of an AI interview's configuration is still to be filled in (`set_replica`).
    """
    fields = request.supplied()
    for name in ("user_id", "score_card_topics", "ai_configuration"):
        fields.pop(name, None)
    fields["keywords"] = tuple(dict.fromkeys(request.keywords))
    fields["notification_subscribers"] = tuple(dict.fromkeys(request.notification_subscribers))
    fields["knowledge_base_ids"] = tuple(dict.fromkeys(request.knowledge_base_ids))
    fields["message_group_id"] = request.message_group_id or default_message_group_id
    fields["audio_message_id"] = new_id() if request.audio_message_url else None
    interview = InterviewDetail(**common_fields(scope, now), **fields)
    if request.ai_configuration is None:
        return interview
    return interview.configure(new_configuration(request.ai_configuration, interview.language))


def _configure(
    before: InterviewDetail, after: InterviewDetail, change: AiConfigurationChange | None
) -> InterviewDetail:
    """`after` with its configuration merged; a configuration that spoke the interview's language goes on
    to do so when the interview changes to another."""
    configuration = before.ai_configuration
    if configuration is None:
        return after
    if configuration.language == before.language:
        configuration = configuration.changed(language=after.language)
    return after.configure(configuration.merge(change) if change else configuration)


def _keywords(present: tuple[str, ...], added: tuple[str, ...], removed: tuple[str, ...]) -> tuple[str, ...]:
    """The keywords after additions and removals; one that is both added and removed is removed.

    Raises ValidationFailed when there would be too many.
    """
    keywords = tuple(keyword for keyword in dict.fromkeys((*present, *added)) if keyword not in removed)
    if len(keywords) > max(MOST_KEYWORDS, len(present)):
        raise ValidationFailed.of("keywords", f"an interview has at most {MOST_KEYWORDS} keywords")
    return keywords


def _audio_message_id(interview: InterviewDetail, url: str | None) -> str | None:
    if url is None:
        return None
    return interview.audio_message_id if url == interview.audio_message_url else new_id()
