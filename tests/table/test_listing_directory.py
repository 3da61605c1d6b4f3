"""The arithmetic of counted listings: every offset is found, whatever was archived or removed."""

from hypothesis import given
from hypothesis import strategies as st

from gather.table.listing import BUCKET_SIZE, BucketCounts, Directory, Selection

STATES = st.lists(st.sampled_from(["active", "archived", "removed"]), max_size=5 * BUCKET_SIZE)


def directory_of(states: list[str]) -> Directory:
    """The counts of a listing whose records, oldest first, are in these states."""
    directory = Directory(added=len(states))
    for position, state in enumerate(states):
        if state != "active":
            counts = directory.buckets.setdefault(position // BUCKET_SIZE, BucketCounts())
            if state == "archived":
                counts.archived += 1
            else:
                counts.removed += 1
    return directory


@given(STATES)
def test_totals_count_what_is_there(states: list[str]) -> None:
    directory = directory_of(states)

    assert directory.total(Selection.ACTIVE) == states.count("active")
    assert directory.total(Selection.ARCHIVED) == states.count("archived")
    assert directory.total(Selection.ALL) == states.count("active") + states.count("archived")


@given(STATES, st.sampled_from(["active", "archived"]))
def test_every_record_is_found_in_its_bucket_newest_first(states: list[str], wanted: str) -> None:
    directory = directory_of(states)
    positions = [position for position, state in reversed(list(enumerate(states))) if state == wanted]

    for offset, position in enumerate(positions):
        bucket = position // BUCKET_SIZE
        newer_in_bucket = sum(1 for other in positions[:offset] if other // BUCKET_SIZE == bucket)
        assert directory.place(offset, active=wanted == "active") == (bucket, newer_in_bucket)


@given(STATES, st.integers(min_value=0, max_value=10))
def test_there_is_no_place_past_the_end(states: list[str], beyond: int) -> None:
    directory = directory_of(states)

    assert directory.place(states.count("active") + beyond, active=True) is None
    assert directory.place(states.count("archived") + beyond, active=False) is None
