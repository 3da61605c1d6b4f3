"""Bounces and complaints, as the topic of SES would publish them, for e-mails in the local inbox."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from local_stack.functions.pool import FunctionPool
from local_stack.functions.scheduler import timestamp
from local_stack.messaging.inbox import newest_email_tags
from local_stack.messaging.topics import event_from, posted, publish

PACKAGE = "email_events"
KINDS = ("bounce", "temporary_bounce", "complaint")


class NoSuchEmail(Exception):
    """Nobody has sent an e-mail to the address."""


@dataclass(frozen=True)
class Fate:
    """What becomes of the newest e-mail to an address."""

    to: str
    kind: str

    @classmethod
    def of(cls, raw: bytes) -> "Fate":
        """What a body `{"to", "kind"}` says. Raises ValueError, which says what is wrong with it."""
        document = posted(raw)
        to, kind = document.get("to"), document.get("kind", "bounce")
        if not isinstance(to, str) or "@" not in to:
            raise ValueError("to is no e-mail address")
        if kind not in KINDS:
            raise ValueError(f"kind is none of {', '.join(KINDS)}")
        return cls(to, kind)


def play(pool: FunctionPool, state_directory: Path, fate: Fate) -> bool:
    """Have the event heeded now; whether it was. Raises NoSuchEmail, and FunctionNotFound where no function
    heeds them."""
    name = pool.name_of_package(PACKAGE)
    tags = newest_email_tags(state_directory, fate.to)
    if tags is None:
        raise NoSuchEmail
    return publish(pool, name, event_of(fate, tags, datetime.now(UTC)))


def event_of(fate: Fate, tags: Mapping[str, str], moment: datetime) -> dict[str, Any]:
    """What the worker of the queue behind the topic is invoked with, for what is told at `moment`."""
    mail = {
        "timestamp": timestamp(moment),
        "messageId": str(uuid.uuid4()),
        "destination": [fate.to],
        "tags": {name: [value] for name, value in tags.items()},
    }
    return event_from("email-events", {"mail": mail, **_told(fate, moment)}, moment)


def _told(fate: Fate, moment: datetime) -> dict[str, Any]:
    told = {"timestamp": timestamp(moment), "feedbackId": str(uuid.uuid4())}
    if fate.kind == "complaint":
        recipients = [{"emailAddress": fate.to}]
        complaint = {"complainedRecipients": recipients, "complaintFeedbackType": "abuse", **told}
        return {"eventType": "Complaint", "complaint": complaint}
    bounce = {
        "bounceType": "Permanent" if fate.kind == "bounce" else "Transient",
        "bounceSubType": "General",
        "bouncedRecipients": [{"emailAddress": fate.to}],
        **told,
    }
    return {"eventType": "Bounce", "bounce": bounce}
