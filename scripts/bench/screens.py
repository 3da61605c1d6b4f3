"""What the console's screens ask for, of a person who has signed in to a team with 100,000 candidates.

A browser test compares `REQUESTS` with what the console sends.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bench.calls import call, families
from bench.figures import Figure, Report
from bench.fill import listed_item, lookup_items, write_items
from bench.filtered_lists import INTERVIEW_ID, JOB_ID, list_items
from bench.metered_table import TABLE_NAME, Meter
from bench.round_trips import setting_of
from bench.tenants import Tenant, add_session, add_tenant
from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.models import CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.review import ReviewPlace
from gather.wiring import process_adapters
from tests.support.records import add_job
from tests.support.route_requests import ROUTE_REQUESTS
from tests.support.setting import GATHER, Request

COUNT: Final = 100_000
"""Candidates, candidate interviews, and results that nobody has decided about."""
SOON: Final = 5_000
"""Invites that expire soon: more than a page of the index has."""
STORED: Final = 100
"""Those that wait and are stored as a whole: twice as many as a part of the queue shows."""
ROUND_TRIPS_TARGET: Final = 5

_CANDIDATE_INTERVIEW: Final = "candidate-interviews/{candidateInterviewId}"
_MEASURED: Final = {"scoreMin": "0", "sort": "-completedAt", "limit": "30", "cursor": ""}
"""Of those whom a candidate is compared with."""

REQUESTS: Final[Mapping[str, tuple[Mapping[str, str], ...]]] = {
    "ai-text-questions": ({"pageSize": "100"},),
    "audit-log": ({"organizationId": "", "limit": "50"},),
    "branding": ({},),
    "candidate-imports": ({"pageSize": "20", "cursor": ""},),
    "candidate-interviews": (
        {"limit": "30", "cursor": ""},
        {"candidateId": "", "limit": "100"},
        {"jobId": JOB_ID, "sort": "-completedAt", "limit": "100", "cursor": ""},
        {"interviewId": INTERVIEW_ID, "limit": "30", "cursor": ""},
        {"interviewId": INTERVIEW_ID, **_MEASURED},
        {"interviewId": INTERVIEW_ID, "jobId": JOB_ID, **_MEASURED},
    ),
    _CANDIDATE_INTERVIEW: ({},),
    f"{_CANDIDATE_INTERVIEW}/comments": ({},),
    f"{_CANDIDATE_INTERVIEW}/comparison": ({"with": ""},),
    f"{_CANDIDATE_INTERVIEW}/decision": ({},),
    f"{_CANDIDATE_INTERVIEW}/requests": ({},),
    f"{_CANDIDATE_INTERVIEW}/results": ({},),
    f"{_CANDIDATE_INTERVIEW}/results/changes": ({},),
    "candidates": ({"pageSize": "25", "cursor": ""},),
    "candidates/{candidateId}": ({},),
    "candidates/{candidateId}/messages": ({"limit": "100"},),
    "credentials": ({"organizationId": ""},),
    "interviews": ({"pageSize": "50", "cursor": ""}, {"pageSize": "50"}),
    "interviews/{interviewId}": ({},),
    "interviews/{interviewId}/score-card-template": ({},),
    "job-families": ({},),
    "jobs": ({"pageSize": "100"}, {"pageSize": "30", "cursor": ""}),
    "jobs/{id}": ({},),
    "jobs/{jobId}/effective-workflow": ({},),
    "jobs/{jobId}/workflow-progress": ({"pageSize": "50", "cursor": ""},),
    "knowledge-bases": ({"pageSize": "100"},),
    "meetings": ({"pageSize": "50", "cursor": ""},),
    "message-groups": ({},),
    "narrators": ({},),
    "questions/interview/{id}": ({},),
    "replicas": ({},),
    "review-queue": ({}, {"waitingFor": "you"}, {"kind": "meeting"}, {"kind": "invite"}, {"jobId": ""}),
    "survey-questions": ({"pageSize": "100"},),
    "teams": ({},),
    "users": ({"includeTeams": "false"},),
    "webhook-deliveries": ({"pageSize": "25", "cursor": ""},),
    "webhooks": ({"pageSize": "50"},),
    "workflow-resources": ({},),
    "workflow-templates": ({},),
}
"""The queries with which the console reads each path; it names the team besides. An empty value, other than
a cursor's, stands for an id of the measured team."""


