"""What a scorecard still looks for after an answer, as a natural question.

The question is one of ours, so that the scorecard's own words are not told. `scorecard_aspects.toml` says in
which words people look for each aspect.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from gather.core.words import folded
from gather.screening.conversations.intent_rules import any_of

_FILE: Final = Path(__file__).with_suffix(".toml")
_REPORTS: Final = any_of(
    r"""
    ^(?:explains?|describes?|names?|tells?|says?|mentions?)   ^(?:erklart|beschreibt|nennt|sagt|erzahlt)
    ^(?:explique|decrit|nomme|dit)   ^(?:explica|describe|nombra|dice)   ^(?:spiega|descrive|nomina|dice)
    ^(?:descreve|nomeia|diz)   ^(?:legt uit|beschrijft|noemt|zegt)   ^(?:wyjasnia|opisuje|wymienia|mowi)
    ^(?:يشرح|يصف|يذكر|يقول)
    """
)
"""The verb by which a scorecard says that something is told, whatever that is."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something that a scorecard may look for. `of_deeds` is only asked of what somebody did."""

    name: str
    words: re.Pattern[str]
    of_deeds: bool


@cache
def aspects() -> tuple[Aspect, ...]:
    """Every aspect."""
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))["aspects"]
    return tuple(Aspect(each["name"], any_of(each["words"]), each.get("of_deeds", True)) for each in read)


def missing_question(
    looked_for: Iterable[str],
    told: Iterable[str],
    asked: Iterable[str],
    questions: Mapping[str, str],
    *,
    is_deed: bool,
) -> str:
    """The question for the first aspect of `looked_for` that the texts `told` have nothing of; empty without.

    `asked` is what was asked before. `questions` are by the aspects' names. `is_deed` says that the answer is
    about something that the candidate did.
    """
    said, before = _comparable(" ".join(told)), " ".join(asked)
    for aspect in _sought(looked_for):
        question = questions[aspect.name]
        if aspect.of_deeds is is_deed and not aspect.words.search(said) and question not in before:
            return question
    return ""


def _sought(looked_for: Iterable[str]) -> Sequence[Aspect]:
    """The aspects in the order in which the texts look for them, each once."""
    found: dict[str, Aspect] = {}
    for text in (_REPORTS.sub("", _comparable(each)) for each in looked_for):
        places = [(match.start(), each) for each in aspects() if (match := each.words.search(text))]
        for _, aspect in sorted(places, key=lambda each: each[0]):
            found.setdefault(aspect.name, aspect)
    return list(found.values())


def _comparable(text: str) -> str:
    return " ".join(folded(text).replace("\u2019", "'").split())
