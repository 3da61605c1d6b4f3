"""The engine that scores answers by a scorecard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EvaluationTopic:
    """One topic of a scorecard (interface: Scorecards, rules 1 and 2).

    `weight` runs from 0 to 100; `score_descriptions` maps `level1` to `level5` to rubric texts.
    """

    topic: str
    weight: float = 0
    description: str = ""
    looking_for: tuple[str, ...] = ()
    score_descriptions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvaluationAnswer:
    """A candidate's answer to one question, as text. Untrusted. `question` is the question's wording."""

    question_id: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """A finished interview to be scored against a scorecard."""

    language: str
    interview_title: str
    topics: tuple[EvaluationTopic, ...]
    answers: tuple[EvaluationAnswer, ...]


@dataclass(frozen=True, slots=True)
class TopicEvaluation:
    """A candidate's evaluation on one topic.

    `score` runs from 0 to 100, `confidence` from 0 to 1. Every item of `evidence` stands word for word
    in one of the answers. `ask_next` is what to ask the candidate next about the topic, in the request's
    language; None where the engine knows nothing to ask.
    """

    topic: str
    score: int
    confidence: float
    explanation: str
    evidence: tuple[str, ...]
    ask_next: str | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge: the engine, its model, and the words or rules by which it judges.

    `prompt_hash` changes with each change of them, `prompt_version` with each release of them.
    """

    engine: str
    model: str
    prompt_version: str
    prompt_hash: str


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """One evaluation for each requested topic, in the order of the request.

    `summary` is a neutral account of what the candidate said, without scores; empty where the engine writes
    none. `tokens` is what a model has used, in and out; None without a model. `judge` is who judged, where it
    is not the one that `Evaluation.judge` names: another engine, or the model that the response names.
    """

    topics: tuple[TopicEvaluation, ...]
    explanation: str
    summary: str
    tokens: int | None = None
    judge: Judge | None = None


class Evaluation(Protocol):
    """Judges what candidates said."""

    def judge(self) -> Judge:
        """Returns the judge. Makes no call."""
        ...

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        """Score the answers against the topics and give an account of them.

        Without topics only the explanation and the account are written. An output of the engine that
        cannot be used raises EngineFailed, retryable.
        """
        ...

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        """Three to six topics for a scorecard, complete, with weights that add up to 100.

        Returns within 25 seconds, so that a route can wait.
        """
        ...
