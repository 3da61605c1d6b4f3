"""The statuses and the invites of a candidate interview.

Interface: Candidate interviews, rules 2, 3, 5 and 7.
"""

from datetime import timedelta

import pytest

from gather.core.clock import from_timestamp, timestamp
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, REMINDER
from gather.table import keys
from gather.table.records import Records
from tests.builders.candidate_interviews import (
    change_candidate_interview,
    read_candidate_interview,
)
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.support.records import post_candidate_interview

pytestmark = pytest.mark.routes

PATH = "/candidate-interviews"


# Status


@pytest.mark.in_process
def test_any_of_the_six_statuses_may_follow_any_and_each_move_is_told(
    service: Service, records: Records
) -> None:
    record = post_candidate_interview(service)
    path = f"{PATH}/{record['id']}/status"
    moves = ["hired", "archived", "partially_completed", "invite_sent", "has_reviewed"]

    for status in moves:
        moved = service.patch(path, {"status": status})
        again = service.patch(path, {"status": status})
        assert moved.data["status"] == status
        assert (again.status, again.data, again.headers["etag"]) == (200, moved.data, moved.headers["etag"])

    told = [
        (payload["previousStatus"], payload["status"])
        for name, payload in events_of(records.table)
        if name == "candidate_interview.status_changed"
    ]
    assert told == list(zip([None, *moves], moves, strict=False))


@pytest.mark.in_process
def test_a_status_change_carries_the_interfaces_fields(service: Service, records: Records) -> None:
    record = post_candidate_interview(service, sendInvite=True)

    changed = service.patch(f"{PATH}/{record['id']}/status", {"status": "has_reviewed"}).data

    assert events_of(records.table)[-1] == (
        "candidate_interview.status_changed",
        {
            "candidateInterviewId": record["id"],
            "candidateId": record["candidateId"],
            "interviewId": record["interviewId"],
            "status": "has_reviewed",
            "previousStatus": "invite_sent",
            "updatedAt": changed["updatedAt"],
        },
    )


@pytest.mark.parametrize("status", ["expired", "gone", None, 3, ["hired"]])
def test_expired_and_unknown_statuses_are_refused(service: Service, status: object) -> None:
    record = post_candidate_interview(service, sendInvite=True)

    reply = service.patch(f"{PATH}/{record['id']}/status", {"status": status})

    assert (reply.status, reply.faulty_fields) == (400, {"status"})
    assert reply.error["details"][0]["reason"] == (
        "must be one of invite_sent, new_response, has_reviewed, partially_completed, hired, archived"
    )
    assert service.get(f"{PATH}/{record['id']}").data["status"] == "invite_sent"


def test_repeated_completion_by_status_has_one_event(
    service: Service, records: Records, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True)
    path = f"{PATH}/{record['id']}/status"

    for status in ("new_response", "has_reviewed", "new_response", "new_response"):
        assert service.patch(path, {"status": status}).status == 200

    completions = [
        payload for name, payload in events_of(records.table) if name == "candidate_interview.completed"
    ]
    assert completions == [
        {
            "candidateInterviewId": record["id"],
            "candidateId": record["candidateId"],
            "interviewId": record["interviewId"],
            "completedAt": "2026-03-02T09:30:00.000Z",
        }
    ]


