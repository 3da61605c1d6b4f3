"""The dashboard accounts worker: who is to use the dashboard gets an account and its invitation.

The task is written with the user. The engine leaves an account that exists as it is, so a repeated task
invites nobody again.
"""

from datetime import timedelta

from gather.core.observability import count
from gather.ports.identity import DashboardAccount
from gather.tenancy.users.storage import USER
from gather.workers.task_runner import Attempt, Policy, TaskWorker


def _create_account(attempt: Attempt) -> None:
    """Make the account of the task's user."""
    task, adapters = attempt.task, attempt.adapters
    user = adapters.records.get(USER, task.organization_id, task.payload["userId"]).record
    account = DashboardAccount(user.email, user.first_name, user.last_name)
    adapters.engines.identity().create_account(account)
    attempt.end()
    count("DashboardAccounts")


handler = TaskWorker(
    "dashboard_accounts",
    _create_account,
    Policy(timedelta(minutes=2), retried="DashboardAccountRetries", given_up="DashboardAccountsGivenUp"),
)
