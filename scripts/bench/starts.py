"""Cold starts, and the price of a request afterwards, against other ways to write the same."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import replace

from bench import handler_process
from bench.canned_responses import PAGE, canned_table
from bench.figures import Figure, Report
from bench.gateway_events import CREATE_PATH, GET_PATH, http_event, rest_event
from bench.handler_process import Baseline, Cost, baseline
from bench.workspace import Workspace, lambda_layer_bytes
from layer import build
from tests.support.records import CANDIDATE

COLD_ROUNDS = 20
WARM_ROUNDS = 5
WARM_UP = 50
WARM_REQUESTS = 400

COLD_TARGET = 0.70
CREATE_TARGET = 0.20
GET_TARGET = 0.17
"""The share of a raw create's instructions. Clients wait for creates and gets most often."""
LIST_TARGET = 0.16
MEMORY_TARGET_MEGABYTES = 36
_KEY = "qapi_0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"


def creators(workspace: Workspace) -> list[Baseline]:
    """The handlers that create a candidate: the service first, the raw handler second."""
    body = json.dumps(CANDIDATE)
    event = http_event("POST", CREATE_PATH, _KEY, body=body)
    return [
        baseline(workspace, "service", "candidates.handler", event, 201, deployed=True),
        baseline(workspace, "raw boto3", "baselines.raw", event, 201),
        baseline(workspace, "FastAPI + Mangum", "baselines.fastapi_mangum", event, 201),
        baseline(
            workspace,
            "Chalice",
            "baselines.chalice_routes",
            rest_event("POST", CREATE_PATH, _KEY, body),
            201,
        ),
    ]


def getter(workspace: Workspace) -> Baseline:
    """The service, which reads one candidate."""
    parameters = {"candidateId": "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"}
    event = http_event("GET", GET_PATH, _KEY, path_parameters=parameters)
    return baseline(workspace, "get", "candidates.handler", event, 200, deployed=True)


def listers(workspace: Workspace) -> list[Baseline]:
    """The handlers that list a page of candidates: the service, and boto3 with TypeDeserializer."""
    event = http_event("GET", CREATE_PATH, _KEY, query={"page": "1", "pageSize": str(PAGE)})
    return [
        baseline(workspace, "service", "candidates.handler", event, 200, deployed=True),
        baseline(workspace, "raw boto3", "baselines.raw", event, 200),
    ]


def measure_cold(workspace: Workspace, report: Report) -> None:
    """Measures the time from a process's start to its first create's response, interleaved pair by pair."""
    report.heading(f"Cold start to the first create answered ({COLD_ROUNDS} rounds, interleaved)")
    report.add(
        Figure(
            "cold",
            "Layer for Lambda, zipped",
            lambda_layer_bytes() / build.MEGABYTE,
            "MB",
            build.LARGEST_ZIP[build.DEFAULT_ARCHITECTURE] / build.MEGABYTE,
        )
    )
    baselines = creators(workspace)
    with canned_table(workspace.folder) as endpoint:
        costs = _interleaved(workspace, baselines, endpoint, COLD_ROUNDS, warm_up=0, count=1)
        for who in baselines:
            _report_cold(report, who.name, costs[who.name], costs["raw boto3"])
        peak = max(cost.peak for cost in costs["service"]) / 1024
        report.add(Figure("cold", "service: peak memory", peak, "MB", MEMORY_TARGET_MEGABYTES))
        if handler_process.can_count_instructions():
            counts = [handler_process.instructions(workspace, who, endpoint, 1) for who in baselines]
            for who, count in zip(baselines, counts, strict=True):
                ratio = count / counts[1]
                report.add(
                    Figure(
                        "cold",
                        f"{who.name}: instructions",
                        count / 1e6,
                        "million",
                        None,
                        f"{ratio:.2f} of raw",
                    )
                )
            own = counts[0] / counts[1]
            report.add(Figure("cold", "service: instructions to raw", own, "", COLD_TARGET))


