"""The page on which a candidate confirms a meeting (interface: Authentication, rule 7)."""

from typing import Any

import pytest

from gather.core.record import common_fields
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING
from tests.builders.content import MADE_AT, scope_of
from tests.builders.outbox import tasks_of
from tests.builders.service import Reply, Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.support.records import step

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]

UNKNOWN_TOKEN = "A" * 43
BROWSER = {"accept": "text/html,application/xhtml+xml", "content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def enrolled(service: Service, records: Records, tenant: Tenant) -> dict[str, Any]:
    """A candidate who is asked to a meeting with an unkind title."""
    return ask_to(service, records, tenant, title="Tea & <b>talk</b>")


def ask_to(service: Service, records: Records, tenant: Tenant, **members: Any) -> dict[str, Any]:
    """A candidate who is asked to a meeting."""
    meeting = MeetingRecord(**common_fields(scope_of(tenant), MADE_AT), **members)
    unit = records.unit_of_work()
    unit.create(MEETING, meeting)
    unit.commit()
    return enroll(service, add_governed_job(service, tenant, step("meeting", meeting.id)))


def token_of(enrolled: dict[str, Any]) -> str:
    return str(enrolled["firstInviteUrl"]).rpartition("/m/")[2]


@pytest.fixture
def token(enrolled: dict[str, Any]) -> str:
    """The token of the candidate's invite."""
    return token_of(enrolled)


def open_page(service: Service, token: str) -> Reply:
    return service.public().get(f"/m/{token}")


def confirm(service: Service, token: str) -> Reply:
    return service.public().post(f"/m/{token}/confirm")


def confirm_in_browser(service: Service, token: str) -> Reply:
    return service.public().request("POST", f"/m/{token}/confirm", headers=BROWSER)


def test_the_page_asks_to_confirm_and_escapes_what_is_foreign(service: Service, token: str) -> None:
    reply = open_page(service, token)

    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "Tea &amp; &lt;b&gt;talk" in reply.body
    assert "<b>talk" not in reply.body
    assert f'<form method="post" action="/m/{token}/confirm">' in reply.body
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert "form-action 'self'" in reply.headers["content-security-policy"]
    assert "unsafe" not in reply.headers["content-security-policy"]


def test_a_browser_is_led_back_to_the_page_which_thanks(service: Service, token: str) -> None:
    reply = confirm_in_browser(service, token)

    assert (reply.status, reply.headers["location"]) == (303, f"/m/{token}")
    assert "You have confirmed" in open_page(service, token).body
    assert "<form" not in open_page(service, token).body


def test_a_program_gets_the_meeting_as_json(service: Service, token: str) -> None:
    reply = confirm(service, token)

    meeting = reply.data["meeting"]
    assert reply.status == 200
    assert meeting == {
        "title": "Tea & <b>talk</b>",
        "status": "confirmed",
        "expiry": meeting["expiry"],
        "confirmedAt": meeting["confirmedAt"],
    }
    assert meeting["confirmedAt"] < meeting["expiry"]
    assert set(reply.body["meta"]) == {"requestId", "timestamp"}


def test_confirming_again_does_nothing(
    service: Service, token: str, enrolled: dict[str, Any], table: Table
) -> None:
    first = confirm(service, token).data

    assert confirm(service, token).data == first
    assert confirm_in_browser(service, token).status == 303
    enrollment = enrolled["enrollment"]
    assert [payload for name, payload in tasks_of(table) if name == "advance_enrollment"] == [
        {"enrollmentId": enrollment["id"], "stepId": enrollment["currentStepId"]}
    ]


def test_an_expired_invite_is_gone(
    service: Service, records: Records, tenant: Tenant, table: Table, clock: HandClock
) -> None:
    meeting = MeetingRecord(**common_fields(scope_of(tenant), MADE_AT), title="Tea")
    unit = records.unit_of_work()
    unit.create(MEETING, meeting)
    unit.commit()
    job_id = add_governed_job(service, tenant, step("meeting", meeting.id))
    kept, lost = (enroll(service, job_id)["firstInviteUrl"].rpartition("/m/")[2] for _ in range(2))
    clock.advance(days=13)
    assert confirm(service, kept).status == 200
    clock.advance(days=1)

    page, answer = open_page(service, lost), confirm(service, lost)

    assert (page.status, page.headers["content-type"]) == (410, "text/html; charset=utf-8")
    assert (answer.status, answer.error["code"]) == (410, "GONE")
    assert "Tea" not in page.body
    assert (confirm_in_browser(service, lost).status, open_page(service, lost).status) == (303, 410)
    assert [name for name, _ in tasks_of(table)].count("advance_enrollment") == 1
    # Who has confirmed in time still sees that.
    assert "You have confirmed" in open_page(service, kept).body


@pytest.mark.parametrize("unknown", [UNKNOWN_TOKEN, "short", "%2e%2e"])
def test_an_unknown_token_is_404(service: Service, unknown: str) -> None:
    page, answer = open_page(service, unknown), confirm(service, unknown)

    assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (answer.status, answer.error["code"]) == (404, "NOT_FOUND")
    browser = confirm_in_browser(service, unknown)
    assert browser.status == 303
    assert browser.headers["location"].startswith("/m/")
    assert open_page(service, browser.headers["location"].removeprefix("/m/")).status == 404


def test_the_token_of_an_interview_is_none_of_a_meeting(service: Service, tenant: Tenant) -> None:
    link = enroll(service, add_governed_job(service, tenant))["firstInviteUrl"]

    assert open_page(service, link.rpartition("/i/")[2]).status == 404


def answer(service: Service, token: str, path: str) -> Reply:
    return service.public().post(f"/m/{token}/{path}")


@pytest.fixture
def arranged(service: Service, records: Records, tenant: Tenant) -> str:
    """The token of an invite to a meeting with a time and a place, in German."""
    return token_of(
        ask_to(
            service,
            records,
            tenant,
            title="Gespräch; mit Ihnen",
            language="de",
            starts_at="2026-03-20T09:00:00.000Z",
            minutes=45,
            place="Hafenstraße 12, Büro 3",
        )
    )


def test_the_page_says_who_invites_when_and_where_in_its_language(
    service: Service, tenant: Tenant, arranged: str
) -> None:
    service.patch(f"/teams/{tenant.team_id}/branding", {"contactEmail": "jobs@example.com"})

    page = open_page(service, arranged).body

    assert '<html lang="de" dir="ltr">' in page
    for said in ("Example Team 1", "20. März 2026, 09:00 Uhr (UTC)", "45 Minuten", "Hafenstraße 12"):
        assert said in page
    assert 'Schreiben Sie an <a href="mailto:jobs@example.com" dir="ltr">jobs@example.com</a>.' in page


@pytest.mark.parametrize(("path", "said"), [("decline", "declined"), ("another-time", "another_time")])
def test_an_answer_is_kept_and_the_team_told_of_it_once(
    service: Service, token: str, table: Table, path: str, said: str
) -> None:
    first = answer(service, token, path)

    assert first.data["meeting"]["answer"] == said
    assert first.data["meeting"]["status"] == "invite_sent"
    assert answer(service, token, path).data == first.data
    told = [payload["answer"] for name, payload in tasks_of(table) if name == "send_meeting_answer"]
    assert told == [said]
    assert f'action="/m/{token}/{path}"' not in open_page(service, token).body


def test_who_declined_may_still_confirm_and_not_the_other_way_round(service: Service, token: str) -> None:
    assert answer(service, token, "decline").status == 200
    assert confirm(service, token).data["meeting"]["status"] == "confirmed"

    assert answer(service, token, "another-time").status == 409
    page = service.public().request("POST", f"/m/{token}/decline", headers=BROWSER)
    assert (page.status, page.headers["location"]) == (303, f"/m/{token}")


def test_a_meeting_goes_into_a_calendar(service: Service, arranged: str) -> None:
    reply = service.public().get(f"/m/{arranged}/calendar.ics")

    assert (reply.status, reply.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert "DTSTART:20260320T090000Z\r\nDTEND:20260320T094500Z\r\n" in reply.body
    assert "LOCATION:Hafenstraße 12\\, Büro 3\r\n" in reply.body
    assert "SUMMARY:Gespräch\\; mit Ihnen" in reply.body.replace("\r\n ", "")
    assert all(len(line.encode()) <= 75 for line in reply.body.split("\r\n"))


def test_there_is_no_calendar_before_there_is_a_time(service: Service, token: str) -> None:
    assert service.public().get(f"/m/{token}/calendar.ics").status == 404
    assert "calendar.ics" not in open_page(service, token).body
