"""Many interviews changed by one request (interface: Bulk updates, rules 1 to 3).

The change of an interview is found in two steps: `BulkChange` is the same for all of them, made of
the request and its template interview; `apply` and `apply_to_scorecard` apply it to one.
Applying it twice makes no difference, so that a call may simply be sent again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field
from pydantic.alias_generators import to_camel

from gather.content.interviews.ai_interview import AiConfigurationChange, ReplicaOfInterview
from gather.content.interviews.models import (
    MOST_KEYWORDS,
    MOST_KNOWLEDGE_BASES,
    MOST_QUESTIONS,
    MOST_SUBSCRIBERS,
    InterviewDetail,
    InterviewSurveyQuestion,
)
from gather.content.interviews.requests import (
    AI_INTERVIEW_MEMBERS,
    ChangeInterview,
    Keywords,
    KnowledgeBaseIds,
    QuestionIds,
    Subscribers,
    SurveyQuestions,
    question_faults,
)
from gather.content.scorecards.models import (
    MOST_TOPICS,
    ScoreCardTemplate,
    Topic,
    Topics,
    new_template,
    topic_faults,
    topics_of,
)
from gather.core.case_folding import fold
from gather.core.clock import timestamp
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import ONCE_EACH, HttpUrl, LanguageCode, RecordId, ShortText, Text, Title
from gather.core.model import UNSET, Model, RequestModel
from gather.core.repetition import repeated, texts

MOST_INTERVIEWS = 100


class BulkMode(StrEnum):
    """Whether lists replace those of an interview or are added to them."""

    OVERWRITE = "overwrite"
    MERGE = "merge"


InterviewIds = Annotated[
    tuple[RecordId, ...],
    Field(min_length=1, max_length=MOST_INTERVIEWS, json_schema_extra=ONCE_EACH),
]
AudioQuestionAndMessageIds = Annotated[
    tuple[RecordId, ...], Field(max_length=MOST_QUESTIONS + 1, json_schema_extra=ONCE_EACH)
]


class UpdateInterviews(RequestModel):
    """Body of PATCH /interviews/bulk-update.

    `overwrite` puts the lists that are supplied in place of an interview's, `merge` adds to it the entries
    that it does not have; single values are set in both modes, and `ai_configuration` member by member.
    Removals come last. Settings that the body leaves out are those of `template_interview_id`, if it names
    one. What only AI interviews have is ignored for others.
    """

    interview_ids: InterviewIds
    """The interviews to change, at most 100."""
    mode: BulkMode
    """Whether lists are added to or replaced."""
    template_interview_id: RecordId | None = None
    """The interview whose settings are taken over; null for none."""
    title: Title = UNSET
    display_name: Title = UNSET
    description: Text | None = None
    language: LanguageCode = UNSET
    resume: bool = UNSET
    web_only: bool = UNSET
    description_url: HttpUrl | None = None
    description_file_name: ShortText | None = None
    message_group_id: RecordId | None = None
    audio_message_id: RecordId | None = None
    audio_message_title: ShortText | None = None
    audio_message_url: HttpUrl | None = Field(default=None, alias="audioMessageURL")
    knowledge_base_ids: KnowledgeBaseIds = UNSET
    audio_question_and_message_ids: AudioQuestionAndMessageIds = UNSET
    """The audio questions and the welcoming recording to add or to set."""
    survey_questions: SurveyQuestions = UNSET
    removed_question_ids: QuestionIds = ()
    """The audio questions to take out."""
    removed_survey_question_ids: QuestionIds = ()
    """The survey questions to take out."""
    removed_ai_text_question_ids: QuestionIds = Field(default=(), alias="removedAITextQuestionIds")
    """The AI text questions to take out."""
    keywords: Keywords = UNSET
    removed_keywords: Keywords = ()
    """The keywords to take out."""
    notification_subscribers: Subscribers = UNSET
    ai_configuration: AiConfigurationChange = UNSET
    score_card_topics: Topics = UNSET
    """The topics of a new scorecard for each interview."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """Nothing is named twice, and an interview has not too many questions."""
        ids = raw.get("interviewIds")
        for position, _ in repeated(texts(ids if isinstance(ids, list) else ())):
            yield Fault(f"interviewIds[{position}]", "names an interview that is in the list already")
        audio = {"questionIds": raw.get("audioQuestionAndMessageIds")}
        for fault in question_faults({**audio, "surveyQuestions": raw.get("surveyQuestions")}):
            yield Fault(fault.field.replace("questionIds", "audioQuestionAndMessageIds"), fault.reason)
        yield from topic_faults("scoreCardTopics", raw.get("scoreCardTopics"))


class BulkUpdateError(Model):
    """Why an interview was not updated."""

    interview_id: str
    """The interview that could not be changed."""
    message: str
    """Why the interview could not be changed."""


class BulkUpdateResult(Model):
    """Data of PATCH /interviews/bulk-update; `success` says that all interviews are as asked for."""

    success: bool
    """Whether every interview was changed."""
    updated_count: int
    """How many interviews were changed."""
    errors: tuple[BulkUpdateError, ...]
    """The interviews that could not be changed, and why."""
    template_interview_id: str | None


TEMPLATE_VALUES = (
    "description",
    "description_url",
    "description_file_name",
    "language",
    "resume",
    "web_only",
    "message_group_id",
    "narrator_id",
    "audio_message_url",
    "audio_message_title",
)
TEMPLATE_VALUES_OF_AI = ("job_description_text", "welcome_info")
LISTS: Mapping[str, int] = {
    "question_ids": MOST_QUESTIONS,
    "ai_text_question_ids": MOST_QUESTIONS,
    "keywords": MOST_KEYWORDS,
    "notification_subscribers": MOST_SUBSCRIBERS,
    "knowledge_base_ids": MOST_KNOWLEDGE_BASES,
}
"""The members that a template gives: values, and lists with the most that an interview has of each. An
interview's name, type and status stay its own."""


