"""The judgement of one seed, in a process of its own, and the fewest faults with which it still fails."""

import hashlib
import os
import pickle
import re
import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from simulation.deployment import Deployment
from simulation.functions import WorldIsRestless
from simulation.invariants.catalogue import contradictions
from simulation.invariants.evidence import Evidence
from simulation.run import live_through
from simulation.world import World

T = TypeVar("T")

RESTLESS: Final = "the_world_comes_to_rest"
"""The invariant that is broken by a world without an end."""
MOST_TRIALS: Final = 40
"""How many worlds are tried to find out which faults matter."""
_TOLD: Final = 5
_MOST_LINES: Final = 30
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(slots=True)
class SeedReport:
    """What came of a seed. `faults` are those that happened, in words, by the number of the call, and
    `uncalled` the functions that nobody has called."""

    seed: int
    contradictions: list[tuple[str, str]]
    faults: dict[int, str]
    trace: list[tuple[float, str]]
    fingerprint: str
    uncalled: set[str]
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def broken(self) -> set[str]:
        """The names of the invariants that do not hold."""
        return {name for name, _ in self.contradictions}


def judge(deployment: Deployment, seed: int, kept_faults: Container[int] | None = None) -> SeedReport:
    """Live through a seed here, and judge it. The process is of no other use afterwards."""
    world = World(deployment, seed, kept_faults)
    try:
        lives = live_through(world)
        told = list(contradictions(Evidence(world, lives)))
    except WorldIsRestless as restless:
        told = [(RESTLESS, str(restless))]
    fingerprint = hashlib.sha256("\n".join(map(str, world.trace)).encode()).hexdigest()[:12]
    counts = {
        "invocations": world.functions.invocations,
        "calls": world.faults.calls,
        "faults": len(world.faults.happened),
        "arrivals": len(world.receivers.arrivals),
    }
    faults, uncalled = dict(world.faults.told()), world.functions.uncalled
    return SeedReport(seed, told, faults, world.trace, fingerprint, uncalled, counts)


def judge_apart(deployment: Deployment, seed: int, kept_faults: Container[int] | None = None) -> SeedReport:
    """The same in a process of its own."""
    return in_own_process(lambda: judge(deployment, seed, kept_faults))


def in_own_process(work: Callable[[], T]) -> T:
    """What `work` returns in a copy of this process, which ends with it. Raises RuntimeError if it dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 1
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
            status = 0
        except BaseException:  # noqa: BLE001  # the copy ends here, whatever it was
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise RuntimeError("the process of a seed has died")
    result: T = pickle.loads(content)  # noqa: S301  # of a copy of this process
    return result


def fewest_faults(deployment: Deployment, report: SeedReport) -> SeedReport:
    """A report of the same seed with as few faults as were found to matter.

    CallFaults are left out in halves, quarters and so on, as long as one of the same invariants stays broken
    (delta debugging).
    """
    kept: Sequence[int] = sorted(report.faults)
    best = report
    parts, trials = 2, 0
    while kept and trials < MOST_TRIALS:
        size = max(1, len(kept) // parts)
        for start in range(0, len(kept), size):
            trials += 1
            fewer = [*kept[:start], *kept[start + size :]]
            tried = judge_apart(deployment, report.seed, frozenset(fewer))
            if tried.broken & report.broken:
                kept, best = sorted(tried.faults), tried
                break
        else:
            if size == 1:
                break
            parts *= 2
    return best


def told(report: SeedReport) -> Iterable[str]:
    """A report in words: what is broken, which faults led to it, and what happened around them."""
    yield f"seed {report.seed}: {len(report.contradictions)} contradictions"
    for name, contradiction in report.contradictions[:_TOLD]:
        yield f"  {name}: {contradiction}"
    for number, fault in report.faults.items():
        yield f"  fault {number}: {fault}"
    for seconds, line in _about(report):
        yield f"  {seconds:12.3f}  {line}"


def _about(report: SeedReport) -> list[tuple[float, str]]:
    """The lines of the trace that name what is broken, and those of the faults. Ids that stand in many lines,
    like a team's, name nothing."""
    named = {found for _, text in report.contradictions[:_TOLD] for found in _ID.findall(text)}
    lines = Counter(each for _, line in report.trace for each in set(_ID.findall(line)) & named)
    ids = {each for each in named if lines[each] <= _MOST_LINES}
    return [
        (seconds, line)
        for seconds, line in report.trace
        if any(each in line for each in ids) or any(word in line for word in _OF_FAULTS)
    ]


_OF_FAULTS: Final = (
    " dies ",
    " is refused",
    " is lost",
    "time limit",
    "comes once more",
    "is set:",
    "goes wrong",
)
