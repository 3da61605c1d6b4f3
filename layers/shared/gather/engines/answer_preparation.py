"""Answers as a scorer sees them: without what tells who speaks, and without what addresses the scorer.

Interface: Evaluation, rules 6 to 9. Each part that is left out is replaced by a word in brackets. What the
scorer quotes is put back into the candidate's own words, so that evidence has its place in the transcription.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.words import folded
from gather.engines.scorer_instructions import instructions_in

WITHHELD: Final = "[withheld]"
NAME: Final = "[name]"
ADDRESS: Final = "[address]"
EMAIL: Final = "[email]"
PHONE: Final = "[phone]"
PRONOUN: Final = "[they]"
SCHOOL: Final = "[school]"

_CAPITAL: Final = r"[A-Z\u00c0-\u00de\u0141\u015a\u017b][\w'\u2019&-]*"
_NAMES: Final = (
    (
        rf"(?i:my name is|my name's|i am called|call me|mein name ist|ich hei\u00dfe|je m'appelle|me llamo"
        rf"|mi nombre es|mi chiamo|meu nome \u00e9|mijn naam is|nazywam si\u0119)"
        rf" (?P<introduced>{_CAPITAL}(?: {_CAPITAL}){{0,2}})"
    ),
    (
        rf"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herr|Frau|Madame|Monsieur|Se\u00f1ora?|Signora?)\b\.? "
        rf"{_CAPITAL}(?: {_CAPITAL})?"
    ),
    (
        r"(?i:\b(?:my|our) (?:\w+ )?(?:boss|manager|colleague|supervisor|coworker|teacher|mentor|friend|wife"
        rf"|husband|partner|client|customer)),? (?P<related>(?!I\b){_CAPITAL}(?: {_CAPITAL})?)"
    ),
)
_ADDRESSES: Final = (
    (
        rf"\b\d{{1,5}}[a-z]? (?:{_CAPITAL} ){{1,4}}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard"
        r"|Court|Square|Place|Way|Terrace)\b\.?"
    ),
    r"\b[A-Z\u00c4\u00d6\u00dc]\w+(?:stra\u00dfe|strasse|str\.|weg|platz|allee|gasse) \d{1,4}[a-z]?\b",
    r"\b\d{1,4},? (?:rue|avenue|boulevard|place|chemin) (?:de la |de |du |des |d'|l')?[A-Z]\w+",
    r"\b(?i:calle|avenida|plaza|viale|rua|ulica) (?:de |del |da )?[A-Z]\w+,? \d{1,4}\b",
    r"\b[A-Z]{2} \d{5}(?:-\d{4})?\b",
    r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b",
    r"\b(?:https?://|www\.)\S+",
)
_EMAILS: Final = (
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"(?i:\b[\w.]+ at \w+ dot \w{2,}\b)",
)
_PHONES: Final = (r"(?<!\w)\+?\(?\d[\d \t().\u2011/-]{5,}\d\b",)
_NO_PHONE: Final = re.compile(
    r"\d{4}\s*[-/\u2011]\s*\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,3}(?:[ .]\d{3})+"
)
_FEWEST_DIGITS: Final = 7
_SCHOOLS: Final = (
    (
        rf"(?:{_CAPITAL} (?:of |and |the )?){{1,5}}(?:University|College|School|Institute|Academy)\b"
        rf"(?: (?:of|for|at) {_CAPITAL}(?: {_CAPITAL})?)?"
    ),
    (
        r"\b(?i:university|college|school|institute|academy|universit\u00e9|universidad|universit\u00e4t|universit\u00e0"
        r"|universidade|universiteit|uniwersytet|hochschule|\u00e9cole|lyc\u00e9e|gymnasium)"
        rf" (?:of |for |de |di |da |zu |van )?(?:the |la )?{_CAPITAL}(?:[ -](?:and |of )?{_CAPITAL}){{0,3}}"
    ),
    r"\b(?:MIT|UCLA|NYU|LSE|ETH|EPFL|UCL|Harvard|Yale|Princeton|Stanford|Oxford|Cambridge|Sorbonne)\b",
)
_PRONOUNS: Final = {
    "en": "he|she|him|her|hers|his|himself|herself",
    "de": "er|ihn|ihm|sie|ihr|ihre|ihrem|ihren|ihrer|seinem|seinen|seiner",
    "fr": "il|elle|lui",
    "es": "\u00e9l|ella",
    "it": "egli|lui|lei|ella",
    "pt": "ele|ela|dele|dela",
    "nl": "hij|zij|hem|haar",
    "pl": "on|ona|jego|jej",
}
_MASKS: Final = tuple(
    (placeholder, re.compile("|".join(patterns)))
    for placeholder, patterns in (
        (EMAIL, _EMAILS),
        (ADDRESS, _ADDRESSES),
        (SCHOOL, _SCHOOLS),
        (NAME, _NAMES),
    )
)
_PHONE: Final = re.compile("|".join(_PHONES))
_WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class CandidateIdentity:
    """What is known of the candidate that must not be seen. `names` are whole or in parts."""

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

    def restored(self, excerpt: str) -> str | None:
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


def prepared(text: str, language: str, identity: CandidateIdentity | None) -> PreparedText:
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


def restored(excerpts: Sequence[str], texts: Sequence[PreparedText]) -> tuple[str, ...]:
    """The excerpts in the candidates' own words; what stands in no text is left out."""
    found = (next(filter(None, (text.restored(each) for text in texts)), None) for each in excerpts)
    return tuple(each for each in found if each)


def _identifying(text: str, language: str, identity: CandidateIdentity) -> Iterator[tuple[int, int, str]]:
    known = identity.words
    is_lower = text.islower()
    for word in _WORD.finditer(text):
        # A name in lower case may be an ordinary word, unless nothing has capitals.
        if (is_lower or word[0][0].isupper()) and folded(word[0]) in known:
            yield word.start(), word.end(), NAME
    for placeholder, pattern in _MASKS:
        for match in pattern.finditer(text):
            group = match.lastgroup or 0
            yield match.start(group), match.end(group), placeholder
    for match in _PHONE.finditer(text):
        digits = sum(character.isdigit() for character in match[0])
        if digits >= _FEWEST_DIGITS and not _NO_PHONE.fullmatch(match[0]):
            yield match.start(), match.end(), PHONE
    if pronouns := _PRONOUNS.get(language.lower().partition("-")[0]):
        for match in re.finditer(rf"\b(?i:{pronouns})\b", text):
            yield match.start(), match.end(), PRONOUN
