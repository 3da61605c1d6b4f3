"""A candidate who is erased while somebody makes something for them: nothing of it is stored."""

from typing import Any

import pytest

from data_rights_jobs.handler import handler as data_rights
from gather.core.caller import OPERATOR, Scope
from gather.core.media_address import media_key
from gather.rights.erasure import service as erasure_service
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from notifications.handler import handler as notifications
from tests.builders.connect import EXAMPLE, connect, integrate, order_body
from tests.builders.jobs import make_titled
from tests.builders.outbox import entries_of, queue_event
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant, make_key
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import once_before
from tests.doubles.vendor_service import VendorService
from tests.support.records import (
    add_candidate,
    add_interview,
    add_interview_with_question,
    post_candidate_interview,
    step,
)

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

PERSON = {"firstName": "Zephyrine", "lastName": "Quillfeather", "email": "zephyrine@quill.example"}


def erase_before_the_commit(adapters: Adapters, tenant: Tenant, candidate_id: str) -> None:
    """Have an erasure begin just before the next transaction is written: the candidate is gone, and what is
    theirs goes soon."""
    once_before(
        adapters,
        "TransactWriteItems",
        lambda: erasure_service.begin(
            adapters.records, tenant.team_id, candidate_id, OPERATOR, now=adapters.clock.now()
        ),
    )


def test_no_candidate_interview_is_made(service: Service, adapters: Adapters, tenant: Tenant) -> None:
    candidate_id = add_candidate(service, **PERSON)
    body = {"candidateId": candidate_id, "interviewId": add_interview(service)}
    erase_before_the_commit(adapters, tenant, candidate_id)

    reply = service.post("/candidate-interviews", body)

    assert (reply.status, reply.error["details"]["field"]) == (404, "candidateId")
    assert service.get("/candidate-interviews").data == []


@pytest.mark.features(JOB_WORKFLOW)
def test_nobody_is_enrolled(service: Service, adapters: Adapters, tenant: Tenant) -> None:
    candidate_id = add_candidate(service, **PERSON)
    job_id = add_governed_job(service, tenant)
    erase_before_the_commit(adapters, tenant, candidate_id)

    reply = service.post(f"/jobs/{job_id}/invite-candidate", {"candidateId": candidate_id})

    assert (reply.status, reply.error["details"]["field"]) == (404, "candidateId")
    assert service.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"] == []
    assert service.get("/candidate-interviews").data == []


@pytest.mark.features(JOB_WORKFLOW)
def test_no_step_is_invited_to_again(
    service: Service, adapters: Adapters, records: Records, engines: ScriptedEngines, tenant: Tenant
) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", make_titled(records, tenant, "meeting")))
    made = enroll(service, job_id, **PERSON)
    step_id = made["enrollment"]["steps"][0]["id"]
    erase_before_the_commit(adapters, tenant, made["candidate"]["id"])

    reply = service.post(f"/workflow-enrollment-steps/{step_id}/resend-invite")

    assert reply.status == 404
    assert run_jobs(adapters) == []
    assert service.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"] == []


def test_who_is_ordered_again_is_a_new_candidate(
    service: Service, adapters: Adapters, engines: ScriptedEngines, tenant: Tenant, ats: VendorService
) -> None:
    table = adapters.records.table
    key = make_key(table, tenant.organization_id, tenant.team_id, scope=Scope.INTEGRATIONS)
    customer = connect(service, key)
    integrate(customer, ats.base_url)
    body = order_body(add_interview_with_question(service), candidate={"id": "C-1", **PERSON})
    first = customer.post(f"/{EXAMPLE}/orders", {**body, "reference": "O-1"}).data["order"]
    [known] = service.get("/candidates").data["candidates"]
    once_before(adapters, "TransactWriteItems", lambda: service.post(f"/candidates/{known['id']}/erase"))

    again = customer.post(f"/{EXAMPLE}/orders", {**body, "reference": "O-2"})

    assert again.status == 201, again.body
    assert run_jobs(adapters) == []
    [candidate] = service.get("/candidates").data["candidates"]
    assert candidate["id"] != known["id"]
    [interview] = service.get("/candidate-interviews").data
    assert interview["candidateId"] == candidate["id"]
    assert customer.get(f"/{EXAMPLE}/orders/{first['id']}").status == 404
    listed = customer.get(f"/{EXAMPLE}/orders").data["orders"]
    assert [order["id"] for order in listed] == [again.data["order"]["id"]]


def test_nothing_is_kept_of_a_message_that_goes_out(
    service: Service, adapters: Adapters, tenant: Tenant, engines: ScriptedEngines
) -> None:
    candidate_id = add_candidate(service, **PERSON)
    post_candidate_interview(service, candidateId=candidate_id, sendInvite=True)
    tasks = waiting(adapters, "send_invite")
    once_before(adapters, "TransactWriteItems", lambda: service.post(f"/candidates/{candidate_id}/erase"))

    answer = notifications.run(queue_event(tasks), Context(), adapters)

    assert answer["batchItemFailures"] == []
    assert len(engines.the_email.messages) == 1
    assert run_jobs(adapters) == []
    assert [item for item in items_of(adapters) if "quill" in str(item)] == []


def test_no_recording_is_announced(service: Service, adapters: Adapters, engines: ScriptedEngines) -> None:
    screening = make_screening(service)
    erased = f"/candidates/{screening.candidate['id']}/erase"
    once_before(adapters, "TransactWriteItems", lambda: service.post(erased))

    reply = screening.page.post(
        f"/screening/{screening.token}/media", {"contentType": "audio/webm", "size": 20}
    )

    assert reply.status == 409
    assert run_jobs(adapters) == []
    assert [each for each in items_of(adapters) if "RECORDING" in str(each)] == []


def test_a_recording_that_arrives_afterwards_is_removed(
    service: Service, adapters: Adapters, engines: ScriptedEngines, clock: HandClock
) -> None:
    screening = make_screening(service)
    announced = {"contentType": "audio/webm", "size": 20}
    media_id = screening.page.post(f"/screening/{screening.token}/media", announced).data["mediaId"]
    assert service.post(f"/candidates/{screening.candidate['id']}/erase").status == 202
    assert run_jobs(adapters) == []

    engines.media().put(media_key(media_id), b"x" * 20, "audio/webm")
    clock.advance(hours=1)
    remove_late(adapters)
    assert engines.media().describe(media_key(media_id)) is not None
    clock.advance(hours=1)
    remove_late(adapters)

    assert engines.media().describe(media_key(media_id)) is None
    assert waiting(adapters, "remove_late_uploads") == []


def waiting(adapters: Adapters, name: str) -> list[dict[str, Any]]:
    return [each for each in entries_of(adapters.records.table, "TASK") if each["name"] == name]


def remove_late(adapters: Adapters) -> None:
    tasks = waiting(adapters, "remove_late_uploads")
    assert data_rights.run(queue_event(tasks), Context(), adapters)["batchItemFailures"] == []
