"""A team with as many events a second as at five million candidate interviews a month, in virtual time."""

import pytest

from tests.support.own_process import run_module


@pytest.mark.slow
def test_the_webhooks_of_a_busy_team_arrive_as_soon_as_others() -> None:
    """Its transactions would have the same items, of which DynamoDB makes one at a time."""
    ended = run_module("simulation.busy_team", "--rate", "80", "--seconds", "5")

    assert ended.returncode == 0, ended.stdout + ended.stderr
    events, waits = ended.stdout.split(" events: ")
    assert int(events) > 300
    assert float(waits.split("p95 ")[1].split(" s")[0]) < 1.0
    assert " 0 missing" in waits
