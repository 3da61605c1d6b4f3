"""The notifications worker: each message goes out, to the right person, and is not sent again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from gather.content.interview import InterviewType
from gather.content.message_group import MessageGroupStatus, MessageGroupType, MessageType
from gather.core.clock import from_timestamp
from gather.engines.failure import EngineFailed
from gather.events.task import TaskName
from gather.screening.candidate_interview_operations import task_of
from gather.screening.candidate_interview_status import CandidateInterviewStatus
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.outbox import LONGEST_RETRY
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workers.task_runner import HELD_UP_AT
from notifications.handler import handler
from tests.builders.content import make_interview, make_message_group
from tests.builders.failures import given_up, retry_all
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.people import add_candidate, add_candidate_interview, add_interview
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import fail, throttled

THROTTLED = EngineFailed(retryable=True, reason="The engine answered ThrottlingException")
DENIED = EngineFailed(retryable=True, for_operator=True, reason="The engine answered SendingPausedException")
REFUSED = EngineFailed(retryable=False, reason="The engine answered MessageRejected")


MOST_ATTEMPTS = handler.policy.most_attempts


class Died(BaseException):
    """The end of the worker's process."""


@dataclass
class Post:
    """Candidate interviews with messages to send, and the worker that sends them."""

    adapters: Adapters
    service: Service
    records: Records
    tenant: Tenant
    clock: HandClock
    engines: ScriptedEngines

    def invite(self, *, sms: bool = False, **fields: Any) -> dict[str, Any]:
        """A candidate interview whose invite waits to be sent."""
        fields.setdefault("candidateId", add_candidate(self.service, smsOptIn=sms))
        return add_candidate_interview(self.service, sendInvite=True, **fields)

    def ask(self, name: TaskName, record_id: str, channels: list[str] | None = None) -> None:
        """Leave a task for the worker, as other functions do."""
        record = self.records.get(CANDIDATE_INTERVIEW, self.tenant.team_id, record_id).record
        unit = self.records.unit_of_work()
        unit.send(task_of(name, record, self.clock.now(), deliveryTypes=channels))
        unit.commit()

    def change(self, record_id: str, **fields: Any) -> None:
        self.records.change(
            CANDIDATE_INTERVIEW,
            self.tenant.team_id,
            record_id,
            lambda stored, _unit: stored.record.changed(**fields),
        )

    def tasks(self) -> list[dict[str, Any]]:
        """What is not done yet, of what this worker does."""
        return [task for task in entries_of(self.records.table, "TASK") if task["name"].startswith("send_")]

    def deliver(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Hand the messages of tasks to the worker; answers the tasks whose messages come back."""
        answer = handler.run(queue_event(tasks or self.tasks()), Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def lose_claims(self) -> None:
        """Let the time pass after which nobody is believed to be working."""
        self.clock.advance(seconds=handler.policy.lease.total_seconds() + 1)

    def wait(self) -> None:
        """Let the longest pause between two attempts pass."""
        self.clock.advance(seconds=LONGEST_RETRY.total_seconds())

    @property
    def sent(self) -> list[str]:
        """The channels of everything that was sent."""
        return ["email"] * len(self.engines.the_email.messages) + ["sms"] * len(self.engines.the_sms.messages)

    def invited(self) -> list[dict[str, Any]]:
        """The payloads of `candidate_interview.invited`."""
        return [
            payload
            for name, payload in events_of(self.records.table)
            if name == "candidate_interview.invited"
        ]


@pytest.fixture
def post(
    adapters: Adapters,
    service: Service,
    records: Records,
    tenant: Tenant,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Post:
    return Post(adapters, service, records, tenant, clock, engines)


def test_an_invite_goes_out_with_its_link_and_is_told(post: Post) -> None:
    record = post.invite(sms=True)
    post.clock.advance(seconds=3)

    assert post.deliver() == []

    (email,) = post.engines.the_email.messages
    (sms,) = post.engines.the_sms.messages
    link = f"https://gather.example.com/i/{record['inviteToken']}"
    assert (email.to, email.from_name) == ("ada@example.com", "Example Team 1")
    assert link in email.text
    assert link in email.html
    assert "Ada" in email.text
    assert "3366ff" in email.html
    assert sms.to == "+14155550123"
    assert link in sms.body
    assert post.tasks() == []
    assert post.invited() == [
        {
            "candidateInterviewId": record["id"],
            "candidateId": record["candidateId"],
            "interviewId": record["interviewId"],
            "status": "invite_sent",
            "invitedAt": "2026-03-02T09:30:03.000Z",
        }
    ]


def test_an_invite_to_answer_in_the_browser_alone_says_so(post: Post) -> None:
    told = "You answer in your browser. Nobody calls you, and you need no app."
    either = post.invite()
    post.deliver()
    interview = f"/interviews/{either['interviewId']}"
    assert post.service.patch(interview, {"webOnly": True}).status == 200
    post.invite(interviewId=either["interviewId"])

    post.deliver()

    anywhere, browser = post.engines.the_email.messages
    assert told not in anywhere.text + anywhere.html
    assert told in browser.text
    assert told in browser.html


@pytest.mark.parametrize(
    ("task", "message_type"),
    [
        (TaskName.SEND_REMINDER, MessageType.CANDIDATE_REMINDER),
        (TaskName.SEND_COMPLETION, MessageType.COMPLETION_CONFIRMATION),
    ],
)
def test_reminders_and_completion_messages_are_those_of_the_group(
    post: Post, task: TaskName, message_type: MessageType
) -> None:
    group = make_message_group(
        post.records,
        post.tenant,
        {"type": MessageType.INVITE, "email_subject": "Invite", "email_enabled": True},
        {"type": message_type, "email_subject": "For {{candidateFirstName}}", "email_enabled": True},
    )
    record = post.invite(sms=True, interviewId=add_interview(post.service, messageGroupId=group.id))
    post.deliver()
    assert post.engines.the_email.messages[0].subject == "Invite"

    post.ask(task, record["id"])
    assert post.deliver() == []

    assert post.engines.the_email.messages[1].subject == "For Ada"
    assert post.sent == ["email", "email"]
    assert len(post.invited()) == 1


def test_the_interviews_group_comes_first_then_the_teams_default_then_the_built_in(post: Post) -> None:
    def subject() -> str:
        post.invite(interviewId=interview_id)
        post.deliver()
        return post.engines.the_email.messages[-1].subject

    def group(title: str, **fields: Any) -> str:
        message = {"type": MessageType.INVITE, "email_subject": title, "email_enabled": True}
        return make_message_group(post.records, post.tenant, message, **fields).id

    interview_id = add_interview(post.service)
    assert subject() == "Your interview with Example Team 1"
    group("Default", default=True)
    assert subject() == "Default"
    path = f"/interviews/{interview_id}"
    post.service.patch(path, {"messageGroupId": group("Draft", status=MessageGroupStatus.DRAFT)})
    assert subject() == "Default"
    post.service.patch(path, {"messageGroupId": group("Own")})
    assert subject() == "Own"


def test_each_type_of_interview_has_the_default_of_its_own_type(post: Post) -> None:
    for group_type in MessageGroupType:
        message = {"type": MessageType.INVITE, "email_subject": group_type.value, "email_enabled": True}
        make_message_group(post.records, post.tenant, message, type=group_type, default=True)
    interviews = {
        interview_type: make_interview(post.records, post.tenant, interview_type=interview_type)
        for interview_type in InterviewType
    }

    subjects = {}
    for interview_type, interview in interviews.items():
        post.invite(interviewId=interview.id)
        post.deliver()
        subjects[interview_type] = post.engines.the_email.messages[-1].subject

    assert subjects == {
        InterviewType.STANDARD: "standard",
        InterviewType.AI_INTERVIEWER: "standard",
        InterviewType.QUESTIONNAIRE: "questionnaire",
    }


def test_a_group_of_the_interface_writes_to_the_candidates_of_new_interviews(post: Post) -> None:
    """Names and link are filled in; what it leaves out is the built-in text, and changes count at once."""
    group = post.service.post(
        "/message-groups",
        {
            "title": "Friendly",
            "type": "standard",
            "status": "PUBLISHED",
            "teamId": post.tenant.team_id,
            "default": True,
            "messages": [
                {"type": "INVITE", "emailBody": "{{candidateFirstName}}, {{interviewTitle}}: {{link}}"},
                {"type": "COMPLETION_CONFIRMATION", "smsBody": "Thank you, {{candidateFirstName}}!"},
            ],
        },
    ).data["messageGroup"]
    interview_id = add_interview(post.service, displayName="Night shift")

    record = post.invite(sms=True, interviewId=interview_id)
    post.deliver()
    invite_id = group["messages"][0]["id"]
    post.service.patch(
        f"/message-groups/{group['id']}",
        {"messages": [{"id": invite_id, "emailBody": "Again: {{link}}"}, group["messages"][1]]},
    )
    post.service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    post.deliver()
    post.ask(TaskName.SEND_COMPLETION, record["id"])
    post.deliver()

    first, again = post.engines.the_email.messages
    link = f"https://gather.example.com/i/{record['inviteToken']}"
    assert first.subject == "Your interview with Example Team 1"
    assert f"Ada, Night shift: {link}" in first.text
    assert f"Again: {link}" in again.text
    [sms] = post.engines.the_sms.messages
    assert sms.body == "Thank you, Ada! Reply STOP to opt out."


@pytest.mark.parametrize(
    ("email_enabled", "sms_enabled", "sent"),
    [(True, False, ["email"]), (False, True, ["sms"]), (False, False, ["email", "sms"])],
)
def test_a_channel_that_the_group_switches_off_is_not_used_unless_no_invite_would_go(
    post: Post, email_enabled: bool, sms_enabled: bool, sent: list[str]
) -> None:
    make_message_group(
        post.records,
        post.tenant,
        {"type": MessageType.INVITE, "email_enabled": email_enabled, "sms_enabled": sms_enabled},
        {"type": MessageType.CANDIDATE_REMINDER},
        default=True,
    )
    record = post.invite(sms=True)
    post.deliver()

    post.ask(TaskName.SEND_REMINDER, record["id"])
    post.deliver()

    assert post.sent == sent
    assert post.tasks() == []


def test_an_opt_in_that_was_withdrawn_counts(post: Post) -> None:
    record = post.invite(sms=True)
    candidate = post.service.get(f"/candidates/{record['candidateId']}").data
    post.service.patch(f"/candidates/{candidate['id']}", {"smsOptIn": False})

    post.deliver()

    assert post.sent == ["email"]


def test_a_message_delivered_twice_sends_once(post: Post) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()

    assert post.deliver(task, task) == []
    assert post.deliver(task) == []

    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_what_another_worker_is_sending_is_left_alone(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    outbox_of_another = post.engines.the_email.send

    def send_while_the_copy_arrives(message: Any) -> str:
        assert post.deliver(task) == []
        return outbox_of_another(message)

    post.engines.the_email.send = send_while_the_copy_arrives  # type: ignore[method-assign]  # a race

    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_after_a_throttled_sms_the_retry_leaves_the_email_alone(post: Post) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()
    post.engines.the_sms.failures.append(THROTTLED)

    assert post.deliver(task) == [task["id"]]
    assert post.sent == ["email"]
    assert post.invited() == []

    post.wait()
    assert post.deliver(task) == []
    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_an_engine_that_is_out_for_hours_loses_no_invite(post: Post) -> None:
    """The queue brings the message back every six minutes, recovery when the pause is over."""
    post.invite(expiryDays=7)
    (task,) = post.tasks()
    post.engines.the_email.failures += [THROTTLED] * MOST_ATTEMPTS
    for _ in range(12 * 10):
        post.clock.advance(minutes=6)
        post.deliver(task)
    post.engines.the_email.failures.clear()
    post.wait()

    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_a_message_that_comes_back_within_the_pause_is_no_attempt(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    post.engines.the_email.failures.append(THROTTLED)
    post.deliver(task)
    (paused,) = post.tasks()

    assert post.deliver(task) == []

    assert post.tasks() == [paused]
    assert post.sent == []


@pytest.mark.produces("MessagesHeldUp")
@pytest.mark.produces("MessagesGivenUp")
def test_a_message_that_no_attempt_can_send_is_given_up_and_counted(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.invite(expiryDays=30)
    (task,) = post.tasks()
    post.engines.the_email.failures += [THROTTLED] * (MOST_ATTEMPTS + 1)
    outcomes, counted = [], []
    for _ in range(MOST_ATTEMPTS):
        caplog.clear()
        outcomes.append(post.deliver(task))
        names = {name for entry in caplog.records for name in vars(entry)}
        counted.append(names & {"MessagesHeldUp", "MessagesGivenUp"})
        post.wait()

    assert outcomes == [[task["id"]]] * (MOST_ATTEMPTS - 1) + [[]]
    assert [number for number, names in enumerate(counted, start=1) if names] == [HELD_UP_AT, MOST_ATTEMPTS]
    assert (counted[HELD_UP_AT - 1], counted[-1]) == ({"MessagesHeldUp"}, {"MessagesGivenUp"})
    assert (post.sent, post.tasks(), post.invited()) == ([], [], [])


def test_retries_come_later_each_time_but_within_the_hour(post: Post) -> None:
    post.invite(expiryDays=7)
    pauses = []
    post.engines.the_email.failures += [THROTTLED] * 12
    for _ in range(12):
        post.deliver()
        (task,) = post.tasks()
        pauses.append(from_timestamp(task["dueSk"]) - post.clock.now())
        post.wait()

    assert timedelta(seconds=30) <= pauses[0] <= timedelta(minutes=1)
    assert timedelta(minutes=2) <= pauses[2] <= timedelta(minutes=4)
    assert LONGEST_RETRY / 2 <= pauses[-1] <= LONGEST_RETRY


def test_a_channel_that_refuses_does_not_stop_the_other(post: Post) -> None:
    post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)

    assert post.deliver() == []

    assert post.sent == ["sms"]
    assert post.tasks() == []
    assert len(post.invited()) == 1


@pytest.mark.produces("MessagesRefused")
def test_a_refused_message_is_set_aside_and_a_retry_sends_it_alone(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    record = post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)
    post.deliver()
    [failure] = given_up(post.records)
    assert len(post.invited()) == 1

    assert retry_all(post.records, post.clock.now()) == [True]
    assert post.deliver() == []

    assert failure.subject == {"candidateInterviewId": record["id"]}
    assert failure.reason == "refused by email"
    assert (post.sent, len(post.engines.the_sms.messages)) == (["email", "sms"], 1)
    assert (given_up(post.records), post.tasks()) == ([], [])
    assert len([line for line in caplog.records if hasattr(line, "MessagesRefused")]) == 1


@pytest.mark.parametrize("fault", [THROTTLED, DENIED])
def test_a_message_that_is_given_up_was_not_refused_and_can_be_retried(
    post: Post, fault: EngineFailed
) -> None:
    post.invite(expiryDays=30, sms=True)
    post.engines.the_email.failures += [fault] * MOST_ATTEMPTS
    (task,) = post.tasks()
    for _ in range(MOST_ATTEMPTS):
        post.deliver(task)
        post.wait()
    [failure] = given_up(post.records)
    assert (failure.marks, failure.attempts) == ({"sms": "accepted"}, MOST_ATTEMPTS)

    retry_all(post.records, post.clock.now())
    assert post.deliver() == []

    assert (post.sent, len(post.engines.the_sms.messages)) == (["email", "sms"], 1)
    assert given_up(post.records) == []


def test_nothing_is_told_when_every_engine_refuses(post: Post) -> None:
    post.invite(sms=True)
    post.engines.the_email.failures.append(REFUSED)
    post.engines.the_sms.failures.append(REFUSED)

    assert post.deliver() == []

    assert (post.sent, post.invited(), post.tasks()) == ([], [], [])


def test_a_worker_that_dies_before_it_sends_loses_nothing(post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    send = post.engines.the_email.send

    def die(_message: Any) -> str:
        raise Died

    post.engines.the_email.send = die  # type: ignore[assignment,method-assign]  # the end of the process
    with pytest.raises(Died):
        post.deliver(task)
    post.engines.the_email.send = send  # type: ignore[method-assign]  # the next process

    assert post.deliver(task) == []
    assert post.sent == []
    post.lose_claims()
    assert post.deliver(task) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1


def test_a_worker_that_dies_between_sending_and_marking_sends_that_message_twice_and_tells_once(
    post: Post,
) -> None:
    """The engines know no repeated calls: twice is the price of never losing an invite."""
    post.invite(sms=True)
    (task,) = post.tasks()
    send = post.engines.the_sms.send

    def send_and_die(message: Any) -> str:
        send(message)
        raise Died

    post.engines.the_sms.send = send_and_die  # type: ignore[method-assign]  # the end of the process
    with pytest.raises(Died):
        post.deliver(task)
    post.engines.the_sms.send = send  # type: ignore[method-assign]  # the next process
    post.lose_claims()

    assert post.deliver(task) == []

    assert post.sent == ["email", "sms", "sms"]
    assert len(post.invited()) == 1


def test_a_worker_that_dies_before_the_end_is_stored_sends_nothing_again(
    adapters: Adapters, post: Post
) -> None:
    post.invite(sms=True)
    (task,) = post.tasks()
    stop = fail(adapters, "TransactWriteItems", Died())
    with pytest.raises(Died):
        post.deliver(task)
    stop()
    post.lose_claims()

    assert post.deliver(task) == []

    assert post.sent == ["email", "sms"]
    assert len(post.invited()) == 1


def test_an_older_invite_that_arrives_late_is_not_sent(post: Post) -> None:
    record = post.invite()
    (first,) = post.tasks()
    post.service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    second = next(task for task in post.tasks() if task["id"] != first["id"])

    assert post.deliver(second, first) == []

    assert post.sent == ["email"]
    assert len(post.invited()) == 1
    assert post.tasks() == []


def test_a_resent_invite_is_told_again(post: Post) -> None:
    record = post.invite()
    post.deliver()
    post.service.post(f"/candidate-interviews/{record['id']}/resend-invite")
    post.deliver()

    assert post.sent == ["email", "email"]
    assert len(post.invited()) == 2


@pytest.mark.parametrize("status", ["new_response", "has_reviewed", "hired", "partially_completed"])
def test_an_invite_goes_out_to_a_candidate_who_was_faster(post: Post, status: str) -> None:
    record = post.invite()
    post.change(record["id"], status=CandidateInterviewStatus(status))

    assert post.deliver() == []

    assert len(post.sent) == 1


@pytest.mark.parametrize(
    ("name", "status"),
    [
        *((TaskName.SEND_INVITE, status) for status in ("archived", "expired")),
        *(
            (TaskName.SEND_REMINDER, status)
            for status in ("new_response", "has_reviewed", "hired", "archived", "expired")
        ),
    ],
)
def test_a_candidate_who_is_done_gets_no_message(post: Post, name: TaskName, status: str) -> None:
    record = post.invite()
    if name is TaskName.SEND_REMINDER:
        post.deliver()
        post.ask(name, record["id"])
    before = len(post.sent)
    post.change(record["id"], status=CandidateInterviewStatus(status))

    assert post.deliver() == []

    assert len(post.sent) == before
    assert post.tasks() == []


def test_after_the_expiry_no_reminder_goes(post: Post) -> None:
    record = post.invite(expiryDays=1)
    post.deliver()
    post.ask(TaskName.SEND_REMINDER, record["id"])
    post.clock.advance(days=1)

    post.deliver()

    assert post.sent == ["email"]


def test_an_archived_candidate_is_not_written_to(post: Post) -> None:
    record = post.invite()
    post.service.delete(f"/candidates/{record['candidateId']}")

    assert post.deliver() == []

    assert (post.sent, post.tasks(), post.invited()) == ([], [], [])


def test_one_bad_message_does_not_hold_up_the_others(post: Post) -> None:
    first, second = post.invite(), post.invite()
    tasks = post.tasks()
    post.engines.the_email.failures.append(THROTTLED)

    assert post.deliver(*tasks) == [tasks[0]["id"]]

    assert first["id"] != second["id"]
    assert post.sent == ["email"]


def test_a_throttled_table_leaves_the_message_on_the_queue(adapters: Adapters, post: Post) -> None:
    post.invite()
    (task,) = post.tasks()
    stop = fail(adapters, "UpdateItem", throttled("UpdateItem"))

    assert post.deliver(task) == [task["id"]]

    stop()
    assert post.deliver(task) == []
    assert post.sent == ["email"]


def test_no_address_reaches_a_log(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    record = post.invite(sms=True)
    post.engines.the_email.failures += [THROTTLED, REFUSED]
    post.engines.the_sms.failures += [REFUSED]
    (task,) = post.tasks()
    caplog.clear()

    post.deliver(task)
    post.wait()
    post.deliver(task)

    logged = "".join(f"{entry.__dict__}" for entry in caplog.records)
    assert task["id"] in logged
    for secret in ("ada@example.com", "+14155550123", record["inviteToken"], "Lovelace"):
        assert secret not in logged
