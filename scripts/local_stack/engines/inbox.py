"""Messages that go nowhere: they are added to a file that the local stack shows as an inbox."""

import json
import os
from pathlib import Path

from gather.core.clock import Clock, timestamp
from gather.core.identifiers import new_id
from gather.engines.protocols import EmailMessage, SmsMessage


class Inbox:
    """A file of one JSON object a line: `channel`, `to`, `subject`, `body`, `sentAt`.

    Each message is one appending write, so that the workers' processes can share the file.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock

    def add(self, channel: str, to: str, subject: str | None, body: str) -> str:
        """Keep a message and return an id for it."""
        message = {
            "channel": channel,
            "to": to,
            "subject": subject,
            "body": body,
            "sentAt": timestamp(self._clock.now()),
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = (json.dumps(message, ensure_ascii=False) + "\n").encode()
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
        return new_id()


class InboxEmail:
    """E-mail into the inbox; its plain text is kept."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def send(self, message: EmailMessage) -> str:
        return self._inbox.add("email", message.to, message.subject, message.text)


class InboxSms:
    """Text messages into the inbox."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def send(self, message: SmsMessage) -> str:
        return self._inbox.add("sms", message.to, None, message.body)
