"""The file in which the local stack keeps messages."""

import json
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from gather.ports.messages import EmailMessage, SmsMessage
from local_stack.engines.inbox import Inbox, InboxEmail, InboxSms


class _StoppedClock:
    def now(self) -> datetime:
        return datetime(2026, 2, 3, 4, 5, 6, 789_000, tzinfo=UTC)


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_keeps_an_email_on_one_line(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "state" / "inbox.jsonl", _StoppedClock())

    InboxEmail(inbox).send(EmailMessage("ada@example.com", "Grüße", "<p>Hi</p>", "Hi\nthere", "Bean"))

    assert _lines(tmp_path / "state" / "inbox.jsonl") == [
        {
            "channel": "email",
            "to": "ada@example.com",
            "subject": "Grüße",
            "body": "Hi\nthere",
            "sentAt": "2026-02-03T04:05:06.789Z",
            "about": None,
            "headers": {},
            "html": "<p>Hi</p>",
            "tags": {},
            "attachments": [],
        }
    ]


def test_a_text_message_has_no_subject(tmp_path: Path) -> None:
    path = tmp_path / "inbox.jsonl"

    InboxSms(Inbox(path, _StoppedClock())).send(SmsMessage("+14155550123", "Hi"))

    assert _lines(path)[0]["channel"] == "sms"
    assert _lines(path)[0]["subject"] is None


def test_messages_of_several_processes_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "inbox.jsonl"

    with ProcessPoolExecutor(3) as processes:
        list(processes.map(_send_many, [path] * 3, ["a", "b", "c"]))

    bodies = [str(line["body"]) for line in _lines(path)]
    assert len(bodies) == 60
    assert all(body == body[0] * 5_000 for body in bodies)


def _send_many(path: Path, letter: str) -> None:
    sms = InboxSms(Inbox(path, _StoppedClock()))
    for _ in range(20):
        sms.send(SmsMessage("+14155550123", letter * 5_000))
