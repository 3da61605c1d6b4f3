"""Clocks of environments are off by a little, and are set forward and back while things go wrong."""

from datetime import UTC, datetime
from itertools import pairwise
from random import Random

from simulation.clocks import MOST_STEP_SECONDS, Clocks, EnvironmentClock
from simulation.virtual_time import VirtualTime

START = datetime(2026, 3, 2, tzinfo=UTC)
SEEDS = range(30)
MOST_SKEW_SECONDS = 0.5


def make_clocks(seed: int, *, is_quiet: bool) -> Clocks:
    return Clocks(VirtualTime(START), Random(seed), MOST_SKEW_SECONDS, lambda: is_quiet, lambda _text: None)


def readings(clock: EnvironmentClock, looks: int = 500) -> list[float]:
    """By how many seconds a clock is off, each time that somebody looks at it while no time passes."""
    return [(clock.now() - START).total_seconds() for _ in range(looks)]


def test_a_clock_is_set_forward_and_back_within_five_seconds() -> None:
    steps: list[float] = []
    for seed in SEEDS:
        shown = readings(make_clocks(seed, is_quiet=False).new("Api"))
        steps += [after - before for before, after in pairwise(shown)]

    assert -MOST_STEP_SECONDS <= min(steps) < -1
    assert 1 < max(steps) <= MOST_STEP_SECONDS
    assert steps.count(0) > len(steps) * 0.9


def test_two_clocks_are_at_most_a_step_apart() -> None:
    for seed in SEEDS:
        clocks = make_clocks(seed, is_quiet=False)
        shown = [off for _ in range(3) for off in readings(clocks.new("Api"))]
        assert max(shown) - min(shown) <= MOST_STEP_SECONDS


def test_in_quiet_times_a_clock_goes_on_as_it_is() -> None:
    for seed in SEEDS:
        shown = readings(make_clocks(seed, is_quiet=True).new("Api"))
        assert len(set(shown)) == 1
        assert abs(shown[0]) <= MOST_SKEW_SECONDS
