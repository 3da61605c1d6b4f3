"""Scores a topic by the words and the meanings of an answer's sentences.

What the words of a scorecard name counts in full where a sentence means it, and little where none does: a
word may stand for something else.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gather.ports.evaluation import EvaluationTopic
from local_stack.engines.rubric_words import concepts
from local_stack.engines.sign_meanings import SignMeanings, ToldSentence
from local_stack.engines.topic_scores import (
    IS_FOUND,
    SHARE_OF_LEVELS,
    SHARE_OF_SIGNS,
    SHARE_OF_TOPIC,
    SIGNS,
    ScorePart,
    TopicFindings,
)
from local_stack.engines.word_scoring import (
    CONFIDENCE,
    Sentence,
    WordComparison,
    best_sentences,
    said_in,
)

_CONFIDENCE_BY_MEANING: Final = 0.5
"""The confidence where words name less than half of what was found: similarity alone is less sure."""
_WORDS_ALONE: Final = 0.15
_IS_MEANT: Final = 0.3
_SIGNS_FOR_THE_REST: Final = 0.9
"""How much the signs that were found speak for the levels and the topic as well."""


def score_by_meanings(
    topic: EvaluationTopic, told: Sequence[ToldSentence], spoken: Sequence[Sentence], meanings: SignMeanings
) -> TopicFindings:
    """The score of a topic. A topic that looks for nothing has its description for a sign.

    Raises EngineFailed.
    """
    names = topic.looking_for or (topic.description or topic.topic,)
    comparison = WordComparison(topic)
    found = _found(names, told, comparison, meanings)
    accounts = [each for each in spoken if each.text in found]
    said = said_in(accounts)
    meant = {name: max((each[name] for each in found.values()), default=0.0) for name in names}
    named = {name: comparison.reached(name, said) * _backed(meant[name]) for name in names}
    reached = {name: max(meant[name], named[name]) for name in names}
    of_signs = sum(reached.values()) / len(names)
    parts = comparison.other_parts(said)
    by_words = sum(part.share * part.reached for part in parts) / sum(part.share for part in parts)
    rest = max(by_words * _backed(of_signs), _SIGNS_FOR_THE_REST * of_signs)
    return TopicFindings(
        parts=[
            ScorePart(SHARE_OF_SIGNS, of_signs, SIGNS),
            ScorePart(SHARE_OF_LEVELS + SHARE_OF_TOPIC, rest, "level descriptions and topic"),
        ],
        signs=reached,
        best=_best(names, found) or best_sentences(topic, accounts),
        confidence=CONFIDENCE if 2 * sum(named.values()) >= sum(reached.values()) else _CONFIDENCE_BY_MEANING,
    )


def _found(
    names: Sequence[str], told: Sequence[ToldSentence], comparison: WordComparison, meanings: SignMeanings
) -> dict[str, dict[str, float]]:
    """The sentences that are part of an account, with how much each is evidence of each sign."""
    signs = meanings.signs(names)
    found = {}
    for sentence in told:
        alone = dict.fromkeys(concepts(sentence.text), 1.0)
        by_words = [comparison.reached(name, alone) > IS_FOUND for name in names]
        evidence = meanings.evidence(sentence, signs, by_words)
        if evidence is not None:
            found[sentence.text] = dict(zip(names, evidence, strict=True))
    return found


def _backed(meant: float) -> float:
    """The factor of what words name, by how much a sentence means it."""
    return _WORDS_ALONE + (1 - _WORDS_ALONE) * min(1.0, meant / _IS_MEANT)


def _best(names: Sequence[str], found: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The sentence that is the best evidence of each sign, those of the most evidence first."""
    best: dict[str, float] = {}
    for name in names:
        text = max(found, key=lambda each: found[each][name], default="")
        if text and found[text][name] >= IS_FOUND:
            best[text] = sum(found[text].values())
    return sorted(best, key=lambda each: -best[each])
