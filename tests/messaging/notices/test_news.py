"""The e-mail that a candidate's results are there (interface: Notifications, rules 1 to 5)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gather.core.clock import from_timestamp
from gather.workers.task_runner import MARGIN_MILLISECONDS
from notifications.handler import handler as notifications
from tests.builders.outbox import queue_event
from tests.builders.people import make_person
from tests.doubles.enrolling import Enrolling
from tests.doubles.lambda_context import Context

pytestmark = pytest.mark.in_process

CONSOLE = "https://gather.example.com/console"


def subscribed(enrolling: Enrolling, *more: str) -> str:
    """Make an interview whose results are told to the tenant's user and to `more`."""
    return enrolling.make_interview(notificationSubscribers=[enrolling.tenant.user_id, *more])


def told(enrolling: Enrolling) -> list[Any]:
    """Send all messages. Returns those to people of the team."""
    enrolling.engines.the_email.messages.clear()
    enrolling.send_messages()
    return [mail for mail in enrolling.engines.the_email.messages if mail.to == "grace@example.com"]


def prefer(enrolling: Enrolling, **members: Any) -> Any:
    """Change how the tenant's user hears of candidates."""
    reply = enrolling.service.patch(f"/users/{enrolling.tenant.user_id}", members)
    assert reply.status == 200, reply.body
    return reply.data["user"]


