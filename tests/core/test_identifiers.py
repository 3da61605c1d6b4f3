"""Identifiers sort by time, and derived ones repeat."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.identifiers import (
    derived_id,
    first_id_at,
    is_id,
    is_token,
    new_id,
    new_token,
    new_unguessable_id,
)


def test_new_identifiers_are_version_7_distinct_and_in_order() -> None:
    made = [new_id() for _ in range(20_000)]

    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert {UUID(identifier).version for identifier in made[:100]} == {7}
    assert all(is_id(identifier) for identifier in made[:100])


@given(st.lists(st.text(), min_size=1, max_size=3), st.lists(st.text(), min_size=1, max_size=3))
def test_a_derived_identifier_depends_on_every_part_and_on_nothing_else(
    one: list[str], two: list[str]
) -> None:
    parent = "0190a0b0-c0d0-7123-8456-789abcdef012"
    same = "\x00".join(one) == "\x00".join(two)

    assert (derived_id(parent, *one) == derived_id(parent, *two)) is same
    assert derived_id(parent, *one) == derived_id(parent, *one)
    assert UUID(derived_id(parent, *one)).version == 7


def test_a_derived_identifier_keeps_its_parents_time() -> None:
    earlier, later = "0190a0b0-c0d0-7123-8456-789abcdef012", "0190a0b0-c0d1-7123-8456-789abcdef012"

    assert derived_id(earlier, "z") < derived_id(later, "a")


def test_only_a_uuid_has_descendants() -> None:
    with pytest.raises(ValueError, match="UUID"):
        derived_id("candidate-1", "x")


def test_a_moment_bounds_the_identifiers_made_from_it_on() -> None:
    identifier = new_id()
    now = datetime.fromtimestamp(int(identifier.replace("-", "")[:12], 16) / 1000, UTC)

    assert first_id_at(now) <= identifier < first_id_at(now + timedelta(milliseconds=2))


def test_an_unguessable_identifier_is_a_uuid_of_chance_alone() -> None:
    made = [new_unguessable_id() for _ in range(1_000)]

    assert len(set(made)) == len(made)
    assert all(is_id(identifier) for identifier in made)
    assert {UUID(identifier).version for identifier in made} == {4}


def test_a_new_token_has_the_shape_of_one() -> None:
    assert all(is_token(new_token()) for _ in range(100))
    assert not any(is_token(text) for text in ("", "a" * 42, "a" * 44, "a" * 42 + "/", "a" * 43 + "\n"))
