"""A page of candidates anywhere in listings of very different lengths."""

import statistics
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bench import million_records
from bench.calls import call
from bench.figures import Figure, Report
from bench.fill import Fill
from bench.metered_table import TABLE_NAME, Meter
from bench.tenants import add_tenant
from gather.table.listing import BUCKET_SIZE, BucketCounts, Directory, Selection
from gather.wiring import process_adapters
from tests.support.setting import GATHER, Request

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


def measure_listings(meter: Meter, filler: Any, with_million: bool, report: Report) -> None:
    """First, middle and last pages, with nothing archived and then with one record of ten archived."""
    report.heading(f"Pages of {PAGE_SIZE} by length of the list")
    costs: dict[str, dict[int, dict[str, PageCost]]] = {"nothing archived": {}, "a tenth archived": {}}
    for size in SIZES:
        tenant = add_tenant(process_adapters().records.table)
        filling = Fill(filler, TABLE_NAME, tenant.scope, datetime.now(UTC), size, ARCHIVED_EVERY)
        for which, by_place in _measure_filling(meter, filling, tenant.key, report).items():
            costs[which][size] = by_place
    for which, by_size in costs.items():
        _report_growth(which, by_size[BASE], by_size[SIZES[-1]], f"{SIZES[-1]:,} to {BASE:,}", report)
    if with_million:
        _measure_million(meter, filler, report)


def _measure_million(meter: Meter, filler: Any, report: Report) -> None:
    report.heading("A team with a million records, of which those around the measured places are stored")
    tenant = add_tenant(process_adapters().records.table)
    buckets = _buckets_shown(MILLION)
    filling = Fill(filler, TABLE_NAME, tenant.scope, datetime.now(UTC), MILLION, ARCHIVED_EVERY, buckets)
    for which, by_place in _measure_filling(meter, filling, tenant.key, report).items():
        units = max(cost.read_units for cost in by_place.values())
        trips = max(cost.round_trips for cost in by_place.values())
        name = f"{MILLION:,} records, {which}: worst page"
        targets = million_records.ROUND_TRIPS_TARGET, million_records.READ_UNITS_TARGET
        report.add(Figure("million", f"{name}: round trips", trips, "round trips", targets[0]))
        report.add(Figure("million", f"{name}: read units", units, "read units", targets[1]))
    known_number = max(buckets) * BUCKET_SIZE + 1
    million_records.measure_million(meter, filler, tenant, MILLION, known_number, report)


def _buckets_shown(count: int) -> list[int]:
    """The buckets whose records the measured pages show, in both states of the list."""
    archived = Counter(number // BUCKET_SIZE for number in range(0, count, ARCHIVED_EVERY))
    gone = {bucket: BucketCounts(archived=number) for bucket, number in archived.items()}
    shown: set[int] = set()
    for directory in (Directory(count), Directory(count, gone)):
        for _, pages in _places(directory.total(Selection.ACTIVE)):
            for page in pages:
                place = directory.place((page - 1) * PAGE_SIZE, active=True)
                assert place is not None, page
                # A page begins in a bucket and may end in the one before it.
                shown |= {place[0], max(0, place[0] - 1)}
    return sorted(shown)


def _measure_filling(meter: Meter, filling: Fill, key: str, report: Report) -> dict[str, dict[str, PageCost]]:
    """The costs by place, with nothing archived and with a tenth archived."""
    started = time.monotonic()
    filling.add()
    report.note(f"{filling.count:,} records written in {time.monotonic() - started:.0f} s")
    costs = {}
    for which in ("nothing archived", "a tenth archived"):
        if which == "a tenth archived":
            filling.archive()
        active = filling.count - (len(filling.archived_numbers) if which == "a tenth archived" else 0)
        costs[which] = _measure(meter, key, active, f"{filling.count:,}, {which}", report)
    return costs


def _report_growth(
    which: str, base: dict[str, PageCost], largest: dict[str, PageCost], sizes: str, report: Report
) -> None:
    for what in ("round_trips", "read_units"):
        growth = max(getattr(largest[place], what) / getattr(base[place], what) for place in base)
        name = f"{which}: {what.replace('_', ' ')}, {sizes}, worst place"
        report.add(Figure("listing", name, growth, "times", FLATNESS_TARGET))


def _places(active: int) -> list[tuple[str, range]]:
    """Some pages in a row at the beginning, in the middle and at the end of a list."""
    last = -(-active // PAGE_SIZE)
    rows = min(PAGES_IN_A_ROW, last)
    firsts = (("first", 1), ("middle", max(1, last // 2 - rows // 2)), ("last", last - rows + 1))
    return [(place, range(first, first + rows)) for place, first in firsts]


def _measure(meter: Meter, key: str, active: int, name: str, report: Report) -> dict[str, PageCost]:
    _page(key, 1, active)
    costs = {}
    for place, pages in _places(active):
        trips, units = [], []
        for page in pages:
            meter.reset()
            _page(key, page, active)
            trips.append(meter.round_trips)
            units.append(meter.read_units)
        costs[place] = PageCost(statistics.mean(trips), statistics.mean(units))
        note = f"{costs[place].read_units:.1f} read units (most {max(units):g})"
        counts = {"read units": costs[place].read_units, "write units": 1}
        report.add(Figure("listing", f"{name}: {place}", max(trips), "round trips", 3, note, counts))
    return costs


def _page(key: str, page: int, total: int) -> None:
    request = Request(query={"page": str(page), "pageSize": str(PAGE_SIZE)})
    data = call("candidates", f"GET {GATHER}/candidates", key, request).data
    wanted = min(PAGE_SIZE, total - (page - 1) * PAGE_SIZE)
    assert data["pagination"]["total"] == total, data["pagination"]
    assert len(data["candidates"]) == wanted, (page, len(data["candidates"]))
