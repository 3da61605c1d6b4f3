"""What a candidate is told after a request (interface: Help for candidates, rules 3 and 4)."""

from typing import Any

import pytest

from gather.events.task import TaskName
from gather.ports.messages import EmailMessage
from tests.doubles.notifying import Post
from tests.support.records import add_candidate, add_interview

pytestmark = pytest.mark.in_process

REPLY = "Take until Friday.\n\nAsk for <b>Ada</b> at the gate."


def ask(post: Post, invited: dict[str, Any], kind: str) -> str:
    """The candidate asks the team for something. Returns the path of the request."""
    path = f"/screening/{invited['inviteToken']}/requests"
    reply = post.service.public().post(path, {"kind": kind, "text": "I need the evening."})
    assert reply.status == 201, reply.body
    return f"/candidate-interviews/{invited['id']}/requests/{reply.data['request']['id']}"


def invite(post: Post, language: str = "en", **candidate: Any) -> dict[str, Any]:
    """Invite a candidate, with the invite itself out of the way."""
    candidate_id = add_candidate(post.service, smsOptIn=True, **candidate)
    interview_id = add_interview(post.service, language=language)
    invited = post.invite(candidateId=candidate_id, interviewId=interview_id)
    post.deliver()
    post.engines.the_email.messages.clear()
    post.engines.the_sms.messages.clear()
    return invited


def to_the_candidate(post: Post) -> list[dict[str, Any]]:
    """The waiting messages to the candidate; the team is told of the request, too."""
    return [task for task in post.tasks() if task["name"] != "send_request_notice"]


def the_mail(post: Post) -> EmailMessage:
    [task] = to_the_candidate(post)
    assert post.deliver(task) == []
    assert post.deliver(task) == []
    assert post.sent == ["email"]
    [mail] = post.engines.the_email.messages
    return mail


def test_the_reply_is_mailed_once_with_the_link(post: Post) -> None:
    invited = invite(post)
    path = ask(post, invited, "more_time")

    assert post.service.patch(path, {"status": "done", "reply": REPLY}).status == 200

    mail = the_mail(post)
    assert mail.subject == "Example Team 1 has replied to you"
    assert "Take until Friday." in mail.text
    assert f"/i/{invited['inviteToken']}" in mail.text
    assert "Please answer by" in mail.text
    assert "Ask for &lt;b&gt;Ada&lt;/b&gt; at the gate." in mail.html


def test_a_paused_interview_reminds_nobody(post: Post) -> None:
    invited = invite(post)
    post.ask(TaskName.SEND_REMINDER, invited["id"])
    post.service.patch(f"/interviews/{invited['interviewId']}", {"status": 1})

    assert post.deliver() == []

    assert post.sent == []


def test_each_mail_leads_to_the_help_of_the_page(post: Post) -> None:
    invited = invite(post)
    post.ask(TaskName.SEND_REMINDER, invited["id"])
    post.ask(TaskName.SEND_COMPLETION, invited["id"], ["email"])

    assert post.deliver() == []

    address = f"/i/{invited['inviteToken']}#help"
    reminder, confirmation = post.engines.the_email.messages
    assert "Ask for more time or another format, ask a question, or withdraw: " in reminder.text
    assert "Ask a question, or withdraw: " in confirmation.text
    for mail in (reminder, confirmation):
        assert address in mail.text
        assert f'{address}" class="link"' in mail.html


def test_nothing_is_mailed_without_a_reply(post: Post) -> None:
    path = ask(post, invite(post), "more_time")

    post.service.patch(path, {"status": "done"})

    assert to_the_candidate(post) == []


def test_a_withdrawal_is_confirmed_in_the_interviews_language(post: Post) -> None:
    invited = invite(post, "de")

    ask(post, invited, "withdraw")

    mail = the_mail(post)
    assert mail.subject == "Sie haben Ihr Interview bei Example Team 1 abgesagt"
    assert "müssen nichts mehr tun" in mail.text
    assert "/i/" not in mail.text
    sent = post.service.get(f"/candidates/{invited['candidateId']}/messages").data["messages"][0]
    assert (sent["type"], sent["status"]) == ("WITHDRAWAL", "sent")
