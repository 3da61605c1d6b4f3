"""Each language addresses people in one register, in every catalogue and in what the local interviewer says.

The register of a language and why: docs/decisions/languages.md.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Final

import pytest

from catalogues.files import read
from catalogues.parts import PARTS, catalogue_file
from gather.core.language import DEFAULT_LANGUAGE, LANGUAGES
from local_stack.engines.interviewer_manner import FOLDER

OTHER: Final = {
    "de": r"du|dich|dir|dein\w*|ihr (?:habt|seid|könnt|werdet)|euch|euer|eure\w*",
    "fr": r"tu|te|toi|ton|ta|tes|tienne?s?|t['’]\w+",
    "es": r"tú|tu|tus|te|ti|contigo|tuy[oa]s?|vos|vosotr[oa]s|os|puedes|quieres|tienes|estás|eres",
    "it": r"tu|te|ti|tuo|tua|tuoi|tue|puoi|vuoi|hai|sei|voi|vi|vostr[oaie]",
    "pt": (
        r"tu|te|ti|contigo|teus?|tuas?|vós|vos|lhes?|si|senhora?|"
        r"equipa|contacte\w*|ficheiros?|ecrã|telemóve\w+|partilh\w+|\w+-(?:me|lhe|se|nos) \w+"
    ),
    "nl": r"u|uw|uwe|uzelf|alstublieft|gij|jullie",
    "pl": r"pan|pana|panu|panem|pani|panią|państw\w*|(?:proszę|prosimy) (?:się )?(?:nie )?\w+[ćc]",
}
"""Words of the register that a language does not speak; matched whole, in any case."""
CASE_TELLS: Final = {"it": r"\b(?:suo|sua|suoi|sue)\b"}
"""Third-person possessives, which in Italian only a capital letter tells from the polite ones."""
NOT_ADDRESSED: Final = {"unfinishedWords", "months"}
"""Lists of words, which speak to nobody."""


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from (text for each in value for text in strings(each))


def spoken(language: str) -> Iterator[tuple[str, str]]:
    """All that people read or hear in a language, with its name."""
    for part in PARTS:
        for name, message in read(catalogue_file(part, language)).items():
            if name not in NOT_ADDRESSED:
                yield from ((f"{part.name} {name}", text) for text in strings(message.string))
    said = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    for name in said.keys() - {"told", "concrete", "hedges", "knows_nothing", "links"}:
        yield from ((f"interviewer {name}", text) for text in strings(said[name]))


@pytest.mark.parametrize("language", OTHER)
def test_everybody_is_addressed_in_one_register(language: str) -> None:
    other = re.compile(rf"(?<![\w{{’'])(?:{OTHER[language]})(?![\w}}])", re.IGNORECASE)
    polite = re.compile(CASE_TELLS.get(language, r"(?!)"))
    said = list(spoken(language))

    assert len(said) > 300
    assert [(name, text) for name, text in said if other.search(text) or polite.search(text)] == []


def test_every_language_that_has_registers_is_looked_at() -> None:
    """English and Arabic have one form for everybody who is addressed in these texts."""
    assert {*OTHER, DEFAULT_LANGUAGE, "ar"} == {*LANGUAGES}
