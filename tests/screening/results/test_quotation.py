"""Finding quotations in the texts that they come from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.screening.results.quotation import QuotationPlace, QuotedTexts, fold_words

_CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from(" .,'’“”…👩‍🍳é\u0301ßﬁ½İ")
_TEXTS = st.text(_CHARACTERS, min_size=1, max_size=60)


def _found(quotation: str, *texts: str) -> str | None:
    """The part of the texts that the quotation is found at."""
    place = QuotedTexts(texts).find(quotation)
    return texts[place.text][place.start : place.end] if place else None


@pytest.mark.parametrize(
    ("quotation", "text", "found"),
    [
        ("I listened", "First I listened. Then I spoke.", "I listened"),
        ("i  LISTENED,\nthen", "First I listened. Then I spoke.", "I listened. Then"),
        ("don't panic", "I said: “Don’t panic!” to them", "Don’t panic"),
        ("“a well known bar”", "It is a well-known bar.", "a well-known bar"),
        ("I listened … I spoke", "First I listened. Then I spoke.", "I listened. Then I spoke"),
        ("I listened... spoke.", "First I listened. Then I spoke.", "I listened. Then I spoke"),
        ("...then I spoke...", "First I listened. Then I spoke.", "Then I spoke"),
        ("Strasse", "In der Straße.", "Straße"),
        ("cafe\u0301", "Ein Café.", "Café"),
        ("会社で", "私は会社で働きます", "会社で"),
    ],
)
def test_a_quotation_is_found_in_whatever_form_it_was_made(quotation: str, text: str, found: str) -> None:
    assert _found(quotation, text) == found


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("I never said this", "I said that."),
        ("A C", "data car"),
        ("cafe", "Ein Cafe\u0301"),
        ("Cafe.", "Ein Café"),
        ("I spoke … I listened", "First I listened. Then I spoke."),
        ("I listened … I never came", "First I listened. Then I spoke."),
        ("2", "half is ½"),
        ("?!", "What"),
        ("…", "What"),
        (" ", "What is it"),
        ("", "What"),
        ("What", ""),
    ],
)
def test_what_was_not_said_has_no_place(quotation: str, text: str) -> None:
    assert _found(quotation, text) is None


def test_places_are_in_code_points() -> None:
    text = "👩‍🍳🇩🇪 Ich koche. Cafe\u0301 und Tee."

    place = QuotedTexts([text]).find("und Tee")

    assert place == QuotationPlace(0, len(text) - len("und Tee."), len(text) - 1)


def test_the_first_text_that_has_it_comes_first_and_whole_words_before_parts_of_words() -> None:
    assert QuotedTexts(["Nothing", "No", "No"]).find("No") == QuotationPlace(1, 0, 2)
    assert QuotedTexts(["i listened", "I listened"]).find("I listened") == QuotationPlace(1, 0, 10)


@given(_TEXTS, st.data())
def test_every_part_of_a_text_is_found_as_it_is(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : data.draw(st.integers(start + 1, len(text)))]

    assert _found(part, text) == (part.strip() or None)


@given(st.lists(_TEXTS, max_size=4), _TEXTS)
def test_what_is_found_has_the_words_of_the_quotation(texts: list[str], quotation: str) -> None:
    place = QuotedTexts(texts).find(quotation)

    if place is not None:
        found = texts[place.text][place.start : place.end]
        assert found == quotation.strip() or fold_words(found) == fold_words(quotation) or "…" in quotation


@given(st.lists(st.sampled_from(["I", "said", "Ça", "naïve", "don’t", "👩‍🍳", "3.5", "Über"]), min_size=1))
def test_case_space_and_punctuation_make_no_difference(words: list[str]) -> None:
    text = "Well: " + " ".join(words) + "! And more."
    quotation = "“" + ",\n ".join(word.upper().replace("’", "'") for word in words) + "”"

    found = _found(quotation, text)

    assert found is not None
    assert fold_words(found) == fold_words(quotation) == fold_words(" ".join(words))
