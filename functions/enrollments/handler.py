"""The enrollments worker: starts executions, notes what candidates have done, stops what has ended.

A message of the queue names a task of the outbox, which one worker claims at a time. The record is moved
first and the execution told after it; where the telling is lost, the recovery worker finds an
enrollment that does not move and has another execution take it up.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from enrollments import executions
from enrollments.progress import advance, check
from enrollments.stopping import stop_enrollments
from gather import wiring
from gather.api.queue import run_batch
from gather.domain.task import TaskName
from gather.table import outbox
from gather.table.due import FAULTS
from gather.table.kinds import ENROLLMENT
from gather.table.outbox import ClaimedTask
from gather.table.store import ConditionFailed

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(seconds=90)
# Before a task that failed is tried again.
PAUSE = timedelta(seconds=30)
# What a worker leaves of its time to end what it is at.
MARGIN_MILLISECONDS = 10_000


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the enrollment queue in, the messages that must come back out."""

    def has_time() -> bool:
        return context.get_remaining_time_in_millis() > MARGIN_MILLISECONDS

    return run_batch("enrollments", event, context, lambda message: _receive(message, has_time))


def _receive(message: Mapping[str, Any], has_time: Callable[[], bool]) -> None:
    now = wiring.clock().now()
    task = outbox.claim(wiring.table(), message["taskId"], now, LEASE)
    if task is None:
        return
    try:
        _do(task, has_time)
    except FAULTS:
        outbox.release(wiring.table(), task, now + PAUSE)
        raise
    try:
        wiring.table().write(outbox.finish(task.id))
    except ConditionFailed:
        return


def _do(task: ClaimedTask, has_time: Callable[[], bool]) -> None:
    records, now = wiring.records(), wiring.clock().now()
    match TaskName(task.name):
        case TaskName.START_ENROLLMENT:
            record = records.get(ENROLLMENT, task.team_id, task.payload["enrollmentId"]).record
            if record.is_active and record.run == task.payload["run"]:
                executions.start(record)
        case TaskName.ADVANCE_ENROLLMENT:
            advance(records, task.team_id, task.payload["enrollmentId"], task.payload["stepId"], now)
        case TaskName.CHECK_ENROLLMENT:
            check(records, task.team_id, task.payload["enrollmentId"], now)
        case TaskName.STOP_ENROLLMENTS:
            stop_enrollments(records, task.team_id, task.payload, now, has_time)
        case name:
            raise ValueError(f"{name} is no task of this worker")
