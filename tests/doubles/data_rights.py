"""The jobs of data rights, carried out when a test says so."""

from typing import Any

from data_rights_jobs.handler import handler
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, queue_event
from tests.doubles.lambda_context import Context
from tests.doubles.watched_table import WatchedTable

JOBS = ("erase_candidate", "export_candidate", "remove_export")


def waiting_jobs(adapters: Adapters) -> list[dict[str, Any]]:
    """The tasks of this worker that are not done."""
    return [each for each in entries_of(adapters.records.table, "TASK") if each["name"] in JOBS]


def run_jobs(adapters: Adapters, context: Context | None = None) -> list[str]:
    """Hand every waiting task to the worker once; answers the tasks whose messages come back."""
    answer = handler.run(queue_event(waiting_jobs(adapters)), context or Context(), adapters)
    return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]


def items_of(adapters: Adapters) -> list[dict[str, Any]]:
    """Everything that the table holds, as DynamoDB has it."""
    watched: WatchedTable = adapters.clients.dynamodb
    return watched.items(adapters.settings.table_name)
