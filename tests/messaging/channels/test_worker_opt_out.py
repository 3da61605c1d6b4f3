"""The messages that an opt-out withholds, and the team's view of it
(interface: Opt-outs, rules 1 and 4 to 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from gather.events.task import TaskName
from gather.ports.failure import EngineFailed
from gather.screening.candidate_interviews.lifecycle import task_of
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from inbound_sms.handler import handler as inbound_sms
from local_stack.messaging.inbound_sms import TextMessage, event_of
from notifications.handler import handler
from tests.builders.failures import given_up
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.service import Service, Tenant, make_tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.gateway import InProcess
from tests.doubles.lambda_context import Context
from tests.support.records import add_candidate, add_interview, post_candidate_interview, step

PHONE = "+14155550123"
OPTED_OUT = EngineFailed(retryable=False, opted_out=True, reason="The engine answered ConflictException")


@dataclass
class Mail:
    """The worker that sends messages, and the candidates' reactions to them."""

    adapters: Adapters
    service: Service
    tenant: Tenant
    records: Records
    clock: HandClock
    engines: ScriptedEngines

    def invite(self, *, sms: bool = False, **fields: Any) -> dict[str, Any]:
        """Creates a candidate interview whose invite was handed to the worker."""
        fields.setdefault("candidateId", add_candidate(self.service, smsOptIn=sms))
        record = post_candidate_interview(self.service, sendInvite=True, **fields)
        self.deliver()
        return record

    def deliver(self) -> None:
        """Hand all waiting messages to the worker."""
        tasks = [each for each in entries_of(self.records.table, "TASK") if each["name"].startswith("send_")]
        answer = handler.run(queue_event(tasks), Context(), self.adapters)
        assert answer["batchItemFailures"] == []

    def ask(self, name: TaskName, record: Mapping[str, Any]) -> None:
        """Request another message to the candidate."""
        stored = self.records.get(CANDIDATE_INTERVIEW, self.tenant.team_id, record["id"]).record
        unit = self.records.unit_of_work()
        unit.send(task_of(name, stored, self.clock.now()))
        unit.commit()
        self.deliver()

    def unsubscribe(self) -> None:
        """Use the one-click link in the header of the newest e-mail."""
        link = self.engines.the_email.messages[-1].headers["List-Unsubscribe"].strip("<>")
        reply = self.service.public().request(
            "POST",
            urlsplit(link).path,
            headers={"content-type": "application/x-www-form-urlencoded"},
            raw="List-Unsubscribe=One-Click",
        )
        assert reply.status == 200

    def text(self, body: str, sender: str = PHONE) -> None:
        """Text the deployment's number."""
        event = event_of(TextMessage(sender, body), self.clock.now())
        assert inbound_sms.run(event, Context(), self.adapters)["batchItemFailures"] == []

    @property
    def sent(self) -> tuple[int, int]:
        """Returns the numbers of sent e-mails and text messages."""
        return len(self.engines.the_email.messages), len(self.engines.the_sms.messages)

    def shown(self, candidate_id: str) -> Any:
        """Returns the team's view of the messages."""
        reply = self.service.get(f"/candidates/{candidate_id}/messages")
        assert reply.status == 200, reply.body
        return reply.data


