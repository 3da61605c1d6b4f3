"""The task of the retry state machine: makes a further attempt and says whether there is another."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from deliveries.attempt import AttemptMessage, make_attempt
from gather.wiring import Adapters, Entry


def _attempt(event: dict[str, Any], _context: LambdaContext, adapters: Adapters) -> dict[str, Any]:
    """Make an attempt: `{teamId, deliveryId, attempt}` in, `{done, attempt, waitSeconds}` out.

    `attempt` is the one to make next, after `waitSeconds`, unless it is done. A repeated call returns
    what the first one returned.
    """
    message = AttemptMessage.of(event)
    wait_seconds = make_attempt(adapters, message)
    if wait_seconds is None:
        return {"done": True, "attempt": message.attempt, "waitSeconds": 0}
    return {"done": False, "attempt": message.attempt + 1, "waitSeconds": wait_seconds}


handler = Entry(_attempt)