def measure_screens(meter: Meter, filler: Any, report: Report) -> None:
    """Each request of a process that has seen the session."""
    table = process_adapters().records.table
    tenant = add_tenant(table)
    report.heading(f"Requests of the console's screens in a team with {COUNT:,} candidates")
    write_items(filler, TABLE_NAME, list_items(tenant, COUNT))
    write_items(filler, TABLE_NAME, _waiting(tenant, datetime.now(UTC)))
    setting = setting_of(tenant, families())
    session = add_session(table, tenant.scope)
    known = {
        "organizationId": tenant.scope.organization_id,
        "teamId": tenant.scope.team_id,
        "jobId": add_job(setting),
    }
    for path, queries in REQUESTS.items():
        route = f"GET {GATHER}/{path}"
        built = ROUTE_REQUESTS[route](setting)
        for query in queries:
            given = {**known, **built.query}
            own = {name: value or given.get(name, "") for name, value in query.items()}
            request = Request(
                built.path, own if "organizationId" in own else {**own, "teamId": given["teamId"]}
            )
            first = call(setting.families[route], route, session, request)
            if path == "review-queue" and not query:
                assert first.data["counts"]["decision"] == COUNT, first.data["counts"]
            meter.reset()
            call(setting.families[route], route, session, request)
            report.add(_figure(path, query, meter))


def _figure(path: str, query: Mapping[str, str], meter: Meter) -> Figure:
    ids = ("", JOB_ID, INTERVIEW_ID)
    asked = "&".join(name if value in ids else f"{name}={value}" for name, value in query.items())
    name = f"console: {path}{'?' if asked else ''}{asked}"
    units = {"read units": meter.read_units}
    return Figure("screens", name, meter.round_trips, "round trips", ROUND_TRIPS_TARGET, counts=units)


def _waiting(tenant: Tenant, now: datetime) -> Iterator[Item]:
    """What waits in the team. Of most, only the entry in the index is there to be counted."""
    for number in range(COUNT):
        since = now - timedelta(seconds=COUNT - number)
        yield from _waits_for_decision(tenant, since, number)
    for number in range(SOON):
        yield from _expires_soon(tenant, now + timedelta(seconds=60 + number), number)


def _waits_for_decision(tenant: Tenant, since: datetime, number: int) -> Iterator[Item]:
    if number >= STORED:
        yield _entry(tenant, ReviewPlace(ReviewKind.DECISION, timestamp(since)))
        return
    status = CandidateInterviewStatus.NEW_RESPONSE
    yield from _with_candidate(tenant, since, number, status=status, awaits_decision_at=timestamp(since))


def _expires_soon(tenant: Tenant, expiry: datetime, number: int) -> Iterator[Item]:
    sent_at = timestamp(expiry - timedelta(days=14))
    if number >= STORED:
        yield _entry(tenant, ReviewPlace(ReviewKind.INVITE, sent_at, until=timestamp(expiry)))
        return
    yield from _with_candidate(
        tenant,
        expiry - timedelta(days=14),
        number,
        status=CandidateInterviewStatus.INVITE_SENT,
        invite_sent_at=sent_at,
        expiry=timestamp(expiry),
    )


def _entry(tenant: Tenant, place: ReviewPlace) -> Item:
    """What the index has of a candidate interview."""
    team_id, record_id = tenant.scope.team_id, new_id()
    key = CANDIDATE_INTERVIEW.key(team_id, record_id)
    return {"pk": key.pk, "sk": key.sk, **place.attributes(team_id, record_id)}


def _with_candidate(tenant: Tenant, moment: datetime, number: int, **changes: Any) -> Iterator[Item]:
    person = CreateCandidate(
        first_name="Ada", last_name="Example", email="ada@example.com", phone="+14155550123"
    )
    candidate = new_candidate(person, tenant.scope, moment)
    request = CreateCandidateInterview(candidate_id=candidate.id, interview_id=INTERVIEW_ID)
    record: CandidateInterviewRecord = new_candidate_interview(request, tenant.scope, moment, 14)
    waiting = listed_item(CANDIDATE_INTERVIEW, record.changed(**changes), number)
    yield listed_item(CANDIDATE, candidate, number)
    yield from (waiting, *lookup_items(CANDIDATE_INTERVIEW, waiting))
