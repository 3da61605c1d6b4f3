"""Evaluation by a language model.

What a candidate said is never trusted: it stands between markers that the candidate cannot know, the
instructions call it material, scores are clamped, and excerpts that are not in an answer word for word
are dropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gather.language_model.evaluation_prompts import (
    EVALUATE,
    EVALUATE_INSTRUCTIONS,
    EVALUATION_PROMPT_VERSION,
    SUGGEST,
    SUGGEST_INSTRUCTIONS,
    evaluation_prompt,
    evaluation_prompt_hash,
    suggestion_prompt,
)
from gather.language_model.output import ModelOutput, ask
from gather.ports.evaluation import (
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
    TopicEvaluation,
)
from gather.ports.language_model import LanguageModel, ModelRequest
from gather.screening.evaluations.evidence import quote_verbatim

ENGINE: Final = "The evaluation engine"
"""How failures name the engine."""

_LONGEST_TOPIC: Final = 200
_LONGEST_QUESTION: Final = 300
_MOST_TOPICS: Final = 6
_LEVELS: Final = ("level1", "level2", "level3", "level4", "level5")


class ModelEvaluation:
    """An Evaluation. Asks one model, with temperature 0 so that the same answers are scored alike.

    Evaluations are made by a worker and may take their time; suggestions are made while an API client
    waits, through `in_request` with its shorter limits.
    """

    def __init__(self, patient: LanguageModel, in_request: LanguageModel) -> None:
        self._patient = patient
        self._in_request = in_request

    def judge(self) -> Judge:
        model = self._patient
        return Judge(model.provider, model.name, EVALUATION_PROMPT_VERSION, evaluation_prompt_hash())

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        asked = ModelRequest(
            EVALUATE_INSTRUCTIONS, lambda marker: evaluation_prompt(request, marker), EVALUATE
        )
        output = ask(self._patient, asked)
        judged = {math.floor(item.number("topicNumber")): item for item in output.objects("topics")}
        if not judged.keys() >= set(range(1, len(request.topics) + 1)):
            raise output.unusable("a topic is missing")
        answers = [answer.text for answer in request.answers]
        return EvaluationResult(
            topics=tuple(
                _topic_evaluation(topic.topic, judged[number], answers)
                for number, topic in enumerate(request.topics, start=1)
            ),
            explanation=output.text("explanation"),
            summary=output.text("summary"),
            tokens=output.tokens,
            judge=replace(self.judge(), model=output.model) if output.model else None,
        )

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        asked = ModelRequest(
            SUGGEST_INSTRUCTIONS,
            lambda marker: suggestion_prompt(job_description, questions, marker),
            SUGGEST,
        )
        output = ask(self._in_request, asked)
        suggested = output.objects("topics")[:_MOST_TOPICS]
        if len(suggested) < 3:
            raise output.unusable("too few topics")
        weights = _shares([max(0.0, item.number("weight")) for item in suggested])
        return [
            EvaluationTopic(
                topic=item.text("topic")[:_LONGEST_TOPIC],
                weight=weight,
                description=item.text("description"),
                looking_for=tuple(item.texts("lookingFor")),
                score_descriptions=_score_descriptions(item),
            )
            for item, weight in zip(suggested, weights, strict=True)
        ]


def _topic_evaluation(topic: str, item: ModelOutput, answers: list[str]) -> TopicEvaluation:
    return TopicEvaluation(
        topic=topic,
        score=math.floor(min(100.0, max(0.0, item.number("score"))) + 0.5),
        confidence=round(min(1.0, max(0.0, item.number("confidence"))), 2),
        explanation=item.text("explanation"),
        evidence=quote_verbatim(item.texts("evidence"), answers),
        ask_next=item.optional_text("askNext")[:_LONGEST_QUESTION] or None,
    )


def _shares(weights: list[float]) -> list[int]:
    """Whole numbers in the proportion of `weights` that add up to 100, equal when all are zero."""
    total = sum(weights)
    exact = [100 * weight / total if total else 100 / len(weights) for weight in weights]
    shares = [math.floor(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda index: shares[index] - exact[index])
    for index in by_remainder[: 100 - sum(shares)]:
        shares[index] += 1
    return shares


def _score_descriptions(item: ModelOutput) -> dict[str, str]:
    levels = item.part("scoreDescriptions")
    if levels is None:
        return {}
    return {name: levels.text(name) for name in _LEVELS if name in levels}
