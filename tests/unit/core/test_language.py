"""Languages are found by their codes, whatever the region and the case."""

import pytest

from gather.core.language import in_language, known_language, primary_language

GREETINGS = {"en": "Hello", "de": "Guten Tag"}


@pytest.mark.parametrize(
    ("code", "language"), [("de", "de"), ("DE-at", "de"), ("zh-Hant-TW", "zh"), ("", "")]
)
def test_a_code_has_a_primary_language(code: str, language: str) -> None:
    assert primary_language(code) == language


@pytest.mark.parametrize(("code", "greeting"), [("de-CH", "Guten Tag"), ("en-GB", "Hello"), ("nl", "Hello")])
def test_who_speaks_another_language_is_spoken_to_in_english(code: str, greeting: str) -> None:
    assert in_language(GREETINGS, code) == greeting


@pytest.mark.parametrize(("code", "shown"), [("de-CH", "de-CH"), ("nl", "en")])
def test_a_page_says_what_language_it_is_in(code: str, shown: str) -> None:
    assert known_language(GREETINGS, code) == shown
