"""Names within a sentence that runs the other way (Unicode Standard Annex 9)."""

import pytest

from gather.core.bidi import isolate


@pytest.mark.parametrize("language", ["en", "de", "ar"])
@pytest.mark.parametrize("mark", ["\u202e", "\u202d", "\u202b", "\u202a", "\u2066", "\u2067", "\u2068"])
def test_a_name_that_was_stored_with_an_override_turns_nothing_behind_it(language: str, mark: str) -> None:
    shown = isolate(f"Ada{mark}", language)

    assert mark not in shown.removeprefix("\u2068")
    assert shown.count("\u2068") == shown.count("\u2069")


def test_a_name_in_arabic_is_isolated_in_english() -> None:
    assert isolate("\u0622\u062f\u0627\u202e", "en") == "\u2068\u0622\u062f\u0627\u2069"
    assert isolate("Ada", "en") == "Ada"
