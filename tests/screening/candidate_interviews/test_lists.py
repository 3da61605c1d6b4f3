"""The list of candidate interviews: filters and orders, against what a reader of all records would find."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews import storage
from gather.screening.candidate_interviews.models import (
    CandidateInterviewRecord,
    EnrollmentLink,
    new_candidate_interview,
)
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.table import sorted_list
from gather.table.records import Records
from tests.builders.content import scope_of
from tests.builders.service import Reply, Service, Tenant, without_supplement

# The records are put into the table, and some tests set how far a walk goes.
pytestmark = [pytest.mark.routes, pytest.mark.in_process]

BEGINNING = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
NUMBER = 36
INTERVIEWS = [f"0190a0b0-c0d0-7123-8456-00000000000{number}" for number in range(2)]
JOBS = [f"0190a0b0-c0d0-7123-8456-00000000001{number}" for number in range(2)]
CANDIDATES = [f"0190a0b0-c0d0-7123-8456-00000000002{number}" for number in range(6)]
STATUSES = (
    CandidateInterviewStatus.INVITE_SENT,
    CandidateInterviewStatus.NEW_RESPONSE,
    CandidateInterviewStatus.HAS_REVIEWED,
    CandidateInterviewStatus.HIRED,
)


def _record(tenant: Tenant, number: int, chance: Random) -> CandidateInterviewRecord:
    now = BEGINNING + timedelta(hours=number)
    asked = CreateCandidateInterview(
        candidate_id=chance.choice(CANDIDATES), interview_id=chance.choice(INTERVIEWS)
    )
    job_id = chance.choice([*JOBS, None])
    link = EnrollmentLink(enrollment_id=new_id(), step_id=new_id(), job_id=job_id) if job_id else None
    is_completed = chance.random() < 0.7
    is_scored = is_completed and chance.random() < 0.8
    completed = timestamp(now + timedelta(hours=chance.randrange(50)))
    return new_candidate_interview(asked, scope_of(tenant), now, 14).changed(
        status=chance.choice(STATUSES),
        job_id=job_id,
        enrollment=link,
        completed_at=completed if is_completed else None,
        score=chance.randrange(0, 101, 10) if is_scored else None,
    )


@pytest.fixture
def team(records: Records, tenant: Tenant) -> list[CandidateInterviewRecord]:
    chance = Random(7)
    made = [_record(tenant, number, chance) for number in range(NUMBER)]
    for record in made:
        unit = records.unit_of_work()
        storage.create(unit, record)
        unit.commit()
    return made


def _at(hours: float) -> str:
    return timestamp(BEGINNING + timedelta(hours=hours))


Keeps = Callable[[CandidateInterviewRecord], bool]
FILTERS: Mapping[tuple[str, str], Keeps] = {
    ("candidateId", CANDIDATES[0]): lambda each: each.candidate_id == CANDIDATES[0],
    ("interviewId", INTERVIEWS[1]): lambda each: each.interview_id == INTERVIEWS[1],
    ("jobId", JOBS[0]): lambda each: each.job_id == JOBS[0],
    ("status", "hired"): lambda each: each.status == "hired",
    ("status", "new_response,has_reviewed"): lambda each: each.status in ("new_response", "has_reviewed"),
    ("scoreMin", "70"): lambda each: each.score is not None and each.score >= 70,
    ("scoreMax", "49.5"): lambda each: each.score is not None and each.score < 50,
    ("completedSince", _at(30)): lambda each: (each.completed_at or "") >= _at(30),
    ("completedUntil", _at(40)): lambda each: each.completed_at is not None and each.completed_at <= _at(40),
    ("createdSince", _at(12)): lambda each: each.created_at >= _at(12),
    ("createdUntil", _at(20)): lambda each: each.created_at <= _at(20),
}
"""Filters with what they keep."""
PAIRS = [dict(pair) for pair in combinations(FILTERS, 2) if pair[0][0] != pair[1][0]]
SORTS = ("createdAt", "-createdAt", "completedAt", "-completedAt", "score", "-score")


def _wanted(
    made: list[CandidateInterviewRecord], filters: Mapping[str, str], sort: str = "-createdAt"
) -> list[str]:
    """The ids that a list is to have, in its order."""
    kept = [each for each in made if all(FILTERS[one](each) for one in filters.items())]
    member = {"createdAt": "created_at", "completedAt": "completed_at", "score": "score"}[sort.lstrip("-")]
    newest_first = sorted(kept, key=lambda each: each.created_at, reverse=True)
    valued = [each for each in kept if getattr(each, member) is not None]
    ordered = sorted(valued, key=lambda each: (getattr(each, member), each.id), reverse=sort.startswith("-"))
    return [each.id for each in (*ordered, *(each for each in newest_first if each not in valued))]


def _ids(reply: Reply) -> list[str]:
    assert reply.status == 200, reply.body
    return [each["id"] for each in reply.data]


def _by_pages(service: Service, **query: Any) -> Iterator[str]:
    for page in range(1, NUMBER):
        reply = service.get("/candidate-interviews", page=page, limit=5, **query)
        yield from _ids(reply)
        if page >= reply.body["meta"]["pagination"]["totalPages"]:
            return


def _by_cursor(service: Service, **query: Any) -> Iterator[str]:
    cursor = ""
    for _ in range(NUMBER):
        reply = service.get("/candidate-interviews", cursor=cursor, limit=4, **query)
        yield from _ids(reply)
        cursor = reply.body["meta"]["nextCursor"]
        if cursor is None:
            return


@pytest.mark.parametrize("sort", SORTS)
def test_a_list_has_every_order_by_pages_and_by_cursor(
    service: Service, team: list[CandidateInterviewRecord], sort: str
) -> None:
    wanted = _wanted(team, {}, sort)

    assert [*_by_pages(service, sort=sort)] == wanted
    assert [*_by_cursor(service, sort=sort)] == wanted


@pytest.mark.parametrize("sort", ["-createdAt", "-score", "completedAt"])
@pytest.mark.parametrize("filters", [dict([each]) for each in FILTERS], ids=str)
def test_each_filter_keeps_what_it_says_in_each_order(
    service: Service, team: list[CandidateInterviewRecord], filters: dict[str, str], sort: str
) -> None:
    wanted = _wanted(team, filters, sort)

    reply = service.get("/candidate-interviews", sort=sort, **filters)

    assert _ids(reply) == wanted
    assert reply.body["meta"]["pagination"]["total"] == len(wanted)
    assert [*_by_cursor(service, sort=sort, **filters)] == wanted


@pytest.mark.parametrize("filters", PAIRS, ids=str)
def test_filters_combine(
    service: Service, team: list[CandidateInterviewRecord], filters: dict[str, str]
) -> None:
    by_score = _wanted(team, filters, "-score")

    assert _ids(service.get("/candidate-interviews", **filters)) == _wanted(team, filters)
    assert [*_by_pages(service, sort="-score", **filters)] == by_score
    assert [*_by_cursor(service, sort="-score", **filters)] == by_score


@pytest.mark.parametrize("sort", ["-createdAt", "score"])
@pytest.mark.parametrize("filters", [{}, *PAIRS[::5]], ids=str)
def test_a_list_that_is_looked_through_in_parts_has_the_same_records(
    service: Service,
    team: list[CandidateInterviewRecord],
    monkeypatch: pytest.MonkeyPatch,
    filters: dict[str, str],
    sort: str,
) -> None:
    for name, value in {"MOST_ENTRIES": 6, "MOST_OF_STEP": 3, "LEAST_OF_STEP": 2}.items():
        monkeypatch.setattr(sorted_list, name, value)
    monkeypatch.setattr("gather.screening.candidate_interviews.lists.MOST_OF_OTHER_ORDER", 3)

    found = [*_by_cursor(service, sort=sort, **filters)]

    assert found == _wanted(team, filters, sort)


def test_the_items_of_a_list_have_completion_score_and_job(
    service: Service, team: list[CandidateInterviewRecord]
) -> None:
    by_id = {each.id: each for each in team}

    for item in service.get("/candidate-interviews", limit=100).data:
        record = by_id[item["id"]]
        shown = (item["completedAt"], item["score"], item["jobId"])
        assert shown == (record.completed_at, record.score, record.job_id)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sort", "title"),
        ("sort", "--score"),
        ("status", "hired,gone"),
        ("status", "hired,"),
        ("scoreMin", "-1"),
        ("scoreMax", "101"),
        ("scoreMin", "high"),
        ("completedSince", "yesterday"),
        ("createdUntil", "2026-13-01"),
        ("updatedSince", "soon"),
    ],
)
def test_a_value_that_cannot_be_is_refused(service: Service, name: str, value: str) -> None:
    reply = service.get("/candidate-interviews", **{name: value})

    assert reply.status == 400
    assert [fault["field"] for fault in reply.error["details"]] == [name]


def test_bounds_the_wrong_way_round_keep_nothing(
    service: Service, team: list[CandidateInterviewRecord]
) -> None:
    assert _ids(service.get("/candidate-interviews", scoreMin=80, scoreMax=20)) == []
    assert _ids(service.get("/candidate-interviews", createdSince=_at(20), createdUntil=_at(10))) == []


@pytest.mark.parametrize("cursor", ["0:x", "9:", "a|b"])
def test_a_made_up_cursor_is_refused(service: Service, cursor: str) -> None:
    assert service.get("/candidate-interviews", sort="score", cursor=cursor).status == 400


def test_an_order_is_no_part_of_a_list_of_changes(service: Service) -> None:
    reply = service.get("/candidate-interviews", updatedSince="2026-01-01", sort="score")

    assert (reply.status, reply.error["details"][0]["field"]) == (400, "sort")


def test_a_filter_that_records_of_an_earlier_release_are_not_ready_for_is_a_503(
    service: Service, tenant: Tenant, records: Records
) -> None:
    without_supplement(records.table, tenant)
    ask = partial(service.get, "/candidate-interviews")

    assert ask(sort="score").status == 503
    assert ask(jobId=JOBS[0]).status == 503
    assert ask(updatedSince="2026-01-01").status == 503
    assert ask(status="hired", interviewId=INTERVIEWS[0]).status == 200
    assert ask(candidateId=CANDIDATES[0], status="hired").status == 200
