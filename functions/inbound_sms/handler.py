"""The inbound SMS worker: STOP and START, texted to the deployment's number (interface: Opt-outs, rule 5).

AWS End User Messaging publishes what arrives to a topic, whose messages come here by a queue: at least once,
and in no order. Each says when it was published, and of one telephone number the latest counts. AWS answers
the sender itself, by the number's keywords, HELP too. No number and no text is logged.
"""

from functools import partial
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.messaging.channels.service import receive_text
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch


def _run(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Read each message of a batch; those that could not be read come back."""
    return run_batch("inbound_sms", event, context, partial(receive_text, adapters.records))


handler = Entry(_run)
