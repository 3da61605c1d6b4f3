"""Reminders keep out of the candidate's night, whatever held them up (interface: Message groups, rule 8)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.engines.failure import EngineFailed
from gather.screening.candidate_interview_status import CandidateInterviewStatus
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.wiring import Adapters
from notifications.handler import handler
from reminders.handler import handler as reminders
from tests.builders.outbox import entries_of, queue_event
from tests.builders.people import add_candidate, add_candidate_interview
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run

THROTTLED = EngineFailed(retryable=True, reason="The engine answered ThrottlingException")
EVENING = datetime(2026, 3, 7, 20, 58, tzinfo=UTC)
MORNING = datetime(2026, 3, 8, 8, tzinfo=UTC)


@dataclass
class Reminded:
    """A candidate in Iceland, whose clocks show UTC, and the worker that sends the reminder."""

    adapters: Adapters
    records: Records
    tenant: Tenant
    clock: HandClock
    engines: ScriptedEngines
    record: dict[str, Any]

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The reminder, as long as it is not done."""
        return [each for each in entries_of(self.records.table, "TASK") if each["name"] == "send_reminder"]

    def deliver(self) -> list[Any]:
        """Hand the reminder to the worker; answers what comes back."""
        return handler.run(queue_event(self.waiting), Context(), self.adapters)["batchItemFailures"]

    def go_to(self, moment: datetime) -> None:
        self.clock.advance(seconds=(moment - self.clock.now()).total_seconds())

    @property
    def sent(self) -> int:
        """How many messages went out beside the invite."""
        return len(self.engines.the_email.messages) + len(self.engines.the_sms.messages)


@pytest.fixture
def reminded(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Reminded:
    """One whose reminder is asked for two minutes before the night; both channels are to carry it."""
    candidate_id = add_candidate(service, timezone="Atlantic/Reykjavik", smsOptIn=True)
    record = add_candidate_interview(service, candidateId=candidate_id, sendInvite=True, expiryDays=10)
    made = Reminded(adapters, records, tenant, clock, engines, record)
    made.go_to(EVENING)
    assert run(reminders, adapters, clock.now())["done"] == 1
    return made


def test_by_day_it_goes_out_at_once(reminded: Reminded) -> None:
    assert reminded.deliver() == []

    assert (reminded.sent, reminded.waiting) == (2, [])


def test_a_reminder_that_fails_in_the_evening_waits_for_the_morning(reminded: Reminded) -> None:
    """What one channel has sent is not sent again, and the other does not go in the night."""
    reminded.engines.the_sms.failures.append(THROTTLED)
    assert len(reminded.deliver()) == 1
    assert reminded.sent == 1

    reminded.clock.advance(minutes=3)
    assert reminded.deliver() == []
    assert reminded.sent == 1
    [task] = reminded.waiting
    assert (task["dueSk"], task["attempts"]) == ("2026-03-08T08:00:00.000Z", 1)

    reminded.go_to(MORNING - timedelta(seconds=1))
    reminded.deliver()
    assert reminded.sent == 1

    reminded.go_to(MORNING)
    assert reminded.deliver() == []
    assert (reminded.sent, reminded.waiting) == (2, [])


def test_one_that_a_queue_brings_in_the_night_waits_too(reminded: Reminded) -> None:
    reminded.clock.advance(hours=3)
    for _ in range(3):
        reminded.deliver()
    assert reminded.sent == 0

    reminded.go_to(MORNING)
    reminded.deliver()
    assert reminded.sent == 2


@pytest.mark.parametrize("status", ["new_response", "archived", "expired"])
def test_one_that_waited_is_not_sent_to_a_candidate_who_is_done(reminded: Reminded, status: str) -> None:
    reminded.clock.advance(hours=3)
    reminded.deliver()
    done = CandidateInterviewStatus(status)
    reminded.records.change(
        CANDIDATE_INTERVIEW,
        reminded.tenant.team_id,
        reminded.record["id"],
        lambda stored, _unit: stored.record.changed(status=done),
    )

    reminded.go_to(MORNING)
    assert reminded.deliver() == []

    assert (reminded.sent, reminded.waiting) == (0, [])


def test_one_that_waited_is_not_sent_after_the_expiry(reminded: Reminded) -> None:
    reminded.clock.advance(hours=3)
    reminded.deliver()

    reminded.clock.advance(days=10)
    assert reminded.deliver() == []

    assert (reminded.sent, reminded.waiting) == (0, [])


def test_a_schedule_that_runs_ahead_of_the_clock_means_the_time_that_it_runs_for(
    adapters: Adapters, service: Service, clock: HandClock, records: Records, engines: ScriptedEngines
) -> None:
    """The local stack runs it for a later day, by night as well."""
    candidate_id = add_candidate(service, timezone="Atlantic/Reykjavik")
    add_candidate_interview(service, candidateId=candidate_id, sendInvite=True, expiryDays=10)
    clock.advance(hours=14)
    assert run(reminders, adapters, clock.now() + timedelta(days=5, hours=12))["done"] == 1
    tasks = [each for each in entries_of(records.table, "TASK") if each["name"] == "send_reminder"]

    handler.run(queue_event(tasks), Context(), adapters)

    assert len(engines.the_email.messages) == 1
