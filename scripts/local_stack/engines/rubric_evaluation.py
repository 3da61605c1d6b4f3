"""Evaluation without a model: a rubric scorer that compares the words of answers and scorecard.

It is deterministic and explains every score, so that a whole screening can be tried and tested on one
machine. It judges the use of words, not what they mean, and says so.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from gather.ports.evaluation import (
    EvaluationAnswer,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
    TopicEvaluation,
)
from gather.screening.evaluations.evidence import quote_verbatim
from local_stack.engines import rubric_words, words
from local_stack.engines.competencies import suggested
from local_stack.engines.rubric_words import concepts, worth
from local_stack.engines.words import sentences

_ABOUT: Final = "Scored by the local rubric scorer, which compares words and understands no meaning."

_RULES_VERSION: Final = "3"
_RULES: Final = (Path(__file__), Path(rubric_words.__file__), Path(words.__file__))

# An answer that uses this share of a rubric's words counts as covering it: nobody repeats a rubric.
_FULL_COVERAGE: Final = 0.5
# A comparison of words is never certain. The rules around the engine lower it for weak answers.
_CONFIDENCE: Final = 0.6
# The lowest level describes what is missing, so that its words speak for nothing.
_LEVEL_VALUES: Final = {
    "level2": 0.4,
    "level3": 0.6,
    "level4": 0.8,
    "level5": 1.0,
}


class _Part(NamedTuple):
    """One part of a topic's score: its share, how much of it was reached (0 to 1), and what it is."""

    share: int
    reached: float
    name: str


class _Sentence(NamedTuple):
    """A sentence of an answer: what its words are worth, from 0 to 1, and what they mean."""

    text: str
    worth: float
    concepts: frozenset[str]


class RubricEvaluation:
    """Scores by how much of a topic the answers name, and whether as a deed, an intention or praise.

    How long they are counts nothing.
    """

    def judge(self) -> Judge:
        return Judge("local-rubric", "words", _RULES_VERSION, _rules_hash())

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        spoken = _spoken(request.answers)
        topics = tuple(_evaluated(topic, request.answers, spoken) for topic in request.topics)
        # It understands nothing that it could give an account of.
        return EvaluationResult(topics=topics, explanation=_explanation(topics), summary="")

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        return suggested("\n".join((job_description, *questions)))


@cache
def _rules_hash() -> str:
    """The hash of the code by which it scores."""
    return hashlib.sha256(b"".join(module.read_bytes() for module in _RULES)).hexdigest()


def _spoken(answers: Sequence[EvaluationAnswer]) -> list[_Sentence]:
    """The different sentences of the answers, in their order."""
    different = dict.fromkeys(sentence for answer in answers for sentence in sentences(answer.text))
    return [_Sentence(text, worth(text), concepts(text)) for text in different]


def _evaluated(
    topic: EvaluationTopic, answers: Sequence[EvaluationAnswer], spoken: Sequence[_Sentence]
) -> TopicEvaluation:
    said = _said(spoken)
    parts = _parts(topic, said)
    total_share = sum(part.share for part in parts)
    score = int(100 * sum(part.share * part.reached for part in parts) / total_share + 0.5)
    reasons = ", ".join(
        f"{part.name} {part.reached:.0%} ({part.share / total_share:.0%} of the score)" for part in parts
    )
    return TopicEvaluation(
        topic=topic.topic,
        score=score,
        confidence=_CONFIDENCE,
        explanation=f"{_ABOUT} {score} of 100 comes from: {reasons}.",
        evidence=_evidence(topic, answers, spoken),
        ask_next=_ask_next(topic, said),
    )


def _said(spoken: Sequence[_Sentence]) -> dict[str, float]:
    """The concepts that were said, each with the worth of its best sentence. Length counts nothing."""
    said: dict[str, float] = {}
    for sentence in spoken:
        for concept in sentence.concepts:
            said[concept] = max(sentence.worth, said.get(concept, 0.0))
    return said


def _parts(topic: EvaluationTopic, said: Mapping[str, float]) -> list[_Part]:
    wanted = [concepts(item) for item in topic.looking_for]
    commonness = Counter(concept for item in wanted for concept in item)
    parts = []
    if wanted:
        reached = sum(_reached(item, said, commonness) for item in wanted) / len(wanted)
        parts.append(_Part(60, reached, "what the scorecard looks for"))
    levels = [
        value * _reached(concepts(topic.score_descriptions[level]), said, commonness)
        for level, value in _LEVEL_VALUES.items()
        if topic.score_descriptions.get(level)
    ]
    if levels:
        parts.append(_Part(25, max(levels), "closest level description"))
    words_of_topic = concepts(f"{topic.topic} {topic.description}")
    parts.append(_Part(15, _reached(words_of_topic, said, commonness), "words of the topic"))
    return parts


def _reached(wanted: frozenset[str], said: Mapping[str, float], commonness: Counter[str]) -> float:
    """The share of `wanted` that was said: 0 to 1, and 1 from half of it on. Common concepts count less."""
    weights = {concept: 1 / max(1, commonness[concept]) for concept in wanted}
    if not weights:
        return 0.0
    found = sum(weight * said.get(concept, 0.0) for concept, weight in weights.items())
    return min(1.0, found / sum(weights.values()) / _FULL_COVERAGE)


def _evidence(
    topic: EvaluationTopic, answers: Sequence[EvaluationAnswer], spoken: Sequence[_Sentence]
) -> tuple[str, ...]:
    """The two sentences that say the most of the topic."""
    rubric = (topic.topic, topic.description, *topic.looking_for, *topic.score_descriptions.values())
    wanted = concepts(" ".join(rubric))
    shared = {each.text: len(each.concepts & wanted) * each.worth for each in spoken}
    best = sorted((sentence for sentence in shared if shared[sentence]), key=lambda each: -shared[each])
    return quote_verbatim(best, [answer.text for answer in answers], limit=2)


def _ask_next(topic: EvaluationTopic, said: Mapping[str, float]) -> str | None:
    """What the scorecard looks for and the answers name the least, in the team's own words."""
    if not topic.looking_for:
        return None
    return min(topic.looking_for, key=lambda item: _reached(concepts(item), said, Counter()))


def _explanation(topics: Sequence[TopicEvaluation]) -> str:
    if not topics:
        return "There is no scorecard, so nothing was scored."
    listed = ", ".join(f"{topic.topic} {topic.score}" for topic in topics)
    return f"{_ABOUT} Topic scores: {listed}."