@dataclass(frozen=True, slots=True)
class BulkChange:
    """The change that a request makes to each of its interviews.

    `values` are set, `configuration` as well in AI interviews; `lists` and `survey_questions` (None when they
    stay) replace or are added; `removed` is taken out of lists afterwards. `topics` are a scorecard's,
    None when it stays. `replicas` are those that the configuration may name, by their ids.
    """

    mode: BulkMode
    values: Mapping[str, Any] = field(default_factory=dict)
    configuration: Mapping[str, Any] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    survey_questions: tuple[InterviewSurveyQuestion, ...] | None = None
    removed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    topics: tuple[Topic, ...] | None = None
    replicas: Mapping[str, ReplicaOfInterview] = field(default_factory=dict)

    def apply(self, interview: InterviewDetail, moment: str) -> InterviewDetail:
        """The interview with the change applied; the same one when nothing is different.

        Raises ValidationFailed when it would have more questions, keywords or other entries than an interview
        may have.
        """
        lists: dict[str, Any] = {name: _list(interview, name, self) for name in LISTS}
        with_lists = interview.changed(
            **lists,
            survey_questions=_survey_questions(interview, self),
        )
        values = dict(self.values)
        if self.configuration:
            configuration = AiConfigurationChange.model_construct(
                _fields_set=set(self.configuration), **self.configuration
            )
            values["ai_configuration"] = configuration
        supplied = ChangeInterview.model_construct(_fields_set=set(values), **values)
        updated = _add_replica(supplied.apply(with_lists, moment), self.replicas)
        updated = updated.changed(updated_at=interview.updated_at)
        return interview if updated == interview else updated.changed(updated_at=moment)

    def apply_to_scorecard(
        self, interview_id: str, active: ScoreCardTemplate | None, now: datetime
    ) -> ScoreCardTemplate | None:
        """The template that an interview is to have instead of `active`, or None when that stays as it is.

        In `merge` a topic replaces the one of its name, and others are added. Raises ValidationFailed when
        there would be too many topics, or too much text in them.
        """
        if self.topics is None:
            return None
        present = active.topics if active else ()
        topics = self.topics if self.mode is BulkMode.OVERWRITE else _merged_topics(present, self.topics)
        if topics == present:
            return None
        if len(topics) > MOST_TOPICS:
            raise ValidationFailed.of("scoreCardTopics", f"would have more than {MOST_TOPICS} entries")
        faults = [*topic_faults("scoreCardTopics", [topic.model_dump() for topic in topics])]
        if faults:
            raise ValidationFailed(faults)
        if active is None:
            return new_template(interview_id, (), now).changed(topics=topics)
        return active.changed(topics=topics, version=active.version + 1, updated_at=timestamp(now))


