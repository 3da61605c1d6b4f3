"""The inbox has every message that the service sent, newest first."""

import json
from pathlib import Path

from gather.ports.messages import EmailMessage, SmsMessage
from local_stack.engines.inbox import Inbox, InboxEmail, InboxSms
from local_stack.messaging.inbox import read_inbox
from tests.doubles.clock import HandClock
from tests.local_stack.inbox_messages import inbox_message
from tests.local_stack.running_stack import RunningStack


def test_messages_come_newest_first(stack: RunningStack) -> None:
    with (stack.state / "inbox.jsonl").open("a") as inbox:
        for subject in ("first", "second"):
            inbox.write(json.dumps(inbox_message(subject=subject)) + "\n")
    answer = stack.call("GET", "/_local/inbox", headers={"Accept": "application/json"})
    assert [m["subject"] for m in answer.json["messages"]] == ["second", "first"]
    assert answer.json["messages"][0] == inbox_message(subject="second")
    page = stack.call("GET", "/_local/inbox", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.headers["Content-Type"].startswith("text/html")
    assert b"second" in page.body


SEPARATORS = "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\x1dh\x1ei\rj\r\nk"


def test_a_text_with_any_separator_of_lines_is_one_message(tmp_path: Path) -> None:
    file, clock = tmp_path / "inbox.jsonl", HandClock()
    inbox = Inbox(file, clock)
    InboxEmail(inbox).send(EmailMessage("a@example.com", SEPARATORS, SEPARATORS, SEPARATORS, "Bean"))
    InboxSms(inbox).send(SmsMessage("+14155550123", SEPARATORS))

    sms, mail = read_inbox(tmp_path)

    assert (sms["body"], mail["subject"], mail["body"], mail["html"]) == (SEPARATORS,) * 4
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_of_another_writer_may_hold_separators_as_they_are(tmp_path: Path) -> None:
    line = json.dumps(inbox_message(body=SEPARATORS), ensure_ascii=False)
    (tmp_path / "inbox.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")

    assert [each["body"] for each in read_inbox(tmp_path)] == [SEPARATORS] * 2


def test_a_message_with_separators_is_forgotten_alone(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox.jsonl", HandClock())
    for about in ("ada", "bea"):
        InboxSms(inbox).send(SmsMessage("+14155550123", SEPARATORS, about))

    assert inbox.delete_about("ada") == 1
    assert [each["body"] for each in read_inbox(tmp_path)] == [SEPARATORS]


def test_an_inbox_without_a_file_is_empty(tmp_path: Path) -> None:
    assert read_inbox(tmp_path) == []


def test_the_headers_by_which_a_mail_is_left_are_shown(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox.jsonl", HandClock())
    link = "http://127.0.0.1:3000/unsubscribe/abc"
    InboxEmail(inbox).send(EmailMessage("a@example.com", "S", "", "T", "Us", unsubscribe_link=link))

    [kept] = read_inbox(tmp_path)
    assert kept["headers"]["List-Unsubscribe"] == f"<{link}>"


def test_messages_about_a_candidate_are_forgotten(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox.jsonl", HandClock())
    InboxEmail(inbox).send(EmailMessage("a@example.com", "Hello", "", "Hello Ada", "Us", about="ada"))
    InboxSms(inbox).send(SmsMessage("+14155550123", "Hello Ada", about="ada"))
    InboxEmail(inbox).send(EmailMessage("b@example.com", "Hello", "", "Hello Bea", "Us", about="bea"))

    assert inbox.delete_about("ada") == 2
    assert inbox.delete_about("ada") == 0
    assert [each["to"] for each in read_inbox(tmp_path)] == ["b@example.com"]
    assert "Ada" not in (tmp_path / "inbox.jsonl").read_text()


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "inbox.jsonl").write_text(json.dumps(inbox_message(body="whole")) + '\n{"channel": "em')
    assert [m["body"] for m in read_inbox(tmp_path)] == ["whole"]
