"""The answers of the trial, as they stand in the folder's TOML files."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gather.ports.evaluation import EvaluationTopic

_FOLDER: Final = Path(__file__).parent


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

    id: str
    question: str
    topic: EvaluationTopic
    answers: tuple[TrialAnswer, ...]


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """Answers that are measured together. `title` says what they are."""

    title: str
    rubrics: tuple[Rubric, ...]

    @property
    def answers(self) -> tuple[TrialAnswer, ...]:
        """The answers to all of the questions."""
        return tuple(answer for rubric in self.rubrics for answer in rubric.answers)


@cache
def sixty() -> AnswerSet:
    """Sixty answers, of which most use words of their rubrics."""
    read = _read("answers.toml")
    return AnswerSet("Sixty answers", tuple(_rubric(each, each["answers"]) for each in read["rubrics"]))


@cache
def fresh() -> AnswerSet:
    """Forty answers to the same questions by somebody who had seen neither the sixty nor the scorer."""
    asked = _read("answers.toml")["rubrics"]
    return AnswerSet("Forty answers in other words", tuple(_rubrics(asked, _read("fresh.toml")["answers"])))


@cache
def other_words() -> AnswerSet:
    """The answers on which the local scorer was developed, to the same questions and to four others.

    They avoid the words of their rubrics. Many are meant to deceive.
    """
    read = _read("other_words.toml")
    asked = [*_read("answers.toml")["rubrics"], *read["rubrics"]]
    return AnswerSet("Answers of the local scorer's development", tuple(_rubrics(asked, read["answers"])))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


def _rubrics(asked: list[dict[str, Any]], answers: list[dict[str, Any]]) -> Iterator[Rubric]:
    """The rubrics with those of the answers that name them."""
    for rubric in asked:
        yield _rubric(rubric, [each for each in answers if each["rubric"] == rubric["id"]])


def _rubric(read: dict[str, Any], answers: list[dict[str, Any]]) -> Rubric:
    return Rubric(
        id=read["id"],
        question=read["question"],
        topic=EvaluationTopic(
            topic=read["topic"],
            weight=100,
            description=read["description"],
            looking_for=tuple(read["looking_for"]),
            score_descriptions={level: read[level] for level in ("level1", "level3", "level5")},
        ),
        answers=tuple(
            TrialAnswer(
                id=answer["id"],
                kind=answer["kind"],
                low=answer["band"][0],
                high=answer["band"][1],
                argument=answer["argument"],
                text=answer["text"],
                base=answer.get("base") or None,
            )
            for answer in answers
        ),
    )
