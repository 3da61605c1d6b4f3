"""Refreshes the personas of AI interviewers when the wording of a question has changed.

Each persona is made from the table as it is and saved on condition that its interview, its scorecard and the
persona itself are still as they were read: a task that is repeated, or late, finds nothing to do.
"""

from gather.content.personas import service
from gather.workers.task_runner import Attempt


def refresh(attempt: Attempt) -> None:
    """Refresh the personas that hold the task's question."""
    task, adapters = attempt.task, attempt.adapters
    service.refresh_all(adapters.records, task.team_id, task.payload["questionId"], now=adapters.clock.now())
    attempt.end()
