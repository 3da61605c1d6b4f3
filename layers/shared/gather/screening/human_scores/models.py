"""Scores that a person gives: how they join those of an evaluation (interface: Human scores, rules 1 to 6).

A person's score stands until a person changes it. An evaluation that ends later leaves it alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gather.content.scorecards.models import MOST_TEXT_BYTES, MOST_TOPICS, ScoreCardTemplate, Topic
from gather.content.survey_questions.rules import SurveyAnswerScore
from gather.core.caller import Actor
from gather.core.case_folding import fold
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import VISIBLE, Title
from gather.core.model import Model, RequestModel, RequestPart
from gather.screening.evaluations.models import (
    EvaluationType,
    ScoredBy,
    StoredEvaluation,
    StoredScoreCard,
    StoredSurveyScore,
    StoredTopicScore,
    SummaryStatus,
)
from gather.screening.evaluations.overall_score import (
    OverallEvaluation,
    WeightedTopicScore,
    combine_scores,
)

LONGEST_REASON = 2_000
_UNSCORED = "Not scored yet."


class TopicScoreChange(RequestPart):
    """A score that a person gives to a topic, 0 to 100, and why."""

    topic: Title
    """The topic of the scorecard."""
    score: Annotated[int, Field(ge=0, le=100)]
    """The new score, from 0 to 100."""
    reason: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_REASON), VISIBLE
    ]
    """Why the score was changed."""


class ChangeScores(RequestModel):
    """Body of PATCH /candidate-interviews/{candidateInterviewId}/results."""

    topic_scores: Annotated[list[TopicScoreChange], Field(min_length=1, max_length=MOST_TOPICS)]
    """The topics that get a new score."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """A topic has one score."""
        changes = raw.get("topicScores")
        seen: set[str] = set()
        for position, each in enumerate(changes if isinstance(changes, list) else ()):
            topic = each.get("topic") if isinstance(each, Mapping) else None
            if isinstance(topic, str):
                if _comparable(topic) in seen:
                    yield Fault(f"topicScores[{position}].topic", "is named more than once")
                seen.add(_comparable(topic))


class ScoreChange(Model):
    """A change of a topic's score by a person: who, when, from which score to which, and why.

    Whoever applies a changed scorecard changes scores too (interface: Scorecard previews, rule 5).

    `user_id` is the user that the request named, or else the key's owner.
    """

    at: str
    """When the score was changed: ISO 8601 in UTC."""
    credential_id: str
    """The API key by which the score was changed, or the session of a person who had signed in."""
    user_id: str | None = None
    """The user who changed the score; null when nobody is known."""
    topic: str
    before: int | None = Field(default=None, alias="from")
    """The score before the change; null when there was none."""
    after: int = Field(alias="to")
    """The score after the change. Where a changed scorecard leaves a topic without one, it is the score that
    no longer counts, and the reason says so."""
    reason: str


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who changes scores, and when."""

    actor: Actor
    moment: str


def needs_scorecard(evaluation: StoredEvaluation | None) -> bool:
    """Whether the topics to be scored have to come from the interview's scorecard."""
    return evaluation is None or not evaluation.topic_scores


def score_by_person(
    evaluation: StoredEvaluation | None,
    request: ChangeScores,
    scorecard: ScoreCardTemplate | None,
    survey: Sequence[SurveyAnswerScore],
    unheard: int,
    scorer: Scorer,
) -> tuple[StoredEvaluation, list[ScoreChange]]:
    """The evaluation with the scores that a person gives, and what has changed.

    `scorecard` is the interview's, for an evaluation that has scored no topic; `survey` is for one that did
    not keep the survey's part; `unheard` counts the recordings that could not be understood. A score that
    was given before with the same reason is no change. Raises ValidationFailed for a topic that there is
    not, and where there are none.
    """
    before = evaluation or StoredEvaluation(run=0, summary_status=SummaryStatus.PRE_SUMMARY_FEATURE)
    topics = before.topic_scores or tuple(_unscored(topic) for topic in _topics_of(scorecard))
    changed = _change_topics(topics, request)
    changes = [
        ScoreChange(
            at=scorer.moment,
            credential_id=scorer.actor.acts_by,
            user_id=scorer.actor.user_id,
            topic=was.topic,
            before=was.score,
            after=now.score or 0,
            reason=now.explanation,
        )
        for was, now in zip(topics, changed, strict=True)
        if was != now
    ]
    _check_size(changed)
    counted = survey_of(before, survey)
    overall = overall_of(changed, counted, unheard)
    return (
        before.changed(
            score=overall.overall_score,
            average_rating=overall.average_rating,
            score_card=_card(before, changed, overall),
            survey=_stored_survey(counted),
            score_changes=before.score_changes + 1,
        ),
        changes,
    )


