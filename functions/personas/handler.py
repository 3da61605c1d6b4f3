"""The persona worker: a question that is worded otherwise is told to every AI interviewer that asks it.

A message names a task of the outbox, which one worker claims at a time. Each persona is made from the
table as it is and stored on condition that its interview, its scorecard and the persona itself are still
as they were read: a message that comes twice, or late, finds nothing to do, and one that is lost with its
worker is sent again by the recovery worker.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.content.persona_storage import interviews_asking, refresh_persona
from gather.core.clock import timestamp
from gather.core.errors import GatherError
from gather.core.observability import count
from gather.table import outbox
from gather.workers.batch import run_batch

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(minutes=6)


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the persona queue in, the messages that must come back out."""
    return run_batch("personas", event, context, _receive)


def _receive(message: Mapping[str, Any]) -> None:
    table, now = wiring.table(), wiring.clock().now()
    task = outbox.claim(table, message["taskId"], now, LEASE)
    if task is None:
        return
    try:
        _refresh(task.team_id, task.payload["questionId"], timestamp(now))
    except GatherError:
        outbox.give_back(table, task, wiring.clock().now())
        raise
    outbox.end(table, task.id)


def _refresh(team_id: str, question_id: str, moment: str) -> None:
    records = wiring.records()
    for interview_id in interviews_asking(records.table, team_id, question_id):
        if refresh_persona(records, team_id, interview_id, moment):
            count("PersonasRefreshed")
