"""The dispatcher: each new entry of the outbox goes to the queue of the worker that acts on it.

    event ──▶ the fan-out queue, whose worker stores the deliveries and ends the entry
    task  ──▶ the queue of its worker, which ends the entry with its work

All teams share the stream, so the dispatcher does nothing else, and does not repeat an entry that a repeat
cannot help: an entry that this release does not know is left to recovery, and the rest of the batch goes on.
"""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.table.keys import Key
from gather.wiring import Adapters, Entry
from gather.workers.batch import changed_key, run_stream_batch
from gather.workers.queues import Queues
from gather.workers.unknown_work import UnknownWork, leave_to_recovery


def _dispatch(
    event: dict[str, Any], context: LambdaContext, adapters: Adapters
) -> PartialItemFailureResponse:
    """Dispatch a batch of the table's stream. Returns the first record to repeat from.

    Entries are read as they are now: one that is gone was dispatched by an earlier run of the batch.
    """
    entries = adapters.records.table.get_many(changed_key(record) for record in event["Records"])
    faults = Queues(adapters.clients, adapters.settings).send_entries(entries.values())

    def work(key: Key) -> None:
        entry = entries.get(key)
        fault = faults.get(entry["id"]) if entry is not None else None
        if isinstance(fault, UnknownWork):
            leave_to_recovery(fault, "dispatcher")
        elif fault is not None:
            raise fault

    return run_stream_batch("dispatcher", event, context, work)


handler = Entry(_dispatch)
