"""Counts the needs of usual candidate interviews in a world without faults."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from administration.tenants import change_organization
from capacity.meter import WorldMeter
from capacity.needs import FunctionNeed, InterviewNeeds
from capacity.usual_life import UsualCandidate, UsualTeam, found_usual_team
from gather.tenancy.organizations.models import RetainedKind
from simulation.conditions import STEADY
from simulation.deployment import Deployment
from simulation.world import World

INTERVIEWS: Final = 120
"""How many candidate interviews are counted, so that each kind has its share."""
_SEED: Final = 1
_ARRIVAL_SECONDS: Final = 20 * 3600
_REST_HOURS: Final = 10
_REMOVAL_DAYS: Final = 18
_KEPT_DAYS: Final = {
    RetainedKind.RECORDINGS: 2,
    RetainedKind.TRANSCRIPTS: 6,
    RetainedKind.DELIVERIES: 10,
    RetainedKind.CANDIDATES: 14,
}
"""One kind after another, so that each is removed by itself."""
_RETENTION: Final = "RetentionFunction"
_ERASING: Final = "DataRightsJobsFunction"


def count_needs(deployment: Deployment, interviews: int = INTERVIEWS) -> InterviewNeeds:
    """What one of `interviews` usual candidate interviews needs. The process is of no other use afterwards.

    Raises AssertionError when an interview does not come to its end.
    """
    world = World(deployment, _SEED, conditions=STEADY)
    teams: list[UsualTeam] = []
    world.live("founder", lambda: teams.append(found_usual_team(world)))
    world.run(minutes=10)
    [team] = teams
    meter = WorldMeter(world, deployment)
    random = Random("arrivals")
    candidates = [UsualCandidate(world, team, number) for number in range(interviews)]
    for candidate in candidates:
        begin = partial(world.live, f"candidate {candidate.number}", candidate.live)
        world.time.after(random.uniform(0, _ARRIVAL_SECONDS), begin)
    world.run(seconds=_ARRIVAL_SECONDS)
    world.run(hours=_REST_HOURS)
    assert not world.mistakes, world.mistakes
    assert all(candidate.is_done for candidate in candidates), world.trace[-5:]
    needs = meter.needs(interviews)
    return replace(needs, removal=_count_removal(world, deployment, team, interviews))


def _count_removal(
    world: World, deployment: Deployment, team: UsualTeam, interviews: int
) -> tuple[FunctionNeed, ...]:
    """What the removal of everything needs, which the organization asks for now."""
    asked = team.organization.changed(retention={kind.value: days for kind, days in _KEPT_DAYS.items()})
    change_organization(world.records, team.organization, asked, world.time.now())
    meter = WorldMeter(world, deployment)
    world.run(days=_REMOVAL_DAYS)
    left = [
        key for key, item in world.items().items() if item.get("entity", {}).get("S") == "CANDIDATE_INTERVIEW"
    ]
    assert not left, left[:5]
    return meter.removal_need(_RETENTION, interviews), meter.needs(interviews).function(_ERASING)
