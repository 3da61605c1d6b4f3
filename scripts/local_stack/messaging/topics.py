"""What a topic of the deployment would publish, handed to the worker of the queue behind it.

The function is invoked at once, so that what was published holds when the caller is answered.
"""

import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from local_stack.functions.pool import FunctionPool
from local_stack.functions.scheduler import timestamp
from local_stack.settings import ACCOUNT_ID, REGION


def posted(raw: bytes) -> dict[str, Any]:
    """The JSON object of a body. Raises ValueError, which says what is wrong with it."""
    try:
        document = json.loads(raw)
    except ValueError:
        raise ValueError("The body is not JSON") from None
    if not isinstance(document, dict):
        raise ValueError("The body is no JSON object")
    return document


def publish(pool: FunctionPool, function: str, event: Mapping[str, Any]) -> bool:
    """Have a function take an event now; whether it did."""
    outcome = pool.invoke(function, json.dumps(event).encode())
    return not outcome.failed and not json.loads(outcome.payload)["batchItemFailures"]


def event_from(topic: str, message: Mapping[str, Any], moment: datetime) -> dict[str, Any]:
    """What the worker of the queue behind a topic is invoked with, for a message of `moment`."""
    published = {
        "Type": "Notification",
        "MessageId": str(uuid.uuid4()),
        "TopicArn": f"arn:aws:sns:{REGION}:{ACCOUNT_ID}:{topic}",
        "Message": json.dumps(message),
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
        "eventSourceARN": f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{topic}",
        "awsRegion": REGION,
    }
    return {"Records": [record]}
