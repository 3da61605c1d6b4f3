"""The fan-out worker: an event becomes one stored and queued delivery for each address that wants it.

A message is one turn of one event: it stores as many deliveries as one transaction takes, and sends itself
the message for the others. The queue is fair between teams, so that the turns of an event with hundreds of
addresses alternate with the events of other teams. What a customer asks to be delivered comes by the same
queue, as a task.
"""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.deliveries.delivery_tasks import take_task
from gather.deliveries.fan_out import FanOutMessage, take_turn
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_batch


def _fan_out(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Take the turns of a batch of the fan-out queue; the messages that must come back out."""

    def receive(body: Mapping[str, Any]) -> None:
        if "taskId" in body:
            take_task(adapters, body)
        else:
            take_turn(adapters, FanOutMessage.of(body))

    return run_batch("fan-out", event, context, receive)


handler = Entry(_fan_out)
