"""Messages that nobody has just asked for do not disturb the candidate's night
(interface: Message groups, rules 8 and 11)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gather.ports.failure import EngineFailed
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.wiring import Adapters
from notifications.handler import handler
from reminders.handler import handler as reminders
from tests.builders.jobs import make_titled
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run
from tests.support.records import add_candidate, post_candidate_interview

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
SENT = ("send_invite", "send_meeting_invite")
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
        """The reminder, until it is done."""
        return [each for each in entries_of(self.records.table, "TASK") if each["name"] == "send_reminder"]

    def deliver(self) -> list[Any]:
        """Hand the reminder to the worker and return the failures."""
        return handler.run(queue_event(self.waiting), Context(), self.adapters)["batchItemFailures"]

    def go_to(self, moment: datetime) -> None:
        self.clock.advance(seconds=(moment - self.clock.now()).total_seconds())

    @property
    def sent(self) -> int:
        """The number of sent messages besides the invite."""
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
    """A candidate whose reminder by both channels is requested two minutes before the night."""
    candidate_id = add_candidate(service, timezone="Atlantic/Reykjavik", smsOptIn=True)
    record = post_candidate_interview(service, candidateId=candidate_id, sendInvite=True, expiryDays=10)
    made = Reminded(adapters, records, tenant, clock, engines, record)
    made.go_to(EVENING)
    assert run(reminders, adapters, clock.now())["done"] == 1
    return made


def test_by_day_it_goes_out_at_once(reminded: Reminded) -> None:
    assert reminded.deliver() == []

    assert (reminded.sent, reminded.waiting) == (2, [])


def test_a_reminder_that_fails_in_the_evening_waits_for_the_morning(reminded: Reminded) -> None:
    """A message that one channel has sent is not sent again, and the other channel waits for the morning."""
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
    """The local stack runs the schedule for a later day, by night as well."""
    candidate_id = add_candidate(service, timezone="Atlantic/Reykjavik")
    post_candidate_interview(service, candidateId=candidate_id, sendInvite=True, expiryDays=10)
    clock.advance(hours=14)
    assert run(reminders, adapters, clock.now() + timedelta(days=5, hours=12))["done"] == 1
    tasks = [each for each in entries_of(records.table, "TASK") if each["name"] == "send_reminder"]

    handler.run(queue_event(tasks), Context(), adapters)

    assert len(engines.the_email.messages) == 1


NIGHT = datetime(2026, 3, 8, 4, 5, tzinfo=UTC)
DAY = timedelta(days=1)


class Inviting:
    """A workflow whose candidate lives in Iceland, and the worker that sends the invites."""

    def __init__(self, enrolling: Enrolling) -> None:
        self.enrolling = enrolling

    def go_to(self, moment: datetime) -> None:
        clock = self.enrolling.clock
        clock.advance(seconds=(moment - clock.now()).total_seconds())

    def enroll(self, *steps: dict[str, Any]) -> str:
        """Creates an enrollment by a request at the present time."""
        self.enrolling.apply(*steps)
        body = {**ADA, "timezone": "Atlantic/Reykjavik", "phone": "+14155550123", "smsOptIn": True}
        service = self.enrolling.service
        candidate_id = service.post("/candidates", body).data["id"]
        reply = service.post(
            f"/jobs/{self.enrolling.job_id}/invite-candidate", {**ADA, "candidateId": candidate_id}
        )
        assert reply.status == 201, reply.body
        enrollment: str = reply.data["enrollment"]["id"]
        return enrollment

    def deliver(self) -> int:
        """Hand the waiting messages to the worker. Returns the number of sent messages."""
        tasks = self.enrolling.tasks(*SENT)
        if tasks:
            answer = handler.run(queue_event(tasks), Context(), self.enrolling.adapters)
            assert answer["batchItemFailures"] == []
        engines = self.enrolling.engines
        return len(engines.the_email.messages) + len(engines.the_sms.messages)


@pytest.fixture
def inviting(enrolling: Enrolling) -> Inviting:
    return Inviting(enrolling)


def interview(inviting: Inviting, **more: Any) -> dict[str, Any]:
    artifact_id = inviting.enrolling.make_interview()
    return {"stepType": "standard_interview", "artifactId": artifact_id, **more}


def meeting(inviting: Inviting, **more: Any) -> dict[str, Any]:
    made = make_titled(inviting.enrolling.records, inviting.enrolling.tenant, "meeting")
    return {"stepType": "meeting", "artifactId": made, **more}


@pytest.mark.parametrize("first", [interview, meeting])
def test_an_invite_that_a_request_asks_for_goes_out_by_night(
    inviting: Inviting, first: Callable[..., dict[str, Any]]
) -> None:
    inviting.go_to(NIGHT)
    inviting.enroll(first(inviting))

    assert inviting.deliver() == 2


@pytest.mark.parametrize("first", [interview, meeting])
def test_the_invite_of_a_delayed_step_waits_for_the_morning(
    inviting: Inviting, first: Callable[..., dict[str, Any]]
) -> None:
    inviting.go_to(NIGHT - DAY)
    enrollment = inviting.enroll(first(inviting, sendDelayMinutes=24 * 60))
    inviting.enrolling.settle()
    inviting.go_to(NIGHT)
    inviting.enrolling.settle()
    assert inviting.enrolling.outcome(enrollment) == ("active", ["invited"])

    assert inviting.deliver() == 0
    [task] = inviting.enrolling.tasks(*SENT)
    assert task["dueSk"] == "2026-03-08T08:00:00.000Z"

    inviting.go_to(MORNING)
    assert inviting.deliver() == 2


@pytest.mark.parametrize("second", [interview, meeting])
def test_the_next_steps_invite_waits_for_the_morning(
    inviting: Inviting, second: Callable[..., dict[str, Any]]
) -> None:
    inviting.go_to(NIGHT - timedelta(hours=12))
    enrollment = inviting.enroll(interview(inviting), second(inviting))
    assert inviting.deliver() == 2
    inviting.go_to(NIGHT)
    inviting.enrolling.take(enrollment)
    inviting.enrolling.settle()
    assert inviting.enrolling.outcome(enrollment) == ("active", ["completed", "invited"])

    assert inviting.deliver() == 2
    confirmations = inviting.enrolling.tasks("send_completion")
    handler.run(queue_event(confirmations), Context(), inviting.enrolling.adapters)
    assert inviting.deliver() == 4

    inviting.go_to(MORNING)
    assert inviting.deliver() == 6


def test_a_steps_invite_that_is_asked_for_again_does_not_wait(inviting: Inviting) -> None:
    inviting.go_to(NIGHT - DAY)
    enrollment = inviting.enroll(meeting(inviting, sendDelayMinutes=24 * 60))
    inviting.enrolling.settle()
    inviting.go_to(NIGHT)
    inviting.enrolling.settle()
    step_id = inviting.enrolling.record(enrollment).current.id
    reply = inviting.enrolling.service.post(f"/workflow-enrollment-steps/{step_id}/resend-invite")
    assert reply.status == 200

    assert inviting.deliver() == 2


def test_an_invite_that_is_asked_for_again_does_not_wait(reminded: Reminded, service: Service) -> None:
    reminded.go_to(NIGHT)
    path = f"/candidate-interviews/{reminded.record['id']}/resend-invite"
    assert service.post(path, {}).status == 200
    tasks = [each for each in entries_of(reminded.records.table, "TASK") if each["name"] == "send_invite"]

    assert handler.run(queue_event(tasks), Context(), reminded.adapters)["batchItemFailures"] == []

    assert reminded.sent == 2


def test_what_an_outage_held_up_is_not_just_asked_for_any_more(inviting: Inviting) -> None:
    """The person who asked for it in the evening is asleep, and the candidate too."""
    inviting.go_to(EVENING)
    inviting.enroll(interview(inviting))
    inviting.enrolling.engines.the_sms.failures.append(THROTTLED)
    handler.run(queue_event(inviting.enrolling.tasks(*SENT)), Context(), inviting.enrolling.adapters)

    inviting.go_to(EVENING + timedelta(minutes=20))
    assert inviting.deliver() == 1

    inviting.go_to(MORNING)
    assert inviting.deliver() == 2


def test_who_has_no_time_zone_is_invited_at_any_time(inviting: Inviting) -> None:
    inviting.go_to(NIGHT - DAY)
    inviting.enrolling.apply(interview(inviting, sendDelayMinutes=24 * 60))
    inviting.enrolling.invite()
    inviting.enrolling.settle()
    inviting.go_to(NIGHT)
    inviting.enrolling.settle()

    assert inviting.deliver() == 1
