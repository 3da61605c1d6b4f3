"""Phrases in the languages of LANGUAGES: English in the code, the others from catalogues.

Translators work on `languages/<part>/<language>.po`, in gettext's format. `python -m catalogues` compiles
each into JSON beside the code, so that a function reads one small file for each language that it speaks, at
its first use.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gather.core.language import DEFAULT_LANGUAGE, LANGUAGES, plural_category, primary_language


@dataclass(frozen=True, slots=True)
class Plural:
    """An English phrase that follows a number. Other languages have as many forms as they need."""

    one: str
    other: str


Source = Mapping[str, "str | Plural"]
"""A part's phrases in English, by the names that the code has for them."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """A part's phrases in one language. `forms` are those that follow a number, by CLDR's categories."""

    language: str
    phrases: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]

    def __getitem__(self, name: str) -> str:
        return self.phrases[name]

    def counted(self, name: str, count: int, **values: object) -> str:
        """The form of a phrase for a number, filled in."""
        forms = self.forms[name]
        return forms[plural_category(self.language, count)].format(count=count, **values)

    def for_script(self) -> dict[str, Any]:
        """All phrases as a page's script takes them; those that follow a number by category."""
        return {**self.phrases, **{name: dict(forms) for name, forms in self.forms.items()}}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The phrases of a part of the product. `compiled` is the folder of the other languages."""

    english: Source
    compiled: Path
    _read: dict[str, Phrases] = field(default_factory=dict, compare=False)

    def texts(self, code: str) -> Phrases:
        """The phrases in the language of a code, in English where it is none of LANGUAGES."""
        primary = primary_language(code)
        language = primary if primary in LANGUAGES else DEFAULT_LANGUAGE
        if language not in self._read:
            self._read[language] = self._english() if language == DEFAULT_LANGUAGE else self._load(language)
        return self._read[language]

    def _english(self) -> Phrases:
        return Phrases(
            DEFAULT_LANGUAGE,
            {name: phrase for name, phrase in self.english.items() if isinstance(phrase, str)},
            {
                name: {"one": phrase.one, "other": phrase.other}
                for name, phrase in self.english.items()
                if isinstance(phrase, Plural)
            },
        )

    def _load(self, language: str) -> Phrases:
        compiled = json.loads((self.compiled / f"{language}.json").read_text(encoding="utf-8"))
        return Phrases(language, compiled["phrases"], compiled["forms"])


COMPILED: Final = "languages"
"""The folder beside a part's module that has its compiled catalogues, in one of the part's name."""


def catalogue_beside(module: str, part: str, english: Source) -> Catalogue:
    """The catalogue of a part whose English phrases a module has. `module` is that module's `__file__`."""
    return Catalogue(english, Path(module).parent / COMPILED / part)


def catalogue_in_assets(module: str, part: str, english: Source) -> Catalogue:
    """The catalogue of a part whose English phrases a module of a function's `pages` has.

    The other languages are among the function's `assets`. `module` is that module's `__file__`.
    """
    return Catalogue(english, Path(module).parents[1] / "assets" / COMPILED / part)
