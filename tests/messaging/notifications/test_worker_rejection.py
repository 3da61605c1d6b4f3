"""The message after a failed gate (interface: Message groups, rule 10; Workflow templates, rule 6)."""

from datetime import timedelta
from typing import Any

import pytest

from gather.content.message_groups.models import MessageType
from gather.core.clock import timestamp
from gather.ports.messages import EmailMessage
from notifications.handler import handler as notifications
from tests.builders.content import make_message_group
from tests.builders.outbox import queue_event
from tests.doubles.enrolling import Enrolling
from tests.doubles.lambda_context import Context

pytestmark = pytest.mark.in_process


def want(enrolling: Enrolling, **members: Any) -> None:
    """Change the workflow and its first interview before anybody is invited."""
    [template] = enrolling.service.get("/workflow-templates").data["workflowTemplates"]
    reply = enrolling.service.patch(f"/workflow-templates/{template['id']}", members)
    assert reply.status == 200, reply.body


def fail_gate(enrolling: Enrolling, **candidate: Any) -> str:
    """Creates an enrollment whose candidate has answered and failed the first gate."""
    enrollment = enrolling.invite()
    candidate_id = enrolling.record(enrollment).candidate_id
    enrolling.service.patch(f"/candidates/{candidate_id}", candidate)
    enrolling.settle()
    enrolling.evaluate(enrolling.take(enrollment, well=False))
    enrolling.settle()
    assert enrolling.outcome(enrollment) == ("failed", ["failed", "pending", "pending"])
    return enrollment


def waiting(enrolling: Enrolling) -> list[dict[str, Any]]:
    return enrolling.tasks("send_rejection")


def deliver(enrolling: Enrolling) -> list[EmailMessage]:
    """Hand the message to the worker and return the sent e-mails."""
    event = queue_event(waiting(enrolling))
    assert notifications.run(event, Context(), enrolling.adapters)["batchItemFailures"] == []
    return told(enrolling)


def told(enrolling: Enrolling) -> list[EmailMessage]:
    """Returns the sent e-mails besides invites."""
    return [each for each in enrolling.engines.the_email.messages if "/i/" not in each.text]


def test_a_candidate_is_told_once_kindly_and_in_the_interviews_language(enrolling: Enrolling) -> None:
    want(enrolling, rejectionDelayMinutes=90)
    interview_id = next(iter(enrolling.questions))
    assert enrolling.service.patch(f"/interviews/{interview_id}", {"language": "de"}).status == 200
    enrollment = fail_gate(enrolling, smsOptIn=True, phone="+14155550123")
    [task] = waiting(enrolling)

    enrolling.clock.advance(minutes=89)
    assert deliver(enrolling) == []
    enrolling.clock.advance(minutes=1)
    [message] = deliver(enrolling)
    notifications.run(queue_event([task]), Context(), enrolling.adapters)

    assert told(enrolling) == [message]
    assert enrolling.engines.the_sms.messages == []
    assert message.subject == "Ihr Interview bei Example Team 1"
    assert "möchten Sie, dass ein Mensch sie noch einmal prüft?" in message.text
    said = message.text.partition("Abmelden: ")[0].replace("Example Team 1", "")
    assert not any(letter.isdigit() for letter in said)
    assert waiting(enrolling) == []
    candidate_id = enrolling.record(enrollment).candidate_id
    [shown] = enrolling.service.get(f"/candidates/{candidate_id}/messages").data["messages"]
    assert (shown["type"], shown["status"]) == ("REJECTION", "sent")


def test_a_team_that_wants_none_has_none_sent(enrolling: Enrolling) -> None:
    fail_gate(enrolling)

    assert waiting(enrolling) == []


def test_it_keeps_out_of_the_candidates_night(enrolling: Enrolling) -> None:
    want(enrolling, rejectionDelayMinutes=0)
    enrolling.clock.advance(hours=13)
    fail_gate(enrolling, timezone="Atlantic/Reykjavik")

    assert deliver(enrolling) == []
    assert waiting(enrolling)[0]["dueSk"] == "2026-03-03T08:00:00.000Z"
    enrolling.clock.advance(hours=10)
    assert len(deliver(enrolling)) == 1


def test_who_never_answered_is_not_thanked_for_it(enrolling: Enrolling) -> None:
    want(enrolling, rejectionDelayMinutes=0)
    enrollment = enrolling.invite()
    enrolling.settle()
    enrolling.clock.advance(days=15)
    enrolling.expire()
    enrolling.settle()

    assert enrolling.outcome(enrollment)[0] == "active"
    assert waiting(enrolling) == []


def test_who_is_enrolled_again_meanwhile_is_not_told(enrolling: Enrolling) -> None:
    want(enrolling, rejectionDelayMinutes=60)
    enrollment = fail_gate(enrolling)
    candidate_id = enrolling.record(enrollment).candidate_id
    again = enrolling.service.post(
        f"/jobs/{enrolling.job_id}/invite-candidate", {"candidateId": candidate_id}
    )
    assert again.status == 201, again.body

    enrolling.clock.advance(hours=1)

    assert deliver(enrolling) == []
    assert waiting(enrolling) == []


def test_the_workflows_group_writes_it(enrolling: Enrolling) -> None:
    message = {
        "type": MessageType.REJECTION,
        "email_enabled": True,
        "email_subject": "About {{interviewTitle}}",
        "email_body": "Dear {{candidateFirstName}}, not this time.",
    }
    group = make_message_group(enrolling.records, enrolling.tenant, message)
    want(enrolling, rejectionDelayMinutes=0, messageGroupId=group.id)

    fail_gate(enrolling)

    [sent] = deliver(enrolling)
    assert sent.subject == "About Nights"
    assert "Dear Ada, not this time." in sent.text


def test_what_waits_says_when_it_may_go(enrolling: Enrolling) -> None:
    want(enrolling, rejectionDelayMinutes=2880)
    fail_gate(enrolling)

    [task] = waiting(enrolling)

    assert task["payload"]["notBefore"] == timestamp(enrolling.clock.now() + timedelta(days=2))
