"""Messages of a sandbox: nobody gets them, and its inbox has them (interface: Sandbox, rules 5, 6 and 10)."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gather.table.outbox import LONGEST_RETRY
from gather.table.store import Table
from gather.wiring import Adapters
from notifications.handler import handler
from reminders.handler import handler as reminders
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.sandboxes import in_sandbox
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import once_before
from tests.support.records import add_candidate, post_candidate_interview
from tests.template.deployment import REPOSITORY

ENGINE_CALL = re.compile(r"engines\.(email|sms)\(\)")


@dataclass
class Trial:
    """A sandbox, the worker that sends its messages, and the engines, which must not be used."""

    adapters: Adapters
    service: Service
    table: Table
    clock: HandClock

    def invite(self, **fields: Any) -> dict[str, Any]:
        candidate_id = add_candidate(self.service, smsOptIn=True)
        return post_candidate_interview(self.service, candidateId=candidate_id, sendInvite=True, **fields)

    def deliver(self) -> list[str]:
        """Let the worker do what it has; the failures."""
        tasks = [task for task in entries_of(self.table, "TASK") if task["name"].startswith("send_")]
        if not tasks:
            return []
        answer = handler.run(queue_event(tasks), Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def inbox(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.service.get("/sandbox/inbox").data["messages"]
        return messages

    def advance(self, record: dict[str, Any], days: float) -> dict[str, Any]:
        path = f"/sandbox/candidate-interviews/{record['id']}/advance"
        advanced: dict[str, Any] = self.service.post(path, {"days": days}).data
        return advanced


@pytest.fixture
def trial(
    adapters: Adapters,
    service: Service,
    table: Table,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Trial:
    return Trial(adapters, in_sandbox(service, table, tenant), table, clock)


@pytest.fixture(autouse=True)
def _nobody_gets_a_message(engines: ScriptedEngines) -> Any:
    yield
    assert (engines.email().messages, engines.sms().messages) == ([], [])


def test_an_invite_goes_to_the_inbox_by_each_channel(trial: Trial) -> None:
    record = trial.invite()
    assert trial.deliver() == []

    by_channel = {each["channel"]: each for each in trial.inbox()}
    email, sms = by_channel["email"], by_channel["sms"]
    assert email["to"] == "ada@example.com"
    assert email["subject"]
    assert record["inviteToken"] in email["body"]
    assert record["inviteToken"] in email["html"]
    assert (sms["to"], sms["subject"], sms["html"]) == ("+14155550123", None, None)
    assert record["inviteToken"] in sms["body"]
    assert "candidate_interview.invited" in [name for name, _ in events_of(trial.table)]


def test_no_message_is_kept_about_who_is_erased_while_it_is_sent(trial: Trial) -> None:
    record = trial.invite(deliveryTypes=["email"])
    erase = f"/candidates/{record['candidateId']}/erase"
    once_before(trial.adapters, "TransactWriteItems", lambda: trial.service.post(erase))

    assert trial.deliver() == []

    assert trial.inbox() == []


def test_a_message_that_is_kept_again_is_there_once(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    trial.invite(deliveryTypes=["email"])
    with monkeypatch.context() as faults:
        faults.setattr("gather.table.outbox.mark", _fails)
        assert len(trial.deliver()) == 1
    trial.clock.advance(seconds=LONGEST_RETRY.total_seconds())

    assert trial.deliver() == []
    assert len(trial.inbox()) == 1


def _fails(*_: object) -> None:
    raise ValueError("the mark is not stored")


def test_the_organization_s_messages_are_no_matter_of_the_sandbox(
    trial: Trial, service: Service, engines: ScriptedEngines
) -> None:
    post_candidate_interview(service, sendInvite=True, deliveryTypes=["email"])
    assert trial.deliver() == []

    assert trial.inbox() == []
    assert len(engines.email().messages) == 1
    engines.email().messages.clear()


def test_a_reminder_comes_at_once_when_its_time_has_passed(trial: Trial) -> None:
    record = trial.invite(deliveryTypes=["email"])
    trial.deliver()
    trial.advance(record, 6.9)
    trial.deliver()
    assert len(trial.inbox()) == 1

    assert trial.advance(record, 0.2)["status"] == "invite_sent"
    trial.deliver()
    assert len(trial.inbox()) == 2
    reminders.run({"time": "2100-01-01T00:00:00Z"}, Context(), trial.adapters)
    trial.deliver()
    assert len(trial.inbox()) == 2


def test_a_reminder_that_was_moved_comes_by_the_schedule(trial: Trial) -> None:
    record = trial.invite(deliveryTypes=["email"])
    trial.deliver()
    trial.advance(record, 6.5)
    trial.clock.advance(days=0.6)
    reminders.run({"time": trial.clock.now().isoformat()}, Context(), trial.adapters)
    trial.deliver()

    assert len(trial.inbox()) == 2


def test_an_advance_past_reminder_and_expiry_has_both(trial: Trial) -> None:
    record = trial.invite(deliveryTypes=["email"])
    trial.deliver()
    assert trial.advance(record, 15)["status"] == "expired"
    trial.deliver()

    assert len(trial.inbox()) == 2
    assert [name for name, _ in events_of(trial.table)].count("candidate_interview.expired") == 1


def test_who_has_completed_meanwhile_is_not_reminded(trial: Trial) -> None:
    record = trial.invite(deliveryTypes=["email"])
    trial.deliver()
    trial.service.patch(f"/candidate-interviews/{record['id']}/status", {"status": "new_response"})
    trial.advance(record, 15)
    trial.deliver()

    assert len(trial.inbox()) == 1


def test_nothing_but_the_choice_of_messengers_reaches_the_engines_of_messages() -> None:
    sources = [*Path(REPOSITORY, "functions").rglob("*.py"), *Path(REPOSITORY, "layers").rglob("*.py")]

    found = [path.name for path in sources if ENGINE_CALL.search(path.read_text(encoding="utf-8"))]
    assert found == ["messengers.py"]
