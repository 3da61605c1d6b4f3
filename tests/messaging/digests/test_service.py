"""Digests: one e-mail with all that is new (interface: Notifications, rule 4)."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from digest.handler import due_until
from digest.handler import handler as digest
from gather.core.clock import from_timestamp, timestamp
from gather.messaging.digests import service, storage
from notifications.handler import handler as notifications
from tests.builders.outbox import queue_event
from tests.doubles.counting import Counted
from tests.doubles.enrolling import Enrolling
from tests.doubles.lambda_context import Context
from tests.doubles.schedules import run

pytestmark = pytest.mark.in_process


@pytest.fixture
def daily(enrolling: Enrolling) -> Enrolling:
    """A team whose user wants one e-mail a day."""
    prefer(enrolling, notifications="daily")
    return enrolling


def prefer(enrolling: Enrolling, **members: Any) -> None:
    """Change how the tenant's user hears of candidates."""
    assert enrolling.service.patch(f"/users/{enrolling.tenant.user_id}", members).status == 200


def told(enrolling: Enrolling) -> list[Any]:
    """Send all messages. Returns those to people of the team."""
    enrolling.engines.the_email.messages.clear()
    enrolling.send_messages()
    return [mail for mail in enrolling.engines.the_email.messages if mail.to == "grace@example.com"]


def completed(enrolling: Enrolling, name: str) -> str:
    """A candidate's results are there, of an interview that notifies the user."""
    interview_id = enrolling.make_interview(notificationSubscribers=[enrolling.tenant.user_id])
    candidate_interview_id = enrolling.complete_alone(name, interviewId=interview_id)
    enrolling.evaluate(candidate_interview_id)
    assert told(enrolling) == []
    return candidate_interview_id


def test_a_digest_has_what_is_new_what_waits_and_what_expires(daily: Enrolling) -> None:
    expiring = daily.invite_alone("Ida", expiryDays=2)
    first, second = completed(daily, "Cleo"), completed(daily, "Dan")
    assert told(daily) == []

    assert run(digest, daily.adapters, daily.clock.now()) == {"done": 1, "more": False}

    [mail] = told(daily)
    assert mail.subject == "2 things are new about your candidates"
    for text in (mail.text, mail.html):
        for interview_id in (first, second):
            results = daily.service.get(f"/candidate-interviews/{interview_id}/results").data
            assert results["shareLink"] in text
        assert "Cleo Example has completed" in text
        assert "2 decisions" in text
        assert "Ida Example, Nights" in text
    assert expiring["expiry"][:4] in mail.text


def test_without_anything_new_there_is_no_digest(daily: Enrolling) -> None:
    completed(daily, "Cleo")
    run(digest, daily.adapters, daily.clock.now())
    assert len(told(daily)) == 1
    daily.clock.advance(days=1)

    assert run(digest, daily.adapters, daily.clock.now()) == {"done": 0, "more": False}

    assert told(daily) == []


def test_news_that_come_after_a_digest_stand_in_the_next_one(daily: Enrolling) -> None:
    completed(daily, "Cleo")
    run(digest, daily.adapters, daily.clock.now())
    told(daily)
    daily.clock.advance(days=1)
    completed(daily, "Dan")
    told(daily)

    run(digest, daily.adapters, daily.clock.now())

    [mail] = told(daily)
    assert "Dan Example" in mail.text
    assert "Cleo Example has completed" not in mail.text


def test_who_wants_none_by_then_gets_no_digest(daily: Enrolling) -> None:
    completed(daily, "Cleo")
    told(daily)
    prefer(daily, notifications="none")

    run(digest, daily.adapters, daily.clock.now())

    assert told(daily) == []
    assert storage.list_entries(daily.records.table, daily.tenant.organization_id, daily.tenant.user_id) == []


def test_an_erased_candidate_is_not_in_a_digest(daily: Enrolling) -> None:
    interview_id = completed(daily, "Cleo")
    told(daily)
    candidate_id = daily.service.get(f"/candidate-interviews/{interview_id}").data["candidateId"]
    assert daily.service.post(f"/candidates/{candidate_id}/erase").status == 202

    run(digest, daily.adapters, daily.clock.now())

    assert told(daily) == []


def test_a_digest_waits_for_the_morning_of_its_user(daily: Enrolling) -> None:
    """It is half past nine in the morning in London, and half past one in the night in Los Angeles."""
    prefer(daily, timezone="America/Los_Angeles")
    completed(daily, "Cleo")
    told(daily)
    run(digest, daily.adapters, daily.clock.now())
    assert told(daily) == []

    daily.clock.advance(hours=6, minutes=31)

    assert len(told(daily)) == 1


def test_two_runs_at_once_and_a_message_that_comes_twice_send_one_digest(daily: Enrolling) -> None:
    completed(daily, "Cleo")
    told(daily)
    run(digest, daily.adapters, daily.clock.now())
    assert run(digest, daily.adapters, daily.clock.now()) == {"done": 0, "more": False}
    daily.engines.the_email.messages.clear()
    tasks = daily.tasks("send_digest")

    for _ in range(2):
        answer = notifications.run(queue_event(tasks), Context(), daily.adapters)
        assert answer["batchItemFailures"] == []

    assert len(daily.engines.the_email.messages) == 1


def test_a_digest_whose_end_was_lost_removes_only_what_it_told(
    daily: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    completed(daily, "Cleo")
    run(digest, daily.adapters, daily.clock.now())
    with monkeypatch.context() as patch:
        patch.setattr(storage, "delete_entry", _die)
        tasks = daily.tasks("send_digest")
        answer = notifications.run(queue_event(tasks), Context(), daily.adapters)
        assert len(answer["batchItemFailures"]) == 1
    completed(daily, "Dan")
    daily.let_claims_end()

    assert [mail.subject for mail in told(daily)] == []

    run(digest, daily.adapters, daily.clock.now())
    [mail] = told(daily)
    assert "Dan Example has completed" in mail.text
    assert "Cleo Example has completed" not in mail.text


def _die(*_: object) -> None:
    raise ConnectionError


def test_what_one_digest_has_no_room_for_stands_in_the_next(
    daily: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_NEWS", 1)
    for name in ("Cleo", "Dan"):
        completed(daily, name)

    for _ in range(2):
        assert run(digest, daily.adapters, daily.clock.now()) == {"done": 1, "more": False}
        [mail] = told(daily)
        assert mail.subject == "1 thing is new about your candidates"


@pytest.mark.parametrize(
    ("moment", "daily_until"),
    [
        ("2026-03-02T05:45:00Z", "2026-03-01T06:00:00.000Z"),
        ("2026-03-02T06:00:00Z", "2026-03-02T06:00:00.000Z"),
        ("2026-03-02T23:45:00Z", "2026-03-02T06:00:00.000Z"),
    ],
)
def test_the_schedule_asks_for_digests_once_a_day(moment: str, daily_until: str) -> None:
    assert timestamp(due_until({"time": moment, "daily": True})) == daily_until
    assert due_until({"time": moment}) == from_timestamp(moment)


@pytest.mark.produces("ScheduleRuns", schedule="digest")
@pytest.mark.produces("SecondsBehind", schedule="digest")
def test_digests_count_their_runs_and_how_late_they_were(daily: Enrolling, counted: Counted) -> None:
    completed(daily, "Cleo")
    told(daily)
    late: datetime = daily.clock.now() + timedelta(hours=2)

    run(digest, daily.adapters, late)

    assert counted.of("SecondsBehind", schedule="digest") == [7_200]
    assert counted.of("ScheduleRuns", schedule="digest") == [1]
