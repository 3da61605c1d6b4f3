"""Evaluation without a model: a rubric scorer that compares the words of answers and scorecard.

It is deterministic and explains every score, so that a whole screening can be tried and tested on one
machine. It judges the use of words, not what they mean, and says so.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from gather.engines.evidence import verbatim
from gather.engines.protocols import (
    EvaluationAnswer,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
    TopicEvaluation,
)
from local_stack.engines import words
from local_stack.engines.competencies import suggested
from local_stack.engines.words import sentences, stems

_ABOUT: Final = "Scored by the local rubric scorer, which compares words and understands no meaning."

_RULES_VERSION: Final = "1"
_RULES: Final = (Path(__file__), Path(words.__file__))

# An answer that uses this share of a rubric's words counts as covering it: nobody repeats a rubric.
_FULL_COVERAGE: Final = 0.5
_FULL_LENGTH_WORDS: Final = 80
_LEVEL_VALUES: Final = {
    "level1": 0.2,
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


class RubricEvaluation:
    """Scores by how many of a topic's words the answers use, and by how much they say."""

    def judge(self) -> Judge:
        return Judge("local-rubric", "words", _RULES_VERSION, _rules_hash())

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        topics = tuple(_evaluated(topic, request.answers) for topic in request.topics)
        return EvaluationResult(
            topics=topics,
            explanation=_explanation(topics),
            summary=_summary(request, topics),
        )

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        return suggested("\n".join((job_description, *questions)))


@cache
def _rules_hash() -> str:
    """The hash of the code by which it scores."""
    return hashlib.sha256(b"".join(module.read_bytes() for module in _RULES)).hexdigest()


def _evaluated(topic: EvaluationTopic, answers: Sequence[EvaluationAnswer]) -> TopicEvaluation:
    said = stems(" ".join(answer.text for answer in answers))
    word_count = sum(len(answer.text.split()) for answer in answers)
    parts = _parts(topic, said, word_count)
    total_share = sum(part.share for part in parts)
    score = int(100 * sum(part.share * part.reached for part in parts) / total_share + 0.5)
    reasons = ", ".join(
        f"{part.name} {part.reached:.0%} ({part.share / total_share:.0%} of the score)" for part in parts
    )
    return TopicEvaluation(
        topic=topic.topic,
        score=score,
        confidence=round(0.2 + 0.4 * min(1.0, word_count / (2 * _FULL_LENGTH_WORDS)), 2),
        explanation=f"{_ABOUT} {score} of 100 comes from: {reasons}.",
        evidence=_evidence(topic, answers),
    )


def _parts(topic: EvaluationTopic, said: frozenset[str], word_count: int) -> list[_Part]:
    parts = [
        _Part(
            25,
            _coverage(f"{topic.topic} {topic.description}", said),
            "words of the topic",
        )
    ]
    if topic.looking_for:
        reached = sum(_coverage(item, said) for item in topic.looking_for) / len(topic.looking_for)
        parts.append(_Part(40, reached, "what the scorecard looks for"))
    levels = [
        value * _coverage(topic.score_descriptions[level], said)
        for level, value in _LEVEL_VALUES.items()
        if topic.score_descriptions.get(level)
    ]
    if levels:
        parts.append(_Part(15, max(levels), "closest level description"))
    parts.append(_Part(20, min(1.0, word_count / _FULL_LENGTH_WORDS), "length of the answers"))
    return parts


def _coverage(text: str, said: frozenset[str]) -> float:
    """How much of `text` was said, from 0 to 1; 1 from half of its words on."""
    wanted = stems(text)
    if not wanted:
        return 0.0
    return min(1.0, len(wanted & said) / len(wanted) / _FULL_COVERAGE)


def _evidence(topic: EvaluationTopic, answers: Sequence[EvaluationAnswer]) -> tuple[str, ...]:
    """The two sentences that share the most words with the topic."""
    rubric = (
        topic.topic,
        topic.description,
        *topic.looking_for,
        *topic.score_descriptions.values(),
    )
    wanted = stems(" ".join(rubric))
    spoken = [sentence for answer in answers for sentence in sentences(answer.text)]
    shared = {sentence: len(stems(sentence) & wanted) for sentence in spoken}
    best = sorted(
        (sentence for sentence in shared if shared[sentence]),
        key=lambda each: -shared[each],
    )
    return verbatim(best, [answer.text for answer in answers], limit=2)


def _explanation(topics: Sequence[TopicEvaluation]) -> str:
    if not topics:
        return "There is no scorecard, so nothing was scored."
    listed = ", ".join(f"{topic.topic} {topic.score}" for topic in topics)
    return f"{_ABOUT} Topic scores: {listed}."


def _summary(request: EvaluationRequest, topics: Sequence[TopicEvaluation]) -> str:
    word_count = sum(len(answer.text.split()) for answer in request.answers)
    questions = "1 question" if len(request.answers) == 1 else f"{len(request.answers)} questions"
    summary = f"The candidate answered {questions} of {request.interview_title} in {word_count} words."
    if topics:
        strongest = max(topics, key=lambda topic: topic.score)
        weakest = min(topics, key=lambda topic: topic.score)
        summary += f" Closest to the scorecard: {strongest.topic} ({strongest.score} of 100)."
        if weakest is not strongest:
            summary += f" Furthest from it: {weakest.topic} ({weakest.score} of 100)."
    return f"{summary} Written by the local rubric scorer."
