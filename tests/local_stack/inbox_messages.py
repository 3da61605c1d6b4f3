"""Messages as the inbox shows them."""

from local_stack.messaging.inbox import InboxMessage


def inbox_message(body: str = "", subject: str = "", to: str = "a@example.com") -> InboxMessage:
    return {
        "channel": "email",
        "to": to,
        "subject": subject,
        "body": body,
        "sentAt": "2026-01-01T00:00:00.000Z",
        "html": "",
        "attachments": [],
        "headers": {},
    }