def survey_of(
    evaluation: StoredEvaluation, survey: Sequence[SurveyAnswerScore]
) -> Sequence[SurveyAnswerScore]:
    """The survey's part of the score as the evaluation kept it, or else `survey`."""
    if evaluation.survey is None:
        return survey
    return [
        SurveyAnswerScore(each.question_id, each.title, each.score, each.knocked_out)
        for each in evaluation.survey
    ]


def overall_of(
    topics: Iterable[StoredTopicScore], survey: Sequence[SurveyAnswerScore], unheard: int
) -> OverallEvaluation:
    """The overall score of the topics that have one; their weights are normalized over them alone."""
    scored = [
        WeightedTopicScore(topic.topic, topic.weight, topic.score)
        for topic in topics
        if topic.score is not None
    ]
    return combine_scores(scored, survey, unheard=unheard)


def merge_engine_outcome(
    current: StoredEvaluation,
    scored: Sequence[StoredTopicScore],
    survey: Sequence[SurveyAnswerScore],
    explanation: str,
    unheard: int = 0,
) -> StoredEvaluation:
    """The evaluation with the topics that an engine has `scored`, but for those that a person did: of these
    the scorecard's weight is taken, which may have changed since.

    `explanation` is the engine's; it is not shown where a person's score has replaced one of its own.
    `unheard` counts the recordings that could not be understood.
    """
    by_person = {topic.topic: topic for topic in current.topic_scores if topic.is_by_person}
    named = {topic.topic for topic in scored}
    # Where no topic was scored, those that wait for a person's score stay beside the others.
    keeps_waiting = bool(by_person) and not scored
    left = [
        topic
        for topic in current.topic_scores
        if topic.is_by_person or (keeps_waiting and topic.score is None)
    ]
    topics = (
        *(_of_person(by_person.get(topic.topic), topic) for topic in scored),
        *(topic for topic in left if topic.topic not in named),
    )
    overall = overall_of(topics, survey, unheard)
    card = None
    if overall.overall_score is not None or topics:
        explained = [overall.overall_explanation, _people_sentence(topics) or explanation]
        card = StoredScoreCard(
            overall_score=overall.overall_score or 0,
            overall_explanation=" ".join(filter(None, explained)),
            evaluation_type=EvaluationType.HYBRID if by_person else EvaluationType.AI_GENERATED,
            topic_scores=topics,
        )
    return current.changed(
        score=overall.overall_score,
        average_rating=overall.average_rating,
        score_card=card,
        survey=_stored_survey(survey),
        asks_anew=False,
    )


def _of_person(by_person: StoredTopicScore | None, scored: StoredTopicScore) -> StoredTopicScore:
    """The score of a person where there is one, in the weight of what an engine has scored."""
    return scored if by_person is None else by_person.changed(weight=scored.weight)


def begin_run_again(current: StoredEvaluation, run: int, *, asks_anew: bool) -> StoredEvaluation:
    """The evaluation while it is run again, as run `run`: what came of it before stands until then."""
    status = SummaryStatus.PROCESSING
    if current.keeps_outcome:
        return current.changed(run=run, summary_status=status, asks_anew=asks_anew)
    return reduce_to_human_scores(current, run, status).changed(asks_anew=asks_anew)


def end_failed_run(current: StoredEvaluation, moment: str) -> StoredEvaluation:
    """The evaluation after a run that failed at `moment`: as it was before, or what people have scored."""
    if current.keeps_outcome:
        return current.changed(summary_status=SummaryStatus.COMPLETE, asks_anew=False)
    return reduce_to_human_scores(current, current.run, SummaryStatus.ERROR).changed(evaluated_at=moment)


def reduce_to_human_scores(current: StoredEvaluation, run: int, status: SummaryStatus) -> StoredEvaluation:
    """Reduce an evaluation to the scores of people, for run `run`: the engine's outcome goes."""
    by_person = [topic for topic in current.topic_scores if topic.is_by_person]
    blank = StoredEvaluation(
        run=run,
        summary_status=status,
        score_changes=current.score_changes,
        language=current.language,
    )
    if not by_person or current.score_card is None:
        return blank
    is_under_way = status is SummaryStatus.PROCESSING
    kind = EvaluationType.HYBRID if is_under_way else EvaluationType.MANUAL
    return blank.changed(
        score=current.score,
        average_rating=current.average_rating,
        survey=current.survey,
        score_card=current.score_card.changed(evaluation_type=kind),
    )


