"""The ledger worker: erasures, opt-outs and suppressions go into the ledger as they are written to the table.

The table's stream brings them. Each is read as it is now: what was said meanwhile has a record of its own.
"""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather.rights.ledger import service as ledger_service
from gather.table.keys import Key
from gather.wiring import Adapters, Entry
from gather.workers.batch import changed_key, run_stream_batch


def _run(event: dict[str, Any], context: LambdaContext, adapters: Adapters) -> PartialItemFailureResponse:
    """Save what a batch of the table's stream brings. Returns the first record to repeat from."""
    items = adapters.records.table.get_many(changed_key(record) for record in event["Records"])
    store = adapters.engines.ledger()

    def work(key: Key) -> None:
        if key in items:
            ledger_service.save(store, items[key])

    return run_stream_batch("ledger", event, context, work)


handler = Entry(_run)
