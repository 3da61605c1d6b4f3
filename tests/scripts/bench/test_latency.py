"""The latency that has a target follows from counts alone."""

import pytest

from bench.latency import TABLE_SECONDS, modelled_milliseconds


@pytest.mark.parametrize(("trips", "instructions", "expected"), [(2, 0, 10), (1, 4e6, 7), (0, 2e6, 1)])
def test_round_trips_and_instructions_add_up(trips: float, instructions: float, expected: float) -> None:
    assert TABLE_SECONDS == 0.005
    assert modelled_milliseconds(trips, instructions) == pytest.approx(expected)