def delete_words(current: StoredEvaluation, unheard: int) -> StoredEvaluation:
    """Delete the candidate's words from an evaluation. The scores stay, and how they add up.

    An engine's account, evidence, explanations and questions quote the candidate, so that they go. What a
    person gave as the reason of a score stays: it is the reviewer's. `unheard` counts the recordings that
    could not be understood.
    """
    card = current.score_card
    if card is not None:
        topics = tuple(
            topic.changed(
                evidence=(), explanation=topic.explanation if topic.is_by_person else "", ask_next=None
            )
            for topic in card.topic_scores
        )
        card = card.changed(topic_scores=topics, overall_explanation=_sum(current, topics, unheard))
    return current.changed(score_card=card, summary=None if current.summary is None else "")


def _sum(current: StoredEvaluation, topics: Sequence[StoredTopicScore], unheard: int) -> str:
    """How the score adds up, where the survey's part of it was kept."""
    if current.survey is None:
        return _people_sentence(topics)
    overall = overall_of(topics, survey_of(current, ()), unheard)
    return " ".join(filter(None, [overall.overall_explanation, _people_sentence(topics)]))


def _comparable(topic: str) -> str:
    return fold(topic.strip())


def _topics_of(scorecard: ScoreCardTemplate | None) -> tuple[Topic, ...]:
    if scorecard is None:
        raise ValidationFailed.of("topicScores", "has nothing to score: the interview has no scorecard")
    return scorecard.topics


def _unscored(topic: Topic) -> StoredTopicScore:
    return StoredTopicScore(
        topic=topic.topic, weight=topic.weight, score=None, confidence=0, explanation=_UNSCORED
    )


def _change_topics(topics: Sequence[StoredTopicScore], request: ChangeScores) -> tuple[StoredTopicScore, ...]:
    known = {_comparable(topic.topic) for topic in topics}
    faults = [
        Fault(f"topicScores[{position}].topic", "is no topic of the scorecard")
        for position, each in enumerate(request.topic_scores)
        if _comparable(each.topic) not in known
    ]
    if faults:
        raise ValidationFailed(faults)
    wanted = {_comparable(each.topic): each for each in request.topic_scores}
    return tuple(_score_topic(topic, wanted.get(_comparable(topic.topic))) for topic in topics)


def _score_topic(topic: StoredTopicScore, change: TopicScoreChange | None) -> StoredTopicScore:
    """The topic as a person scores it. Nobody doubts that score, so that its confidence is 1."""
    if change is None:
        return topic
    return topic.changed(
        score=change.score,
        confidence=1,
        explanation=change.reason,
        scored_by=ScoredBy.PERSON,
        lowered_by=(),
    )


def _check_size(topics: Iterable[StoredTopicScore]) -> None:
    """Raises ValidationFailed when all reasons together are more than the table keeps in one item."""
    texts = (topic.explanation for topic in topics if topic.is_by_person)
    if sum(len(text.encode(errors="replace")) for text in texts) > MOST_TEXT_BYTES:
        raise ValidationFailed.of(
            "topicScores", f"has reasons of more than {MOST_TEXT_BYTES:,} bytes with those given before"
        )


def _card(
    before: StoredEvaluation, topics: Sequence[StoredTopicScore], overall: OverallEvaluation
) -> StoredScoreCard:
    return StoredScoreCard(
        overall_score=overall.overall_score or 0,
        overall_explanation=f"{overall.overall_explanation} {_people_sentence(topics)}",
        evaluation_type=EvaluationType.HYBRID if _has_engine_part(before) else EvaluationType.MANUAL,
        topic_scores=tuple(topics),
    )


def _has_engine_part(before: StoredEvaluation) -> bool:
    """Whether an evaluation has a part in the scores, or will have. One of an interview that had no scorecard
    has scored nothing: it has no more than a summary."""
    if before.summary_status is SummaryStatus.PROCESSING:
        return True
    return before.score_card is not None and before.score_card.evaluation_type is not EvaluationType.MANUAL


def _people_sentence(topics: Iterable[StoredTopicScore]) -> str:
    names = [topic.topic for topic in topics if topic.is_by_person]
    return f"Scored by a person: {', '.join(names)}." if names else ""


def _stored_survey(survey: Iterable[SurveyAnswerScore]) -> tuple[StoredSurveyScore, ...]:
    return tuple(
        StoredSurveyScore(
            question_id=each.question_id, title=each.title, score=each.score, knocked_out=each.knocked_out
        )
        for each in survey
    )
