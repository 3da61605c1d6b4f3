"""The language that a text is written in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.language import LANGUAGES
from gather.core.written_language import likely_languages, written_language

_TEXTS = {
    "en": "When do the shifts begin?",
    "de": "Wann beginnt die Schicht?",
    "fr": "Quel est le salaire ?",
    "es": "¿Cuánto se gana?",
    "it": "Quanto si guadagna?",
    "pt": "Quanto se ganha, e como é a equipe?",
    "nl": "Wat verdien ik en hoe laat is het?",
    "pl": "Kiedy jest zmiana?",
    "ar": "كم الراتب؟",
}


@pytest.mark.parametrize("expected", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_language_is_told_from_the_expected_one(language: str, expected: str) -> None:
    assert written_language(_TEXTS[language], expected) == language


@pytest.mark.parametrize("text", ["Barista", "Lisbon 2026", "", "?", "😀", "C++"])
@pytest.mark.parametrize("expected", ["de-AT", "sv", "ar"])
def test_what_tells_no_language_is_in_the_expected_one(text: str, expected: str) -> None:
    assert written_language(text, expected) == expected


def test_a_region_is_kept() -> None:
    assert written_language(_TEXTS["de"], "de-AT") == "de-AT"
    assert written_language(_TEXTS["ar"], "ar-EG") == "ar-EG"


def test_one_foreign_word_is_no_other_language() -> None:
    assert written_language("Ich suche eine Stelle als manager of the bar in Berlin.", "de") == "de"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_among_the_likely_ones(language: str) -> None:
    likely = likely_languages(_TEXTS[language])

    assert likely[0] == language
    assert len(likely) <= 3


def test_nothing_is_likely_without_words() -> None:
    assert likely_languages("?") == []


@given(st.text(max_size=200), st.sampled_from((*LANGUAGES, "sv")))
def test_any_text_has_one(text: str, expected: str) -> None:
    assert written_language(text, expected) in {*LANGUAGES, expected}