def new_bulk_change(
    request: UpdateInterviews,
    audio_question_ids: tuple[str, ...] | None,
    replicas: Mapping[str, ReplicaOfInterview],
    template: InterviewDetail | None,
    template_topics: tuple[Topic, ...] | None,
) -> BulkChange:
    """The change that a request asks for; its members win over the template's.

    `audio_question_ids` are the questions among the request's `audio_question_and_message_ids`.
    """
    supplied = request.supplied()
    cloned = _clone(template, request.mode) if template else BulkChange(request.mode)
    lists = {name: supplied[name] for name in LISTS if name in supplied}
    if audio_question_ids is not None:
        lists["question_ids"] = audio_question_ids
    values = {name: supplied[name] for name in ChangeInterview.model_fields if name in supplied}
    own_configuration = values.pop("ai_configuration", None)
    for name in (*LISTS, "survey_questions", "removed_keywords"):
        values.pop(name, None)
    topics = topics_of(request.score_card_topics) if request.score_card_topics else template_topics
    return BulkChange(
        mode=request.mode,
        values={**cloned.values, **values},
        configuration={
            **cloned.configuration,
            **(own_configuration.supplied() if own_configuration else {}),
        },
        lists={**cloned.lists, **lists},
        survey_questions=supplied.get("survey_questions", cloned.survey_questions),
        removed={
            "question_ids": frozenset(request.removed_question_ids),
            "survey_questions": frozenset(request.removed_survey_question_ids),
            "ai_text_question_ids": frozenset(request.removed_ai_text_question_ids),
            "keywords": frozenset(request.removed_keywords),
        },
        topics=topics,
        replicas={**cloned.replicas, **replicas},
    )


def _clone(template: InterviewDetail, mode: BulkMode) -> BulkChange:
    """The settings of a template interview. Members that it does not have take nothing away in `merge`."""
    configuration = template.ai_configuration
    of_ai = configuration is not None
    values = {name: getattr(template, name) for name in TEMPLATE_VALUES}
    settings: dict[str, Any] = {}
    replicas = {}
    if configuration is not None:
        values |= {name: getattr(template, name) for name in TEMPLATE_VALUES_OF_AI}
        settings = {name: getattr(configuration, name) for name in AiConfigurationChange.model_fields}
        if configuration.replica is not None:
            replicas[configuration.replica_id] = configuration.replica
    if mode is BulkMode.MERGE:
        values = {name: value for name, value in values.items() if value is not None}
        settings = {name: value for name, value in settings.items() if value is not None}
    return BulkChange(
        mode=mode,
        values=values,
        configuration=settings,
        lists={name: getattr(template, name) for name in LISTS if of_ai or name not in AI_INTERVIEW_MEMBERS},
        survey_questions=template.survey_questions,
        replicas=replicas,
    )


def _list(interview: InterviewDetail, name: str, change: BulkChange) -> tuple[str, ...]:
    present: tuple[str, ...] = getattr(interview, name)
    if interview.ai_configuration is None and name in AI_INTERVIEW_MEMBERS:
        return present
    wanted = change.lists.get(name, present)
    if change.mode is BulkMode.MERGE:
        wanted = (*present, *wanted)
    removed = change.removed.get(name, frozenset())
    result = tuple(entry for entry in dict.fromkeys(wanted) if entry not in removed)
    if len(result) > max(LISTS[name], len(present)):
        raise ValidationFailed.of(to_camel(name), f"would have more than {LISTS[name]} entries")
    return result


def _survey_questions(interview: InterviewDetail, change: BulkChange) -> tuple[InterviewSurveyQuestion, ...]:
    """In `merge` a question that is there keeps its place, and its `knockout` unless another is given."""
    present, wanted = interview.survey_questions, change.survey_questions
    questions = {question.id: question for question in present}
    if wanted is not None and change.mode is BulkMode.OVERWRITE:
        questions = {question.id: question for question in wanted}
    elif wanted is not None:
        for question in wanted:
            if question.id not in questions or question.knockout is not None:
                questions[question.id] = question
    removed = change.removed.get("survey_questions", frozenset())
    return tuple(question for question in questions.values() if question.id not in removed)


def _add_replica(interview: InterviewDetail, replicas: Mapping[str, ReplicaOfInterview]) -> InterviewDetail:
    configuration = interview.ai_configuration
    if configuration is None or configuration.replica is not None or configuration.replica_id not in replicas:
        return interview
    return interview.set_replica(replicas[configuration.replica_id])


def _merged_topics(present: Sequence[Topic], added: Sequence[Topic]) -> tuple[Topic, ...]:
    topics = {fold(topic.topic.strip()): topic for topic in present}
    topics.update({fold(topic.topic.strip()): topic for topic in added})
    return tuple(topics.values())