@pytest.fixture
def mail(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    records: Records,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Mail:
    return Mail(adapters, service, tenant, records, clock, engines)


def test_each_message_says_how_to_get_no_more(mail: Mail) -> None:
    mail.invite(sms=True)

    (email,), (sms,) = mail.engines.the_email.messages, mail.engines.the_sms.messages
    link = email.headers["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://gather.example.com/unsubscribe/")
    assert email.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"Unsubscribe: {link}\n" in email.text
    assert f'href="{link}"' in email.html
    assert sms.body.endswith("\nReply STOP to opt out.")


def test_one_click_ends_the_mails_of_the_organization_alone(mail: Mail) -> None:
    first = mail.invite(sms=True)
    mail.unsubscribe()

    mail.ask(TaskName.SEND_REMINDER, first)
    mail.invite()
    second_candidate = add_candidate(mail.service, email="Ada@Example.com", smsOptIn=False)
    mail.invite(candidateId=second_candidate)

    assert mail.sent == (1, 2)
    other = make_tenant(mail.records.table)
    replace(mail, service=Service(InProcess(mail.adapters), other.key), tenant=other).invite()
    assert mail.sent == (2, 2)


SPELLINGS = (
    "ada@müller.example",
    "ada@mu\u0308ller.example",
    "Ada@MÜLLER.example",
    "ada@xn--mller-kva.example",
)


@pytest.mark.parametrize("later", SPELLINGS)
@pytest.mark.parametrize("first", SPELLINGS)
def test_an_opt_out_holds_for_every_spelling_of_the_address(mail: Mail, first: str, later: str) -> None:
    record = mail.invite(candidateId=candidate_at(mail, first))
    mail.unsubscribe()
    spell(mail, record["candidateId"], later)

    mail.ask(TaskName.SEND_REMINDER, record)

    assert mail.sent == (1, 0)
    assert mail.shown(record["candidateId"])["optedOut"] == ["email"]


def candidate_at(mail: Mail, email: str) -> str:
    """Creates a candidate with this spelling of the address."""
    candidate_id = add_candidate(mail.service, smsOptIn=False)
    spell(mail, candidate_id, email)
    return candidate_id


def spell(mail: Mail, candidate_id: str, email: str) -> None:
    """Change the spelling of a candidate's address."""
    mail.records.change(
        CANDIDATE,
        mail.tenant.team_id,
        candidate_id,
        lambda stored, _unit: stored.record.changed(email=email),
    )


def test_what_is_held_back_is_shown_and_is_no_failure(mail: Mail, caplog: pytest.LogCaptureFixture) -> None:
    first = mail.invite()
    mail.unsubscribe()
    caplog.clear()
    mail.clock.advance(seconds=60)
    second = mail.invite(candidateId=first["candidateId"])

    shown = mail.shown(first["candidateId"])
    held_back, sent = shown["messages"]
    assert shown["optedOut"] == ["email"]
    assert (sent["status"], sent["candidateInterviewId"]) == ("sent", first["id"])
    assert sent["body"] == mail.engines.the_email.messages[0].text
    assert held_back == {
        "channel": "email",
        "type": "INVITE",
        "status": "opted_out",
        "candidateInterviewId": second["id"],
        "candidateMeetingId": None,
        "to": "ada@example.com",
        "subject": "Your interview with Example Team 1",
        "body": None,
        "sentAt": "2026-03-02T09:31:00.000Z",
        "reason": None,
    }
    assert given_up(mail.records) == []
    assert entries_of(mail.records.table, "TASK") == []
    told = [payload for name, payload in events_of(mail.records.table) if name.endswith(".invited")]
    assert [each["candidateInterviewId"] for each in told] == [first["id"]]
    assert not [line for line in caplog.records if hasattr(line, "MessagesRefused")]


def test_a_confirmation_still_goes_by_mail_and_never_by_text(mail: Mail) -> None:
    record = mail.invite(sms=True)
    mail.unsubscribe()
    mail.text("STOP")

    mail.ask(TaskName.SEND_COMPLETION, record)

    assert mail.sent == (2, 1)
    assert "List-Unsubscribe" in mail.engines.the_email.messages[-1].headers


def test_stop_holds_until_start(mail: Mail) -> None:
    record = mail.invite(sms=True)

    mail.text("Stop")
    mail.ask(TaskName.SEND_REMINDER, record)
    assert mail.sent == (2, 1)
    assert mail.shown(record["candidateId"])["optedOut"] == ["sms"]

    mail.clock.advance(seconds=1)
    mail.text("START")
    mail.ask(TaskName.SEND_REMINDER, record)
    assert mail.sent == (3, 2)
    assert mail.shown(record["candidateId"])["optedOut"] == []


def test_a_stop_before_any_message_holds(mail: Mail) -> None:
    mail.text("STOP")

    mail.invite(sms=True)

    assert mail.sent == (1, 0)


def test_a_stop_of_another_number_or_another_word_holds_nothing_back(mail: Mail) -> None:
    mail.text("STOP", "+14155550199")
    mail.text("Which bus stop is it?")

    mail.invite(sms=True)

    assert mail.sent == (1, 1)


def test_of_words_that_arrive_twice_or_late_the_last_one_said_counts(mail: Mail) -> None:
    record = mail.invite(sms=True)
    stop = event_of(TextMessage(PHONE, "STOP"), mail.clock.now())
    mail.clock.advance(seconds=5)
    start = event_of(TextMessage(PHONE, "START"), mail.clock.now())

    for event in (start, stop, stop):
        inbound_sms.run(event, Context(), mail.adapters)
    mail.ask(TaskName.SEND_REMINDER, record)

    assert mail.sent == (2, 2)


def test_one_message_that_cannot_be_read_comes_back_alone(mail: Mail) -> None:
    good = event_of(TextMessage(PHONE, "STOP"), mail.clock.now())["Records"]
    bad = [{**good[0], "messageId": "bad", "body": '{"Message": "no JSON"}'}]

    answer = inbound_sms.run({"Records": [*bad, *good]}, Context(), mail.adapters)

    assert answer["batchItemFailures"] == [{"itemIdentifier": "bad"}]
    mail.invite(sms=True)
    assert mail.sent == (1, 0)


def test_an_opt_out_that_only_the_engine_knows_is_no_failure(mail: Mail) -> None:
    mail.engines.the_sms.failures.append(OPTED_OUT)

    record = mail.invite(sms=True)

    statuses = {each["channel"]: each["status"] for each in mail.shown(record["candidateId"])["messages"]}
    assert statuses == {"email": "sent", "sms": "opted_out"}
    assert given_up(mail.records) == []


def test_an_opt_out_while_a_message_waits_for_another_attempt_counts(mail: Mail) -> None:
    throttled = EngineFailed(retryable=True, reason="The engine answered ThrottlingException")
    record = mail.invite()
    mail.engines.the_email.failures.append(throttled)
    mail.service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    tasks = [each for each in entries_of(mail.records.table, "TASK") if each["name"] == "send_invite"]
    failed = handler.run(queue_event(tasks), Context(), mail.adapters)["batchItemFailures"]
    assert len(failed) == 1

    mail.unsubscribe()
    mail.clock.advance(hours=2)
    mail.deliver()

    assert mail.sent == (1, 0)


def test_no_number_and_no_text_is_logged(mail: Mail, caplog: pytest.LogCaptureFixture) -> None:
    mail.text("Stop now, Lovelace")

    logged = "".join(f"{entry.__dict__}" for entry in caplog.records)
    assert "TextMessagesReceived" in logged
    assert PHONE not in logged
    assert "Lovelace" not in logged


def test_an_opt_out_outlives_the_erasure_and_names_nobody(mail: Mail) -> None:
    record = mail.invite(sms=True)
    mail.unsubscribe()
    mail.text("STOP")

    mail.service.post(f"/candidates/{record['candidateId']}/erase")
    assert run_jobs(mail.adapters) == []
    assert mail.sent == (0, 0)  # forgotten

    mail.invite(sms=True)
    assert mail.sent == (0, 0)
    found = items_of(mail.adapters)
    opt_outs = [item for item in found if item.get("entity") == {"S": "OPT_OUT"}]
    assert len(opt_outs) == 2
    assert not any(word in f"{opt_outs}" for word in ("ada@", PHONE, "Lovelace", record["candidateId"]))


@pytest.mark.features(JOB_WORKFLOW)
def test_a_workflows_step_is_told_of_so_that_its_link_can_be_handed_over(mail: Mail, tenant: Tenant) -> None:
    mail.invite()
    mail.unsubscribe()
    job_id = add_governed_job(mail.service, tenant, step("standard_interview", add_interview(mail.service)))

    enrolled = enroll(mail.service, job_id, firstName="Ada", lastName="Lovelace", email="ada@example.com")
    mail.deliver()

    assert mail.sent == (1, 0)
    [told] = [payload for name, payload in events_of(mail.records.table) if name == "workflow.step.invited"]
    assert told["inviteUrl"] == enrolled["firstInviteUrl"]