def test_a_subscriber_gets_one_mail_with_the_score_and_the_link(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone(interviewId=subscribed(enrolling))
    assert told(enrolling) == []

    enrolling.evaluate(interview_id)

    [mail] = told(enrolling)
    link = enrolling.service.get(f"/candidate-interviews/{interview_id}/results").data["shareLink"]
    assert mail.subject == "Ada Example has completed Nights"
    for text in (mail.text, mail.html):
        assert "Score: 100 of 100." in text
        assert link in text
    assert told(enrolling) == []


def test_a_subscriber_with_an_account_is_led_to_the_console(enrolling: Enrolling) -> None:
    """Whoever gets the mail passed on cannot read the results."""
    enrolling.adapters.settings = replace(enrolling.adapters.settings, console_url=CONSOLE)
    person = make_person(enrolling.records, enrolling.tenant)
    interview_id = enrolling.complete_alone(interviewId=subscribed(enrolling, person.id))
    candidate_id = enrolling.service.get(f"/candidate-interviews/{interview_id}").data["candidateId"]

    enrolling.evaluate(interview_id)
    enrolling.send_messages()

    [mail] = [mail for mail in enrolling.engines.the_email.messages if mail.to == person.email]
    for text in (mail.text, mail.html):
        assert f"{CONSOLE}/candidates/{candidate_id}?interview={interview_id}" in text
        assert "/share/" not in text


def test_a_subscriber_without_an_account_is_led_to_the_shared_results(enrolling: Enrolling) -> None:
    enrolling.adapters.settings = replace(enrolling.adapters.settings, console_url=CONSOLE)

    enrolling.evaluate(enrolling.complete_alone(interviewId=subscribed(enrolling)))

    [mail] = told(enrolling)
    assert "/share/" in mail.text
    assert CONSOLE not in mail.text


def test_another_evaluation_is_not_told_of_again(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone(interviewId=subscribed(enrolling))
    enrolling.evaluate(interview_id)
    assert len(told(enrolling)) == 1
    again = f"/candidate-interviews/{interview_id}/evaluate"
    assert enrolling.service.post(again, {"mode": "always"}).status == 200

    enrolling.evaluate(interview_id, 2)

    assert told(enrolling) == []


def test_an_evaluation_that_was_given_up_is_told_of_as_such(enrolling: Enrolling) -> None:
    interview_id = enrolling.complete_alone(interviewId=subscribed(enrolling))

    enrolling.evaluate(interview_id, 1, "fail")

    [mail] = told(enrolling)
    assert "could not be evaluated" in mail.text
    assert "Score" not in mail.text


def test_an_interview_without_subscribers_tells_nobody(enrolling: Enrolling) -> None:
    enrolling.evaluate(enrolling.complete_alone(interviewId=enrolling.make_interview()))

    assert told(enrolling) == []


def test_who_wants_no_news_gets_none(enrolling: Enrolling) -> None:
    assert prefer(enrolling, notifications="none")["notifications"] == "none"

    enrolling.evaluate(enrolling.complete_alone(interviewId=subscribed(enrolling)))

    assert told(enrolling) == []


def test_the_mail_waits_for_the_morning_of_its_user(enrolling: Enrolling) -> None:
    """It is half past nine in the morning in London, and half past one in the night in Los Angeles."""
    prefer(enrolling, timezone="America/Los_Angeles")
    enrolling.evaluate(enrolling.complete_alone(interviewId=subscribed(enrolling)))

    assert told(enrolling) == []
    [task] = enrolling.tasks("send_results_notice")
    assert from_timestamp(task["claimedUntil"]) - enrolling.clock.now() == timedelta(hours=6, minutes=30)

    enrolling.clock.advance(hours=6, minutes=31)
    assert len(told(enrolling)) == 1


def test_who_has_no_turn_before_the_function_ends_is_told_by_the_next_one(
    enrolling: Enrolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = make_person(enrolling.records, enrolling.tenant)
    enrolling.evaluate(enrolling.complete_alone(interviewId=subscribed(enrolling, person.id)))
    tasks = enrolling.tasks("send_results_notice")
    told_of = enrolling.engines.the_email.messages
    told_of.clear()
    left = [60_000, MARGIN_MILLISECONDS]
    monkeypatch.setattr(Context, "get_remaining_time_in_millis", staticmethod(lambda: left.pop(0)))
    notifications.run(queue_event(tasks), Context(), enrolling.adapters)
    assert [mail.to for mail in told_of] == ["grace@example.com"]

    monkeypatch.undo()
    enrolling.clock.advance(seconds=1)
    notifications.run(queue_event(tasks), Context(), enrolling.adapters)

    assert [mail.to for mail in told_of] == ["grace@example.com", person.email]


def test_a_message_that_comes_twice_is_sent_once(enrolling: Enrolling) -> None:
    enrolling.evaluate(enrolling.complete_alone(interviewId=subscribed(enrolling)))
    tasks = enrolling.tasks("send_results_notice")

    for _ in range(2):
        answer = notifications.run(queue_event(tasks), Context(), enrolling.adapters)
        assert answer["batchItemFailures"] == []

    assert [mail.to for mail in enrolling.engines.the_email.messages] == ["grace@example.com"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("more_time", "asks for more time"),
        ("other_format", "asks for another way to be interviewed"),
        ("question", "has a question"),
        ("withdraw", "has withdrawn"),
    ],
)
def test_each_request_of_a_candidate_is_told_of_once(enrolling: Enrolling, kind: str, said: str) -> None:
    interview = enrolling.invite_alone(interviewId=subscribed(enrolling))
    body = {"kind": kind, "text": "I am <b>deaf</b>."}
    path = f"/screening/{interview['inviteToken']}/requests"
    assert enrolling.service.public().post(path, body).status == 201

    [mail] = told(enrolling)

    assert mail.subject == f"Ada Example {said}: Nights"
    assert "“I am <b>deaf</b>.”" in mail.text
    assert "<b>" not in mail.html
    assert told(enrolling) == []


@pytest.mark.parametrize("path", ["decline", "another-time"])
def test_a_meeting_is_told_to_the_subscribers_of_the_workflow_s_interviews(
    enrolling: Enrolling, path: str
) -> None:
    enrollment = enrolling.at_second_step()
    token = enrolling.meeting_token(enrollment)
    for step in enrolling.record(enrollment).steps[::2]:
        subscribers = {"notificationSubscribers": [enrolling.tenant.user_id]}
        assert enrolling.service.patch(f"/interviews/{step.artifact_id}", subscribers).status == 200
    told(enrolling)

    assert enrolling.service.public().post(f"/m/{token}/{path}").status == 200

    assert len(told(enrolling)) == 1


def test_without_subscribers_a_meeting_is_told_to_the_job_s_recruiter(enrolling: Enrolling) -> None:
    enrollment = enrolling.at_second_step()
    token = enrolling.meeting_token(enrollment)
    recruiter = {"assignedRecruiterId": enrolling.tenant.user_id}
    assert enrolling.service.patch(f"/jobs/{enrolling.job_id}", recruiter).status == 200

    assert enrolling.service.public().post(f"/m/{token}/decline").status == 200

    assert len(told(enrolling)) == 1
