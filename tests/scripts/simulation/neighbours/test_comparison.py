"""What a normal team waits for takes at most 1.5 times as long beside a hostile one, in virtual time."""

import pytest

from simulation.neighbours.waits import percentile
from tests.support.own_process import run_module


@pytest.mark.slow
def test_a_hostile_team_makes_no_other_team_wait_long() -> None:
    """It floods everything at once, with as much as a test has time for."""
    arguments = ("--short", "--only", "all at once", "--seeds", "1", "--seconds", "5")
    ended = run_module("simulation.neighbours", *arguments)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    lines = ended.stdout.splitlines()
    assert any("20 times long evaluations" in line for line in lines)
    waits = [line.split(" | ")[1] for line in lines if line.startswith("| all at once")]
    assert waits == ["requests", "webhooks", "invites", "text messages", "evaluations"]


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(value) for value in range(20, 0, -1)]

    assert (percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1.0)) == (10, 19, 20)
    assert percentile([3.0], 0.95) == 3
