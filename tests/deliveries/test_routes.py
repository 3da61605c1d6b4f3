"""The delivery log over the HTTP interface (interface: Deliveries, rules 7 to 9)."""

from datetime import timedelta
from typing import Any

import pytest

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.events.event import EventName
from gather.outgoing.result import AttemptError, AttemptResult
from gather.table.records import Records
from tests.builders.deliveries import FAR_AHEAD, MADE_AT, URL, make_delivery, make_webhook
from tests.builders.service import Service, Tenant, without_supplement

pytestmark = pytest.mark.routes

TAKEN = AttemptResult(status=202, status_text="Accepted", headers={"server": "theirs"}, data={"ok": 1.5})
SILENT = AttemptResult(error=AttemptError.TIMEOUT)
UNWANTED = AttemptResult(error=AttemptError.NO_LONGER_CONFIGURED)


def ids(service: Service, **filters: object) -> list[str]:
    """The ids that the log answers, after checking that it counts as many."""
    reply = service.get("/webhook-deliveries", **filters)
    assert reply.status == 200, reply.body
    found = [delivery["id"] for delivery in reply.data["webhookDeliveries"]]
    assert reply.data["pagination"]["total"] == len(found)
    return found


def test_a_delivery_shows_the_members_of_the_interface(
    service: Service, records: Records, tenant: Tenant
) -> None:
    webhook = make_webhook(records, tenant)
    delivery = make_delivery(records, tenant, webhook.id, result=TAKEN)

    reply = service.get("/webhook-deliveries")

    assert reply.data["webhookDeliveries"] == [
        {
            "id": delivery.id,
            "webhookConfigurationId": webhook.id,
            "eventType": "interview.created",
            "status": "completed",
            "attempts": 1,
            "payload": delivery.payload,
            "response": {
                "status": 202,
                "statusText": "Accepted",
                "headers": {"server": "theirs"},
                "data": {"ok": 1.5},
            },
            "errorResponse": None,
            "createdAt": timestamp(FAR_AHEAD),
            "updatedAt": timestamp(FAR_AHEAD),
        }
    ]


