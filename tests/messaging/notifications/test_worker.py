"""The notifications worker: which message goes out, in whose words, to whom."""

from typing import Any

import pytest

from gather.content.interviews.models import InterviewType
from gather.content.message_groups.models import MessageGroupStatus, MessageGroupType, MessageType
from gather.events.task import TaskName
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from tests.builders.content import make_interview, make_message_group
from tests.doubles.notifying import Post
from tests.support.records import add_interview


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
    assert sms.body == "Thank you, Ada!\nReply STOP to opt out."


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
