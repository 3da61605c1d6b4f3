"""The inbox shows every message that the service sent, and nothing of a message acts on its reader."""

import gzip
import json
from pathlib import Path

import pytest

from gather.engines.messages import EmailMessage, SmsMessage
from local_stack.engines.inbox import Inbox, InboxEmail, InboxSms
from local_stack.messaging.inbox import MOST_SHOWN, InboxMessage, inbox_page, read_inbox
from tests.doubles.clock import HandClock
from tests.local_stack.running_stack import RunningStack

HOSTILE = "<script>alert(1)</script>"


def message(body: str = "", subject: str = "", to: str = "a@example.com") -> InboxMessage:
    return {
        "channel": "email",
        "to": to,
        "subject": subject,
        "body": body,
        "sentAt": "2026-01-01T00:00:00.000Z",
        "html": "",
        "headers": {},
    }


def test_messages_come_newest_first(stack: RunningStack) -> None:
    with (stack.state / "inbox.jsonl").open("a") as inbox:
        for subject in ("first", "second"):
            inbox.write(json.dumps(message(subject=subject)) + "\n")
    answer = stack.call("GET", "/_local/inbox", headers={"Accept": "application/json"})
    assert [m["subject"] for m in answer.json["messages"]] == ["second", "first"]
    assert answer.json["messages"][0] == message(subject="second")
    page = stack.call("GET", "/_local/inbox", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.headers["Content-Type"].startswith("text/html")
    assert b"second" in page.body


def test_the_page_has_the_newest_and_says_how_many_there_are() -> None:
    page = inbox_page([message(subject=f"number {number}.") for number in range(MOST_SHOWN + 2)])

    assert f"number {MOST_SHOWN - 1}." in page
    assert f"number {MOST_SHOWN}." not in page
    assert f"the newest {MOST_SHOWN} of {MOST_SHOWN + 2} messages" in page


def test_a_page_is_compressed_for_who_accepts_it(stack: RunningStack) -> None:
    plain = stack.call("GET", "/_local/inbox")
    compressed = stack.call("GET", "/_local/inbox", headers={"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in plain.headers
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert b"<h1>Inbox</h1>" in gzip.decompress(compressed.body)


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
    line = json.dumps(message(body=SEPARATORS), ensure_ascii=False)
    (tmp_path / "inbox.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")

    assert [each["body"] for each in read_inbox(tmp_path)] == [SEPARATORS] * 2


def test_a_message_with_separators_is_forgotten_alone(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox.jsonl", HandClock())
    for about in ("ada", "bea"):
        InboxSms(inbox).send(SmsMessage("+14155550123", SEPARATORS, about))

    assert inbox.forget("ada") == 1
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

    assert inbox.forget("ada") == 2
    assert inbox.forget("ada") == 0
    assert [each["to"] for each in read_inbox(tmp_path)] == ["b@example.com"]
    assert "Ada" not in (tmp_path / "inbox.jsonl").read_text()


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "inbox.jsonl").write_text(json.dumps(message(body="whole")) + '\n{"channel": "em')
    assert [m["body"] for m in read_inbox(tmp_path)] == ["whole"]


@pytest.mark.parametrize("field", ["channel", "to", "subject", "body", "sentAt", "html"])
def test_everything_in_a_message_is_shown_as_text(field: str) -> None:
    hostile: InboxMessage = {**message(), field: HOSTILE}  # type: ignore[misc]  # each field in turn
    assert "<script" not in inbox_page([hostile])


def test_addresses_in_a_message_can_be_followed() -> None:
    page = inbox_page([message(body='Open http://127.0.0.1:3000/i/abc?x=1&y=2 "now" <b>')])
    assert '<a href="http://127.0.0.1:3000/i/abc?x=1&amp;y=2" rel="noreferrer">' in page
    assert "&lt;b&gt;" in page


def test_an_address_cannot_leave_its_attribute() -> None:
    page = inbox_page([message(body='http://example.com/"onmouseover="alert(1)')])
    assert '"onmouseover' not in page


def test_health(stack: RunningStack) -> None:
    answer = stack.call("GET", "/_local/health")
    assert (answer.status, answer.json) == (200, {"status": "ok"})
