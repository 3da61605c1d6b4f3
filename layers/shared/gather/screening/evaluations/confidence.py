"""How sure a score is, by written rules around every engine (interface: Evaluation, rules 1 to 5).

An engine says how sure it is of each topic. Each rule that applies multiplies that by its factor. Below the
threshold a topic has no score: a person decides, and nobody fails a gate on it. The rules look at what was
heard and written, never at the score, so that they are the same for everybody and every engine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.text_language import is_in_another_language
from gather.core.words import words
from gather.screening.evaluations.models import ConfidenceRule, StoredTopicScore
from gather.screening.evaluations.scorer_instructions import instructs_scorer

THRESHOLD: Final = 0.2
"""A topic of less confidence has no score."""
FEWEST_WORDS: Final = 5
"""Fewer words than these in all answers together are nothing to score."""
FEW_WORDS: Final = 30
"""Fewer words than these in all answers together are little to score."""


@dataclass(frozen=True, slots=True)
class ScoredMaterial:
    """The answers that the scores rest on.

    `texts` are the answers as they were given, in `language`, a BCP 47 code. `unheard` and `recordings` count
    the recordings that could not be transcribed, or poorly, and all. What was said in those is no text.
    """

    language: str
    texts: Sequence[str]
    unheard: int = 0
    recordings: int = 0


@dataclass(frozen=True, slots=True)
class _Rule:
    """Multiplies the confidence by `factor` where `applies`. `sentence` tells a person why."""

    name: ConfidenceRule
    factor: float
    applies: Callable[[ScoredMaterial], bool]
    sentence: str


def _word_count(material: ScoredMaterial) -> int:
    return sum(len(words(text)) for text in material.texts)


def _is_nearly_wordless(material: ScoredMaterial) -> bool:
    return _word_count(material) < FEWEST_WORDS


def _has_few_words(material: ScoredMaterial) -> bool:
    return FEWEST_WORDS <= _word_count(material) < FEW_WORDS


def _is_partly_unheard(material: ScoredMaterial) -> bool:
    return 0 < 2 * material.unheard < material.recordings


def _is_mostly_unheard(material: ScoredMaterial) -> bool:
    return material.unheard > 0 and 2 * material.unheard >= material.recordings


def _is_in_another_language(material: ScoredMaterial) -> bool:
    return is_in_another_language(" ".join(material.texts), material.language)


def _instructs_scorer(material: ScoredMaterial) -> bool:
    return any(instructs_scorer(text) for text in material.texts)


RULES: Final = (
    _Rule(
        ConfidenceRule.FEW_WORDS,
        0.1,
        _is_nearly_wordless,
        f"The answers have fewer than {FEWEST_WORDS} words.",
    ),
    _Rule(
        ConfidenceRule.FEW_WORDS,
        0.7,
        _has_few_words,
        f"The answers have fewer than {FEW_WORDS} words.",
    ),
    _Rule(
        ConfidenceRule.POOR_TRANSCRIPTION,
        0.8,
        _is_partly_unheard,
        "A recording could not be understood well enough.",
    ),
    _Rule(
        ConfidenceRule.POOR_TRANSCRIPTION,
        0.5,
        _is_mostly_unheard,
        "Half of the recordings or more could not be understood well enough.",
    ),
    _Rule(
        ConfidenceRule.OTHER_LANGUAGE,
        0.25,
        _is_in_another_language,
        "The answers are in another language than the interview.",
    ),
    _Rule(
        ConfidenceRule.INSTRUCTS_SCORER,
        0.5,
        _instructs_scorer,
        "An answer addresses whoever scores it. Those sentences were left out.",
    ),
)
"""The rules, in the order in which they are told."""


def apply_confidence_rules(
    topics: Sequence[StoredTopicScore], material: ScoredMaterial
) -> tuple[StoredTopicScore, ...]:
    """The engine's topic scores with the confidence that the rules leave; those below the threshold unscored.

    A topic that the rules have lowered says so in its explanation.
    """
    applied = [rule for rule in RULES if rule.applies(material)]
    return tuple(_apply(topic, applied) for topic in topics)


def _apply(topic: StoredTopicScore, applied: Sequence[_Rule]) -> StoredTopicScore:
    confidence = topic.confidence
    for rule in applied:
        confidence *= rule.factor
    confidence = round(confidence, 2)
    reasons = [rule.sentence for rule in applied]
    lowered_by = tuple(dict.fromkeys(rule.name for rule in applied))
    if confidence >= THRESHOLD:
        explained = " ".join([topic.explanation, *reasons])
        return topic.changed(confidence=confidence, explanation=explained, lowered_by=lowered_by)
    why = " ".join(reasons) or "The engine is too unsure of the score."
    return topic.changed(
        score=None,
        confidence=confidence,
        explanation=f"Not scored, a person decides. {why}",
        lowered_by=lowered_by,
    )
