"""Messages of workflow steps, and what is told of them once they were sent (interface: Events, rule 5)."""

from dataclasses import dataclass
from typing import Any

import pytest

from gather.content.message_groups.models import MessageType
from gather.ports.failure import EngineFailed
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from notifications.handler import handler
from tests.builders.content import make_message_group
from tests.builders.jobs import make_titled
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.service import Service, Tenant
from tests.builders.workflows import apply, enroll
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.support.records import add_active_job, add_interview, post_workflow_template, step

pytestmark = [pytest.mark.in_process, pytest.mark.features(JOB_WORKFLOW)]

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
SENT = ("send_invite", "send_meeting_invite")


@dataclass
class Invited:
    """A candidate who is invited to the one step of a workflow, and the worker that says so."""

    adapters: Adapters
    service: Service
    records: Records
    enrolled: dict[str, Any]

    @property
    def first(self) -> dict[str, Any]:
        """The step."""
        found: dict[str, Any] = self.enrolled["enrollment"]["steps"][0]
        return found

    def deliver(self, *, times: int = 1) -> None:
        """Hand what waits to be sent to the worker, so many times."""
        tasks = [task for task in entries_of(self.records.table, "TASK") if task["name"] in SENT]
        for _ in range(times):
            handler.run(queue_event(tasks), Context(), self.adapters)

    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """The events of invites."""
        return [event for event in events_of(self.records.table) if event[0].endswith(".invited")]


@pytest.fixture(params=["standard_interview", "meeting"])
def invited(
    request: pytest.FixtureRequest,
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Invited:
    """One who is invited to an interview, and one to a meeting."""
    is_meeting = request.param == "meeting"
    artifact_id = make_titled(records, tenant, "meeting") if is_meeting else add_interview(service)
    message = {
        "type": MessageType.INVITE,
        "sms_enabled": False,
        "email_enabled": True,
        "email_subject": "The workflow's",
        "email_body": "Come: {{link}}",
    }
    group = make_message_group(records, tenant, message)
    template = post_workflow_template(
        service, tenant, step(request.param, artifact_id), messageGroupId=group.id
    )
    job_id = add_active_job(service)
    apply(service, tenant, template["id"], jobIds=[job_id])
    return Invited(adapters, service, records, enroll(service, job_id, **ADA))


def test_a_steps_invite_has_only_the_steps_event_once_it_was_sent(
    invited: Invited, engines: ScriptedEngines
) -> None:
    assert invited.told() == []

    invited.deliver(times=2)

    (message,) = engines.the_email.messages
    link, first = invited.enrolled["firstInviteUrl"], invited.first
    assert (message.to, message.subject) == ("ada@example.com", "The workflow's")
    assert link in message.text
    enrollment = invited.enrolled["enrollment"]
    member = "candidateInterviewId" if "candidateInterviewId" in first else "candidateMeetingId"
    assert invited.told() == [
        (
            "workflow.step.invited",
            {
                "enrollmentId": enrollment["id"],
                "jobId": enrollment["jobId"],
                "candidateId": enrollment["candidateId"],
                "templateId": enrollment["templateId"],
                "assignmentId": enrollment["assignmentId"],
                "status": "invited",
                "enrollmentStepId": first["id"],
                "stepId": first["stepId"],
                "artifactId": first["artifactId"],
                member: first[member],
                "inviteUrl": link,
                "invitedAt": first["inviteSentAt"],
            },
        )
    ]


def test_an_invite_that_is_sent_again_has_another_event(
    invited: Invited, engines: ScriptedEngines, clock: HandClock
) -> None:
    invited.deliver()
    clock.advance(days=1)

    assert (
        invited.service.post(f"/workflow-enrollment-steps/{invited.first['id']}/resend-invite").status == 200
    )
    invited.deliver()

    assert len(engines.the_email.messages) == 2
    assert [(name, payload["invitedAt"]) for name, payload in invited.told()] == [
        ("workflow.step.invited", "2026-03-02T09:30:00.000Z"),
        ("workflow.step.invited", "2026-03-03T09:30:00.000Z"),
    ]


def test_an_invite_that_was_not_sent_has_no_event(invited: Invited, engines: ScriptedEngines) -> None:
    engines.the_email.failures.append(EngineFailed(retryable=False, reason="MessageRejected"))

    invited.deliver()

    assert (engines.the_email.messages, invited.told()) == ([], [])
