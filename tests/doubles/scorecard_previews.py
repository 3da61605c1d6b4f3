"""The worker of scorecard previews, run when a test says so."""

from typing import Any

from evaluation.previews import handler
from gather.wiring import Adapters
from tests.builders.outbox import entries_of, queue_event
from tests.doubles.lambda_context import Context

JOBS = ("preview_scorecard", "apply_preview")


def waiting_previews(adapters: Adapters) -> list[dict[str, Any]]:
    """The tasks of this worker that are not done."""
    return [each for each in entries_of(adapters.records.table, "TASK") if each["name"] in JOBS]


def run_previews(adapters: Adapters, context: Context | None = None) -> list[str]:
    """Hand every waiting task to the worker once; answers the tasks whose messages come back."""
    answer = handler.run(queue_event(waiting_previews(adapters)), context or Context(), adapters)
    return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]
