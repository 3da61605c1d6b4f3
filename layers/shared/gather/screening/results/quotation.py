"""Finding a quotation in the texts that it comes from.

A quotation stands where it is written exactly so. One that differs in white space, case, punctuation or
quotation marks stands where the words are the same. One that leaves words out by an ellipsis stands from
its first part to its last.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

_ELLIPSIS: Final = re.compile(r"\u2026|\.{3,}")
_APOSTROPHES: Final = frozenset("'`\u00b4\u02bc\u2018\u2019\u201b\uff07")
_KNOWN_CHARACTERS: Final = 4_096


@dataclass(frozen=True, slots=True)
class QuotationPlace:
    """Where a quotation stands: the text by its position, and the part of it in Unicode code points."""

    text: int
    start: int
    end: int


class QuotedTexts:
    """Texts in which quotations are looked for. The earlier text and the earlier place come first."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def find(self, quotation: str) -> QuotationPlace | None:
        """The place of the quotation, or None where no text has it.

        The closest likeness in any text comes first: exactly and as whole words, exactly, the same words,
        parts around an ellipsis.
        """
        exact = quotation.strip()
        if not exact:
            return None
        return (
            self._first(_whole(text, exact) for text in self._texts)
            or self._first(_anywhere(text, exact) for text in self._texts)
            or self._first(text.span([fold_words(exact)]) for text in self._folded)
            or self._parts(exact)
        )

    def _parts(self, quotation: str) -> QuotationPlace | None:
        parts = [part for part in map(fold_words, _ELLIPSIS.split(quotation)) if part]
        return self._first(text.span(parts) for text in self._folded) if len(parts) > 1 else None

    def _first(self, spans: Iterator[tuple[int, int] | None]) -> QuotationPlace | None:
        found = ((position, span) for position, span in enumerate(spans) if span is not None)
        return next((QuotationPlace(position, *span) for position, span in found), None)

    @cached_property
    def _folded(self) -> list["_FoldedText"]:
        return [_FoldedText(text) for text in self._texts]


def fold_words(text: str) -> str:
    """The words of a text, in the form in which texts are compared."""
    return _FoldedText(text).text


class _FoldedText:
    """A text without its differences of form, each character with the place that it comes from."""

    def __init__(self, text: str) -> None:
        characters: list[str] = []
        self._sources: list[int] = []
        for source, character in enumerate(text):
            for each in _folded_character(character):
                if each != " " or (characters and characters[-1] != " "):
                    characters.append(each)
                    self._sources.append(source)
        self.text = "".join(characters).rstrip(" ")

    def span(self, parts: Sequence[str]) -> tuple[int, int] | None:
        """From the first to the last of the folded `parts`, one behind the other, in the original text."""
        starts: list[int] = []
        end = 0
        for part in parts:
            start = next((at for at in _wholes(self.text, part, end) if self._is_cut_at(at, part)), None)
            if start is None:
                return None
            starts.append(start)
            end = start + len(part)
        return (self._sources[starts[0]], self._sources[end - 1] + 1) if starts else None

    def _is_cut_at(self, start: int, part: str) -> bool:
        """Whether no original character stands partly inside and partly outside."""
        end = start + len(part)
        return not self._is_within_character(start) and not self._is_within_character(end)

    def _is_within_character(self, position: int) -> bool:
        is_inside = 0 < position < len(self.text)
        return is_inside and self._sources[position - 1] == self._sources[position]


@lru_cache(maxsize=_KNOWN_CHARACTERS)
def _folded_character(character: str) -> str:
    return "".join(map(_kept, unicodedata.normalize("NFKD", character).casefold()))


def _kept(character: str) -> str:
    """Letters, digits, marks and symbols as they are, other characters as a space, apostrophes not at all."""
    category = unicodedata.category(character)
    if character in _APOSTROPHES or category == "Cf":
        return ""
    return " " if category[0] in "PZC" or category == "Sk" else character


def _whole(text: str, sought: str) -> tuple[int, int] | None:
    start = next(_wholes(text, sought), None)
    return None if start is None else (start, start + len(sought))


def _anywhere(text: str, sought: str) -> tuple[int, int] | None:
    start = text.find(sought)
    return None if start < 0 else (start, start + len(sought))


def _wholes(text: str, sought: str, after: int = 0) -> Iterator[int]:
    """Where `sought` stands without cutting a word in two."""
    start = text.find(sought, after) if sought else -1
    while start >= 0:
        if not _is_within_word(text, start) and not _is_within_word(text, start + len(sought)):
            yield start
        start = text.find(sought, start + 1)


def _is_within_word(text: str, position: int) -> bool:
    is_inside = 0 < position < len(text)
    return is_inside and _is_of_word(text[position - 1]) and _is_of_word(text[position])


def _is_of_word(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"
