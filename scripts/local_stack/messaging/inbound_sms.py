"""Text messages to the deployment's number, published as its topic would publish them."""

import re
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from local_stack.functions.pool import FunctionPool
from local_stack.messaging.topics import json_object, publish, queue_event

PACKAGE = "inbound_sms"
NUMBER = "+12065550100"
"""The number that the local stack would send from."""
_E164 = re.compile(r"\+[1-9]\d{6,14}")


@dataclass(frozen=True)
class TextMessage:
    """A text message. `sender` is a telephone number in E.164 form."""

    sender: str
    body: str

    @classmethod
    def of(cls, raw: bytes) -> "TextMessage":
        """The message of a body `{"from", "body"}`. Raises ValueError, which says what is wrong with it."""
        document = json_object(raw)
        sender, body = document.get("from"), document.get("body")
        if not isinstance(sender, str) or not _E164.fullmatch(sender):
            raise ValueError("from is no telephone number such as +14155550123")
        if not isinstance(body, str):
            raise ValueError("body is no text")
        return cls(sender, body)


def receive(pool: FunctionPool, message: TextMessage) -> bool:
    """Has a message read now; returns whether it was.

    Raises FunctionNotFound where no function reads messages.
    """
    return publish(pool, pool.name_of_package(PACKAGE), event_of(message, datetime.now(UTC)))


def event_of(message: TextMessage, moment: datetime) -> dict[str, Any]:
    """The event that the worker of the queue behind the topic gets, for a message that came at `moment`."""
    inbound = {
        "originationNumber": message.sender,
        "destinationNumber": NUMBER,
        "messageKeyword": message.body.split()[0].upper() if message.body.split() else "",
        "messageBody": message.body,
        "inboundMessageId": str(uuid.uuid4()),
    }
    return queue_event("inbound-sms", inbound, moment)
