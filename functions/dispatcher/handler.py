"""The dispatcher: what was just written to the outbox goes to who acts on it (gather.workers.dispatch)."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.table.keys import Key
from gather.wiring import Adapters, Entry
from gather.workers.batch import changed_key, run_stream_batch
from gather.workers.dispatch import Dispatch
from gather.workers.queues import Queues


def _dispatch(
    event: dict[str, Any], context: LambdaContext, adapters: Adapters
) -> PartialItemFailureResponse:
    """Dispatch a batch of the table's stream. Returns the first record to repeat from.

    Entries are read as they are now: one that is gone was dispatched by an earlier run of the batch.
    """
    records = adapters.records
    entries = records.table.get_many(changed_key(record) for record in event["Records"])
    dispatch = Dispatch(records, Queues(adapters.clients, adapters.settings), adapters.clock.now())

    def work(key: Key) -> None:
        if key in entries:
            dispatch.entry(entries[key])

    return run_stream_batch("dispatcher", event, context, work)


handler = Entry(_dispatch)
