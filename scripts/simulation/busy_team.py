"""`python -m simulation.busy_team`: how long the webhooks of one team take that has many events a second.

    python -m simulation.busy_team --rate 164 --seconds 10

In virtual time and without faults, with the parameters of a deployment that has grown. The events are put
into the outbox as a change of an interview does, and are awaited at the team's one address.
"""

import argparse
import sys
from dataclasses import dataclass
from random import Random
from typing import Any, Final, cast

from gather.table.conditions import absent
from gather.table.conversion import from_attributes
from gather.table.outbox import Event
from simulation.conditions import STEADY
from simulation.deployment import GROWN, Deployment, read_deployment
from simulation.determinism import with_fixed_hashes
from simulation.functions import load_functions
from simulation.neighbours.tenants import found_tenant
from simulation.neighbours.waits import percentile
from simulation.report import in_own_process
from simulation.table.memory import TableChange
from simulation.world import World

PARAMETERS: Final = {**GROWN, "PublicConcurrency": "0"}
"""Nobody sends requests here, and an account of a thousand invocations at once has no room for what a grown
one reserves."""
EVENT: Final = "interview.updated"
FOUNDING_MINUTES: Final = 5
WARM_UP_SECONDS: Final = 10.0
"""For how long the rate rises, so that functions are warm."""
LAST_SECONDS: Final = 90.0
"""How long what has not come at the end is waited for."""


@dataclass(frozen=True, slots=True)
class BusyTeamWaits:
    """How long events took, in seconds, how many had not come at the end, and how many writes DynamoDB
    refused because transactions held their items."""

    seconds: list[float]
    missing: int
    conflicts: int

    def __str__(self) -> str:
        waits = ", ".join(f"{name} {percentile(self.seconds, part):.2f} s" for name, part in _TOLD)
        return f"{len(self.seconds)} events: {waits}; {self.missing} missing, {self.conflicts} conflicts"


_TOLD: Final = (("median", 0.5), ("p95", 0.95), ("longest", 1.0))


def measure(deployment: Deployment, seed: int, rate: float, seconds: float) -> BusyTeamWaits:
    """The waits for webhooks of a team with `rate` events a second. In a process of its own."""
    return in_own_process(lambda: _measure(deployment, seed, rate, seconds))


def _measure(deployment: Deployment, seed: int, rate: float, seconds: float) -> BusyTeamWaits:
    world = World(deployment, seed, conditions=STEADY)
    first = _found_team(world)
    random = Random(f"moments of a busy team {seed}")
    made_at: dict[str, float] = {}

    def make() -> None:
        event = Event(
            name=first["name"],
            organization_id=first["organizationId"],
            team_id=first["teamId"],
            payload=first["payload"],
            at=world.time.now(),
        )
        made_at[event.id] = world.time.elapsed
        world.records.table.put(event.item(), absent())

    moment = 0.0
    while moment < WARM_UP_SECONDS + seconds:
        moment += random.expovariate(rate * min(1.0, (moment + 1) / WARM_UP_SECONDS))
        world.time.after(moment, make)
    begins = world.time.elapsed + WARM_UP_SECONDS
    world.run(seconds=WARM_UP_SECONDS)
    world.dynamodb.held.conflicts.clear()
    world.run(seconds=seconds)
    conflicts = world.dynamodb.held.conflicts.total()
    world.run(seconds=LAST_SECONDS)
    now, elapsed = world.time.now(), world.time.elapsed
    came_at = {
        receipt.event_id: elapsed - (now - receipt.at).total_seconds() for receipt in world.receivers.arrivals
    }
    counted = [event_id for event_id, at in made_at.items() if at >= begins]
    waits = [came_at[event_id] - made_at[event_id] for event_id in counted if event_id in came_at]
    return BusyTeamWaits(waits, len(counted) - len(waits), conflicts)


def _found_team(world: World) -> dict[str, Any]:
    """Found a team with a webhook; returns the entry of the outbox of its first event."""
    entries: list[dict[str, Any]] = []

    def see(change: TableChange) -> None:
        if change.key[0].startswith("OUTBOX#") and change.before is None and change.after is not None:
            entries.append(from_attributes(cast("dict[str, Any]", change.after)))

    def found() -> None:
        tenant = found_tenant(world, "Busy", "192.0.2.1", 1)
        interview_id, _ = tenant.add_interview("Shift lead", 1)
        tenant.api.post("/webhooks", {"urls": ["https://busy.example.com/hook"], "events": [EVENT]})
        tenant.api.patch(f"/interviews/{interview_id}", {"title": "Lead"})

    world.dynamodb.listeners.append(see)
    world.live("founder", found)
    world.run(minutes=FOUNDING_MINUTES)
    world.dynamodb.listeners.remove(see)
    return next(entry for entry in entries if entry["name"] == EVENT)


def main(arguments: list[str]) -> int:
    """Print the waits that the command line asks for; the status that the process ends with."""
    parser = argparse.ArgumentParser(prog="simulation.busy_team", description=__doc__)
    option = parser.add_argument
    option("--rate", type=float, default=164, help="events a second (164, of 10 million interviews a month)")
    option("--seconds", type=float, default=10, help="for how long (10)")
    option("--seed", type=int, default=1, help="the seed (1)")
    options = parser.parse_args(arguments)
    deployment = read_deployment(parameters=PARAMETERS)
    load_functions(deployment.functions)
    print(measure(deployment, options.seed, options.rate, options.seconds))
    return 0


if __name__ == "__main__":
    with_fixed_hashes("simulation.busy_team")
    sys.exit(main(sys.argv[1:]))
