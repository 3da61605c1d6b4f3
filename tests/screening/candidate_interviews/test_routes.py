"""Candidate interviews over the HTTP interface, as they are made and listed.

Interface: Candidate interviews, rules 1, 4, 6 and 8.
"""

import pytest

from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.storage import INVITE, REMINDER, SHARE
from gather.table import keys
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.candidate_interviews import read_candidate_interview
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import Service, Tenant, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.gateway import InProcess
from tests.support.records import add_candidate, add_interview, post_candidate_interview

pytestmark = pytest.mark.routes

PATH = "/candidate-interviews"


# Making one


def test_without_an_invite_the_status_is_null_and_nothing_is_sent(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    candidate_id, interview_id = add_candidate(service), add_interview(service)

    record = post_candidate_interview(
        service,
        candidateId=candidate_id,
        interviewId=interview_id,
        externalId="crm-7",
        externalRedirectUri="https://jobs.example/thanks",
    )

    assert record == {
        "id": record["id"],
        "candidateId": candidate_id,
        "interviewId": interview_id,
        "status": None,
        "inviteToken": record["inviteToken"],
        "expiry": "2026-03-16T09:30:00.000Z",
        "inviteSentAt": None,
        "externalId": "crm-7",
        "externalRedirectUri": "https://jobs.example/thanks",
        "webhookUrl": None,
        "completedAt": None,
        "score": None,
        "jobId": None,
        "createdAt": "2026-03-02T09:30:00.000Z",
        "updatedAt": "2026-03-02T09:30:00.000Z",
    }
    assert service.get(f"{PATH}/{record['id']}").data == record
    assert tasks_of(records.table) == []


def test_the_invite_is_a_task_of_the_same_transaction(
    service: Service, records: Records, tenant: Tenant, clock: HandClock
) -> None:
    record = post_candidate_interview(service, sendInvite=True, expiryDays=10)

    assert (record["status"], record["inviteSentAt"]) == ("invite_sent", "2026-03-02T09:30:00.000Z")
    assert record["expiry"] == "2026-03-12T09:30:00.000Z"
    assert tasks_of(records.table) == [
        (
            "send_invite",
            {
                "candidateInterviewId": record["id"],
                "deliveryTypes": ["email"],
                "invite": 1,
                "isAskedFor": True,
            },
        )
    ]
    assert "candidate_interview.invited" not in [name for name, _ in events_of(records.table)]
    reminder = records.table.get(REMINDER.key(tenant.team_id, record["id"]))
    assert reminder is not None
    due = (reminder["duePk"], reminder["dueSk"])
    assert due == (keys.due("reminders", record["id"]), "2026-03-07T09:30:00.000Z")


def test_the_invite_token_leads_back_and_cannot_be_guessed(
    service: Service, records: Records, tenant: Tenant
) -> None:
    first, second = post_candidate_interview(service), post_candidate_interview(service)

    pointer = records.table.get(INVITE.key(first["inviteToken"]))

    assert pointer is not None
    assert (pointer["teamId"], pointer["candidateInterviewId"]) == (tenant.team_id, first["id"])
    assert len(first["inviteToken"]) >= 43
    assert first["inviteToken"] != second["inviteToken"]
    share_token = read_candidate_interview(records, tenant, first["id"]).share_token
    assert share_token is not None
    assert share_token != first["inviteToken"]
    assert records.table.get(SHARE.key(share_token)) is not None


def test_the_organization_decides_how_long_invites_hold(
    adapters: Adapters, records: Records, clock: HandClock
) -> None:
    tenant = make_tenant(records.table, expiry_days=3)
    service = Service(InProcess(adapters), tenant.key)

    assert post_candidate_interview(service)["expiry"] == "2026-03-05T09:30:00.000Z"
    assert post_candidate_interview(service, expiryDays=365)["expiry"] == "2027-03-02T09:30:00.000Z"


@pytest.mark.in_process
@pytest.mark.parametrize(
    ("opted_in", "wanted", "sent"),
    [
        (False, None, ["email"]),
        (True, None, ["email", "sms"]),
        (True, ["sms"], ["sms"]),
        (True, ["email"], ["email"]),
        (False, ["sms", "email"], ["email"]),
    ],
)
def test_an_invite_takes_the_channels_that_reach_the_candidate(
    service: Service, records: Records, opted_in: bool, wanted: list[str] | None, sent: list[str]
) -> None:
    asked = {} if wanted is None else {"deliveryTypes": wanted}
    post_candidate_interview(
        service, candidateId=add_candidate(service, smsOptIn=opted_in), sendInvite=True, **asked
    )

    assert tasks_of(records.table)[0][1]["deliveryTypes"] == sent


@pytest.mark.in_process
def test_an_sms_alone_without_opt_in_is_refused(service: Service, records: Records) -> None:
    body = {
        "candidateId": add_candidate(service),
        "interviewId": add_interview(service),
        "sendInvite": True,
        "deliveryTypes": ["sms"],
    }

    reply = service.post(PATH, body)

    assert (reply.status, reply.faulty_fields) == (400, {"deliveryTypes"})
    assert service.get(PATH).data == []
    assert tasks_of(records.table) == []


def test_a_webhook_secret_is_returned_once(service: Service, records: Records, tenant: Tenant) -> None:
    record = post_candidate_interview(service, webhookUrl="https://hooks.example/results")

    assert record["webhookSecret"]
    assert read_candidate_interview(records, tenant, record["id"]).webhook_secret == record["webhookSecret"]
    again = service.get(f"{PATH}/{record['id']}")
    assert "webhookSecret" not in again.data
    assert again.data["webhookUrl"] == "https://hooks.example/results"


def test_every_fault_of_a_body_is_named_at_once(service: Service) -> None:
    reply = service.post(
        PATH,
        {
            "candidateId": 7,
            "sendInvite": "yes",
            "deliveryTypes": ["email", "fax"],
            "expiryDays": 366,
            "externalRedirectUri": "/thanks",
            "webhookUrl": "ftp://hooks.example",
        },
    )

    assert reply.status == 400
    assert reply.faulty_fields == {
        "candidateId",
        "interviewId",
        "sendInvite",
        "deliveryTypes[1]",
        "expiryDays",
        "externalRedirectUri",
        "webhookUrl",
    }
    for days in (0, -1, 1.5, "7"):
        reply = service.post(PATH, {"candidateId": new_id(), "interviewId": new_id(), "expiryDays": days})
        assert reply.faulty_fields == {"expiryDays"}


def test_the_candidate_and_the_interview_must_be_there_and_not_archived(
    service: Service, other_tenant: Tenant
) -> None:
    candidate_id, interview_id = add_candidate(service), add_interview(service)
    stranger = service.using(other_tenant.key)
    gone_candidate, gone_interview = add_candidate(service), add_interview(service)
    service.delete(f"/candidates/{gone_candidate}")
    service.delete(f"/interviews/{gone_interview}")
    cases = [
        (new_id(), interview_id, "candidate", "candidateId"),
        (gone_candidate, interview_id, "candidate", "candidateId"),
        (add_candidate(stranger), interview_id, "candidate", "candidateId"),
        (candidate_id, "no-uuid", "interview", "interviewId"),
        (candidate_id, gone_interview, "interview", "interviewId"),
        (candidate_id, add_interview(stranger), "interview", "interviewId"),
    ]
    for candidate, interview, resource, field in cases:
        reply = service.post(PATH, {"candidateId": candidate, "interviewId": interview})
        details = reply.error["details"]
        assert (reply.status, details["resource"], details["field"]) == (404, resource, field)
    assert service.get(PATH).data == []


@pytest.mark.parametrize("status", [1, 2])
def test_a_paused_or_closed_interview_takes_no_candidates(service: Service, status: int) -> None:
    interview_id = add_interview(service)
    service.patch(f"/interviews/{interview_id}", {"status": status})

    reply = service.post(PATH, {"candidateId": add_candidate(service), "interviewId": interview_id})

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


# Listing


def test_the_list_is_an_array_with_its_pagination_in_meta(service: Service) -> None:
    ids = [post_candidate_interview(service)["id"] for _ in range(3)]

    reply = service.get(PATH, page=2, limit=2)

    assert [record["id"] for record in reply.data] == ids[:1]
    assert reply.body["meta"]["pagination"] == {"page": 2, "limit": 2, "total": 3, "totalPages": 2}
    assert service.get(PATH).body["meta"]["pagination"]["limit"] == 50


def test_filters_work_alone_and_together(service: Service) -> None:
    candidates = [add_candidate(service) for _ in range(2)]
    interviews = [add_interview(service) for _ in range(2)]
    made = {
        (c, i, invite): post_candidate_interview(
            service, candidateId=candidates[c], interviewId=interviews[i], sendInvite=invite
        )["id"]
        for c in range(2)
        for i in range(2)
        for invite in (False, True)
    }
    for candidate in (None, 0, 1):
        for interview in (None, 0, 1):
            for status in (None, "invite_sent", "new_response"):
                query: dict[str, object] = {}
                if candidate is not None:
                    query["candidateId"] = candidates[candidate]
                if interview is not None:
                    query["interviewId"] = interviews[interview]
                if status is not None:
                    query["status"] = status
                expected = [
                    record_id
                    for (c, i, invite), record_id in made.items()
                    if candidate in (None, c)
                    and interview in (None, i)
                    and (status is None or (status == "invite_sent" and invite))
                ]
                reply = service.get(PATH, **query)
                assert [record["id"] for record in reply.data] == expected[::-1], query
                assert reply.body["meta"]["pagination"]["total"] == len(expected)


@pytest.mark.parametrize(
    ("query", "faulty"), [({"limit": 101}, "limit"), ({"page": 0}, "page"), ({"status": "gone"}, "status")]
)
def test_a_query_outside_its_range_is_refused(
    service: Service, query: dict[str, object], faulty: str
) -> None:
    reply = service.get(PATH, **query)

    assert (reply.status, reply.faulty_fields) == (400, {faulty})


def test_another_tenants_candidate_interview_is_absent(service: Service, other_tenant: Tenant) -> None:
    record = post_candidate_interview(service)
    stranger = service.using(other_tenant.key)
    path = f"{PATH}/{record['id']}"

    for reply in (
        stranger.get(path),
        stranger.get(f"{path}/results"),
        stranger.patch(f"{path}/status", {"status": "hired"}),
        stranger.post(f"{path}/resend-invite"),
        stranger.post(f"{path}/evaluate"),
    ):
        assert reply.status == 404
        assert reply.error["details"] == {"resource": "candidate interview", "id": record["id"]}
    assert stranger.get(PATH).data == []
    assert stranger.get(PATH, candidateId=record["candidateId"]).data == []
