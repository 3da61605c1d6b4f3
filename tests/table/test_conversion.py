"""A stored value comes back the same, and DynamoDB's own serializer agrees."""

from typing import Any

import pytest
from boto3.dynamodb.types import TypeDeserializer
from hypothesis import given
from hypothesis import strategies as st

from gather.table.conversion import from_attributes, to_attribute, to_attributes

SCALARS = st.one_of(
    st.text(),
    st.booleans(),
    st.integers(min_value=-(10**30), max_value=10**30),
    st.floats(allow_nan=False, allow_infinity=False, min_value=-1e100, max_value=1e100),
)
VALUES = st.recursive(
    st.one_of(SCALARS, st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=12,
)
ITEMS = st.dictionaries(st.text(min_size=1), VALUES, max_size=6)


@given(ITEMS)
def test_an_item_comes_back_as_it_was_stored(item: dict[str, object]) -> None:
    stored = {name: value for name, value in item.items() if value is not None}

    assert from_attributes(to_attributes(item)) == stored


@given(
    st.dictionaries(st.text(min_size=1), st.one_of(st.text(), st.booleans(), st.integers(-(10**30), 10**30)))
)
def test_the_library_reads_the_same(item: dict[str, object]) -> None:
    library: Any = TypeDeserializer()
    read = {name: library.deserialize(value) for name, value in to_attributes(item).items()}

    assert read == item


def test_what_the_service_does_not_store_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        to_attribute({1, 2})


@pytest.mark.parametrize(
    ("value", "stored"), [(92.0, "92"), (-0.0, "0"), (1.5, "1.5"), (1e14, "100000000000000"), (1e60, "1e+60")]
)
def test_a_whole_number_is_written_whole(value: float, stored: str) -> None:
    """An event has 92 and not 92.0, so that a receiver in JavaScript writes the same bytes again."""
    assert to_attribute(value) == {"N": stored}
