"""Scores a topic by the words of answers: how many of a scorecard's words were said, and how."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from gather.ports.evaluation import EvaluationTopic
from local_stack.engines.account_sentences import account_sentences
from local_stack.engines.rubric_words import concepts, worth
from local_stack.engines.topic_scores import (
    SHARE_OF_LEVELS,
    SHARE_OF_SIGNS,
    SHARE_OF_TOPIC,
    SIGNS,
    ScorePart,
    TopicFindings,
)

# An answer that uses this share of a rubric's words counts as covering it: nobody repeats a rubric.
_FULL_COVERAGE: Final = 0.5
# A comparison of words is never certain. The rules around the engine lower it for weak answers.
CONFIDENCE: Final = 0.6
# The lowest level describes what is missing, so that its words speak for nothing.
_LEVEL_VALUES: Final = {
    "level2": 0.4,
    "level3": 0.6,
    "level4": 0.8,
    "level5": 1.0,
}


class Sentence(NamedTuple):
    """A sentence of an answer: what its words are worth, from 0 to 1, and what they mean."""

    text: str
    worth: float
    concepts: frozenset[str]


def spoken(texts: Iterable[str]) -> list[Sentence]:
    """The sentences of the texts that may be part of an account."""
    return [Sentence(each, worth(each), concepts(each)) for each in account_sentences(texts)]


def score_by_words(topic: EvaluationTopic, sentences_spoken: Sequence[Sentence]) -> TopicFindings:
    """The score of a topic by words alone."""
    comparison = WordComparison(topic)
    said = said_in(sentences_spoken)
    signs = {name: comparison.reached(name, said) for name in topic.looking_for}
    parts = comparison.other_parts(said)
    if signs:
        parts.insert(0, ScorePart(SHARE_OF_SIGNS, sum(signs.values()) / len(signs), SIGNS))
    return TopicFindings(parts, signs, best_sentences(topic, sentences_spoken), CONFIDENCE)


def said_in(sentences_spoken: Sequence[Sentence]) -> dict[str, float]:
    """The concepts that were said, each with the worth of its best sentence. Length counts nothing."""
    said: dict[str, float] = {}
    for sentence in sentences_spoken:
        for concept in sentence.concepts:
            said[concept] = max(sentence.worth, said.get(concept, 0.0))
    return said


class WordComparison:
    """Compares what was said with the words of a topic."""

    def __init__(self, topic: EvaluationTopic) -> None:
        self._topic = topic
        self._commonness = Counter(concept for name in topic.looking_for for concept in concepts(name))

    def reached(self, text: str, said: Mapping[str, float]) -> float:
        """The share of the concepts of `text` that was said: 0 to 1, and 1 from half of them on.

        Those that several signs have count less.
        """
        weights = {concept: 1 / max(1, self._commonness[concept]) for concept in concepts(text)}
        if not weights:
            return 0.0
        found = sum(weight * said.get(concept, 0.0) for concept, weight in weights.items())
        return min(1.0, found / sum(weights.values()) / _FULL_COVERAGE)

    def other_parts(self, said: Mapping[str, float]) -> list[ScorePart]:
        """The parts beside the signs: the level descriptions and the topic itself."""
        described = self._topic.score_descriptions
        levels = [
            value * self.reached(described[level], said)
            for level, value in _LEVEL_VALUES.items()
            if described.get(level)
        ]
        of_topic = self.reached(f"{self._topic.topic} {self._topic.description}", said)
        parts = [ScorePart(SHARE_OF_LEVELS, max(levels), "closest level description")] if levels else []
        return [*parts, ScorePart(SHARE_OF_TOPIC, of_topic, "words of the topic")]


def best_sentences(topic: EvaluationTopic, sentences_spoken: Sequence[Sentence]) -> list[str]:
    """The sentences that say something of the topic, those that say the most of it first."""
    rubric = (topic.topic, topic.description, *topic.looking_for, *topic.score_descriptions.values())
    wanted = concepts(" ".join(rubric))
    shared = {each.text: len(each.concepts & wanted) * each.worth for each in sentences_spoken}
    return sorted((sentence for sentence in shared if shared[sentence]), key=lambda each: -shared[each])
