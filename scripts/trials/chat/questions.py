"""The questions of the trial, as they stand in questions.toml, learned.toml and held_out.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

QUESTIONS: Final = "questions"
"""The sixty, which were written before the engine."""
LEARNED: Final = "learned"
"""Forty-eight more, which showed what it lacked."""
HELD_OUT: Final = "held_out"
"""Twenty-two more, which it met for the first time when it had learned from those."""


@dataclass(frozen=True, slots=True)
class TrialQuestion:
    """A question with what a right reply to it holds.

    `facts` are texts that the reply must hold, each with its alternatives; without any the demo's content has
    no answer, and `why` says what is missing.
    """

    id: str
    text: str
    language: str
    facts: tuple[tuple[str, ...], ...]
    why: str

    @property
    def is_answerable(self) -> bool:
        """Whether the demo's content has the answer."""
        return bool(self.facts)


@cache
def questions(name: str = QUESTIONS) -> tuple[TrialQuestion, ...]:
    """The questions of one list, in its order."""
    read = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))
    return tuple(
        TrialQuestion(
            id=each["id"],
            text=each["text"],
            language=each.get("language", "en"),
            facts=tuple(tuple(fact.split("|")) for fact in each.get("facts", ())),
            why=each.get("why", ""),
        )
        for each in read["questions"]
    )
