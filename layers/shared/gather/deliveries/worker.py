"""The worker of a queue of attempts: makes them, and has those that fail made again.

The retry state machine waits for the time of the next attempt and sends it to the usual queue.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from gather.core.errors import ServiceUnavailable
from gather.deliveries.attempt import AttemptMessage, Defer, make_attempt
from gather.deliveries.attempt_queues import Admission
from gather.deliveries.models import AwaitedAttempt
from gather.wiring import Adapters
from gather.workers.batch import run_batch

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

Work = Callable[[dict[str, Any], LambdaContext, Adapters], PartialItemFailureResponse]


def attempt_worker(admit: Admission, defer: Defer | None = None) -> Work:
    """The worker of a queue: makes the attempts of a batch, and returns the messages that must come back.

    `admit` says which attempts the queue takes; `defer` sends the others to another queue. An entry of a
    function is made of it:

        handler = Entry(attempt_worker(admit_to_usual_queue, defer))
    """

    def attempt(
        event: dict[str, Any], context: LambdaContext, adapters: Adapters
    ) -> PartialItemFailureResponse:
        def receive(body: Mapping[str, Any]) -> None:
            message = AttemptMessage.of(body)
            awaited = make_attempt(adapters, message, admit, defer)
            if awaited is not None:
                _await_next(adapters, message, awaited)

        return run_batch("deliveries", event, context, receive)

    return attempt


def _await_next(adapters: Adapters, message: AttemptMessage, awaited: AwaitedAttempt) -> None:
    """Start the state machine that waits for the next attempt, once even when the message is repeated: the
    message and the ladder name the execution.

    Raises ServiceUnavailable; the message then comes back and finds that the next attempt is awaited.
    """
    client: SFNClient = adapters.clients.client("stepfunctions")
    state = {
        "teamId": message.team_id,
        "deliveryId": message.delivery_id,
        "attempt": message.attempt + 1,
        "waitSeconds": awaited.wait_seconds,
    }
    try:
        client.start_execution(
            stateMachineArn=adapters.settings.retry_state_machine_arn,
            name=_execution_name(message, awaited.ladder),
            input=json.dumps(state),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ExecutionAlreadyExists":
            raise ServiceUnavailable("The retries could not be started.") from error
    except BotoCoreError as error:
        raise ServiceUnavailable("The retries could not be started.") from error


def _execution_name(message: AttemptMessage, ladder: int) -> str:
    """The delivery's id names the first wait of its first ladder; later ones say after which attempt of which
    ladder they wait. Step Functions refuses a name for ninety days after its execution has ended."""
    name = message.delivery_id if ladder == 1 else f"{message.delivery_id}-ladder-{ladder}"
    return name if message.attempt == 1 else f"{name}-from-{message.attempt}"
