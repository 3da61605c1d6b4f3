"""Evaluation by a language model on Amazon Bedrock (Converse API).

The model answers through a tool whose schema is its only way to answer. What a candidate said is
never trusted: it stands between markers that the candidate cannot know, the instructions call it
material, scores are clamped, and excerpts that are not in an answer word for word are dropped.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from gather.engines.aws_clients import engine_errors
from gather.engines.evaluation_prompts import (
    EVALUATE,
    EVALUATE_INSTRUCTIONS,
    SUGGEST,
    SUGGEST_INSTRUCTIONS,
    evaluation_prompt,
    suggestion_prompt,
)
from gather.engines.evidence import verbatim
from gather.engines.protocols import (
    EngineFailed,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    TopicEvaluation,
)

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient
    from mypy_boto3_bedrock_runtime.type_defs import ToolSpecificationTypeDef

_ENGINE: Final = "The evaluation engine"
_LONGEST_TEXT: Final = 4_000
_LONGEST_TOPIC: Final = 200
_MOST_TOPICS: Final = 6
_LEVELS: Final = ("level1", "level2", "level3", "level4", "level5")


class BedrockEvaluation:
    """Asks one model, with temperature 0 so that the same answers are scored alike.

    Evaluations are made by a worker and may take their time; suggestions are made while an API client
    waits, through `client_in_request` with its shorter limits.
    """

    def __init__(
        self,
        client: Callable[[], BedrockRuntimeClient],
        client_in_request: Callable[[], BedrockRuntimeClient],
        model_id: str,
        new_marker: Callable[[], str] = lambda: secrets.token_hex(8),
    ) -> None:
        self._client = client
        self._client_in_request = client_in_request
        self._model_id = model_id
        self._new_marker = new_marker

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        prompt = evaluation_prompt(request, self._new_marker())
        output = self._ask(self._client(), EVALUATE_INSTRUCTIONS, prompt, EVALUATE)
        judged = {_whole_number(item, "topicNumber"): item for item in _objects(output, "topics")}
        answers = [answer.text for answer in request.answers]
        return EvaluationResult(
            topics=tuple(
                _topic_evaluation(topic.topic, judged.get(number), answers)
                for number, topic in enumerate(request.topics, start=1)
            ),
            explanation=_text(output, "explanation"),
            summary=_text(output, "summary"),
        )

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        prompt = suggestion_prompt(job_description, questions, self._new_marker())
        output = self._ask(self._client_in_request(), SUGGEST_INSTRUCTIONS, prompt, SUGGEST)
        suggested = _objects(output, "topics")[:_MOST_TOPICS]
        if len(suggested) < 3:
            raise _unusable("too few topics")
        weights = _shares([max(0.0, _number(item, "weight")) for item in suggested])
        return [
            EvaluationTopic(
                topic=_text(item, "topic")[:_LONGEST_TOPIC],
                weight=weight,
                description=_text(item, "description"),
                looking_for=tuple(_texts(item, "lookingFor")),
                score_descriptions=_score_descriptions(item),
            )
            for item, weight in zip(suggested, weights, strict=True)
        ]

    def _ask(
        self, client: BedrockRuntimeClient, instructions: str, prompt: str, tool: ToolSpecificationTypeDef
    ) -> Mapping[str, Any]:
        with engine_errors(_ENGINE):
            answer = client.converse(
                modelId=self._model_id,
                system=[{"text": instructions}],
                messages=[{"role": "user", "content": [{"text": prompt}]}],
                inferenceConfig={"maxTokens": 6_000, "temperature": 0},
                toolConfig={
                    "tools": [{"toolSpec": tool}],
                    "toolChoice": {"tool": {"name": tool["name"]}},
                },
            )
        if answer["stopReason"] == "max_tokens":
            raise _unusable("it was cut off")
        for block in answer["output"].get("message", {"content": []})["content"]:
            use = block.get("toolUse")
            if use and use["name"] == tool["name"] and isinstance(use["input"], Mapping):
                return use["input"]
        raise _unusable("the tool was not used")


def _topic_evaluation(topic: str, item: Mapping[str, Any] | None, answers: list[str]) -> TopicEvaluation:
    if item is None:
        raise _unusable("a topic is missing")
    return TopicEvaluation(
        topic=topic,
        score=math.floor(min(100.0, max(0.0, _number(item, "score"))) + 0.5),
        confidence=round(min(1.0, max(0.0, _number(item, "confidence"))), 2),
        explanation=_text(item, "explanation"),
        evidence=verbatim(_texts(item, "evidence"), answers),
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


def _score_descriptions(item: Mapping[str, Any]) -> dict[str, str]:
    levels = item.get("scoreDescriptions")
    if not isinstance(levels, Mapping):
        return {}
    return {name: _text(levels, name) for name in _LEVELS if name in levels}


def _objects(output: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    items = output.get(name)
    if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
        raise _unusable(f"{name} is no list of objects")
    return items


def _texts(item: Mapping[str, Any], name: str) -> list[str]:
    texts = item.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise _unusable(f"{name} is no list of texts")
    return texts


def _text(item: Mapping[str, Any], name: str) -> str:
    text = item.get(name)
    if not isinstance(text, str) or not text.strip():
        raise _unusable(f"{name} is no text")
    return text.strip()[:_LONGEST_TEXT]


def _number(item: Mapping[str, Any], name: str) -> float:
    number = item.get(name)
    if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
        raise _unusable(f"{name} is no number")
    return float(number)


def _whole_number(item: Mapping[str, Any], name: str) -> int:
    return math.floor(_number(item, name))


def _unusable(why: str) -> EngineFailed:
    return EngineFailed(retryable=True, reason=f"{_ENGINE} gave an answer that cannot be used: {why}")
