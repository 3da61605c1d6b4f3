"""Requests of a team with a million records, of which only those around the measured places are stored.

The counts are those of a whole list, so that each request finds its place and pays for it as in one.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from bench.calls import families
from bench.figures import Figure, Report
from bench.fill import filter_items, listed_item, write_items
from bench.metered_table import TABLE_NAME, Meter
from bench.round_trips import setting_of
from bench.tenants import Tenant
from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.conversion import Item
from gather.table.listing import BUCKET_SIZE
from tests.support.route_requests import ROUTE_REQUESTS
from tests.support.setting import GATHER, Request, Setting

ROUND_TRIPS_TARGET, READ_UNITS_TARGET = 5, 60
PAGE_SIZE = 20
STATUS = CandidateInterviewStatus.NEW_RESPONSE
# One candidate interview of four has the status that is listed.
STATUS_EVERY = 4
# A page begins somewhere in a bucket and ends in one of those before it.
BUCKETS_OF_A_PAGE = 1 + -(-PAGE_SIZE * STATUS_EVERY // BUCKET_SIZE)

EXTERNAL_ID = f"GET {GATHER}/candidates"
ORDERS = "POST /connect/{vendor}/orders"
BY_STATUS = f"GET {GATHER}/candidate-interviews"


def measure_million(
    meter: Meter, filler: Any, tenant: Tenant, count: int, known_number: int, report: Report
) -> None:
    """A filter, an order and a list by status of a team with `count` candidates and candidate interviews.

    `known_number` is that of a candidate who is stored and not archived.
    """
    setting = setting_of(tenant, families())
    what = f"{count:,} records"
    query = {"externalId": f"A-{known_number}", "pageSize": str(PAGE_SIZE)}
    data = _measured(meter, setting, EXTERNAL_ID, Request(query=query), f"{what}: externalId", report)
    assert data["pagination"]["total"] == 1, data["pagination"]
    order = ROUTE_REQUESTS[ORDERS]
    setting.send(ORDERS, order(setting))
    _measured(meter, setting, ORDERS, order(setting), f"{what}: order for a new person", report)
    write_items(filler, TABLE_NAME, _candidate_interviews(tenant.scope, count))
    for place, page in _pages(count).items():
        query = {"status": STATUS.value, "page": str(page), "limit": str(PAGE_SIZE)}
        name = f"{what}: by status, {place} page"
        records = _measured(meter, setting, BY_STATUS, Request(query=query), name, report)
        assert len(records) == PAGE_SIZE, (page, len(records))


def _measured(meter: Meter, setting: Setting, route: str, request: Request, name: str, report: Report) -> Any:
    """The data of the response; both costs are reported."""
    meter.reset()
    data = setting.send(route, request)["data"]
    trips, units = meter.round_trips, meter.read_units
    report.add(Figure("million", f"{name}: round trips", trips, "round trips", ROUND_TRIPS_TARGET))
    report.add(Figure("million", f"{name}: read units", units, "read units", READ_UNITS_TARGET))
    return data


def _pages(count: int) -> dict[str, int]:
    last = count // STATUS_EVERY // PAGE_SIZE
    return {"first": 1, "middle": last // 2, "last": last}


def _candidate_interviews(team: TeamScope, count: int) -> Iterator[Item]:
    """Yields the candidate interviews of the measured pages, and the counts of all."""
    now = datetime.now(UTC)
    numbers = range(0, count, STATUS_EVERY)
    for bucket in _buckets(count):
        for number in range(bucket * BUCKET_SIZE, (bucket + 1) * BUCKET_SIZE, STATUS_EVERY):
            yield listed_item(CANDIDATE_INTERVIEW, _candidate_interview(team, now), number)
    yield from filter_items(CANDIDATE_INTERVIEW, _candidate_interview(team, now), numbers)


def _buckets(count: int) -> Iterable[int]:
    """The buckets that the measured pages show records of."""
    in_bucket = BUCKET_SIZE // STATUS_EVERY
    highest = count // BUCKET_SIZE - 1
    tops = [highest - (page - 1) * PAGE_SIZE // in_bucket for page in _pages(count).values()]
    return sorted({max(0, top - below) for top in tops for below in range(BUCKETS_OF_A_PAGE + 1)})


def _candidate_interview(team: TeamScope, now: datetime) -> CandidateInterviewRecord:
    request = CreateCandidateInterview.model_validate({"candidateId": new_id(), "interviewId": new_id()})
    return new_candidate_interview(request, team, now, 14).changed(status=STATUS)
