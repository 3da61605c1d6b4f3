"""The deliveries worker: makes first attempts, and those that the recovery worker queues again.

What it cannot deliver at once it leaves to the retry state machine.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from deliveries.attempt import AttemptMessage, make_attempt
from gather.core.errors import ServiceUnavailable
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


def _attempt(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Make the attempts of a batch of the deliveries queue; the messages that must come back out."""

    def receive(body: Mapping[str, Any]) -> None:
        message = AttemptMessage.of(body)
        wait_seconds = make_attempt(adapters, message)
        if wait_seconds is not None:
            _start_retries(adapters, message, wait_seconds)

    return run_batch("deliveries", event, context, receive)


handler = Entry(_attempt)


def _start_retries(adapters: Adapters, message: AttemptMessage, wait_seconds: int) -> None:
    """Start the state machine, once even when the message is repeated: the message names the execution.

    Raises ServiceUnavailable; the message then comes back and finds that the next attempt is awaited.
    """
    client: SFNClient = adapters.clients.client("stepfunctions")
    is_first = message.attempt == 1
    state = {
        "teamId": message.team_id,
        "deliveryId": message.delivery_id,
        "attempt": message.attempt + 1,
        "waitSeconds": wait_seconds,
    }
    try:
        client.start_execution(
            stateMachineArn=adapters.settings.retry_state_machine_arn,
            name=message.delivery_id if is_first else f"{message.delivery_id}-from-{message.attempt}",
            input=json.dumps(state),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ExecutionAlreadyExists":
            raise ServiceUnavailable("The retries could not be started.") from error
    except BotoCoreError as error:
        raise ServiceUnavailable("The retries could not be started.") from error
