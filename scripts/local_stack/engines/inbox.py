"""Messages that go nowhere: they are added to a file that the local stack shows as an inbox."""

import base64
import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gather.core.clock import Clock, timestamp
from gather.core.identifiers import new_id
from gather.ports.messages import EmailAttachment, EmailMessage, EmailQuota, SmsMessage

_ESCAPED: Final = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
"""Ends of a line to `str.splitlines` and others, which JSON leaves as they are."""


class Inbox:
    """A file of one JSON object a line: `channel`, `to`, `subject`, `body`, `html`, `sentAt`,
    `headers`, `tags`, `attachments`.

    Each message is one appending write, so that the workers' processes can share the file.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock

    def add(
        self,
        channel: str,
        to: str,
        subject: str | None,
        body: str,
        about: str | None = None,
        headers: Mapping[str, str] | None = None,
        html: str | None = None,
        tags: Mapping[str, str] | None = None,
        attachments: Sequence[EmailAttachment] = (),
    ) -> str:
        """Keep a message and return an id for it. `about` is the candidate whom it is about.

        `headers` are those that an e-mail has beside the usual ones, `html` is how a mail program shows it.
        `tags` are what an event about it names it by. `attachments` are kept in base64.
        """
        message = {
            "channel": channel,
            "to": to,
            "subject": subject,
            "body": body,
            "sentAt": timestamp(self._clock.now()),
            "about": about,
            "headers": dict(headers or {}),
            "html": html,
            "tags": dict(tags or {}),
            "attachments": [
                {
                    "name": each.name,
                    "contentType": each.content_type,
                    "content": base64.b64encode(each.content).decode(),
                }
                for each in attachments
            ],
        }
        line = (json.dumps(message, ensure_ascii=False).translate(_ESCAPED) + "\n").encode()
        with self._locked(fcntl.LOCK_SH):
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, line)
            finally:
                os.close(descriptor)
        return new_id()

    def delete_about(self, about: str) -> int:
        """Remove the messages about a candidate; how many. No message is added meanwhile."""
        with self._locked(fcntl.LOCK_EX):
            if not self._path.exists():
                return 0
            lines = [line + b"\n" for line in self._path.read_bytes().split(b"\n") if line]
            kept = [line for line in lines if not _is_about(line, about)]
            if len(kept) < len(lines):
                aside = self._path.with_suffix(".part")
                aside.touch(0o600)
                aside.write_bytes(b"".join(kept))
                aside.replace(self._path)
            return len(lines) - len(kept)

    @contextmanager
    def _locked(self, mode: int) -> Iterator[None]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, mode)
            yield


def _is_about(line: bytes, about: str) -> bool:
    try:
        message = json.loads(line)
    except ValueError:
        return False
    return bool(message.get("about") == about)


class InboxEmail:
    """E-mail into the inbox."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def send(self, message: EmailMessage) -> str:
        return self._inbox.add(
            "email",
            message.to,
            message.subject,
            message.text,
            message.about,
            message.headers,
            message.html,
            message.tags,
            message.attachments,
        )

    def quota(self) -> EmailQuota:
        return EmailQuota()


class InboxSms:
    """Text messages into the inbox."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def send(self, message: SmsMessage) -> str:
        return self._inbox.add("sms", message.to, None, message.body, message.about)

    def most_parts_a_second(self) -> int | None:
        return None
