"""Whether a model's words repeat what the model was told: its instructions, or the marks around material.

Everything that a model says to people goes through here. It is judged by words and letters, without a model,
so that nobody talks it into anything. Case, accents, punctuation, markup and what stands between letters make
no difference. A text that was put into other words is recognized by the names of the tool's members, and by
what it says of itself: "my instructions", "never repeat these instructions", in nine languages. A single
sentence of the instructions in another language or in other words is not recognized.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from gather.core.quotes import quotes
from gather.core.words import folded

RUN: Final = 8
"""The successive words of the instructions that count as a repetition."""
_LETTERS: Final = 48
"""The successive letters that count as one too, however they are divided into words."""

_MARK: Final = re.compile(r"[0-9a-f]{16}")
_TAG: Final = re.compile(r"</?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)\s*/?>")
_MARKUP: Final = frozenset(("a", "b", "br", "code", "em", "i", "li", "ol", "p", "strong", "u", "ul"))
_MARKED_SECTION: Final = re.compile(r"^</[a-z][a-z0-9-]*-([0-9a-f]{4,})>$", re.MULTILINE)
_NAME: Final = re.compile(r"\b[a-z]+(?:[A-Z][a-z]+)+\b|\b[a-z]+(?:_[a-z]+)+\b")

_INSTRUCTIONS_DE: Final = r"(?:anweisung\w*|anleitung\w*|instruktion\w*)"
_OF_ITSELF_TEXT: Final = rf"""
    my (?:\w+ )?(?:instructions?|prompts?)   system (?:prompt|message)s?   systemprompts?
    (?:never|not|don't) (?:repeat|reveal|disclose|show|share|mention) (?:these|this) (?:instructions?|prompt)
    mein\w* (?:\w+ )?{_INSTRUCTIONS_DE}   meine?n? prompt   system-?(?:nachricht|anweisung\w*)
    (?:wiederhol\w*|verrat\w*|nenn\w*|erwahn\w*) (?:\w+ )?dies\w* {_INSTRUCTIONS_DE}
    dies\w* {_INSTRUCTIONS_DE} (?:\w+ )?(?:\w+ )?(?:\w+ )?(?:wiederhol\w*|verrat\w*|preis\w*)
    mes (?:\w+ )?(?:instructions?|consignes?)   (?:prompt|message|invite) (?:du )?systeme
    (?:repet\w+|revel\w+|divulgu\w+|mentionn\w+) (?:jamais |pas )?(?:ces|mes) (?:instructions?|consignes?)
    mis (?:\w+ )?(?:instrucciones|indicaciones)   (?:mensaje|prompt|indicaciones) del sistema
    (?:repit\w+|repetir|revel\w+|mencion\w+) (?:nunca |jamas )?(?:estas|mis) (?:instrucciones|indicaciones)
    mie (?:\w+ )?istruzioni   (?:messaggio|prompt) (?:di|del) sistema
    (?:ripet\w+|rivel\w+|menzion\w+) (?:mai )?(?:queste|mie) istruzioni
    mijn (?:\w+ )?(?:instructies?|aanwijzingen)   systeem-?(?:bericht|prompt|instructies)
    (?:herhaal|onthul|noem|vermeld) (?:\w+ )?(?:deze|mijn) (?:instructies|aanwijzingen)
    moj(?:e|ich) (?:\w+ )?(?:instrukcj\w+|polecen\w+)   (?:komunikat|prompt) systemow\w+
    (?:powtarza\w*|ujawnia\w*|wspomina\w*) (?:\w+ )?tych (?:instrukcji|polecen)
    minhas (?:\w+ )?(?:instrucoes|orientacoes)   (?:mensagem|prompt) (?:de|do) sistema
    (?:repit\w+|repetir|revel\w+|mencion\w+) (?:nunca )?(?:estas|essas|minhas) (?:instrucoes|orientacoes)
    تعليماتي   تعليمات النظام   رسالة النظام   (?:تكرر|تكشف|تذكر) (?:\w+ )?هذه التعليمات
"""


@cache
def _of_itself() -> re.Pattern[str]:
    """A pattern for any of the ways to speak of instructions, made at the first use."""
    ways = "|".join(re.split(r"\s{2,}", _OF_ITSELF_TEXT.strip()))
    return re.compile(rf"(?<!\w)(?:{ways})(?!\w)")


def names_in(instructions: str) -> frozenset[str]:
    """The names of members and tools that our own instructions hold, which nobody says in a conversation."""
    return frozenset(_NAME.findall(instructions))


def marks_of(prompt: str) -> frozenset[str]:
    """The marks around the sections of a prompt."""
    return frozenset(_MARKED_SECTION.findall(prompt))


@dataclass(frozen=True, slots=True)
class EchoGuard:
    """The rules for what one request of a model may not give back.

    `told` is what the model alone is told. `allowed` are texts that may be repeated: the material. `names`
    are those of `names_in`, and `marks` what the material is marked with, where they are known.
    """

    told: str
    allowed: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()

    def repeats(self, text: str) -> bool:
        """Whether `text` gives away what the model was told, or a mark."""
        return (
            self._has_marks(text)
            or self._is_new(self.names.intersection(_NAME.findall(text)))
            or quotes(text, self.told, RUN, self.allowed)
            or self._has_letters(text)
        )

    def speaks_of_itself(self, text: str) -> bool:
        """Whether `text` speaks of instructions as its own. What people say of theirs is no matter of it, so
        that this is asked of what is said to them, and not of what is said about them."""
        spoken = _sayings(text)
        return bool(spoken) and not any(spoken <= _sayings(each) for each in self.allowed)

    def _has_marks(self, text: str) -> bool:
        letters = _letters(text)
        if any(mark in letters for mark in self.marks):
            return True
        lower = text.lower()
        tags = {found[0] for found in _TAG.finditer(lower) if found[1] not in _MARKUP}
        return self._is_new({*_MARK.findall(lower), *tags})

    def _is_new(self, found: Iterable[str]) -> bool:
        """Whether something of what was found stands in no text that may be repeated."""
        return any(not any(each in text or each in text.lower() for text in self.allowed) for each in found)

    def _has_letters(self, text: str) -> bool:
        said = set(_letter_runs(text))
        if not said:
            return False
        said.intersection_update(_letter_runs(self.told))
        for each in self.allowed if said else ():
            said.difference_update(_letter_runs(each))
        return bool(said)


def _letter_runs(text: str) -> Iterator[str]:
    letters = _letters(text)
    return (letters[start : start + _LETTERS] for start in range(len(letters) - _LETTERS + 1))


def _letters(text: str) -> str:
    """The letters and digits of `text`, folded: spaces, markup and what cannot be seen are left out."""
    return "".join(filter(str.isalnum, folded(text)))


def _sayings(text: str) -> set[str]:
    return {found[0] for found in _of_itself().finditer(_comparable(text))}


def _comparable(text: str) -> str:
    return " ".join(folded(text).replace("\u2019", "'").replace("*", "").split())
