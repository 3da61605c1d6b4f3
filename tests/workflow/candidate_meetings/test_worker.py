"""A meeting that is moved asks its candidates anew (interface: Meetings, rule 14)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from administration.content import change_meeting
from gather.core.clock import timestamp
from gather.core.record import common_fields
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import CandidateMeeting
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.meetings.models import MeetingRecord
from gather.workflow.meetings.storage import MEETING
from notifications.handler import handler as notifications
from tests.builders.content import MADE_AT, scope_of
from tests.builders.outbox import events_of, queue_event
from tests.builders.service import Reply, Service, make_tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.enrolling import Enrolling
from tests.doubles.gateway import InProcess
from tests.doubles.lambda_context import Context

pytestmark = pytest.mark.in_process

SOON = datetime(2026, 3, 12, 10, tzinfo=UTC)


@dataclass
class Moving:
    """A candidate who is asked to the one meeting of a workflow, and who moves it."""

    enrolling: Enrolling
    meeting: MeetingRecord
    enrollment: str = ""

    @property
    def token(self) -> str:
        return self.enrolling.meeting_token(self.enrollment)

    @property
    def invite(self) -> CandidateMeeting:
        found = self.enrolling.record(self.enrollment).steps[0].candidate_meeting_id or ""
        return self.enrolling.records.get(CANDIDATE_MEETING, self.enrolling.tenant.team_id, found).record

    def move(self, **members: Any) -> None:
        """Change the meeting, and let the worker do what it is asked for."""
        records, clock = self.enrolling.records, self.enrolling.clock
        clock.advance(seconds=60)
        stored = records.get(MEETING, self.meeting.team_id, self.meeting.id).record
        change_meeting(records, stored, clock.now(), **members)
        self.enrolling.settle()
        self.enrolling.deliver(*self.enrolling.tasks("ask_meeting_anew"))

    def send(self) -> list[Any]:
        """Send what waits; the e-mails about meetings that there are then."""
        tasks = self.enrolling.tasks("send_meeting_invite")
        if tasks:
            answer = notifications.run(queue_event(tasks), Context(), self.enrolling.adapters)
            assert answer["batchItemFailures"] == []
        return [each for each in self.enrolling.engines.the_email.messages if "/m/" in each.text]

    def page(self, path: str = "") -> Reply:
        return self.enrolling.service.public().get(f"/m/{self.token}{path}")

    def answer(self, path: str) -> None:
        assert self.enrolling.service.public().post(f"/m/{self.token}/{path}").status == 200
        self.enrolling.settle()


@pytest.fixture
def moving(
    adapters: Adapters, clock: HandClock, engines: ScriptedEngines, monkeypatch: pytest.MonkeyPatch
) -> Moving:
    """A candidate with the invite to a meeting of the week after next."""
    tenant = make_tenant(adapters.records.table, features=(JOB_WORKFLOW,))
    enrolling = Enrolling(
        adapters, Service(InProcess(adapters), tenant.key), tenant, clock, engines, monkeypatch
    )
    meeting = MeetingRecord(
        **common_fields(scope_of(enrolling.tenant), MADE_AT),
        title="Tea",
        starts_at=timestamp(SOON),
        minutes=45,
        place="12 Harbour Street",
    )
    unit = enrolling.records.unit_of_work()
    unit.create(MEETING, meeting)
    unit.commit()
    enrolling.apply({"stepType": "meeting", "artifactId": meeting.id})
    moved = Moving(enrolling, meeting, enrolling.invite())
    enrolling.settle()
    assert len(moved.send()) == 1
    return moved


MOVES: list[dict[str, Any]] = [
    {"starts_at": timestamp(SOON + timedelta(hours=3))},
    {"minutes": 90},
    {"place": "https://meet.example.com/tea"},
]


@pytest.mark.parametrize("change", MOVES)
def test_who_has_confirmed_is_asked_anew_and_told(moving: Moving, change: dict[str, Any]) -> None:
    moving.answer("confirm")
    assert "You have confirmed" in moving.page().body

    moving.move(**change)

    page = moving.page().body
    assert "You have confirmed" not in page
    assert f'action="/m/{moving.token}/confirm"' in page
    first, told = moving.send()
    assert told.subject == "Your meeting with Example Team 1 has changed"
    assert f"/m/{moving.token}" in told.text
    assert told.text != first.text
    moving.answer("confirm")
    assert "You have confirmed" in moving.page().body
    assert moving.enrolling.outcome(moving.enrollment) == ("completed", ["completed"])


@pytest.mark.parametrize("said", ["decline", "another-time"])
def test_what_was_answered_before_does_not_count(moving: Moving, said: str) -> None:
    moving.answer(said)

    moving.move(**MOVES[0])

    assert moving.invite.answer is None
    assert f'action="/m/{moving.token}/{said}"' in moving.page().body
    assert len(moving.send()) == 2


def test_who_has_not_answered_is_told_once(moving: Moving) -> None:
    moving.move(**MOVES[0])
    moving.enrolling.deliver(*moving.enrolling.tasks("ask_meeting_anew"))

    assert len(moving.send()) == 2
    assert moving.invite.invites == 2


@pytest.mark.parametrize("change", [{"title": "Coffee"}, {"language": "de"}, {"minutes": 45}])
def test_what_no_candidate_relies_on_asks_nobody(moving: Moving, change: dict[str, Any]) -> None:
    moving.answer("confirm")

    moving.move(**change)

    assert len(moving.send()) == 1
    assert moving.invite.confirmed_at is not None


def test_a_first_time_asks_who_has_confirmed_without_one(moving: Moving) -> None:
    moving.move(starts_at=None)
    moving.send()
    moving.answer("confirm")

    moving.move(starts_at=timestamp(SOON))

    assert moving.invite.confirmed_at is None


def test_who_was_at_a_meeting_is_not_asked_to_the_next(moving: Moving) -> None:
    moving.answer("confirm")
    moving.enrolling.clock.advance(days=11)

    moving.move(starts_at=timestamp(SOON + timedelta(days=30)))

    assert len(moving.send()) == 1
    page = moving.page().body
    assert "You have confirmed this meeting." not in page
    assert "has changed since you confirmed it" in page


def test_who_is_archived_or_rejected_is_left_alone(moving: Moving) -> None:
    moving.answer("confirm")
    candidate_id = moving.enrolling.record(moving.enrollment).candidate_id
    assert moving.enrolling.service.delete(f"/candidates/{candidate_id}").status == 200

    moving.move(**MOVES[0])

    assert len(moving.send()) == 1


def test_another_meeting_is_not_concerned(moving: Moving) -> None:
    moving.answer("confirm")
    other = MeetingRecord(**common_fields(scope_of(moving.enrolling.tenant), MADE_AT), title="Lunch")
    unit = moving.enrolling.records.unit_of_work()
    unit.create(MEETING, other)
    unit.commit()

    Moving(moving.enrolling, other).move(**MOVES[0])

    assert moving.invite.confirmed_at is not None


def test_a_step_is_not_told_of_as_invited_again(moving: Moving) -> None:
    moving.answer("confirm")
    before = events_of(moving.enrolling.records.table)
    moving.move(**MOVES[0])
    moving.send()

    assert events_of(moving.enrolling.records.table) == before


def test_the_calendar_knows_the_meeting_again(moving: Moving) -> None:
    before = calendar(moving)
    moving.answer("confirm")
    confirmed = calendar(moving)
    moving.move(**MOVES[0])
    moved = calendar(moving)

    assert before["UID"] == confirmed["UID"] == moved["UID"]
    assert [each["SEQUENCE"] for each in (before, confirmed, moved)] == ["0", "0", "1"]
    assert [each["STATUS"] for each in (before, confirmed, moved)] == ["TENTATIVE", "CONFIRMED", "TENTATIVE"]
    assert moved["DTSTART"] == "20260312T130000Z"
    assert before["LAST-MODIFIED"] < moved["LAST-MODIFIED"] == moved["DTSTAMP"]


def calendar(moving: Moving) -> dict[str, str]:
    """The properties of the calendar file."""
    reply = moving.page("/calendar.ics")
    assert reply.status == 200
    return dict(line.split(":", 1) for line in reply.body.strip().split("\r\n"))
