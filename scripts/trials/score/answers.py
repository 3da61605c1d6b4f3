"""The answers of the trial, as they stand in answers.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from gather.ports.evaluation import EvaluationTopic

_FILE: Final = Path(__file__).with_name("answers.toml")


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """A written answer with the band, both ends included, in which a fair score lies, and why.

    `base` is the id of the answer that an injection was added to, or that is said in other words.
    """

    id: str
    kind: str
    low: int
    high: int
    argument: str
    text: str
    base: str | None

    @property
    def expected(self) -> float:
        """The middle of the band, by which the answers are ranked."""
        return (self.low + self.high) / 2


@dataclass(frozen=True, slots=True)
class Rubric:
    """A question with a topic to score, and the answers to it."""

    question: str
    topic: EvaluationTopic
    answers: tuple[TrialAnswer, ...]


@cache
def rubrics() -> tuple[Rubric, ...]:
    """The three rubrics with their sixty answers."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Rubric(
            question=each["question"],
            topic=EvaluationTopic(
                topic=each["topic"],
                weight=100,
                description=each["description"],
                looking_for=tuple(each["looking_for"]),
                score_descriptions={level: each[level] for level in ("level1", "level3", "level5")},
            ),
            answers=tuple(
                TrialAnswer(
                    id=answer["id"],
                    kind=answer["kind"],
                    low=answer["band"][0],
                    high=answer["band"][1],
                    argument=answer["argument"],
                    text=answer["text"],
                    base=answer.get("base"),
                )
                for answer in each["answers"]
            ),
        )
        for each in read["rubrics"]
    )
