"""Creates the accounts of users of the dashboard, and sends their invitations.

The task is written with the user. The engine leaves an account that exists as it is, so a repeated task
invites nobody again.
"""

from gather.core.observability import count
from gather.tenancy.users import service
from gather.workers.task_runner import Attempt


def create_account(attempt: Attempt) -> None:
    """Create the account of the task's user."""
    task, adapters = attempt.task, attempt.adapters
    user_id = task.payload["userId"]
    service.create_dashboard_account(
        adapters.records, task.organization_id, user_id, lambda: adapters.engines.identity()
    )
    attempt.end()
    count("DashboardAccounts")