def test_a_delivery_shows_its_url_and_each_attempt(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    delivery = make_delivery(records, tenant, make_webhook(records, tenant).id, result=SILENT)
    [listed] = service.get("/webhook-deliveries").data["webhookDeliveries"]
    path = f"/webhook-deliveries/{delivery.id}"

    assert service.get(path).data == {
        "delivery": {
            **listed,
            "eventId": delivery.event_id,
            "url": URL,
            "isTest": False,
            "redeliveryOf": None,
            "attemptHistory": [
                {
                    "number": 1,
                    "startedAt": timestamp(FAR_AHEAD),
                    "durationMs": 0,
                    "httpStatus": None,
                    "error": "timeout",
                    "responseBody": None,
                }
            ],
        }
    }
    assert service.using(other_tenant.key).get(path).status == 404
    assert service.get(f"/webhook-deliveries/{new_id()}").status == 404


def test_a_failed_delivery_shows_why(service: Service, records: Records, tenant: Tenant) -> None:
    make_delivery(records, tenant, make_webhook(records, tenant).id, result=UNWANTED)

    [delivery] = service.get("/webhook-deliveries", status="failed").data["webhookDeliveries"]

    assert delivery["errorResponse"]["error"] == "no_longer_configured"
    assert delivery["response"] is None


def test_the_log_is_paged_newest_first(service: Service, records: Records, tenant: Tenant) -> None:
    webhook = make_webhook(records, tenant)
    made = [
        make_delivery(records, tenant, webhook.id, at=FAR_AHEAD + timedelta(seconds=number)).id
        for number in range(53)
    ]
    for filters in ({}, {"webhookConfigurationId": webhook.id}, {"status": "pending"}):
        pages = [
            service.get("/webhook-deliveries", page=page, pageSize=20, **filters) for page in (1, 2, 3, 4)
        ]
        found = [delivery["id"] for reply in pages for delivery in reply.data["webhookDeliveries"]]
        assert found == made[::-1]
        assert pages[2].data["pagination"] == {"total": 53, "page": 3, "totalPages": 3, "pageSize": 20}

    default = service.get("/webhook-deliveries").data
    assert (len(default["webhookDeliveries"]), default["pagination"]["pageSize"]) == (50, 50)
    assert len(service.get("/webhook-deliveries", pageSize=200).data["webhookDeliveries"]) == 53


@pytest.mark.beyond_the_document("an id that is none is that of an absent record")
def test_every_filter_narrows(service: Service, records: Records, tenant: Tenant) -> None:
    one, other = make_webhook(records, tenant), make_webhook(records, tenant)
    theirs = new_id()
    pending = make_delivery(records, tenant, one.id).id
    completed = make_delivery(records, tenant, one.id, result=TAKEN, name=EventName.INTERVIEW_UPDATED).id
    waiting = make_delivery(
        records,
        tenant,
        other.id,
        result=SILENT,
        name=EventName.CANDIDATE_INTERVIEW_EXPIRED,
        candidate_interview_id=theirs,
    ).id
    own = make_delivery(
        records, tenant, name=EventName.CANDIDATE_INTERVIEW_COMPLETED, candidate_interview_id=theirs
    ).id

    def found(**filters: object) -> set[str]:
        return set(ids(service, **filters))

    assert found() == {pending, completed, waiting, own}
    assert found(webhookConfigurationId=one.id) == {pending, completed}
    assert found(webhookConfigurationId=new_id()) == set()
    assert found(webhookConfigurationId="no-id") == set()
    assert found(status="pending") == {pending, own}
    assert found(status="processing") == {waiting}
    assert found(status="completed") == {completed}
    assert found(status="failed") == set()
    assert found(eventType="interview.updated") == {completed}
    assert found(eventType="nothing") == set()
    for by_walk in (False, True):
        if by_walk:
            without_supplement(records.table, tenant)
        assert found(candidateInterviewId=theirs) == {waiting, own}
        assert found(candidateInterviewId=theirs, webhookConfigurationId=other.id) == {waiting}
        assert found(candidateInterviewId=theirs, status="pending") == {own}
        assert found(candidateInterviewId=theirs, startDate="2126-02-03T04:05:07Z") == set()
    assert found(status="pending", webhookConfigurationId=other.id) == set()


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({"startDate": "2026-02-03T04:05:06.789Z"}, {"at", "later"}),
        ({"startDate": "2026-02-03T04:05:06.790Z"}, {"later"}),
        ({"endDate": "2026-02-03T04:05:06.789Z"}, {"earlier", "at"}),
        ({"endDate": "2026-02-03T04:05:06.788Z"}, {"earlier"}),
        ({"startDate": "2026-02-03", "endDate": "2026-02-03"}, {"earlier", "at", "later"}),
        ({"startDate": "2026-02-03T06:05:06.789+02:00", "endDate": "2026-02-03T04:05:06.789Z"}, {"at"}),
        ({"startDate": "0001-01-01", "endDate": "9999-12-31"}, {"earlier", "at", "later"}),
        ({"startDate": "2026-02-04"}, set()),
        ({"endDate": "1969-12-31"}, set()),
    ],
)
def test_dates_are_inclusive(
    service: Service, records: Records, tenant: Tenant, bounds: dict[str, Any], expected: set[str]
) -> None:
    webhook = make_webhook(records, tenant)
    millisecond = timedelta(milliseconds=1)
    made = {
        make_delivery(records, tenant, webhook.id, at=moment).id: name
        for name, moment in (
            ("earlier", MADE_AT - millisecond),
            ("at", MADE_AT),
            ("later", MADE_AT + millisecond),
        )
    }

    assert {made[found] for found in ids(service, **bounds)} == expected
    assert {made[found] for found in ids(service, webhookConfigurationId=webhook.id, **bounds)} == expected


