"""The e-mail events worker: bounces and complaints (interface: Opt-outs, rules 6 and 8).

SES publishes them to a topic, whose messages come here by a queue: at least once, and in no order. An
address that refuses for good or whose reader complains gets no more e-mail of the organization, and the team
sees what became of the message. No address is read, stored or logged.
"""

import json
from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.observability import count
from gather.messaging.channels import suppression_storage
from gather.messaging.channels.email_event import read_event
from gather.messaging.channels.email_fate import SUPPRESSES
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch


def _run(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Heed each event of a batch; those that could not be noted come back."""
    records = adapters.records

    def receive(published: Mapping[str, Any]) -> None:
        found = read_event(json.loads(published["Message"]))
        count("EmailEvents", fate=found.fate.value if found else "none")
        if found is None:
            return
        if found.fate in SUPPRESSES:
            suppression_storage.suppress(records.table, found.tags.mark, found.fate, found.at)
        sent_message_storage.save_fate(records, found.tags, found.fate)

    return run_batch("email_events", event, context, receive)


handler = Entry(_run)
