"""The fan-out worker: an event becomes one stored and queued delivery for each address that wants it.

A message is one batch of one event: it stores as many deliveries as one transaction takes, and sends itself
the message for the others. The queue is fair between teams, so that the batches of an event with hundreds of
addresses alternate with the events of other teams. What an invocation is given of one team goes together. The
deliveries that a customer asks for come by the same queue, as tasks.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.deliveries.delivery_tasks import run_task
from gather.deliveries.fan_out import FanOutMessage, fan_out_batches
from gather.wiring import Adapters, Entry
from gather.workers.batch import run_grouped_batch


def _fan_out(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Run the messages of the fan-out queue; returns those that must come back."""

    def receive(bodies: Sequence[Mapping[str, Any]]) -> None:
        if "taskId" in bodies[0]:
            [task] = bodies
            run_task(adapters, task)
        else:
            fan_out_batches(adapters, [FanOutMessage.of(body) for body in bodies])

    return run_grouped_batch("fan-out", event, context, _group_of, receive)


def _group_of(body: Mapping[str, Any]) -> str:
    """Events of a team go together, and each task goes alone."""
    return str(body["taskId"] if "taskId" in body else body["teamId"])


handler = Entry(_fan_out)
