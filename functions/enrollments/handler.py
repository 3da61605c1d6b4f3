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
from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.table import outbox
from gather.table.conversion import Item
from gather.table.due import FAULTS
from gather.table.outbox import ClaimedTask, Task
from gather.workers.batch import run_batch
from gather.workflow.enrollment_storage import ENROLLMENT

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(seconds=90)
# What a worker leaves of its time to end what it is at.
MARGIN_MILLISECONDS = 10_000


class _Ended(Exception):
    """Another worker ended the task first."""


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
        rest = _do(task, has_time)
    except FAULTS:
        outbox.give_back(wiring.table(), task, now)
        raise
    _finish(task, rest)


def _do(task: ClaimedTask, has_time: Callable[[], bool]) -> Task | None:
    """Do a task; answers what is left of it for another one."""
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
            if not stop_enrollments(records, task.team_id, task.payload, now, has_time):
                return enrollment_tasks.stop(task, now, **task.payload)
        case name:
            raise ValueError(f"{name} is no task of this worker")
    return None


def _finish(task: ClaimedTask, rest: Task | None) -> None:
    """End the task, with what is left of it in its place."""
    transaction = wiring.records().transaction()
    transaction.write(outbox.finish(task.id), _ended)
    if rest is not None:
        transaction.send(rest)
    try:
        transaction.commit()
    except _Ended:
        return


def _ended(_item: Item | None) -> Exception:
    return _Ended()
