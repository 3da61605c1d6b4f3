"""The e-mail that a candidate does not confirm a meeting."""

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from notifications.handler import handler
from tests.builders.jobs import make_titled
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.data_rights import run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_interview, step

pytestmark = pytest.mark.features(JOB_WORKFLOW)


@pytest.mark.parametrize(
    ("path", "said"), [("decline", "declines the meeting"), ("another-time", "asks for another time")]
)
def test_the_team_is_told_once_who_answered_and_how_to_reach_the_candidate(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    engines: ScriptedEngines,
    path: str,
    said: str,
) -> None:
    interview_id = add_interview(service, notificationSubscribers=[tenant.user_id])
    steps = (
        step("meeting", make_titled(records, tenant, "meeting")),
        step("standard_interview", interview_id),
    )
    enrolled = enroll(service, add_governed_job(service, tenant, *steps))
    token = str(enrolled["firstInviteUrl"]).rpartition("/m/")[2]
    assert service.public().post(f"/m/{token}/{path}").status == 200
    tasks = [task for task in entries_of(records.table, "TASK") if task["name"] == "send_meeting_answer"]

    for _ in range(2):
        handler.run(queue_event(tasks), Context(), adapters)

    [message] = engines.the_email.messages
    assert said in message.subject
    assert "Ada Lovelace" in message.text
    assert "ada@example.com" in message.text


def test_nobody_is_told_of_the_answer_of_a_candidate_who_is_erased(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    engines: ScriptedEngines,
) -> None:
    meeting = step("meeting", make_titled(records, tenant, "meeting"))
    enrolled = enroll(service, add_governed_job(service, tenant, meeting))
    token = str(enrolled["firstInviteUrl"]).rpartition("/m/")[2]
    assert service.public().post(f"/m/{token}/decline").status == 200
    tasks = [task for task in entries_of(records.table, "TASK") if task["name"] == "send_meeting_answer"]
    assert service.post(f"/candidates/{enrolled['candidate']['id']}/erase").status == 202
    run_jobs(adapters)

    response = handler.run(queue_event(tasks), Context(), adapters)

    assert response["batchItemFailures"] == []
    assert engines.the_email.messages == []
