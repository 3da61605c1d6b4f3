"""The waits of normal teams beside a hostile one, compared with those without it, over several seeds."""

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from simulation.deployment import Deployment
from simulation.neighbours.demands import Activity, Demands
from simulation.neighbours.measurement import Measured, measure
from simulation.neighbours.waits import P95, Wait, Waits, percentile

MOST_TIMES_AS_LONG: Final = 1.5
"""How much longer the 95th percentile of each wait may be beside a hostile team."""
MEDIAN: Final = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """What a hostile team does beside the normal ones; nothing where they are alone."""

    name: str
    activities: tuple[Activity, ...] = ()


ALONE: Final = Case("alone")
TOGETHER: Final = Case("all at once", tuple(Activity))
ONE_BY_ONE: Final = tuple(Case(str(activity), (activity,)) for activity in Activity)


@dataclass(frozen=True, slots=True)
class Row:
    """A wait in a case, in seconds, and how many times as long the 95th percentile is as alone."""

    case: Case
    wait: Wait
    count: int
    median: float
    p95: float
    ratio: float


def compare(
    deployment: Deployment,
    cases: Sequence[Case],
    seeds: Iterable[int],
    demands: Demands,
    seconds: float,
    *,
    processes: int,
    tell: Callable[[str], None],
) -> list[Row]:
    """Measure the cases and the normal teams alone, over all seeds; a row for each case and wait.

    `tell` is told what was done in each run.
    """
    runs = [(case, seed) for case in (ALONE, *cases) for seed in seeds]

    def run(planned: tuple[Case, int]) -> Measured:
        case, seed = planned
        measured = measure(deployment, seed, case.activities, demands, seconds)
        tell(_told(case, seed, measured))
        return measured

    with ThreadPoolExecutor(processes) as threads:
        measured = list(threads.map(run, runs))
    waits = {
        case: _joined(each.waits for (other, _), each in zip(runs, measured, strict=True) if other == case)
        for case in (ALONE, *cases)
    }
    return [_row(case, wait, waits[case][wait], waits[ALONE][wait]) for case in waits for wait in Wait]


def too_long(rows: Iterable[Row]) -> list[Row]:
    """The rows of waits that are too long beside a hostile team."""
    return [row for row in rows if row.ratio > MOST_TIMES_AS_LONG]


def table(rows: Iterable[Row]) -> Iterable[str]:
    """The rows as a table of Markdown, in milliseconds of virtual time."""
    yield "| beside | wait for | times | median | p95 | p95, of alone |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        median, p95 = (f"{seconds * 1000:,.0f} ms" for seconds in (row.median, row.p95))
        yield f"| {row.case.name} | {row.wait} | {row.count:,} | {median} | {p95} | {row.ratio:.2f} |"


def _told(case: Case, seed: int, measured: Measured) -> str:
    done = ", ".join(f"{count:,} times {activity}" for activity, count in measured.done.items())
    refused = sum(measured.throttled.values())
    return (
        f"seed {seed}, {case.name}: {done or 'nothing beside'}; {refused:,} invocations refused, "
        f"{measured.table_seconds:.2f} s at most for a partition"
    )


def _joined(waits: Iterable[Waits]) -> Waits:
    joined: Waits = {wait: [] for wait in Wait}
    for each in waits:
        for wait, seconds in each.items():
            joined[wait] += seconds
    return joined


def _row(case: Case, wait: Wait, seconds: Collection[float], alone: Collection[float]) -> Row:
    p95 = percentile(seconds, P95)
    ratio = p95 / percentile(alone, P95)
    return Row(case, wait, len(seconds), percentile(seconds, MEDIAN), p95, ratio)
