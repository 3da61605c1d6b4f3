"""The words by which large teams find candidates: of their names, and of their addresses before the `@`.

A word is known by its first letters, which keys have as hashes. For example, a search for `lovelace` looks
among the words that begin with `lovela`, and one for `love` among those that begin with `lov`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gather.core.case_folding import fold

FEW_LETTERS: Final = 3
MANY_LETTERS: Final = 6
MOST_WORDS: Final = 12
"""The most words of one candidate that are known; a name has two or three."""
_BETWEEN_WORDS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class WordBeginning:
    """The beginning of a word: its first three letters, and its first six; all of a shorter word."""

    few: str
    many: str

    @classmethod
    def of(cls, word: str) -> "WordBeginning":
        """The beginning of a word."""
        return cls(word[:FEW_LETTERS], word[:MANY_LETTERS])


@dataclass(frozen=True, slots=True)
class WantedWord:
    """A word, or the beginning of one, that a search looks for. Where the beginning `is_exact`, no word that
    is meant has another."""

    beginning: WordBeginning
    is_exact: bool

    @classmethod
    def in_search(cls, text: str) -> "WantedWord | None":
        """The word of a search that tells most; None where it has no letter and no digit.

        One or two letters are a whole word, such as a name of a letter: what begins with them is too much.
        """
        longest = max(_words(text), key=len, default="")
        if not longest:
            return None
        return cls(WordBeginning.of(longest), len(longest) < FEW_LETTERS or len(longest) >= MANY_LETTERS)


def word_beginnings(full_name: str, email: str | None) -> list[WordBeginning]:
    """The beginnings of the words by which a candidate is found, each once."""
    words = (*_words(full_name), *_words((email or "").partition("@")[0]))
    return list(dict.fromkeys(map(WordBeginning.of, words)))[:MOST_WORDS]


def _words(text: str) -> Iterable[str]:
    return (word for word in _BETWEEN_WORDS.split(fold(text)) if word)
