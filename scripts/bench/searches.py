"""A search in a team with half a million candidates, by page numbers and by cursor.

docs/decisions/listings.md says why a search is bounded.

The table has of each candidate what a search looks at, and those that are found as a whole. The fill is
bounded in time: what is there by then is searched.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from bench.calls import call
from bench.figures import Figure, Report
from bench.fill import candidate_item, write_items
from bench.metered_table import TABLE_NAME, Meter
from bench.tenants import Tenant, add_tenant
from gather.core.case_folding import fold
from gather.core.identifiers import new_id
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.wiring import process_adapters
from tests.support.setting import GATHER, Request

COUNT = 500_000
FOUND_EVERY = 25_000
"""Few are found, so that a part is filled late."""
FILL_SECONDS = 420
WORD = "needle"
REQUEST_SECONDS = 10
"""The seconds that an answer may take: a function has 15."""
MOST_REQUESTS = 100

_LOOKED_AT = ("pk", "sk", "entity", "searchPk", "searchSk", "searchText", "externalId")


def measure_searches(meter: Meter, filler: Any, report: Report) -> None:
    """The first answer by page number, and all parts by cursor."""
    tenant = add_tenant(process_adapters().records.table)
    filling = _Filling(tenant)
    started = time.monotonic()
    write_items(filler, TABLE_NAME, filling.items())
    report.heading(f"A search that finds {filling.found} of {filling.count:,} candidates")
    report.note(f"{filling.count:,} candidates written in {time.monotonic() - started:.0f} s")
    what = f"search of {filling.count:,} candidates"
    meter.reset()
    seconds, first = _search(tenant, {"page": "1"})
    told = first["data"]["pagination"]["total"]
    is_partial = first["meta"].get("isPartial", False)
    report.add(Figure("search", f"{what}: first page", seconds, "s", aim=REQUEST_SECONDS))
    found_of = f"{what}: first page: found of {filling.found}, " + ("partial" if is_partial else "whole")
    report.add(Figure("search", found_of, told, "records"))
    report.add(Figure("search", f"{what}: first page: round trips", meter.round_trips, "round trips"))
    report.add(Figure("search", f"{what}: first page: read units", meter.read_units, "read units"))
    slowest, requests, found = 0.0, 0, 0
    cursor: str | None = ""
    while cursor is not None and requests < MOST_REQUESTS:
        seconds, part = _search(tenant, {"cursor": cursor, "pageSize": "100"})
        slowest, requests = max(slowest, seconds), requests + 1
        found += len(part["data"]["candidates"])
        cursor = part["meta"]["nextCursor"]
    assert found == filling.found, (found, filling.found)
    report.add(Figure("search", f"{what}: by cursor to the end", requests, "requests"))
    report.add(Figure("search", f"{what}: slowest by cursor", slowest, "s", aim=REQUEST_SECONDS))


class _Filling:
    """The candidates of a team, and how many were made and will be found."""

    def __init__(self, tenant: Tenant) -> None:
        self._tenant = tenant
        self.count = self.found = 0

    def items(self) -> Iterator[Item]:
        deadline = time.monotonic() + FILL_SECONDS
        now = datetime.now(UTC)
        sample = candidate_item(self._tenant.scope, now, 0)
        while self.count < COUNT and time.monotonic() < deadline:
            number, self.count = self.count, self.count + 1
            if number % FOUND_EVERY:
                yield _of_another(sample, self._tenant.scope.team_id, number)
            else:
                self.found += 1
                item = candidate_item(self._tenant.scope, now, number)
                yield {**item, "searchText": f"{item['searchText']} {fold(WORD)}"}


def _of_another(sample: Item, team_id: str, number: int) -> Item:
    """Another candidate's attributes that a search reads."""
    identifier = new_id()
    key = CANDIDATE.key(team_id, identifier)
    text = sample["searchText"].replace(" 0", f" {number}").replace(".0@", f".{number}@")
    own = {
        "pk": key.pk,
        "sk": key.sk,
        "searchSk": identifier,
        "externalId": f"A-{number}",
        "searchText": text,
    }
    return {**{name: sample[name] for name in _LOOKED_AT}, **own}


def _search(tenant: Tenant, query: dict[str, str]) -> tuple[float, Any]:
    """The seconds that a search takes, and its body."""
    started = time.monotonic()
    answer = call(
        "candidates", f"GET {GATHER}/candidates", tenant.key, Request(query={"search": WORD, **query})
    )
    return time.monotonic() - started, answer.body
