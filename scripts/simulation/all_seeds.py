"""Many seeds side by side, each in a process of its own."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from simulation.deployment import Deployment
from simulation.report import SeedReport, fewest_faults, judge_apart, told


def run_all(deployment: Deployment, seeds: range, processes: int, *, until_broken: bool) -> int:
    """Run the seeds, and tell of one that breaks an invariant; the status that the process ends with."""
    started = time.monotonic()
    counts: Counter[str] = Counter()
    uncalled = {function.logical_id for function in deployment.functions}
    failed: list[SeedReport] = []
    for report in _reports(deployment, seeds, processes):
        counts.update(report.counts)
        uncalled &= report.uncalled
        if report.contradictions:
            failed.append(report)
            print(f"seed {report.seed} breaks {', '.join(sorted(report.broken))}", flush=True)
            if until_broken:
                return 1
    seconds = time.monotonic() - started
    amounts = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    print(f"{len(seeds):,} seeds in {seconds:.0f} s: {amounts}; {len(failed)} seeds break an invariant")
    if uncalled:
        print(f"Nobody has called {', '.join(sorted(uncalled))}")
    if failed:
        least = fewest_faults(deployment, min(failed, key=lambda report: len(report.trace)))
        print("\n".join(told(least)))
        print(f"Again: make simulate ARGUMENTS=--seed={least.seed}")
    return 1 if failed else 0


def _reports(deployment: Deployment, seeds: range, processes: int) -> Iterator[SeedReport]:
    """The reports, each from a process of its own; a thread waits for each process."""
    with ThreadPoolExecutor(processes) as threads:
        yield from threads.map(lambda seed: judge_apart(deployment, seed), seeds)


def tell_one(deployment: Deployment, seed: int) -> int:
    """Run one seed and tell it whole; the status that the process ends with."""
    report = judge_apart(deployment, seed)
    if report.contradictions:
        report = fewest_faults(deployment, report)
    print("\n".join(told(report)))
    return 1 if report.contradictions else 0