@pytest.mark.in_process
def test_completing_by_status_evaluates_what_was_answered(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = post_candidate_interview(service)
    change_candidate_interview(records, tenant, record["id"], answered=(new_id(),))

    service.patch(f"{PATH}/{record['id']}/status", {"status": "new_response"})

    assert tasks_of(records.table) == [("evaluate", {"candidateInterviewId": record["id"], "run": 1})]
    assert service.get(f"{PATH}/{record['id']}/results").data["summaryStatus"] == "processing"


def test_a_candidate_interview_that_is_opened_again_gets_its_time_again(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=7)
    clock.advance(days=8)
    change_candidate_interview(records, tenant, record["id"], status=CandidateInterviewStatus.EXPIRED)

    changed = service.patch(f"{PATH}/{record['id']}/status", {"status": "invite_sent"}).data

    assert changed["expiry"] == timestamp(clock.now() + timedelta(days=7))


# Invites


def test_a_resent_invite_moves_its_time_on_and_keeps_the_expiry(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)
    clock.advance(days=2)

    reply = service.post(f"{PATH}/{record['id']}/resend-invite")

    assert (reply.status, reply.data) == (
        200,
        {"id": record["id"], "inviteSentAt": "2026-03-04T09:30:00.000Z", "status": "invite_sent"},
    )
    assert service.get(f"{PATH}/{record['id']}").data["expiry"] == record["expiry"]
    assert [payload["invite"] for _, payload in tasks_of(records.table)] == [1, 2]
    assert events_of(records.table)[1:] == []
    reminder = records.table.get(REMINDER.key(tenant.team_id, record["id"]))
    assert reminder is not None
    assert reminder["dueSk"] == "2026-03-08T09:30:00.000Z"


def test_a_resent_invite_after_the_expiry_starts_a_new_one(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=7)
    clock.advance(days=8)
    change_candidate_interview(
        records,
        tenant,
        record["id"],
        status=CandidateInterviewStatus.EXPIRED,
        reminded_at=record["createdAt"],
    )

    reply = service.post(f"{PATH}/{record['id']}/resend-invite", {"deliveryTypes": ["email"]})

    assert reply.data["status"] == "invite_sent"
    again = service.get(f"{PATH}/{record['id']}").data
    assert from_timestamp(again["expiry"]) == clock.now() + timedelta(days=7)
    assert read_candidate_interview(records, tenant, record["id"]).reminded_at is None
    assert events_of(records.table)[-1][1]["previousStatus"] == "expired"


def test_a_candidate_who_has_begun_stays_partially_completed(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = post_candidate_interview(service, sendInvite=True)
    change_candidate_interview(
        records, tenant, record["id"], status=CandidateInterviewStatus.PARTIALLY_COMPLETED
    )

    assert service.post(f"{PATH}/{record['id']}/resend-invite").data["status"] == "partially_completed"


@pytest.mark.in_process
def test_the_first_invite_may_be_a_resent_one(service: Service, records: Records) -> None:
    record = post_candidate_interview(service)

    assert service.post(f"{PATH}/{record['id']}/resend-invite").data["status"] == "invite_sent"
    assert events_of(records.table)[-1][1]["previousStatus"] is None


@pytest.mark.in_process
@pytest.mark.parametrize("status", ["new_response", "has_reviewed", "hired", "archived"])
def test_a_candidate_who_is_done_gets_no_invite(service: Service, records: Records, status: str) -> None:
    record = post_candidate_interview(service)
    service.patch(f"{PATH}/{record['id']}/status", {"status": status})

    reply = service.post(f"{PATH}/{record['id']}/resend-invite")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get(f"{PATH}/{record['id']}").data["inviteSentAt"] is None
    assert "send_invite" not in {name for name, _ in tasks_of(records.table)}


def test_an_invite_is_not_resent_for_who_no_longer_takes_part(service: Service) -> None:
    by_candidate, by_interview = (post_candidate_interview(service) for _ in range(2))
    service.delete(f"/candidates/{by_candidate['candidateId']}")
    service.patch(f"/interviews/{by_interview['interviewId']}", {"status": 2})

    for record in (by_candidate, by_interview):
        assert service.post(f"{PATH}/{record['id']}/resend-invite").status == 409


def test_an_sms_cannot_be_resent_without_opt_in(service: Service) -> None:
    record = post_candidate_interview(service, sendInvite=True)
    path = f"{PATH}/{record['id']}/resend-invite"

    assert service.post(path, {"deliveryTypes": ["sms"]}).faulty_fields == {"deliveryTypes"}
    assert service.post(path, {"deliveryTypes": []}).faulty_fields == {"deliveryTypes"}
    assert service.post(path, {"deliveryTypes": ["sms", "email"]}).status == 200


def test_a_candidate_who_is_done_no_longer_waits_for_the_expiry(
    service: Service, records: Records, tenant: Tenant
) -> None:
    record = post_candidate_interview(service, sendInvite=True)
    key = CANDIDATE_INTERVIEW.key(tenant.team_id, record["id"])
    waiting = records.table.get(key) or {}
    service.patch(f"{PATH}/{record['id']}/status", {"status": "hired"})
    done = records.table.get(key) or {}

    assert (waiting["duePk"], waiting["dueSk"]) == (keys.due("expiry", record["id"]), record["expiry"])
    assert "duePk" not in done
