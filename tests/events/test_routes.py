"""The team's events over the HTTP interface (interface: Events, rule 8)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.events.event import EventName
from gather.events.event_log_storage import KEPT
from gather.table.records import Records
from tests.builders.deliveries import make_event
from tests.builders.service import Service, Tenant

pytestmark = pytest.mark.routes


def walked(service: Service, **query: Any) -> list[list[str]]:
    """The ids of every page."""
    pages: list[list[str]] = []
    while True:
        reply = service.get("/events", **query)
        assert reply.status == 200, reply.body
        pages.append([event["id"] for event in reply.data["events"]])
        if reply.data["nextCursor"] is None:
            return pages
        query["cursor"] = reply.data["nextCursor"]


def test_events_are_listed_oldest_first_and_read_by_cursor(
    service: Service, records: Records, tenant: Tenant
) -> None:
    begin = datetime.now(UTC) - timedelta(hours=1)
    made = [make_event(records, tenant, at=begin + timedelta(seconds=second)) for second in range(4)]
    other = make_event(records, tenant, at=begin, name=EventName.INTERVIEW_UPDATED)
    ids = [event.id for event in made]
    since, until = timestamp(begin + timedelta(seconds=1)), timestamp(begin + timedelta(seconds=2))

    [first] = service.get("/events", event="interview.updated").data["events"]
    assert first == {
        "id": other.id,
        "event": "interview.updated",
        "createdAt": other.created_at,
        "payload": other.payload,
    }
    assert walked(service, event="interview.created") == [ids]
    assert walked(service, event="interview.created", limit=2) == [ids[:2], ids[2:]]
    assert walked(service, since=since, limit=2) == [ids[1:3], ids[3:]]
    assert walked(service, since=since, until=until) == [ids[1:3]]


def test_a_cursor_keeps_the_filters_and_is_of_one_list(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    now = datetime.now(UTC) - timedelta(minutes=1)
    for second in range(3):
        make_event(records, tenant, at=now + timedelta(seconds=second))
        make_event(records, tenant, at=now + timedelta(seconds=second), name=EventName.INTERVIEW_UPDATED)
    cursor = service.get("/events", event="interview.updated", limit=1).data["nextCursor"]

    following = service.get("/events", cursor=cursor).data["events"]

    assert [event["event"] for event in following] == ["interview.updated"] * 2
    assert service.get("/events", cursor=cursor, event="interview.created").faulty_fields == {"cursor"}
    assert service.using(other_tenant.key).get("/events", cursor=cursor).faulty_fields == {"cursor"}
    assert service.get("/events", cursor="nothing").faulty_fields == {"cursor"}


def test_what_is_out_of_range_is_refused(service: Service) -> None:
    assert service.get("/events", event="nothing", limit=101).faulty_fields == {"event", "limit"}
    assert service.get("/events", since="x", limit=0).faulty_fields == {"since", "limit"}
    reversed_range = service.get("/events", since="2026-02-02", until="2026-02-01")
    assert reversed_range.faulty_fields == {"until"}


def test_an_event_is_kept_for_thirty_days_and_for_its_team_alone(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    now = datetime.now(UTC)
    make_event(records, tenant, at=now - KEPT - timedelta(minutes=1))
    kept = make_event(records, tenant, at=now - KEPT + timedelta(minutes=1))

    assert walked(service) == [[kept.id]]
    assert walked(service.using(other_tenant.key)) == [[]]
    assert kept.id != new_id()
