"""Measures a warm request where the table takes 5 ms.

The targets are for what follows from counts alone: the round trips, one after another, and the instructions
at a fixed speed. Other load on the machine changes neither. What really passed is shown beside it.
"""

import statistics

from bench import handler_process
from bench.canned_responses import PAGE, canned_table, round_trips
from bench.figures import Figure, Report
from bench.handler_process import Baseline
from bench.starts import warm_requests
from bench.workspace import Workspace

TABLE_SECONDS = 0.005
SECONDS_OF_AN_INSTRUCTION = 0.5e-9
"""More than the 0.3 ns that requests take on the machine of docs/performance.md, kernel included."""

TARGETS_MILLISECONDS = {"create": 13, "get": 7, f"list of {PAGE}": 8}

WARM_UP = 20
REQUESTS = 150

# So far away that requests which are sent side by side overlap on any machine.
_FAR_SECONDS = 0.05
_FEWER, _MORE = 4, 12


def measure_latency(workspace: Workspace, report: Report) -> None:
    """Each request of a warm process, counted and handler_process."""
    milliseconds = TABLE_SECONDS * 1000
    report.heading(f"Latency of a warm request at a table that takes {milliseconds:g} ms")
    if not handler_process.can_count_instructions():
        report.note("valgrind is not here, and without counts there is no target")
    for who in warm_requests(workspace):
        _report_passed(workspace, who, report)
        if handler_process.can_count_instructions():
            _report_counted(workspace, who, report)


def modelled_milliseconds(trips: float, instructions: float) -> float:
    """The milliseconds of a request that makes `trips` round trips, one after another."""
    return (trips * TABLE_SECONDS + instructions * SECONDS_OF_AN_INSTRUCTION) * 1000


def _report_counted(workspace: Workspace, who: Baseline, report: Report) -> None:
    trips = _round_trips_of_a_request(workspace, who)
    with canned_table(workspace.folder) as endpoint:
        instructions = handler_process.instructions_of_a_request(workspace, who, endpoint)
    latency = modelled_milliseconds(trips, instructions)
    note = f"{trips:g} round trips and {instructions / 1e6:.2f} million instructions"
    target = TARGETS_MILLISECONDS.get(who.name)
    counts = {"round trips": trips, "instructions": instructions}
    report.add(Figure("latency", f"{who.name}: counted", latency, "ms", target, note, counts))


def _round_trips_of_a_request(workspace: Workspace, who: Baseline) -> float:
    totals = []
    for count in (_FEWER, _MORE):
        with canned_table(workspace.folder, _FAR_SECONDS) as endpoint:
            handler_process.run(workspace, who, endpoint, count=count)
            totals.append(round_trips(endpoint))
    few, many = totals
    return (many - few) / (_MORE - _FEWER)


def _report_passed(workspace: Workspace, who: Baseline, report: Report) -> None:
    with canned_table(workspace.folder, TABLE_SECONDS) as endpoint:
        each = handler_process.run(workspace, who, endpoint, warm_up=WARM_UP, count=REQUESTS).each
    low, middle, high = (1000 * seconds for seconds in statistics.quantiles(each, n=4))
    note = f"quartiles {low:.1f}-{high:.1f}, best {min(each) * 1000:.1f}"
    report.add(Figure("latency", f"{who.name}: passed, median of {REQUESTS}", middle, "ms", None, note))
