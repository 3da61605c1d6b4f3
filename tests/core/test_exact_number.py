"""Numbers of JSON keep their text through whatever writes JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json, to_json

from gather.core.exact_number import ExactNumber, dumps, exact, loads, marked, unmarked

WHOLE = st.integers(min_value=0).map(str)
FRACTION = st.one_of(st.just(""), st.from_regex(r"\A\.[0-9]{1,30}\Z"))
EXPONENT = st.one_of(st.just(""), st.from_regex(r"\A[eE][+-]?[0-9]{1,4}\Z"))
NUMBERS = st.builds("".join, st.tuples(st.sampled_from(["", "-"]), WHOLE, FRACTION, EXPONENT))


@given(NUMBERS)
def test_every_number_comes_back_as_it_was_written(number: str) -> None:
    text = f'{{"a":[{number}]}}'

    value = loads(text)

    assert dumps(value) == text
    assert unmarked(to_json(marked(value)).decode()) == text
    assert dumps(exact(from_json(to_json(marked(value))))) == text


def test_it_is_the_nearest_float_to_whoever_computes_with_it() -> None:
    [price, huge] = loads("[1.10, 1e400]")

    assert price * 2 == 2.2
    assert huge == float("inf")
    assert (price == 1.1, price == ExactNumber("1.10"), price == ExactNumber("1.100")) == (True, True, False)
    assert price != ExactNumber("1.100")


def test_a_text_that_looks_like_a_number_stays_a_text() -> None:
    text = '{"a":"1.10","b":"\\\\u00001.10"}'

    assert dumps(loads(text)) == json.dumps(json.loads(text), separators=(",", ":"))


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "01", "1.", "9" * 4_301])
def test_what_is_no_number_of_json_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        loads(text)
