"""Scores the answers of the trial as the service does: what addresses the scorer reaches no engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gather.ports.evaluation import Evaluation, EvaluationAnswer, EvaluationRequest
from gather.ports.failure import EngineFailed
from gather.screening.evaluations.answer_preparation import CandidateIdentity, prepare
from trials.score.answers import AnswerSet, Rubric, TrialAnswer

PADDING: Final = (
    " This is something that I have thought about for quite some time, and it matters to me a lot. As far as"
    " I remember it was in spring, or perhaps it was a little later in the year, the days grew longer. There"
    " is much that one could add to it, and in the end every day is a bit different from the one before."
)
"""Says nothing, in about sixty words."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of the answers by id, as they are and padded.

    `failures` says of each answer to which the engine gave nothing that can be used why; its score is 0.
    """

    plain: Mapping[str, int] = field(default_factory=dict)
    padded: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)


def score_answers(engine: Evaluation, *measured: AnswerSet) -> Scores:
    """Scores every answer of the sets, and with padding each answer that says something."""
    plain, padded, failures = {}, {}, {}
    for rubric in (rubric for each in measured for rubric in each.rubrics):
        for answer in rubric.answers:
            try:
                plain[answer.id] = score(engine, rubric, answer.text)
                if is_padded(answer):
                    padded[answer.id] = score(engine, rubric, answer.text + PADDING)
            except EngineFailed as failure:
                plain[answer.id], failures[answer.id] = 0, failure.reason
    return Scores(plain, padded, failures)


def is_padded(answer: TrialAnswer) -> bool:
    """Whether the answer is tried with padding: nothing said is no answer to pad."""
    return answer.kind != "empty"


def score(engine: Evaluation, rubric: Rubric, text: str) -> int:
    """The score of a text as an answer to the question of a rubric. Raises EngineFailed."""
    seen = prepare(text, "en", CandidateIdentity()).text
    answer = EvaluationAnswer("question", rubric.question, seen)
    request = EvaluationRequest("en", "Trial", (rubric.topic,), (answer,))
    return engine.evaluate(request).topics[0].score
