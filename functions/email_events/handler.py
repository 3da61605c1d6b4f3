"""The e-mail events worker: bounces and complaints (interface: Opt-outs, rules 6 and 8).

SES publishes them to a topic, whose messages come here by a queue: at least once, and in no order. An
address that refuses for good or whose reader complains gets no more e-mail of the organization, and the team
sees what became of the message. No address is read, stored or logged.
"""

from functools import partial
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.messaging.channels.service import receive_email_event
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch


def _run(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Save what each event of a batch says; those that could not be saved come back."""
    return run_batch("email_events", event, context, partial(receive_email_event, adapters.records))


handler = Entry(_run)
