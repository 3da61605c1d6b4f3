"""Answers as a scorer sees them: without what tells who speaks, and without what addresses the scorer.

Interface: Evaluation, rules 6 to 9. Each part that is left out is replaced by a word in brackets. What the
scorer quotes is put back into the candidate's own words, so that evidence has its place in the transcription.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.words import folded
from gather.screening.evaluations.identity_patterns import (
    FEWEST_DIGITS,
    MASKS,
    NAME,
    NO_PHONE,
    NUMBER,
    PHONE,
    PRONOUN,
    PRONOUNS,
)
from gather.screening.evaluations.scorer_instructions import instructions_in

WITHHELD: Final = "[withheld]"
_WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class CandidateIdentity:
    """The details of a candidate that the scorer must not see. `names` are whole or in parts."""

    names: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The words of the names, folded; single letters are none."""
        found = (folded(word) for name in self.names for word in _WORD.findall(name))
        return frozenset(word for word in found if len(word) > 1)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A part of the original and the place of what stands for it."""

    start: int
    end: int
    placeholder: str
    at: int

    @property
    def at_end(self) -> int:
        return self.at + len(self.placeholder)


@dataclass(frozen=True, slots=True)
class PreparedText:
    """A text as a scorer sees it, and the way back to the `original`."""

    original: str
    text: str
    cuts: tuple[_Cut, ...] = ()

    def restore(self, excerpt: str) -> str | None:
        """The part of the original that `excerpt` stands for; None when it is not in the text."""
        start = self.text.find(excerpt)
        if start < 0 or not excerpt:
            return None
        return self.original[self._begin(start) : self._end(start + len(excerpt))]

    def _begin(self, position: int) -> int:
        shift = 0
        for cut in self.cuts:
            if position < cut.at:
                break
            if position < cut.at_end:
                return cut.start
            shift = cut.end - cut.at_end
        return position + shift

    def _end(self, position: int) -> int:
        shift = 0
        for cut in self.cuts:
            if position <= cut.at:
                break
            if position < cut.at_end:
                return cut.end
            shift = cut.end - cut.at_end
        return position + shift


def prepare(text: str, language: str, identity: CandidateIdentity | None) -> PreparedText:
    """`text` without what addresses the scorer and, with an `identity`, without what tells who speaks.

    `language` is a BCP 47 code, by which pronouns are told.
    """
    found = [(start, end, WITHHELD) for start, end in instructions_in(text)]
    if identity is not None:
        found.extend(_identifying(text, language, identity))
    # Of parts that overlap the first one counts, and of those that begin together the longest.
    found.sort(key=lambda each: (each[0], -each[1]))
    pieces: list[str] = []
    cuts: list[_Cut] = []
    done = length = 0
    for start, end, placeholder in found:
        if start < done:
            continue
        pieces.extend((text[done:start], placeholder))
        length += start - done
        cuts.append(_Cut(start, end, placeholder, length))
        length += len(placeholder)
        done = end
    return PreparedText(text, "".join((*pieces, text[done:])), tuple(cuts))


def restore(excerpts: Sequence[str], texts: Sequence[PreparedText]) -> tuple[str, ...]:
    """The excerpts in the candidates' own words; what stands in no text is left out."""
    found = (next(filter(None, (text.restore(each) for text in texts)), None) for each in excerpts)
    return tuple(each for each in found if each)


def _identifying(text: str, language: str, identity: CandidateIdentity) -> Iterator[tuple[int, int, str]]:
    known = identity.words
    is_lower = text.islower()
    for word in _WORD.finditer(text):
        # A name in lower case may be an ordinary word, unless nothing has capitals.
        if (is_lower or word[0][0].isupper()) and folded(word[0]) in known:
            yield word.start(), word.end(), NAME
    for placeholder, pattern in MASKS:
        for match in pattern.finditer(text):
            group = match.lastgroup or 0
            yield match.start(group), match.end(group), placeholder
    for match in NUMBER.finditer(text):
        digits = sum(character.isdigit() for character in match[0])
        if digits >= FEWEST_DIGITS and not NO_PHONE.fullmatch(match[0]):
            yield match.start(), match.end(), PHONE
    if pronouns := PRONOUNS.get(language.lower().partition("-")[0]):
        for match in pronouns.finditer(text):
            yield match.start(), match.end(), PRONOUN
