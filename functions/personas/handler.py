"""The persona worker: a question that is worded otherwise is told to every AI interviewer that asks it.

Each persona is made from the table as it is and stored on condition that its interview, its scorecard and the
persona itself are still as they were read: a task that is repeated, or late, finds nothing to do.
"""

from datetime import timedelta

from gather.content.personas.storage import interviews_asking, refresh_persona
from gather.core.clock import timestamp
from gather.core.observability import count
from gather.workers.task_runner import Attempt, Policy, TaskWorker


def _refresh(attempt: Attempt) -> None:
    """Make the personas anew that hold the task's question."""
    task, records = attempt.task, attempt.adapters.records
    moment = timestamp(attempt.adapters.clock.now())
    for interview_id in interviews_asking(records.table, task.team_id, task.payload["questionId"]):
        if refresh_persona(records, task.team_id, interview_id, moment):
            count("PersonasRefreshed")
    attempt.end()


handler = TaskWorker("personas", _refresh, Policy(timedelta(minutes=6)))
