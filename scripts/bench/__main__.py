"""`python -m bench [--only PARTS] [--million] [--publish]`: measure, print, write bench.json."""

import argparse
import json
import platform
import sys
from pathlib import Path

from bench import page, workspace
from bench.figures import Report

USUAL = ("cold", "warm", "latency", "trips", "listing", "lists", "stack")
# Take minutes each, and the machine for themselves.
MEASURES = (*USUAL, "screens", "search", "neighbours")


def main() -> int:
    """Measure as the command line says. Returns 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure the service.")
    parser.add_argument("--only", type=_chosen, default=USUAL, metavar=",".join(MEASURES))
    parser.add_argument("--million", action="store_true", help="measure a team with a million records too")
    parser.add_argument("--output", type=Path, default=workspace.FOLDER / "bench.json")
    parser.add_argument("--publish", action="store_true", help="put the figures into docs/performance.md")
    options = parser.parse_args()
    report = Report()
    _measure(options.only, options.million, report)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    machine = {"machine": platform.machine(), "system": platform.system()}
    options.output.write_text(json.dumps({**machine, **report.as_json()}, indent=2) + "\n")
    missed = report.missed()
    print(f"\n{len(missed)} targets missed. Figures: {options.output}")
    if options.publish:
        page.publish(report.figures)
    return 1 if missed else 0


def _chosen(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := set(names) - set(MEASURES):
        raise argparse.ArgumentTypeError(
            f"unknown: {', '.join(sorted(unknown))}; choose of {', '.join(MEASURES)}"
        )
    return names


def _measure(chosen: tuple[str, ...], million: bool, report: Report) -> None:
    # Each part is imported where it runs, so that one that cannot does not keep the others from it.
    if {"cold", "warm", "latency"} & set(chosen):
        from bench import latency, starts

        place = workspace.prepare()
        report.note(f"Measured processes run {place.python}")
        if "cold" in chosen:
            starts.measure_cold(place, report)
        if "warm" in chosen:
            starts.measure_warm(place, report)
        if "latency" in chosen:
            latency.measure_latency(place, report)
    if {"trips", "listing", "lists", "screens", "search"} & set(chosen):
        _measure_table(chosen, million, report)
    if "stack" in chosen:
        from bench import stack_load

        stack_load.measure(report)
    if "neighbours" in chosen:
        from bench import noisy_neighbour

        noisy_neighbour.measure(report)


def _measure_table(chosen: tuple[str, ...], million: bool, report: Report) -> None:
    from bench import filtered_lists, listings, metered_table, round_trips, screens, searches

    with metered_table.metered_table(report) as (meter, filler):
        if "trips" in chosen:
            round_trips.measure_trips(meter, report)
        if "listing" in chosen:
            listings.measure_listings(meter, filler, million, report)
        if "lists" in chosen:
            filtered_lists.measure_filtered_lists(meter, filler, report)
        if "screens" in chosen:
            screens.measure_screens(meter, filler, report)
        if "search" in chosen:
            searches.measure_searches(meter, filler, report)


if __name__ == "__main__":
    sys.exit(main())
