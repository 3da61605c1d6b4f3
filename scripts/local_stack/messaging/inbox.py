"""Every e-mail and SMS that the service sent, for a person in a browser and for tests.

The local e-mail and SMS engines append a JSON line for each message to `inbox.jsonl` in the state folder.
"""

import json
from pathlib import Path
from typing import Any, TypedDict

FILE_NAME = "inbox.jsonl"
_FIELDS = ("channel", "to", "subject", "body", "sentAt", "html")


class InboxMessage(TypedDict):
    """`subject` and `html` are empty for an SMS; `sentAt` is ISO 8601. `headers` are an e-mail's own, such as
    `List-Unsubscribe`; an SMS has none. `attachments` are an e-mail's files, with their content in base64."""

    channel: str
    to: str
    subject: str
    body: str
    sentAt: str
    html: str
    headers: dict[str, str]
    attachments: list["InboxAttachment"]


class InboxAttachment(TypedDict):
    """A file that came with an e-mail."""

    name: str
    contentType: str
    content: str


def read_inbox(state_directory: Path) -> list[InboxMessage]:
    """The messages, newest first."""
    return [_shown(record) for record in _records(state_directory)][::-1]


def newest_email_tags(state_directory: Path, to: str) -> dict[str, str] | None:
    """The tags that the newest e-mail to an address carries; None without such an e-mail."""
    for record in reversed(_records(state_directory)):
        if record.get("channel") == "email" and str(record.get("to")).casefold() == to.casefold():
            return {name: str(value) for name, value in (record.get("tags") or {}).items()}
    return None


def _records(state_directory: Path) -> list[dict[str, Any]]:
    """The messages as they were kept, oldest first. A line that is being written just now is left for the
    next reader.

    Only a line feed ends a line: a text may hold any other separator, such as U+2028.
    """
    try:
        lines = (state_directory / FILE_NAME).read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    records = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            records.append(record)
    return records


def _shown(record: dict[str, Any]) -> InboxMessage:
    channel, to, subject, body, sent_at, mail = (str(record.get(name) or "") for name in _FIELDS)
    return {
        "channel": channel,
        "to": to,
        "subject": subject,
        "body": body,
        "sentAt": sent_at,
        "html": mail,
        "headers": {name: str(value) for name, value in (record.get("headers") or {}).items()},
        "attachments": [
            {"name": each["name"], "contentType": each["contentType"], "content": each["content"]}
            for each in record.get("attachments") or []
        ],
    }
