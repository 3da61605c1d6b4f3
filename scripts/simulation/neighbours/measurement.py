"""One run: a world, normal teams in it, and a hostile team beside them if there is one."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from simulation.conditions import STEADY
from simulation.deployment import Deployment
from simulation.neighbours.demands import Activity, Demands
from simulation.neighbours.hostile_team import SimulatedHostileTeam
from simulation.neighbours.normal_team import SimulatedNormalTeam
from simulation.neighbours.waits import Wait, Waits
from simulation.report import in_own_process
from simulation.world import World

NORMAL_TEAMS: Final = 3
FOUNDING_MINUTES: Final = 10
WARM_UP_SECONDS: Final = 20.0
"""For how long the normal teams work before their waits count, so that functions are warm."""
AHEAD_SECONDS: Final = 2.0
"""How long before the hostile team begins."""
LAST_SECONDS: Final = 60.0
"""How long what has not come at the end is waited for, while the hostile team goes on."""
EMAILS_A_DAY: Final = 345
"""The account's quota. The normal teams send some 200 in a run; imports would send 7 a second meanwhile."""
CONDITIONS: Final = replace(STEADY, quotas=replace(STEADY.quotas, emails_a_day=(EMAILS_A_DAY,)))


@dataclass(frozen=True, slots=True)
class Measured:
    """The waits of all normal teams, and what the hostile team has done.

    `throttled` counts the invocations that Lambda refused, by function. `table_seconds` is the longest that a
    call waited for a partition of the table.
    """

    waits: Waits
    done: dict[Activity, int] = field(default_factory=dict)
    throttled: dict[str, int] = field(default_factory=dict)
    table_seconds: float = 0.0


def measure(
    deployment: Deployment, seed: int, activities: Collection[Activity], demands: Demands, seconds: float
) -> Measured:
    """The waits for what normal teams ask for in so many seconds, beside a team that does `activities`.

    In a process of its own.
    """
    return in_own_process(lambda: _measure(deployment, seed, activities, demands, seconds))


def _measure(
    deployment: Deployment, seed: int, activities: Collection[Activity], demands: Demands, seconds: float
) -> Measured:
    world = World(deployment, seed, conditions=CONDITIONS)
    teams = _found_teams(world)
    hostile = _found_hostile_team(world, activities, demands)
    for team in teams:
        team.work(WARM_UP_SECONDS + seconds)
    world.run(seconds=WARM_UP_SECONDS - AHEAD_SECONDS)
    hostile.begin()
    world.run(seconds=AHEAD_SECONDS)
    _observe(world, teams, seconds)
    throughput = world.throughput
    return Measured(
        _all_waits(teams),
        hostile.done,
        dict(world.functions.throttled),
        throughput.longest_seconds if throughput is not None else 0.0,
    )


def _found_teams(world: World) -> list[SimulatedNormalTeam]:
    teams: list[SimulatedNormalTeam] = []
    for number in range(NORMAL_TEAMS):
        world.live(
            "founder", partial(lambda number: teams.append(SimulatedNormalTeam(world, number)), number)
        )
    world.run(minutes=FOUNDING_MINUTES)
    assert len(teams) == NORMAL_TEAMS
    return teams


def _found_hostile_team(
    world: World, activities: Collection[Activity], demands: Demands
) -> SimulatedHostileTeam:
    found: list[SimulatedHostileTeam] = []
    world.live("founder", lambda: found.append(SimulatedHostileTeam(world, activities, demands)))
    world.run(minutes=FOUNDING_MINUTES)
    [team] = found
    return team


def _observe(world: World, teams: Collection[SimulatedNormalTeam], seconds: float) -> None:
    for team in teams:
        team.observer.is_on = True
    world.run(seconds=seconds)
    for team in teams:
        team.observer.is_on = False
    until = world.time.elapsed + LAST_SECONDS
    while world.time.elapsed < until and any(team.observer.is_waiting() for team in teams):
        world.run(seconds=1)


def _all_waits(teams: Collection[SimulatedNormalTeam]) -> Waits:
    waits = [team.observer.waits() for team in teams]
    return {wait: [seconds for each in waits for seconds in each[wait]] for wait in Wait}
