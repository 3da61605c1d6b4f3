"""Languages by their BCP 47 codes, such as `pt-BR`."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeVar

T = TypeVar("T")

DEFAULT_LANGUAGE: Final = "en"
LANGUAGES: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "ar")
"""The languages of pages and messages for candidates and teams."""
PluralCategory = Literal["zero", "one", "two", "few", "many", "other"]
"""A form of a word that a number asks for, by its name in CLDR, as in `Intl.PluralRules`."""
PLURALS: Final[Mapping[str, tuple[PluralCategory, ...]]] = {
    "pl": ("one", "few", "many"),
    "ar": ("zero", "one", "two", "few", "many", "other"),
}
"""The forms of whole numbers, in gettext's order, of languages that have others than `one` and `other`."""

_FROM_RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})
_ONE_FOR_NONE: Final = frozenset({"fr", "pt"})
_LONGEST_HEADER: Final = 200


def primary_language(code: str) -> str:
    """The language of a code without its region and script, in lower case: `pt` of `pt-BR`."""
    return code.lower().partition("-")[0]


def in_language(known: Mapping[str, T], code: str) -> T:
    """The value for the language of a code, by primary languages, else the one for English."""
    found = known.get(primary_language(code))
    return known[DEFAULT_LANGUAGE] if found is None else found


def known_language(known: Collection[str], code: str) -> str:
    """The code where its language is known, else that of English: what a page says it is written in."""
    return code if primary_language(code) in known else DEFAULT_LANGUAGE


def accepted_language(header: str) -> str:
    """The first language of an `Accept-Language` header that is one of LANGUAGES; else English."""
    accepted = (
        primary_language(part.partition(";")[0].strip()) for part in header[:_LONGEST_HEADER].split(",")
    )
    return next((language for language in accepted if language in LANGUAGES), DEFAULT_LANGUAGE)


def direction(code: str) -> Literal["ltr", "rtl"]:
    """The direction in which a language is written, as HTML's `dir` has it."""
    return "rtl" if primary_language(code) in _FROM_RIGHT_TO_LEFT else "ltr"


def plurals(code: str) -> tuple[PluralCategory, ...]:
    """The forms that whole numbers ask for in a language, in gettext's order."""
    return PLURALS.get(primary_language(code), ("one", "other"))


def plural_category(code: str, count: int) -> PluralCategory:
    """The form that a whole number from 0 asks for, by the rules of CLDR for the LANGUAGES."""
    language = primary_language(code)
    if language == "ar":
        return _arabic(count)
    if language == "pl":
        return _polish(count)
    return "one" if count == 1 or (count == 0 and language in _ONE_FOR_NONE) else "other"


def _arabic(count: int) -> PluralCategory:
    by_itself: dict[int, PluralCategory] = {0: "zero", 1: "one", 2: "two"}
    if count in by_itself:
        return by_itself[count]
    if 3 <= count % 100 <= 10:
        return "few"
    return "many" if count % 100 >= 11 else "other"


def _polish(count: int) -> PluralCategory:
    if count == 1:
        return "one"
    return "few" if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else "many"
