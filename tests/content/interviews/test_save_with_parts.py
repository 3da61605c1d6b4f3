"""The division of many records that belong together into transactions."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gather.content.interviews.save_with_parts import MOST_BYTES, MOST_WRITES, Part, split_into_loads

parts = st.lists(
    st.builds(
        Part,
        save=st.just(lambda _unit: None),
        writes=st.integers(1, 2),
        size=st.integers(100, 400_000),
    ),
    max_size=250,
)


@given(parts)
def test_every_load_fits_into_a_transaction_and_nothing_is_lost(many: list[Part]) -> None:
    divided = split_into_loads(many)

    assert [part for load in divided for part in load] == many
    assert divided
    for load in divided:
        assert sum(part.writes for part in load) <= MOST_WRITES
        assert sum(part.size for part in load) <= MOST_BYTES


@given(parts)
def test_a_load_ends_only_where_the_next_part_does_not_fit(many: list[Part]) -> None:
    divided = split_into_loads(many)

    for load, following in pairwise(divided):
        with_next = [*load, following[0]]
        too_many = sum(part.writes for part in with_next) > MOST_WRITES
        assert too_many or sum(part.size for part in with_next) > MOST_BYTES
