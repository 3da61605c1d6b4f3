"""Scorecard templates: the topics against which an interview is scored (interface: Scorecards, rule 1)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, Field, StringConstraints

from gather.core.case_folding import fold
from gather.core.characters import is_blank
from gather.core.clock import timestamp
from gather.core.errors import Fault
from gather.core.formats import VISIBLE, Text, Title
from gather.core.identifiers import new_id
from gather.core.model import LeftOutWhenNull, Model, RequestModel, RequestPart
from gather.core.record import Identified
from gather.core.weight import ToSixDecimals

MOST_TOPICS = 50
MOST_TEXT_BYTES = 200_000
LONGEST_NAME = 255
LONGEST_TEXT = 2_000
MOST_HINTS, LONGEST_HINT = 50, 500
MOST_QUESTIONS, LONGEST_QUESTION = 100, 2_000


Level = Annotated[str | None, LeftOutWhenNull]


class ScoreDescriptions(Model):
    """The description of each level of a topic; levels without a text are left out."""

    level1: Level = None
    """The meaning of the lowest level."""
    level2: Level = None
    """The meaning of the second level."""
    level3: Level = None
    """The meaning of the middle level."""
    level4: Level = None
    """The meaning of the fourth level."""
    level5: Level = None
    """The meaning of the highest level."""


class Topic(Model):
    """A topic with its weight (0 to 100)."""

    topic: str
    """The topic's name."""
    weight: int | float
    """The topic's share of the score, in percent."""
    description: str | None = None
    """The topic in a sentence or two."""
    looking_for: tuple[str, ...] | None = None
    """The signs of a good answer, a phrase each."""
    score_descriptions: ScoreDescriptions | None = None
    """The meaning of each of the topic's five levels."""


class ScoreCardTemplate(Identified):
    """A version of an interview's scorecard; at most one is active."""

    interview_id: str
    """The interview that the scorecard is for."""
    topics: tuple[Topic, ...]
    """The topics that answers are scored by."""
    version: int
    """The scorecard's version; each change makes the next."""
    is_active: bool
    """Whether answers are scored by this scorecard."""

    def replace_topics(self, topics: "Iterable[TopicRequest]", moment: str) -> "ScoreCardTemplate":
        """The template with another topic set, as its next version."""
        return self.changed(topics=topics_of(topics), version=self.version + 1, updated_at=moment)

    def deactivate(self, moment: str) -> "ScoreCardTemplate":
        """The template as history: no longer active."""
        return self.changed(is_active=False, updated_at=moment)


class SuggestedScoreCard(Model):
    """A scorecard that is suggested and not stored: it has no id and no version (0), and is not active."""

    id: None = None
    """The scorecard."""
    interview_id: str
    topics: tuple[Topic, ...]
    version: int = 0
    is_active: bool = False
    created_at: str
    """When the suggestion was made: ISO 8601 in UTC."""
    updated_at: str
    """When the suggestion was made: ISO 8601 in UTC."""


def _level(number: int) -> Any:
    return Field(default=None, validation_alias=AliasChoices(f"level{number}", str(number)))


RubricText = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]


class ScoreDescriptionsRequest(RequestPart):
    """Rubric texts by level: `level1` to `level5`, or `1` to `5` (interface: Scorecards, rule 2)."""

    level1: RubricText | None = _level(1)
    level2: RubricText | None = _level(2)
    level3: RubricText | None = _level(3)
    level4: RubricText | None = _level(4)
    level5: RubricText | None = _level(5)


class TopicRequest(RequestPart):
    """A topic in a body, here and in `scoreCardTopics` of interviews."""

    topic: Title
    weight: Annotated[float, Field(ge=0, le=100), ToSixDecimals]
    description: RubricText | None = None
    looking_for: (
        list[Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_HINT), VISIBLE]] | None
    ) = Field(default=None, max_length=MOST_HINTS)
    score_descriptions: ScoreDescriptionsRequest | None = None


Topics = Annotated[list[TopicRequest], Field(min_length=1, max_length=MOST_TOPICS)]
"""The topics of one scorecard; `topic_faults` finds the faults between several of them."""


class ScoreCardTopics(RequestModel):
    """Body of POST and PATCH /interviews/{interviewId}/score-card-template: the whole topic set."""

    topics: Topics

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        return topic_faults("topics", raw.get("topics"))


QuestionText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION), VISIBLE
]


class SuggestTopics(RequestModel):
    """Body of POST /score-card-templates/suggest-topics: the texts to find topics in."""

    job_description_text: Text | None = None
    """The description of the job to suggest topics for."""
    questions: Annotated[list[QuestionText], Field(max_length=MOST_QUESTIONS)] | None = None
    """The questions to suggest topics for."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """One of the members must have text."""
        text, questions = raw.get("jobDescriptionText"), raw.get("questions")
        if (text is None or (isinstance(text, str) and is_blank(text))) and (
            questions is None or questions == []
        ):
            yield Fault("jobDescriptionText", "is required, unless questions are supplied")


def topic_faults(member: str, topics: object) -> Iterable[Fault]:
    """The faults between the topics sent in `member`; they may hold values of any type.

    An evaluation could not distinguish two topics of one name. All their texts together are bounded
    by the size of an item of the table.
    """
    if not isinstance(topics, Sequence) or isinstance(topics, str):
        return
    seen: set[str] = set()
    for index, topic in enumerate(topics):
        name = topic.get("topic") if isinstance(topic, Mapping) else None
        if not isinstance(name, str):
            continue
        if (plain := fold(name.strip())) in seen:
            yield Fault(f"{member}[{index}].topic", "must differ from the names of the other topics")
        seen.add(plain)
    if _text_bytes(topics) > MOST_TEXT_BYTES:
        yield Fault(member, f"must hold at most {MOST_TEXT_BYTES:,} bytes of text in all")


def _text_bytes(value: object) -> int:
    if isinstance(value, str):
        return len(value.encode(errors="replace"))
    if isinstance(value, Mapping):
        return sum(_text_bytes(inner) for inner in value.values())
    if isinstance(value, Sequence):
        return sum(_text_bytes(inner) for inner in value)
    return 0


def topics_of(requests: Iterable[TopicRequest]) -> tuple[Topic, ...]:
    """The topics as they are stored, each with a description."""
    return tuple(
        Topic(
            topic=request.topic,
            weight=request.weight,
            description=request.description or default_description(request.topic),
            looking_for=None if request.looking_for is None else tuple(request.looking_for),
            score_descriptions=_score_descriptions(request.score_descriptions),
        )
        for request in requests
    )


def default_description(topic: str) -> str:
    """The description of a topic that was sent without one (interface: Scorecards, rule 1)."""
    return f"How well the candidate's answers demonstrate {topic}, with concrete examples."


def _score_descriptions(request: ScoreDescriptionsRequest | None) -> ScoreDescriptions | None:
    return None if request is None else ScoreDescriptions(**request.supplied())


def new_template(interview_id: str, topics: Iterable[TopicRequest], now: datetime) -> ScoreCardTemplate:
    """A new, active template: version 1."""
    moment = timestamp(now)
    return ScoreCardTemplate(
        id=new_id(),
        interview_id=interview_id,
        topics=topics_of(topics),
        version=1,
        is_active=True,
        created_at=moment,
        updated_at=moment,
    )
