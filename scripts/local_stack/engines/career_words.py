"""The meaning of the words of a question to an employer, in English, German, French and Spanish.

The table is `career_words.toml`. A word that it does not know stands for itself, so that a company's own
names are found as well.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gather.core.words import folded, stem, words

_FILE: Final = Path(__file__).with_name("career_words.toml")
_ELISION: Final = re.compile(r"^(?:[cdjlmnst]|qu)['\u2019](?=\w)")
_LONGEST_PHRASE: Final = 5
_SHORTEST_PREFIX: Final = 3
_SHORTEST_CORRECTED: Final = 5
_SHORTEST_WITH_TWO_FAULTS: Final = 9


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase with what it means.

    `meanings` is empty for a word that only stands for itself. An `aside` is asked along with something else,
    as the verb in "do you pay for sports": a text may be the answer without it.
    """

    word: str
    meanings: frozenset[str] = frozenset()
    aside: bool = False

    def shares(self, others: Iterable["Term"]) -> bool:
        """Whether one of the others means the same or is the same word.

        A train and a training have the same stem, and are known to mean different things.
        """
        return any(
            not self.meanings.isdisjoint(other.meanings)
            or (self.word == other.word and not (self.meanings and other.meanings))
            for other in others
        )


@dataclass(frozen=True, slots=True)
class _Table:
    passed_over: frozenset[str]
    whole: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    ends: Mapping[str, frozenset[str]]
    asides: frozenset[str]


def terms_of(text: str, spelled: frozenset[str] | None = None) -> list[Term]:
    """The terms of `text` in their order, without the words that say nothing.

    With `spelled`, the words of the texts that are searched, a word that neither they nor the table have is
    taken for the one that it is misspelled from.
    """
    table = _table()
    found = [_ELISION.sub("", word) for word in words(text)]
    terms: list[Term] = []
    place = 0
    while place < len(found):
        length, term = _term_at(table, found, place, spelled)
        if term is not None:
            terms.append(term)
        place += length
    return terms


def _term_at(
    table: _Table, found: list[str], place: int, spelled: frozenset[str] | None
) -> tuple[int, Term | None]:
    """The number of words of the term at `place`, and the term; None for a word without meaning."""
    for length in range(min(_LONGEST_PHRASE, len(found) - place), 1, -1):
        phrase = "_".join(found[place : place + length])
        meanings = _meanings(table, phrase, phrase_only=True)
        if meanings:
            return length, _term(table, phrase, meanings)
    word = found[place]
    if word in table.passed_over or len(word) < 2:
        return 1, None
    meanings = _meanings(table, word)
    if not meanings and spelled is not None and word not in spelled:
        # Never for a word that says nothing: who asks for a night shift did not mean "nicht".
        word = _corrected(word, (spelled | table.whole.keys()) - table.passed_over)
        meanings = _meanings(table, word)
    return 1, _term(table, word, meanings)


def _term(table: _Table, word: str, meanings: frozenset[str]) -> Term:
    return Term(_root(word), meanings, aside=bool(meanings) and meanings <= table.asides)


def _meanings(table: _Table, word: str, *, phrase_only: bool = False) -> frozenset[str]:
    found = set(table.whole.get(word, ()))
    for length in range(_SHORTEST_PREFIX, len(word) + 1):
        beginning = word[:length]
        if not phrase_only or "_" in beginning:
            found |= table.beginnings.get(beginning, frozenset())
        if not phrase_only:
            found |= table.ends.get(word[-length:], frozenset())
    return frozenset(found)


def _root(word: str) -> str:
    shorter = stem(word, shortest=3)
    return word if shorter == word else _root(shorter)


def _corrected(word: str, known: Iterable[str]) -> str:
    """The known word that is a slip away from `word`, or `word` itself."""
    if len(word) < _SHORTEST_CORRECTED or not word.isalpha():
        return word
    most = 2 if len(word) >= _SHORTEST_WITH_TWO_FAULTS else 1
    near = [
        (distance, each)
        for each in known
        if abs(len(each) - len(word)) <= most
        and each[:1] == word[0]
        and (distance := _distance(word, each)) <= most
    ]
    return min(near)[1] if near else word


def _distance(one: str, other: str) -> int:
    """The slips between two words: letters left out, added, exchanged, or in the wrong order."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        last, before, row = before, row, [place]
        for column, each in enumerate(other, start=1):
            cheapest = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != each))
            swapped = place > 1 and column > 1 and letter == other[column - 2] and one[place - 2] == each
            row.append(min(cheapest, last[column - 2] + 1) if swapped else cheapest)
    return row[-1]


@cache
def _table() -> _Table:
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    whole: dict[str, set[str]] = {}
    beginnings: dict[str, set[str]] = {}
    ends: dict[str, set[str]] = {}
    for meaning, text in _meanings_in(read):
        for each in text.split():
            pattern = folded(each)
            if pattern.startswith("*"):
                ends.setdefault(pattern[1:], set()).add(meaning)
            elif pattern.endswith("*"):
                beginnings.setdefault(pattern[:-1], set()).add(meaning)
            else:
                whole.setdefault(pattern, set()).add(meaning)
    return _Table(
        passed_over=frozenset(folded(word) for text in read["passed_over"].values() for word in text.split()),
        whole=_frozen(whole),
        beginnings=_frozen(beginnings),
        ends=_frozen(ends),
        asides=frozenset(read["aside"]),
    )


def _meanings_in(read: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return (*read["aside"].items(), *read["meanings"].items())


def _frozen(found: Mapping[str, set[str]]) -> Mapping[str, frozenset[str]]:
    return {word: frozenset(meanings) for word, meanings in found.items()}