@pytest.mark.parametrize(
    ("query", "faulty"),
    [
        ({"page": "0"}, {"page"}),
        ({"pageSize": "201", "status": "done"}, {"pageSize", "status"}),
        ({"startDate": "yesterday", "endDate": "2026-13-01"}, {"startDate", "endDate"}),
        ({"startDate": "2026-02-04", "endDate": "2026-02-03"}, {"endDate"}),
    ],
)
def test_faults_of_the_query_are_named(service: Service, query: dict[str, str], faulty: set[str]) -> None:
    reply = service.get("/webhook-deliveries", **query)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == faulty


def test_another_tenant_and_another_team_see_nothing(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    webhook = make_webhook(records, tenant)
    make_delivery(records, tenant, webhook.id)
    elsewhere = service.using(other_tenant.key)

    for filters in ({}, {"webhookConfigurationId": webhook.id}, {"status": "pending"}):
        assert ids(elsewhere, **filters) == []
        assert ids(service, teamId=tenant.second_team_id, **filters) == []
    assert elsewhere.get("/webhook-deliveries", teamId=tenant.team_id).status == 404


def test_a_delivery_that_is_over_is_redelivered(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    webhook = make_webhook(records, tenant)
    old = make_delivery(records, tenant, webhook.id, result=UNWANTED)
    path = f"/webhook-deliveries/{old.id}/redeliver"
    before = service.get(f"/webhook-deliveries/{old.id}").data

    reply = service.post(path)

    assert reply.status == 202
    new = reply.data["delivery"]
    assert new["id"] != old.id
    assert (new["status"], new["attempts"], new["redeliveryOf"]) == ("pending", 0, old.id)
    assert (new["payload"], new["eventId"], new["url"]) == (old.payload, old.event_id, old.url)
    assert service.get(f"/webhook-deliveries/{new['id']}").data["delivery"] == new
    assert service.get(f"/webhook-deliveries/{old.id}").data == before
    assert service.post(f"/webhook-deliveries/{new['id']}/redeliver").status == 409
    assert service.using(other_tenant.key).post(path).status == 404
    service.patch(f"/webhooks/{webhook.id}", {"isActive": False})
    assert service.post(path).status == 409


def test_a_range_is_redelivered_without_tests_and_what_is_not_meant(
    service: Service, records: Records, tenant: Tenant
) -> None:
    webhook, other = make_webhook(records, tenant), make_webhook(records, tenant)
    for seconds in range(3):
        make_delivery(records, tenant, webhook.id, result=UNWANTED, at=MADE_AT + timedelta(seconds=seconds))
    make_delivery(records, tenant, webhook.id, result=TAKEN, at=MADE_AT)
    make_delivery(records, tenant, other.id, result=UNWANTED, at=MADE_AT)
    path = f"/webhooks/{webhook.id}/redeliver"
    since, until = timestamp(MADE_AT), timestamp(MADE_AT + timedelta(seconds=1))

    reply = service.post(path, {"since": since, "until": until})

    assert (reply.status, reply.data) == (202, {"count": 2})
    assert service.post(path, {"since": since, "until": until, "status": "completed"}).data == {"count": 1}
    assert service.post(path, {"since": until, "until": since}).faulty_fields == {"until"}
    assert service.post(path, {}).faulty_fields == {"since", "until"}
    assert service.post(path, {"since": "x", "until": until, "status": "pending"}).faulty_fields == {
        "since",
        "status",
    }


def test_a_configuration_is_tested_with_an_event_that_it_does_not_subscribe_to(
    service: Service, records: Records, tenant: Tenant
) -> None:
    webhook = make_webhook(records, tenant, urls=[URL, f"{URL}/2"])
    path = f"/webhooks/{webhook.id}/test"

    reply = service.post(path, {"event": "workflow.step.completed"})

    assert reply.status == 202
    delivery = reply.data["delivery"]
    assert (delivery["url"], delivery["isTest"]) == (URL, True)
    assert delivery["eventType"] == "workflow.step.completed"
    assert len(ids(service)) == 2
    assert service.post(path, {"event": "nothing"}).faulty_fields == {"event"}
    service.patch(f"/webhooks/{webhook.id}", {"isActive": False})
    assert service.post(path, {"event": "interview.created"}).status == 409
