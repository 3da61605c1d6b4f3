"""Publishes to the worker of the queue behind a topic, as a topic of the deployment would.

The function is invoked at once, so that its work is done when the caller gets its response.
"""

import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from local_stack.functions.pool import FunctionPool
from local_stack.functions.scheduler import timestamp
from local_stack.settings import ACCOUNT_ID, REGION


def json_object(raw: bytes) -> dict[str, Any]:
    """The JSON object of a body. Raises ValueError, which says what is wrong with it."""
    try:
        document = json.loads(raw)
    except ValueError:
        raise ValueError("The body is not JSON") from None
    if not isinstance(document, dict):
        raise ValueError("The body is no JSON object")
    return document


def publish(pool: FunctionPool, function: str, event: Mapping[str, Any]) -> bool:
    """Invokes a function with an event now; returns whether the function succeeded."""
    outcome = pool.invoke(function, json.dumps(event).encode())
    return not outcome.failed and not json.loads(outcome.payload)["batchItemFailures"]


def queue_event(topic: str, message: Mapping[str, Any], moment: datetime) -> dict[str, Any]:
    """The event that the worker of the queue behind a topic gets, for a message of `moment`."""
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
