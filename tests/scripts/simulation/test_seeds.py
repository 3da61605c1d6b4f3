"""A seed decides everything: it gives the same world again, and finds a mistake with the fewest faults."""

from subprocess import CompletedProcess

import pytest

from tests.support.own_process import run_module


def simulate(*arguments: str) -> CompletedProcess[str]:
    """The simulation in a process of its own, which it needs."""
    return run_module("simulation", *arguments)


@pytest.mark.slow
def test_a_seed_is_lived_through_the_same_way_twice() -> None:
    first, second = (simulate("--seed", "7").stdout for _ in range(2))

    assert first.startswith("seed 7: 0 contradictions")
    assert first == second


@pytest.mark.slow
def test_every_function_is_called() -> None:
    ended = simulate("--first", "10", "--seeds", "10")

    assert "0 seeds break an invariant" in ended.stdout
    assert "Nobody has called" not in ended.stdout
    assert "Nobody has called" in simulate("--seeds", "1").stdout


@pytest.mark.slow
def test_a_mistake_is_found_and_told() -> None:
    mistake = "an execution that cannot go on leaves its run claimed"
    ended = simulate("--first", "4", "--seeds", "1", "--mutation", mistake)

    assert ended.returncode == 1
    assert "seed 4 breaks" in ended.stdout
    assert "Again: make simulate ARGUMENTS=--seed=" in ended.stdout
