"""Evaluation without a language model: a rubric scorer that compares answers with the scorecard.

It is deterministic and explains every score, so that a whole screening can be tried and tested on one
machine. Alone it compares words. With a sentence encoder it also finds what English answers say in other
words. It follows no account as a person does, and says so.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from gather.core.language import primary_language
from gather.core.text_language import is_in_another_language
from gather.ports.evaluation import (
    EvaluationAnswer,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
    TopicEvaluation,
)
from gather.ports.failure import EngineFailed
from gather.screening.evaluations.evidence import quote_verbatim
from local_stack.engines.competencies import suggested
from local_stack.engines.meaning_scoring import score_by_meanings
from local_stack.engines.sentence_encoder import ENCODER_MODEL, Encoder, EncoderMissing
from local_stack.engines.sign_meanings import SignMeanings
from local_stack.engines.topic_scores import IS_FOUND, TopicFindings
from local_stack.engines.word_scoring import score_by_words, spoken

_ABOUT_WORDS: Final = "Scored by the local rubric scorer, which compares words and understands no meaning."
_ABOUT_MEANINGS: Final = (
    "Scored by the local rubric scorer, which compares words and the meanings of single sentences."
)

_RULES_VERSION: Final = "4"
_FOLDER: Final = Path(__file__).parent
_RULES: Final = (
    "account_sentences.py",
    "rubric_evaluation.py",
    "rubric_words.py",
    "topic_scores.py",
    "word_scoring.py",
    "words.py",
)
_MEANINGS: Final = ("behaviours.py", "behaviours.toml", "meaning_scoring.py", "sign_meanings.py")
_LANGUAGE: Final = "en"
"""The language of the encoder, and of the sentences that it compares with."""


class RubricEvaluation:
    """Scores by how much of a topic the answers tell, and whether as a deed, an intention or praise.

    How long they are counts nothing. Without an `encoder`, and for answers that are not English, words alone
    are compared. An encoder that turns out to be missing is done without from then on.
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._meanings = SignMeanings(encoder) if encoder is not None else None

    def judge(self) -> Judge:
        if self._meanings is None:
            return Judge("local-rubric", "words", _RULES_VERSION, _hash(_RULES))
        model = f"words and {ENCODER_MODEL}"
        return Judge("local-rubric", model, _RULES_VERSION, _hash(_RULES + _MEANINGS))

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        meanings = self._meanings if _is_english(request) else None
        try:
            scores = _scores(request, meanings)
        except EncoderMissing as missing:
            # The same evaluation is tried again, by words and named so.
            self._meanings = None
            raise EngineFailed(retryable=True, reason=str(missing)) from missing
        about = _ABOUT_WORDS if meanings is None else _ABOUT_MEANINGS
        topics = tuple(
            _evaluated(topic, score, request.answers, about)
            for topic, score in zip(request.topics, scores, strict=True)
        )
        # It understands nothing that it could give an account of.
        return EvaluationResult(topics=topics, explanation=_explanation(topics, about), summary="")

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        return suggested("\n".join((job_description, *questions)))


@cache
def _hash(files: tuple[str, ...]) -> str:
    """The hash of the code and the sentences by which it scores."""
    return hashlib.sha256(b"".join((_FOLDER / each).read_bytes() for each in files)).hexdigest()


def _is_english(request: EvaluationRequest) -> bool:
    said = " ".join(answer.text for answer in request.answers)
    return primary_language(request.language) == _LANGUAGE and not is_in_another_language(said, _LANGUAGE)


def _scores(request: EvaluationRequest, meanings: SignMeanings | None) -> list[TopicFindings]:
    said = spoken(answer.text for answer in request.answers)
    if meanings is None:
        return [score_by_words(topic, said) for topic in request.topics]
    told = meanings.told([each.text for each in said]) if request.topics else []
    return [score_by_meanings(topic, told, said, meanings) for topic in request.topics]


def _evaluated(
    topic: EvaluationTopic, score: TopicFindings, answers: Sequence[EvaluationAnswer], about: str
) -> TopicEvaluation:
    reasons = ", ".join(
        f"{part.name} {part.reached:.0%} ({part.share / score.total:.0%} of the score)"
        for part in score.parts
    )
    explanation = f"{about} {score.score} of 100 comes from: {reasons}."
    return TopicEvaluation(
        topic=topic.topic,
        score=score.score,
        confidence=score.confidence,
        explanation=" ".join([explanation, *_signs_told(topic, score)]),
        evidence=quote_verbatim(score.best, [answer.text for answer in answers], limit=2),
        ask_next=min(topic.looking_for, key=lambda sign: score.signs[sign], default=None),
    )


def _signs_told(topic: EvaluationTopic, score: TopicFindings) -> list[str]:
    """What the scorecard looks for, by whether it was found."""
    listed = {
        "Found": [sign for sign in topic.looking_for if score.signs[sign] >= IS_FOUND],
        "Not found": [sign for sign in topic.looking_for if score.signs[sign] < IS_FOUND],
    }
    return [f"{label}: {'; '.join(signs)}." for label, signs in listed.items() if signs]


def _explanation(topics: Sequence[TopicEvaluation], about: str) -> str:
    if not topics:
        return "There is no scorecard, so nothing was scored."
    listed = ", ".join(f"{topic.topic} {topic.score}" for topic in topics)
    return f"{about} Topic scores: {listed}."
