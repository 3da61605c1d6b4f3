"""A page of candidates anywhere in listings of very different lengths."""

import statistics
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bench.calls import Request, call
from bench.figures import Figure, Report
from bench.fill import Fill
from bench.metered_table import TABLE_NAME, Meter
from bench.recipes import GATHER
from bench.tenants import add_tenant
from gather.wiring import process_adapters

SIZES = (100, 10_000, 100_000)
MILLION = 1_000_000
BASE = 10_000
PAGE_SIZE = 20
FLATNESS_TARGET = 1.5
# Pages begin anywhere in a bucket of 64, which costs more or less: so many pages in a row see it all.
PAGES_IN_A_ROW = 5
ARCHIVED_EVERY = 10


@dataclass(frozen=True)
class PageCost:
    """The mean cost of some pages in a row."""

    round_trips: float
    read_units: float


def measure_listings(meter: Meter, filler: Any, million: bool, report: Report) -> None:
    """First, middle and last pages, with nothing archived and then with one record of ten archived."""
    report.heading(f"Pages of {PAGE_SIZE} by length of the list")
    costs: dict[str, dict[int, dict[str, PageCost]]] = {"nothing archived": {}, "a tenth archived": {}}
    sizes = (*SIZES, MILLION) if million else SIZES
    for size in sizes:
        tenant = add_tenant(process_adapters().records.table)
        filling = Fill(filler, TABLE_NAME, tenant.scope, datetime.now(UTC))
        started = time.monotonic()
        filling.add(size, ARCHIVED_EVERY)
        report.note(f"{size:,} records written in {time.monotonic() - started:.0f} s")
        for which, by_size in costs.items():
            if which != "nothing archived":
                filling.archive()
            active = size - (len(filling.ids) if which != "nothing archived" else 0)
            by_size[size] = _measure(meter, tenant.key, active, f"{size:,}, {which}", report)
    for which, by_size in costs.items():
        _report_growth(which, by_size[BASE], by_size[sizes[-1]], f"{sizes[-1]:,} to {BASE:,}", report)


def _report_growth(
    which: str, base: dict[str, PageCost], largest: dict[str, PageCost], sizes: str, report: Report
) -> None:
    for what in ("round_trips", "read_units"):
        growth = max(getattr(largest[place], what) / getattr(base[place], what) for place in base)
        name = f"{which}: {what.replace('_', ' ')}, {sizes}, worst place"
        report.add(Figure("listing", name, growth, "times", FLATNESS_TARGET))


def _measure(meter: Meter, key: str, active: int, name: str, report: Report) -> dict[str, PageCost]:
    last = -(-active // PAGE_SIZE)
    rows = min(PAGES_IN_A_ROW, last)
    _page(key, 1, active)
    costs = {}
    for place, first in (("first", 1), ("middle", max(1, last // 2 - rows // 2)), ("last", last - rows + 1)):
        trips, units = [], []
        for page in range(first, first + rows):
            meter.reset()
            _page(key, page, active)
            trips.append(meter.round_trips)
            units.append(meter.read_units)
        costs[place] = PageCost(statistics.mean(trips), statistics.mean(units))
        note = f"{costs[place].read_units:.1f} read units (most {max(units):g})"
        report.add(Figure("listing", f"{name}: {place}", max(trips), "round trips", 3, note))
    return costs


def _page(key: str, page: int, total: int) -> None:
    request = Request(query={"page": str(page), "pageSize": str(PAGE_SIZE)})
    data = call("candidates", f"GET {GATHER}/candidates", key, request)["data"]
    wanted = min(PAGE_SIZE, total - (page - 1) * PAGE_SIZE)
    assert data["pagination"]["total"] == total, data["pagination"]
    assert len(data["candidates"]) == wanted, (page, len(data["candidates"]))
