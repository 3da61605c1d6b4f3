"""A failing seed is told with the faults that matter alone."""

from collections.abc import Container

import pytest

from simulation import report
from simulation.deployment import Deployment, read_deployment
from simulation.report import MOST_TRIALS, SeedReport, fewest_faults, told

INVARIANT, OTHER_INVARIANT = "nothing_is_lost", "nothing_comes_twice"
FAULTS = 64


def make_report(faults: Container[int], broken: str | None) -> SeedReport:
    return SeedReport(
        seed=7,
        contradictions=[] if broken is None else [(broken, "something is")],
        faults={each: f"the function dies before call {each}" for each in range(FAULTS) if each in faults},
        trace=[],
        fingerprint="",
        uncalled=set(),
    )


class Worlds:
    """Worlds in which faults break invariants together: `broken_by` says which break which."""

    def __init__(self, broken_by: dict[frozenset[int], str]) -> None:
        self._broken_by = broken_by
        self.tried = 0

    def judge(
        self, _deployment: Deployment, seed: int, kept_faults: Container[int] | None = None
    ) -> SeedReport:
        self.tried += 1
        kept = range(FAULTS) if kept_faults is None else kept_faults
        broken = [name for faults, name in self._broken_by.items() if all(fault in kept for fault in faults)]
        return make_report(kept, broken[0] if broken else None)


@pytest.fixture
def fewest(monkeypatch: pytest.MonkeyPatch) -> "Fewest":
    return Fewest(monkeypatch)


class Fewest:
    """Finds the fewest faults in worlds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def in_worlds(self, worlds: Worlds) -> SeedReport:
        self._monkeypatch.setattr(report, "judge_apart", worlds.judge)
        deployment = read_deployment()
        return fewest_faults(deployment, worlds.judge(deployment, 7))


@pytest.mark.parametrize("fault", [0, 31, 63])
def test_of_many_faults_the_one_that_matters_is_left(fewest: Fewest, fault: int) -> None:
    found = fewest.in_worlds(Worlds({frozenset({fault}): INVARIANT}))

    assert list(found.faults) == [fault]
    assert f"  fault {fault}: the function dies before call {fault}" in list(told(found))


def test_faults_that_matter_together_stay_together(fewest: Fewest) -> None:
    found = fewest.in_worlds(Worlds({frozenset({3, 40}): INVARIANT}))

    assert {3, 40} <= set(found.faults)
    assert len(found.faults) < FAULTS / 2


def test_a_mistake_that_needs_no_fault_is_told_without_any(fewest: Fewest) -> None:
    assert fewest.in_worlds(Worlds({frozenset(): INVARIANT})).faults == {}


def test_faults_that_break_something_else_are_not_taken_for_the_same(fewest: Fewest) -> None:
    both = {frozenset({5, 60}): INVARIANT, frozenset({60}): OTHER_INVARIANT}
    found = fewest.in_worlds(Worlds(both))

    assert found.broken == {INVARIANT}
    assert {5, 60} <= set(found.faults)


def test_the_search_ends_after_so_many_worlds(fewest: Fewest) -> None:
    worlds = Worlds({frozenset(range(0, FAULTS, 2)): INVARIANT})
    fewest.in_worlds(worlds)

    # A round that has begun is ended.
    assert worlds.tried <= MOST_TRIALS + FAULTS
