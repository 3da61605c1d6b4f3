"""The retention schedule (interface: Data rights and audit, rules 12 to 15)."""

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.core.clock import from_timestamp
from gather.rights.retention.worker import RetentionRun, continue_round, delete_all_due
from gather.wiring import Adapters, Entry


def _retain(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> dict[str, object]:
    """Remove what is kept no longer as of `time`: `{"time"}` in, `{"done", "more"}` out.

    With `"daily": true`, as the schedule asks, the run is a part of the day's round: it begins where the last
    run stopped, and does nothing when the round is over. Without it the run begins at the first organization.
    """
    run = RetentionRun(
        from_timestamp(event["time"]), context.aws_request_id, context.get_remaining_time_in_millis
    )
    delete_due = continue_round if event.get("daily") is True else delete_all_due
    return delete_due(adapters, run).response()


handler = Entry(_retain)
