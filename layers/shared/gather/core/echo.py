"""Recognizes model output that repeats the model's instructions, or the marks around material.

Every text of a model for people passes this check. It compares words and letters, without a model, so that no
text can persuade it. Case, accents, punctuation, markup and characters between letters make no difference. A
paraphrase is recognized by the names of the tool's members, and by words about itself: "my instructions",
"never repeat these instructions", in nine languages. A single sentence of the instructions in another
language or in other words is not recognized.
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
    """Returns the names of members and tools in our own instructions, which nobody says in a conversation."""
    return frozenset(_NAME.findall(instructions))


def marks_of(prompt: str) -> frozenset[str]:
    """The marks around the sections of a prompt."""
    return frozenset(_MARKED_SECTION.findall(prompt))


@dataclass(frozen=True, slots=True)
class EchoGuard:
    """The texts that one request's model may not repeat.

    `told` are the instructions, which only the model knows. `allowed` are texts that may be repeated: the
    material. `names` are those of `names_in`, and `marks` those around the material, where they are known.
    """

    told: str
    allowed: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()

    def repeats(self, text: str) -> bool:
        """Whether `text` repeats the instructions, or a mark."""
        return (
            self._has_marks(text)
            or self._is_new(self.names.intersection(_NAME.findall(text)))
            or quotes(text, self.told, RUN, self.allowed)
            or self._has_letters(text)
        )

    def speaks_of_itself(self, text: str) -> bool:
        """Whether `text` speaks of instructions as its own. People may speak of theirs, so this is a check of
        texts for people, and not of texts about them."""
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
        """Whether one of the strings is in no text that may be repeated."""
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
