"""Lists of what has changed since a time: a walk that misses nothing (interface: Lists, rule 11)."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.builders.service import Reply, Service
from tests.support.records import (
    add_active_job,
    add_candidate,
    add_interview,
    post_candidate,
    post_candidate_interview,
)

pytestmark = pytest.mark.routes

LONG_AGO = "2020-01-01"
Add = Callable[[Service], str]
LISTS: dict[str, tuple[str, Add]] = {
    "/candidates": ("candidates", add_candidate),
    "/candidate-interviews": ("", lambda service: str(post_candidate_interview(service)["id"])),
    "/interviews": ("interviews", add_interview),
    "/jobs": ("jobs", add_active_job),
}
"""Each list, the member that its records are in, and what adds a record."""
CHANGES: dict[str, tuple[str, dict[str, object]]] = {
    "/candidates": ("", {"firstName": "Grace"}),
    "/candidate-interviews": ("/status", {"status": "hired"}),
    "/interviews": ("", {"displayName": "Other"}),
    "/jobs": ("", {"title": "Other"}),
}


def _records(path: str, reply: Reply) -> list[dict[str, Any]]:
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.data[LISTS[path][0]] if LISTS[path][0] else reply.data
    return found


def _walk(service: Service, path: str, size: int, **query: object) -> Iterator[dict[str, Any]]:
    """The records of a walk, part after part."""
    of_part = {("limit" if path == "/candidate-interviews" else "pageSize"): size}
    cursor: str | None = ""
    while cursor is not None:
        reply = service.get(path, **{"updatedSince": LONG_AGO, **of_part, **query, "cursor": cursor})
        yield from _records(path, reply)
        cursor = reply.body["meta"]["nextCursor"]


@pytest.fixture(params=LISTS)
def path(request: pytest.FixtureRequest) -> str:
    listed: str = request.param
    return listed


def test_the_earliest_change_comes_first_and_each_record_once(service: Service, path: str) -> None:
    made = [LISTS[path][1](service) for _ in range(5)]
    where, change = CHANGES[path]
    assert service.patch(f"{path}/{made[1]}{where}", change).status == 200

    found = [*_walk(service, path, 2)]

    assert [each["id"] for each in found][-1] == made[1]
    assert Counter(each["id"] for each in found).items() >= Counter(made).items()
    assert [each["updatedAt"] for each in found] == sorted(each["updatedAt"] for each in found)
    assert max(Counter(each["id"] for each in found).values()) == 1


def test_a_walk_begins_with_the_time_that_was_asked_for(service: Service, path: str) -> None:
    LISTS[path][1](service)
    last = LISTS[path][1](service)
    where, change = CHANGES[path]
    since = service.patch(f"{path}/{last}{where}", change).data
    moment = [*_walk(service, path, 50)][-1]["updatedAt"]

    assert since is not None
    assert [each["id"] for each in _walk(service, path, 50, updatedSince=moment)] == [last]
    assert [*_walk(service, path, 50, updatedSince="2100-01-01")] == []


def test_it_has_no_pages(service: Service, path: str) -> None:
    reply = service.get(path, updatedSince=LONG_AGO, page=1)

    assert (reply.status, reply.error["details"][0]["field"]) == (400, "page")
    without_cursor = service.get(path, updatedSince=LONG_AGO)
    assert "nextCursor" in without_cursor.body["meta"]
    assert "pagination" not in str(without_cursor.body)


def test_archived_records_come_too_unless_a_filter_says_otherwise(service: Service) -> None:
    kept, gone = add_candidate(service), add_candidate(service)
    service.delete(f"/candidates/{gone}")
    job, archived_job = add_active_job(service), add_active_job(service)
    service.delete(f"/jobs/{archived_job}")
    interview = add_interview(service)
    service.delete(f"/interviews/{interview}")

    def ids(path: str, **query: object) -> list[str]:
        return [each["id"] for each in _walk(service, path, 50, **query)]

    assert ids("/candidates") == [kept, gone]
    assert ids("/candidates", archived="true") == [gone]
    assert ids("/candidates", archived="false") == [kept]
    assert ids("/jobs") == [job, archived_job]
    assert ids("/interviews") == [interview]
    assert ids("/interviews", archived="false") == []


def test_the_filters_of_the_list_hold(service: Service) -> None:
    wanted = post_candidate(service, tags=["night-shift"], email="Ada@Example.com")["id"]
    for number in range(7):
        post_candidate(service, tags=["forklift"], email=f"other{number}@example.com")
    service.patch(f"/candidates/{wanted}", {"source": "referral"})

    for filters in ({"tag": "night-shift"}, {"email": "ada@example.com"}, {"source": "referral"}):
        assert [each["id"] for each in _walk(service, "/candidates", 2, **filters)] == [wanted]
    assert [*_walk(service, "/candidates", 2, search="turing")] == []


def test_nothing_is_missed_while_writers_and_archivers_go_on(service: Service) -> None:
    """What was changed before the last part of a walk is in the walk; what nobody changed comes once."""
    made = [add_candidate(service) for _ in range(12)]
    quiet, busy = made[:4], iter(made[4:] * 2)
    seen: dict[str, list[str]] = {record_id: [] for record_id in made}
    changed: dict[str, str] = {}
    cursor: str | None = ""
    while cursor is not None:
        reply = service.get("/candidates", updatedSince=LONG_AGO, cursor=cursor, pageSize=3)
        for each in _records("/candidates", reply):
            seen[each["id"]].append(each["updatedAt"])
        cursor = reply.body["meta"]["nextCursor"]
        record_id = next(busy, None)
        if cursor is not None and record_id is not None:
            path = f"/candidates/{record_id}"
            service.delete(path) if len(changed) % 3 == 2 else service.patch(path, {"lastName": cursor[:9]})
            changed[record_id] = service.get(path).data["updatedAt"]

    assert len(changed) > 3
    assert [len(seen[record_id]) for record_id in quiet] == [1, 1, 1, 1]
    assert {record_id: seen[record_id][-1] for record_id in changed} == changed