def _report_cold(report: Report, name: str, costs: Sequence[Cost], raw: Sequence[Cost]) -> None:
    cpu = [cost.cpu for cost in costs]
    wall = [cost.wall for cost in costs]
    report.add(Figure("cold", f"{name}: user+sys CPU, median", statistics.median(cpu) * 1000, "ms"))
    report.add(Figure("cold", f"{name}: wall, median", statistics.median(wall) * 1000, "ms"))
    if costs is raw:
        return
    # Other load on the machine changes times, and hardly any count of instructions.
    target = COLD_TARGET if name == "service" and not handler_process.can_count_instructions() else None
    for what, ratios in (
        ("CPU", [mine.cpu / theirs.cpu for mine, theirs in zip(costs, raw, strict=True)]),
        ("wall", [mine.wall / theirs.wall for mine, theirs in zip(costs, raw, strict=True)]),
    ):
        low, _, high = statistics.quantiles(ratios, n=4)
        quartiles = f"quartiles {low:.2f}-{high:.2f}"
        report.add(
            Figure(
                "cold",
                f"{name}: {what} to raw, median of pairs",
                statistics.median(ratios),
                "",
                target,
                quartiles,
            )
        )


def measure_warm(workspace: Workspace, report: Report) -> None:
    """The price of one more request in a process that has handled one before."""
    report.heading(f"A warm create, a warm get, and a warm list of {PAGE}")
    create, get, page, raw_create, raw_page = warm_requests(workspace)
    others = [replace(who, name=f"{who.name} create") for who in creators(workspace)[2:]]
    created, targets = [raw_create, create, get, *others], [CREATE_TARGET, GET_TARGET, None, None]
    with canned_table(workspace.folder) as endpoint:
        _measure_warm(workspace, report, endpoint, created, targets)
        _measure_warm(workspace, report, endpoint, [raw_page, page], [LIST_TARGET])


def warm_requests(workspace: Workspace) -> tuple[Baseline, Baseline, Baseline, Baseline, Baseline]:
    """A create, a get and a list of the service, and a create and a list of the raw handler."""
    create, raw_create, *_ = creators(workspace)
    page, raw_page = listers(workspace)
    return (
        replace(create, name="create"),
        getter(workspace),
        replace(page, name=f"list of {PAGE}"),
        replace(raw_create, name="raw create"),
        replace(raw_page, name=f"raw list of {PAGE}"),
    )


def _measure_warm(
    workspace: Workspace,
    report: Report,
    endpoint: str,
    baselines: Sequence[Baseline],
    targets: Sequence[float | None],
) -> None:
    """Compare all but the first of `baselines` with the first. Each of them has its target, if any."""
    costs = _interleaved(workspace, baselines, endpoint, WARM_ROUNDS, WARM_UP, WARM_REQUESTS)
    raw, *others = baselines
    counts_instructions = handler_process.can_count_instructions()
    for who in baselines:
        each = [cost.requests / WARM_REQUESTS for cost in costs[who.name]]
        report.add(Figure("warm", f"{who.name}: user+sys CPU", statistics.median(each) * 1e6, "us a request"))
    for who, target in zip(others, targets, strict=True):
        pairs = zip(costs[who.name], costs[raw.name], strict=True)
        ratios = [mine.requests / theirs.requests for mine, theirs in pairs]
        low, middle, high = statistics.quantiles(ratios, n=4)
        bound = None if counts_instructions else target
        quartiles = f"quartiles {low:.2f}-{high:.2f}"
        name = f"{who.name}: CPU to {raw.name}, median of pairs"
        report.add(Figure("warm", name, middle, "", bound, quartiles))
    if not counts_instructions:
        report.note("valgrind is not here: CPU time stands in for instructions")
        return
    of_raw = _instructions(workspace, report, endpoint, raw)
    for who, target in zip(others, targets, strict=True):
        ratio = _instructions(workspace, report, endpoint, who) / of_raw
        report.add(Figure("warm", f"{who.name}: instructions to {raw.name}", ratio, "", target))


def _instructions(workspace: Workspace, report: Report, endpoint: str, who: Baseline) -> float:
    each = handler_process.instructions_of_a_request(workspace, who, endpoint)
    report.add(Figure("warm", f"{who.name}: instructions", each / 1e6, "million each"))
    return each


def _interleaved(
    workspace: Workspace,
    baselines: Sequence[Baseline],
    endpoint: str,
    rounds: int,
    warm_up: int,
    count: int,
) -> dict[str, list[Cost]]:
    """The costs by baseline; one round before the first fills the machine's caches and is not counted."""
    costs: dict[str, list[Cost]] = {who.name: [] for who in baselines}
    for number in range(rounds + 1):
        first = number % len(baselines)
        for who in (*baselines[first:], *baselines[:first]):
            cost = handler_process.run(workspace, who, endpoint, warm_up=warm_up, count=count)
            if number:
                costs[who.name].append(cost)
    return costs
