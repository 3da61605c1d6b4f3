"""Bounces and complaints about e-mails in the local inbox, published as the topic of SES would."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from local_stack.functions.pool import FunctionPool
from local_stack.functions.scheduler import timestamp
from local_stack.messaging.inbox import newest_email_tags
from local_stack.messaging.topics import json_object, publish, queue_event

PACKAGE = "email_events"
KINDS = ("bounce", "temporary_bounce", "complaint")


class NoSuchEmail(Exception):
    """Nobody has sent an e-mail to the address."""


@dataclass(frozen=True)
class EmailOutcome:
    """The outcome of the newest e-mail to an address. `kind` is one of KINDS."""

    to: str
    kind: str

    @classmethod
    def of(cls, raw: bytes) -> "EmailOutcome":
        """The outcome of a body `{"to", "kind"}`. Raises ValueError, which says what is wrong with it."""
        document = json_object(raw)
        to, kind = document.get("to"), document.get("kind", "bounce")
        if not isinstance(to, str) or "@" not in to:
            raise ValueError("to is no e-mail address")
        if kind not in KINDS:
            raise ValueError(f"kind is none of {', '.join(KINDS)}")
        return cls(to, kind)


def report(pool: FunctionPool, state_directory: Path, outcome: EmailOutcome) -> bool:
    """Reports an outcome to the service now; returns whether its function succeeded.

    Raises NoSuchEmail, and FunctionNotFound where no function handles such reports.
    """
    name = pool.name_of_package(PACKAGE)
    tags = newest_email_tags(state_directory, outcome.to)
    if tags is None:
        raise NoSuchEmail
    return publish(pool, name, event_of(outcome, tags, datetime.now(UTC)))


def event_of(outcome: EmailOutcome, tags: Mapping[str, str], moment: datetime) -> dict[str, Any]:
    """The event that the worker of the queue behind the topic gets, for a report of `moment`."""
    mail = {
        "timestamp": timestamp(moment),
        "messageId": str(uuid.uuid4()),
        "destination": [outcome.to],
        "tags": {name: [value] for name, value in tags.items()},
    }
    return queue_event("email-events", {"mail": mail, **_notification(outcome, moment)}, moment)


def _notification(outcome: EmailOutcome, moment: datetime) -> dict[str, Any]:
    common = {"timestamp": timestamp(moment), "feedbackId": str(uuid.uuid4())}
    if outcome.kind == "complaint":
        recipients = [{"emailAddress": outcome.to}]
        complaint = {"complainedRecipients": recipients, "complaintFeedbackType": "abuse", **common}
        return {"eventType": "Complaint", "complaint": complaint}
    bounce = {
        "bounceType": "Permanent" if outcome.kind == "bounce" else "Transient",
        "bounceSubType": "General",
        "bouncedRecipients": [{"emailAddress": outcome.to}],
        **common,
    }
    return {"eventType": "Bounce", "bounce": bounce}
