"""Meetings by key: their members, limits and slots (interface: Meetings, rules 1 to 3)."""

from typing import Any

import pytest

from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant

pytestmark = pytest.mark.routes

TEA = {"title": "Tea", "durationMinutes": 45, "timezone": "Europe/Berlin"}
MORNING, NOON = "2026-03-20T09:00:00.000Z", "2026-03-20T12:00:00.000Z"


def create(service: Service, **members: Any) -> dict[str, Any]:
    reply = service.post("/meetings", {**TEA, **members})
    assert reply.status == 201, reply.body
    meeting: dict[str, Any] = reply.data["meeting"]
    return meeting


def change(service: Service, meeting: dict[str, Any], **members: Any) -> dict[str, Any]:
    reply = service.patch(f"/meetings/{meeting['id']}", members)
    assert reply.status == 200, reply.body
    changed: dict[str, Any] = reply.data["meeting"]
    return changed


def faults(reply: Reply) -> set[str]:
    assert reply.status == 400, reply.body
    return reply.faulty_fields


def test_a_meeting_has_what_it_was_made_with(service: Service, tenant: Tenant) -> None:
    meeting = create(
        service,
        description="Bring your questions.",
        place="12 Harbour Street",
        url="https://meet.example.com/tea",
        slots=[{"startsAt": "2026-03-20T10:00:00+01:00", "capacity": 3}, {"startsAt": NOON}],
        bookingClosesHours=24,
    )

    first, second = meeting["slots"]
    assert first == {"id": first["id"], "startsAt": MORNING, "capacity": 3, "booked": 0}
    assert second == {"id": second["id"], "startsAt": NOON, "capacity": 1, "booked": 0}
    assert meeting == {
        **TEA,
        "id": meeting["id"],
        "description": "Bring your questions.",
        "place": "12 Harbour Street",
        "url": "https://meet.example.com/tea",
        "slots": [first, second],
        "bookingClosesHours": 24,
        "language": "en",
        "startsAt": None,
        "organizationId": tenant.organization_id,
        "teamId": tenant.team_id,
        "createdById": meeting["createdById"],
        "createdAt": meeting["createdAt"],
        "updatedAt": meeting["createdAt"],
        "archivedAt": None,
    }
    assert service.get(f"/meetings/{meeting['id']}").data == {"meeting": meeting}


def test_what_is_not_sent_has_its_default(service: Service) -> None:
    meeting = create(service)

    assert [meeting[name] for name in ("description", "place", "url")] == [None, None, None]
    assert (meeting["slots"], meeting["bookingClosesHours"]) == ([], 2)


@pytest.mark.parametrize("missing", ["title", "durationMinutes", "timezone"])
def test_some_members_are_required(service: Service, missing: str) -> None:
    body = {name: value for name, value in TEA.items() if name != missing}

    assert faults(service.post("/meetings", body)) == {missing}


def test_a_slot_has_to_have_a_beginning(service: Service) -> None:
    assert faults(service.post("/meetings", {**TEA, "slots": [{"capacity": 2}]})) == {"slots[0].startsAt"}


@pytest.mark.parametrize(
    ("member", "value", "field"),
    [
        ("durationMinutes", 4, "durationMinutes"),
        ("durationMinutes", 481, "durationMinutes"),
        ("durationMinutes", "45", "durationMinutes"),
        ("bookingClosesHours", -1, "bookingClosesHours"),
        ("bookingClosesHours", 169, "bookingClosesHours"),
        ("timezone", "Berlin", "timezone"),
        ("timezone", "+01:00", "timezone"),
        ("url", "meet.example.com", "url"),
        ("title", " ", "title"),
        ("title", None, "title"),
        ("slots", None, "slots"),
        ("slots", [{"startsAt": "tomorrow"}], "slots[0].startsAt"),
        ("slots", [{"startsAt": NOON, "capacity": 0}], "slots[0].capacity"),
        ("slots", [{"startsAt": NOON, "capacity": 101}], "slots[0].capacity"),
        ("slots", [{"startsAt": NOON}] * 101, "slots"),
    ],
)
def test_a_value_outside_its_limits_is_refused(
    service: Service, member: str, value: object, field: str
) -> None:
    meeting = create(service)

    assert faults(service.post("/meetings", {**TEA, member: value})) == {field}
    assert faults(service.patch(f"/meetings/{meeting['id']}", {member: value})) == {field}
    assert service.get(f"/meetings/{meeting['id']}").data["meeting"] == meeting


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("durationMinutes", 5),
        ("durationMinutes", 480),
        ("bookingClosesHours", 0),
        ("bookingClosesHours", 168),
    ],
)
def test_a_limit_itself_is_taken(service: Service, member: str, value: int) -> None:
    assert create(service, **{member: value})[member] == value


