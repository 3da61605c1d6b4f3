"""Characters that nobody sees (interface: Errors, rules 9 to 11)."""

import pytest

from gather.core.characters import (
    is_blank,
    on_one_line,
    places_of_nul,
    put_on_one_line,
    saying_something,
)

INVISIBLE = [
    "",
    " \t\n",
    "\u00a0\u2003\u3000",
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u115f\u1160",
    "\u17b4\u17b5",
    "\u180e",
    "\u034f",
    "\ufe0f",
    "\U000e0100",
    "\U000e0041\U000e007f",
    "\u0301\u0308",
    "\u093e",
    "\u202e\u202c",
    "\u2065",
    "\uffff",
    "\u0007\u0085",
    "\u200b\u3164 \u2800",
]
NAMES = [
    "Ada",
    "O'Brien",
    "Jean-Luc",
    "X",
    "7",
    "-",
    "Zoe\u0308",
    "نام\u200cهای",
    "क्\u200dष",
    "שָׁלוֹם",
    "👩\u200d🚀",
    "❤\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "山田 太郎",
    "한",
    "ᄒ\u1161",
    "\u0e01\u0e33",
    "\ue000",
]


@pytest.mark.parametrize("text", INVISIBLE, ids=ascii)
def test_a_text_of_which_nothing_is_seen_says_nothing(text: str) -> None:
    assert is_blank(text)
    with pytest.raises(ValueError, match="visible"):
        saying_something(text)


@pytest.mark.parametrize("text", NAMES, ids=ascii)
def test_names_of_all_scripts_are_taken_as_they_are(text: str) -> None:
    assert saying_something(on_one_line(text)) == text


@pytest.mark.parametrize("character", ["\0", "\a", "\t", "\n", "\x1b", "\x85", "\u2028"])
def test_what_breaks_a_line_is_refused(character: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        on_one_line(f"Ada{character}Lovelace")


@pytest.mark.parametrize(
    "text", ["\u202eAda", "Ada\u202e", "\u202aAda\u202c", "\u2067Ada\u2069", "\u2068Ada\u2069", "\u202d Ada"]
)
def test_marks_that_turn_the_direction_are_left_out(text: str) -> None:
    assert on_one_line(text) == "Ada"


def test_a_line_of_another_system_becomes_one() -> None:
    assert put_on_one_line(" Barista\t(m/f)\r\nBerlin\0") == "Barista (m/f) Berlin"


def test_the_places_of_nul_are_written_as_clients_write_them() -> None:
    body = {"a": "x\0", "b": [{"c": "\0"}, "ok"], "d": {"e\0": 1}, "f\0": 2, "g": 7}

    assert list(places_of_nul(body)) == ["a", "b[0].c", "d", ""]
