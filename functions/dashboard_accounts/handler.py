"""Creates the accounts of users of the dashboard."""

from datetime import timedelta

from gather.tenancy.users import worker
from gather.workers.task_runner import Policy, TaskWorker

handler = TaskWorker(
    "dashboard_accounts",
    worker.create_account,
    Policy(timedelta(minutes=2), retried="DashboardAccountRetries", given_up="DashboardAccountsGivenUp"),
)