def test_a_hundred_slots_of_a_hundred_places_are_taken_and_replaced(service: Service) -> None:
    slots = [{"startsAt": NOON, "capacity": 100}] * 100
    meeting = create(service, slots=slots)

    after = change(service, meeting, slots=slots)

    assert len(after["slots"]) == 100
    assert {slot["id"] for slot in after["slots"]}.isdisjoint(slot["id"] for slot in meeting["slots"])


def test_slots_are_replaced_as_a_list_and_known_by_their_ids(service: Service) -> None:
    meeting = create(service, slots=[{"startsAt": MORNING, "capacity": 5}, {"startsAt": NOON}])
    kept, removed = meeting["slots"]

    after = change(service, meeting, slots=[{"startsAt": NOON}, {"id": kept["id"], "startsAt": NOON}])

    new, moved = after["slots"]
    assert new["id"] not in (kept["id"], removed["id"])
    assert moved == {"id": kept["id"], "startsAt": NOON, "capacity": 5, "booked": 0}
    assert change(service, meeting, title="Coffee")["slots"] == [new, moved]
    assert change(service, meeting, slots=[])["slots"] == []


def test_an_unknown_slot_is_not_found_and_one_twice_is_refused(service: Service) -> None:
    meeting = create(service, slots=[{"startsAt": NOON}])
    slot = {"id": meeting["slots"][0]["id"], "startsAt": NOON}
    path = f"/meetings/{meeting['id']}"

    assert service.patch(path, {"slots": [{"id": UNKNOWN_ID, "startsAt": NOON}]}).status == 404
    assert faults(service.patch(path, {"slots": [slot, slot]})) == {"slots[1].id"}
    assert service.get(path).data["meeting"] == meeting


def test_null_clears_what_a_meeting_can_do_without(service: Service) -> None:
    cleared: dict[str, Any] = {"description": None, "place": None, "url": None, "startsAt": None}
    meeting = create(
        service, description="D", place="P", url="https://meet.example.com", startsAt="2026-03-20T09:00:00Z"
    )

    after = change(service, meeting, **cleared)

    assert {name: after[name] for name in cleared} == cleared
    assert after["updatedAt"] >= meeting["updatedAt"]


def test_a_change_asks_for_the_version_that_was_read(service: Service) -> None:
    meeting = create(service)
    path = f"/meetings/{meeting['id']}"
    version = service.get(path).headers["etag"]
    read = {"If-Match": version}

    assert service.patch(path, {"title": "Coffee"}, headers=read).status == 200
    assert service.patch(path, {"title": "Water"}, headers=read).status == 412
    assert service.request("DELETE", path, headers=read).status == 412


def test_lists_have_pages_and_cursors_and_leave_archived_ones_out(service: Service) -> None:
    first, second, third = (create(service, title=name) for name in ("One", "Two", "Three"))
    archived = service.delete(f"/meetings/{second['id']}")
    assert set(archived.data["meeting"]) == {"id", "archivedAt"}

    page = service.get("/meetings", page=1, pageSize=1).data
    assert page["meetings"] == [third]
    assert page["pagination"] == {"total": 2, "page": 1, "totalPages": 2, "pageSize": 1}
    begun = service.get("/meetings", cursor="", pageSize=1)
    assert "pagination" not in begun.data
    rest = service.get("/meetings", cursor=begun.body["meta"]["nextCursor"], pageSize=1)
    assert (begun.data["meetings"], rest.data["meetings"]) == ([third], [first])
    assert service.get(f"/meetings/{second['id']}").data["meeting"]["archivedAt"] is not None


def test_another_team_finds_nothing(service: Service, other_tenant: Tenant) -> None:
    meeting = create(service, slots=[{"startsAt": NOON}])
    other = service.using(other_tenant.key)

    for reply in (
        other.get(f"/meetings/{meeting['id']}"),
        other.patch(f"/meetings/{meeting['id']}", {"title": "Mine"}),
        other.delete(f"/meetings/{meeting['id']}"),
    ):
        assert reply.status == 404
    assert other.get("/meetings").data["meetings"] == []
    assert service.get(f"/meetings/{meeting['id']}").data["meeting"] == meeting


def test_the_same_request_twice_makes_one_meeting(service: Service) -> None:
    body, once = {**TEA, "slots": [{"startsAt": NOON}]}, {"Idempotency-Key": "tea-1"}

    replies = [service.post("/meetings", body, headers=once) for _ in range(2)]

    assert replies[0].data == replies[1].data
    assert len(service.get("/meetings").data["meetings"]) == 1
