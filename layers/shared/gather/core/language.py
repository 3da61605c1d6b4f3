"""Languages by their BCP 47 codes, such as `pt-BR`."""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

DEFAULT_LANGUAGE = "en"


def primary_language(code: str) -> str:
    """The language of a code without its region and script, in lower case: `pt` of `pt-BR`."""
    return code.lower().partition("-")[0]


def in_language(known: Mapping[str, T], code: str) -> T:
    """What is known for the language of a code, by primary languages, else what is known for English."""
    found = known.get(primary_language(code))
    return known[DEFAULT_LANGUAGE] if found is None else found


def known_language(known: Mapping[str, object], code: str) -> str:
    """The code where its language is known, else that of English: what a page says it is written in."""
    return code if primary_language(code) in known else DEFAULT_LANGUAGE
