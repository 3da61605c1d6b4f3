"""First pages by each filter and order of lists of very different lengths.

Of a long list only what a part of it looks at is stored, which is the newest of each partition: a walk is
bounded, and what lies behind is never read. The counts are those of the whole list.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

from bench.calls import families
from bench.figures import Figure, Report
from bench.fill import listed_item, lookup_items, write_items
from bench.metered_table import TABLE_NAME, Meter
from bench.round_trips import setting_of
from bench.tenants import Tenant, add_tenant
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, interview_listing
from gather.screening.candidates.models import Candidate, CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.listing import LISTING_HEAD
from gather.wiring import process_adapters
from tests.support.setting import GATHER, Request, Setting

SIZES = (1_000, 100_000, 1_000_000)
MOST_STORED = 2_500
"""Records of a list that are stored: twice as many as a part of it looks at."""
ROUND_TRIPS_TARGET, READ_UNITS_TARGET = 5, 60
INTERVIEW_ID, JOB_ID = new_id(), new_id()
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

CANDIDATES: Mapping[str, str] = {
    "email": "ada.7@example.com",
    "phone": "+14155550007",
    "externalId": "A-7",
    "tag": "night-shift",
    "source": "referral",
    "search": "lovelace",
    "createdSince": timestamp(NOW - timedelta(hours=2)),
}
CANDIDATE_INTERVIEWS: Mapping[str, str] = {
    "interviewId": INTERVIEW_ID,
    "jobId": JOB_ID,
    "status": "new_response,has_reviewed",
    "scoreMin": "70",
    "completedSince": timestamp(NOW - timedelta(hours=2)),
    "createdUntil": timestamp(NOW),
}
SORTS = ("createdAt", "-createdAt", "completedAt", "-completedAt", "score", "-score")


@dataclass(frozen=True)
class FilteredList:
    """A list with filters or an order, as it is measured."""

    path: str
    query: Mapping[str, str]
    is_bounded: bool = False
    """Whether nobody has all that is asked for, so that a part looks at as many entries as it may."""

    @property
    def name(self) -> str:
        """The list with the names of what is asked for."""
        asked = [f"sort={value}" if name == "sort" else name for name, value in self.query.items()]
        return f"{self.path}: {' and '.join(asked)}{', which nobody has' if self.is_bounded else ''}"

    @property
    def access_path(self) -> str:
        """How the list is read."""
        if "updatedSince" in self.query:
            return "change feed"
        return _path_of_candidates(self.query) if self.path == "candidates" else _path_of_others(self.query)


def _path_of_candidates(query: Mapping[str, str]) -> str:
    for name in ("externalId", "email", "phone"):
        if name in query:
            return f"lookup of the {name}"
    if "search" in query:
        return "entries of the word"
    return next((f"entries of the {name}" for name in ("tag", "source") if name in query), "index `search`")


def _path_of_others(query: Mapping[str, str]) -> str:
    """The path of candidate interviews."""
    if query in ({"sort": "-createdAt"}, {"interviewId": INTERVIEW_ID}):
        return "listing"
    if [*query] == ["status"]:
        return "index `filter`, once for each status"
    order = query.get("sort", "-createdAt").lstrip("-")
    ranges = {"scoreMin": "score", "completedSince": "completion"}
    narrow = next((f"{value}, or " for name, value in ranges.items() if name in query), "")
    scope = next((f" of the {scope}" for scope in ("job", "interview") if f"{scope}Id" in query), "")
    by = {"createdAt": "creation", "completedAt": "completion", "score": "score"}[order]
    return f"entries by {narrow}{by}{scope}"


def filtered_lists() -> Iterator[FilteredList]:
    """Yields each filter, each pair of filters and each order, and what has changed."""
    for path, filters in (("candidates", CANDIDATES), ("candidate-interviews", CANDIDATE_INTERVIEWS)):
        yield from (FilteredList(path, {name: value}) for name, value in filters.items())
        yield from (FilteredList(path, dict(pair)) for pair in combinations(filters.items(), 2))
        yield FilteredList(path, {"updatedSince": timestamp(NOW - timedelta(hours=1))})
    yield from (FilteredList("candidate-interviews", {"sort": sort}) for sort in SORTS)
    yield FilteredList("candidates", {"tag": "night-shift", "source": "agency"}, is_bounded=True)
    yield FilteredList("candidate-interviews", {"status": "hired", "jobId": JOB_ID}, is_bounded=True)


def measure_filtered_lists(meter: Meter, filler: Any, report: Report) -> None:
    """The first page by each filter, by each pair of filters and by each order."""
    for size in SIZES:
        tenant = add_tenant(process_adapters().records.table)
        write_items(filler, TABLE_NAME, list_items(tenant, size))
        setting = setting_of(tenant, families())
        report.heading(f"First pages of lists of {size:,} records by filter and order")
        for each in filtered_lists():
            trips, units = _cost(meter, setting, each)
            name = f"{size:,}: {each.name}"
            report.add(Figure("lists", f"{name}: round trips", trips, "round trips", ROUND_TRIPS_TARGET))
            report.add(Figure("lists", f"{name}: read units", units, "read units", READ_UNITS_TARGET))


def _cost(meter: Meter, setting: Setting, measured: FilteredList) -> tuple[int, float]:
    """The round trips and read units of a request of a process that has seen the key."""
    route, request = f"GET {GATHER}/{measured.path}", Request(query=dict(measured.query))
    setting.send(route, request)
    meter.reset()
    setting.send(route, request)
    return meter.round_trips, meter.read_units


def list_items(tenant: Tenant, size: int) -> Iterator[Item]:
    """Yields what is stored of `size` candidates and candidate interviews: the newest, and the counts."""
    stored = range(max(0, size - MOST_STORED), size)
    for number in stored:
        moment = NOW - timedelta(seconds=size - number)
        candidate = listed_item(CANDIDATE, _candidate(tenant, number, moment), number)
        interview = listed_item(CANDIDATE_INTERVIEW, _candidate_interview(tenant, number, moment), number)
        yield from (candidate, *lookup_items(CANDIDATE, candidate))
        yield from (interview, *lookup_items(CANDIDATE_INTERVIEW, interview))
    team_id = tenant.scope.team_id
    listings = (CANDIDATE.team_listing(team_id), CANDIDATE_INTERVIEW.team_listing(team_id))
    for listing in (*listings, interview_listing(team_id, INTERVIEW_ID)):
        yield LISTING_HEAD.at(listing).item(added=size)


def _candidate(tenant: Tenant, number: int, moment: datetime) -> Candidate:
    request = CreateCandidate(
        first_name="Ada",
        last_name="Lovelace",
        email=f"ada.{number % 1_000}@example.com",
        phone=f"+1415555{number % 1_000:04d}",
        external_id=f"A-{number % 1_000}",
        source="referral",
        tags=("night-shift", "forklift"),
        linked_in_url="https://linkedin.example.com/in/ada",
        timezone="Europe/London",
    )
    return new_candidate(request, tenant.scope, moment)


def _candidate_interview(tenant: Tenant, number: int, moment: datetime) -> CandidateInterviewRecord:
    request = CreateCandidateInterview(candidate_id=new_id(), interview_id=INTERVIEW_ID)
    statuses = (CandidateInterviewStatus.NEW_RESPONSE, CandidateInterviewStatus.HAS_REVIEWED)
    return new_candidate_interview(request, tenant.scope, moment, 14).changed(
        status=statuses[number % 2],
        job_id=JOB_ID,
        completed_at=timestamp(moment),
        score=number % 101,
    )
