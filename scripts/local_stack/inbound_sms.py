"""Text messages to the deployment's number, as its topic would publish them.

The function is invoked at once, so that what was said holds when the caller is answered.
"""

import json
import re
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from local_stack.function_pool import FunctionPool
from local_stack.scheduler import timestamp
from local_stack.settings import ACCOUNT_ID, REGION

PACKAGE = "inbound_sms"
NUMBER = "+12065550100"
"""The number that the local stack would send from."""
_E164 = re.compile(r"\+[1-9]\d{6,14}")


@dataclass(frozen=True)
class TextMessage:
    """What somebody texts. `sender` is a telephone number in E.164 form."""

    sender: str
    body: str

    @classmethod
    def of(cls, raw: bytes) -> "TextMessage":
        """The message of a body `{"from", "body"}`. Raises ValueError, which says what is wrong with it."""
        try:
            document = json.loads(raw)
        except ValueError:
            raise ValueError("The body is not JSON") from None
        if not isinstance(document, dict):
            raise ValueError("The body is no JSON object")
        sender, body = document.get("from"), document.get("body")
        if not isinstance(sender, str) or not _E164.fullmatch(sender):
            raise ValueError("from is no telephone number such as +14155550123")
        if not isinstance(body, str):
            raise ValueError("body is no text")
        return cls(sender, body)


def play(pool: FunctionPool, message: TextMessage) -> bool:
    """Have a message read now; whether it was. Raises FunctionNotFound where no function reads them."""
    event = json.dumps(event_of(message, datetime.now(UTC))).encode()
    outcome = pool.invoke(pool.name_of_package(PACKAGE), event)
    return not outcome.failed and not json.loads(outcome.payload)["batchItemFailures"]


def event_of(message: TextMessage, moment: datetime) -> dict[str, Any]:
    """What the worker of the queue behind the topic is invoked with, for a message that came at `moment`."""
    inbound = {
        "originationNumber": message.sender,
        "destinationNumber": NUMBER,
        "messageKeyword": message.body.split()[0].upper() if message.body.split() else "",
        "messageBody": message.body,
        "inboundMessageId": str(uuid.uuid4()),
    }
    published = {
        "Type": "Notification",
        "MessageId": str(uuid.uuid4()),
        "TopicArn": f"arn:aws:sns:{REGION}:{ACCOUNT_ID}:inbound-sms",
        "Message": json.dumps(inbound),
        "Timestamp": timestamp(moment),
    }
    record = {
        "messageId": str(uuid.uuid4()),
        "receiptHandle": "local",
        "body": json.dumps(published),
        "attributes": {
            "ApproximateReceiveCount": "1",
            "SentTimestamp": str(int(moment.timestamp() * 1000)),
        },
        "messageAttributes": {},
        "eventSource": "aws:sqs",
        "eventSourceARN": f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:inbound-sms",
        "awsRegion": REGION,
    }
    return {"Records": [record]}
