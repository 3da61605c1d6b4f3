"""Languages are found by their codes, whatever the region and the case."""

import pytest
from babel import Locale

from gather.core.language import (
    LANGUAGES,
    accepted_language,
    direction,
    in_language,
    known_language,
    plural_category,
    primary_language,
)

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


@pytest.mark.parametrize(("code", "written"), [("ar-EG", "rtl"), ("de", "ltr"), ("", "ltr")])
def test_a_language_has_a_direction(code: str, written: str) -> None:
    assert direction(code) == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_asks_for_the_form_that_browsers_take(language: str) -> None:
    rule = Locale(language).plural_form

    assert [plural_category(language, count) for count in range(1000)] == [
        rule(count) for count in range(1000)
    ]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("sv, FR;q=0.7", "fr"),
        ("*", "en"),
        ("x" * 5000 + ",de", "en"),
    ],
)
def test_a_browser_names_the_languages_that_it_takes(header: str, language: str) -> None:
    assert accepted_language(header) == language
