"""A candidate books a slot on the page and by the routes below it (interface: Meetings, rules 4 to 8)."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.support.records import add_candidate, add_meeting, step

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]

FORM = {"accept": "text/html", "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def token(service: Service, tenant: Tenant) -> str:
    """The token of an invite to a meeting with two slots, in Berlin."""
    job_id = add_governed_job(service, tenant, step("meeting", add_meeting(service)))
    return invite(service, job_id)


def invite(service: Service, job_id: str, **members: Any) -> str:
    link: str = enroll(service, job_id, **members)["firstInviteUrl"]
    return link.rpartition("/m/")[2]


def slots(service: Service, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = service.public().get(f"/m/{token}/slots").data["slots"]
    return found


def book(service: Service, token: str, slot_id: str) -> Reply:
    return service.public().post(f"/m/{token}/booking", {"slotId": slot_id})


def send_form(service: Service, token: str, path: str, **fields: str) -> Reply:
    return service.public().request("POST", f"/m/{token}/{path}", headers=FORM, raw=urlencode(fields))


def page(service: Service, token: str, query: str = "") -> str:
    reply = service.public().get(f"/m/{token}{query}")
    assert reply.status == 200
    return str(reply.body)


def test_a_program_books_moves_and_cancels(service: Service, token: str) -> None:
    first, second = slots(service, token)

    assert book(service, token, first["id"]).data["booking"] == {
        "slotId": first["id"],
        "startsAt": first["startsAt"],
        "endsAt": first["endsAt"],
    }
    moved = book(service, token, second["id"])
    assert (moved.status, moved.data["booking"]["slotId"]) == (201, second["id"])
    assert [slot["free"] for slot in slots(service, token)] == [3, 0]
    cancelled = service.public().delete(f"/m/{token}/booking")
    assert (cancelled.status, cancelled.data) == (200, {"booking": None})
    assert service.public().delete(f"/m/{token}/booking").status == 409
    assert [slot["free"] for slot in slots(service, token)] == [3, 1]
    book(service, token, first["id"])
    again = service.public().post(f"/m/{token}/booking/cancel")
    assert (again.status, again.data) == (200, {"booking": None})


def test_another_time_takes_a_text(service: Service, token: str) -> None:
    reply = service.public().post(f"/m/{token}/another-time", {"text": "Any Friday, please."})

    assert reply.data["meeting"]["answer"] == "another_time"
    assert "You have asked for another time." in page(service, token)
    assert service.public().post(f"/m/{token}/decline").data["meeting"]["answer"] == "declined"


def test_faults_of_a_booking_are_told(service: Service, token: str) -> None:
    assert book(service, token, UNKNOWN_ID).status == 404
    assert service.public().post(f"/m/{token}/booking", {}).faulty_fields == {"slotId"}
    assert service.public().get(f"/m/{'A' * 43}/slots").status == 404
    assert service.public().post(f"/m/{'A' * 43}/booking", {"slotId": UNKNOWN_ID}).status == 404


def test_the_page_offers_the_free_slots_of_each_day_and_books_by_a_form(service: Service, token: str) -> None:
    first, second = slots(service, token)

    offered = page(service, token)

    assert re.findall(r'name="slotId" value="([^"]+)"', offered) == [first["id"], second["id"]]
    assert offered.count("<fieldset>") == 1
    assert "<legend>Thursday, March 20, 2036</legend>" in offered
    assert "10:00 AM\u2009\u2013\u200910:45 AM (Europe/Berlin)" in offered
    assert "12 Harbour Street" in offered
    assert f'action="/m/{token}/confirm"' not in offered
    reply = send_form(service, token, "booking", slotId=first["id"])
    assert (reply.status, reply.headers["location"]) == (303, f"/m/{token}")
    booked = page(service, token)
    assert "Your time is booked." in booked
    assert "March 20, 2036 at 10:00 AM (Europe/Berlin)" in booked
    assert f'href="/m/{token}/calendar.ics"' in booked
    assert re.findall(r'name="slotId" value="([^"]+)"', booked) == [second["id"]]
    assert send_form(service, token, "booking", slotId=second["id"]).status == 303
    assert "March 20, 2036 at 2:00 PM" in page(service, token)
    assert send_form(service, token, "booking/cancel").status == 303
    assert "Please choose a time that suits you." in page(service, token)


def test_a_slot_that_filled_meanwhile_is_told_on_the_page(
    service: Service, tenant: Tenant, token: str
) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", add_meeting(service)))
    ada, bea = (
        invite(service, job_id, firstName=name, lastName="Example", email=f"{name}@example.com")
        for name in ("ada", "bea")
    )
    last = slots(service, ada)[1]["id"]
    assert book(service, ada, last).status == 201

    reply = send_form(service, bea, "booking", slotId=last)

    assert (reply.status, reply.headers["location"]) == (303, f"/m/{bea}?refused=1")
    told = page(service, bea, "?refused=1")
    assert 'role="alert"' in told
    assert "This time could not be booked." in told
    assert last not in told
    book(service, bea, slots(service, bea)[0]["id"])
    send_form(service, bea, "booking", slotId=last)
    assert "Your booking stays as it is." in page(service, bea, "?refused=1")


def test_a_text_of_a_form_is_kept_as_it_was_written(service: Service, token: str) -> None:
    reply = send_form(service, token, "another-time", text="Friday?\r\nOr Monday & Tuesday + later")

    assert reply.status == 303
    assert "You have asked for another time." in page(service, token)


def test_the_reader_s_zone_stands_beside_the_meeting_s_where_clocks_differ(
    service: Service, tenant: Tenant
) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", add_meeting(service)))
    shown = {}
    for zone in ("America/New_York", "Europe/Paris"):
        candidate_id = add_candidate(service, timezone=zone)
        shown[zone] = page(service, invite(service, job_id, candidateId=candidate_id))

    assert "(Europe/Berlin) · March 20, 2036 at 5:00 AM (America/New York)" in shown["America/New_York"]
    assert "Paris" not in shown["Europe/Paris"]
