"""The local interviewer's phrases of a language, and the words by which it judges an answer.

Each language is a file of `interviewer_phrases`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gather.core.language import DEFAULT_LANGUAGE, LANGUAGES, primary_language
from gather.screening.conversations.intent_rules import any_of

FOLDER: Final = Path(__file__).with_name("interviewer_phrases")
"""The files, each named by the code of its language."""
_PATTERNS: Final = ("asks_for_deed", "told", "concrete", "hedges", "knows_nothing")


@dataclass(frozen=True, slots=True)
class Manner:
    """One language. Of each list of phrases one is said, in turn.

    `elaborate_on` begins a request for more that ends with a question. `aspects` are the questions for what
    a scorecard looks for, by its names in `scorecard_aspects`. `asks_for_deed` finds questions for what
    somebody did, `told` what somebody did themselves, `concrete` an example, a number or a time, `hedges`
    words that leave a thing open.
    """

    leads_friendly: tuple[str, ...]
    leads_sober: tuple[str, ...]
    lead_without_answer: str
    to_stop: str
    unwell: str
    to_question: str
    who_i_am: str
    elaborate: tuple[str, ...]
    elaborate_on: str
    elaborate_or_end: str
    back_to_question: str
    clarify: tuple[str, ...]
    dig_deeper: tuple[str, ...]
    explanation: str
    aspects: Mapping[str, str]
    asks_for_deed: re.Pattern[str]
    told: re.Pattern[str]
    concrete: re.Pattern[str]
    hedges: re.Pattern[str]
    knows_nothing: re.Pattern[str]


def manner(code: str) -> Manner:
    """The manner of the language of a BCP 47 code; that of English for an unknown language."""
    language = primary_language(code)
    return _read(language if language in LANGUAGES else DEFAULT_LANGUAGE)


@cache
def _read(language: str) -> Manner:
    read = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    phrases: dict[str, Any] = {
        name: tuple(said) if isinstance(said, list) else said for name, said in read.items()
    }
    patterns = {name: any_of(read[name]) for name in _PATTERNS}
    return Manner(**phrases | patterns)
