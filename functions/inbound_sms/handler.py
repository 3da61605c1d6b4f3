"""The inbound SMS worker: STOP and START, texted to the deployment's number (interface: Opt-outs, rule 5).

AWS End User Messaging publishes what arrives to a topic, whose messages come here by a queue: at least once,
and in no order. Each says when it was published, and of one telephone number the latest counts. AWS answers
the sender itself, by the number's keywords, HELP too. No number and no text is logged.
"""

import json
from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp
from gather.core.observability import count
from gather.messaging.channels import opt_out_storage
from gather.messaging.channels.opt_out import EVERYONE, mark_of
from gather.messaging.channels.text_preference import preference_of
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch


def _run(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Read each message of a batch; those that could not be noted come back."""
    table = adapters.records.table

    def receive(published: Mapping[str, Any]) -> None:
        message = json.loads(published["Message"])
        preference = preference_of(message["messageBody"])
        count("TextMessagesReceived", wish=preference.value if preference else "none")
        if preference is None:
            return
        secret = deployment_secret.find_secret(table) or deployment_secret.get_or_create_secret(table)
        mark = mark_of(secret, DeliveryType.SMS, EVERYONE, message["originationNumber"])
        opt_out_storage.save(table, mark, preference, from_timestamp(published["Timestamp"]))

    return run_batch("inbound_sms", event, context, receive)


handler = Entry(_run)
