"""An event of Amazon SES, as its configuration set publishes it: a bounce or a complaint, and whose.

An e-mail carries tags with ids and with the mark of its address, so that no address has to be read. An event
without them is about an e-mail to somebody else than a candidate.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gather.core.clock import from_timestamp
from gather.messaging.channels.email_fate import MESSAGE_TAGS, EmailFate, MessageTags

_MARK: Final = re.compile(r"[0-9a-f]{32}")
_PERMANENT: Final = "Permanent"
_NO_COMPLAINT: Final = "not-spam"
"""The feedback type of a complaint that the reader took back (RFC 6430)."""


@dataclass(frozen=True, slots=True)
class EmailEvent:
    """The fate of an e-mail, and its time."""

    tags: MessageTags
    fate: EmailFate
    at: datetime


def read_event(event: Mapping[str, Any]) -> EmailEvent | None:
    """Read an event about an e-mail to a candidate; None where it is about no such e-mail."""
    tags = _tags(event.get("mail", {}).get("tags", {}))
    told = _told(event)
    if tags is None or told is None:
        return None
    fate, moment = told
    return EmailEvent(tags, fate, from_timestamp(moment))


def _told(event: Mapping[str, Any]) -> tuple[EmailFate, str] | None:
    match event.get("eventType"):
        case "Bounce":
            bounce = event["bounce"]
            is_hard = bounce["bounceType"] == _PERMANENT
            return EmailFate.BOUNCED if is_hard else EmailFate.BOUNCED_FOR_NOW, bounce["timestamp"]
        case "Complaint":
            complaint = event["complaint"]
            if complaint.get("complaintFeedbackType") == _NO_COMPLAINT:
                return None
            return EmailFate.COMPLAINED, complaint["timestamp"]
    return None


def _tags(found: Mapping[str, list[str]]) -> MessageTags | None:
    values = {name: found[name][0] for name in MESSAGE_TAGS if found.get(name)}
    if len(values) < len(MESSAGE_TAGS) or not _MARK.fullmatch(values["mark"]):
        return None
    return MessageTags(**values)
