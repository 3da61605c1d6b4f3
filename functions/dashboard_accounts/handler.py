"""The dashboard accounts worker: who is to use the dashboard gets an account and its invitation.

A message names a task of the outbox, which was written with the user and which one worker claims at a
time. The engine leaves an account that exists as it is, so that a repeat invites nobody again, and a
death at any step loses nothing: the claim ends, and the recovery worker sends the task again.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.core.observability import count, logger
from gather.engines.protocols import DashboardAccount, EngineFailed
from gather.table import outbox
from gather.table.outbox import ClaimedTask
from gather.tenancy.organization_storage import USER
from gather.tenancy.user import User
from gather.workers.batch import run_batch

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(minutes=2)
# About a day: an outage of the engine ends sooner.
MOST_ATTEMPTS = 40


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the dashboard account queue in, the messages that must come back
    out."""
    return run_batch("dashboard_accounts", event, context, _receive)


def _receive(message: Mapping[str, Any]) -> None:
    task = outbox.claim(wiring.table(), message["taskId"], wiring.clock().now(), LEASE)
    if task is None:
        return
    user = wiring.records().get(USER, task.organization_id, task.payload["userId"]).record
    try:
        _create_account(user)
    except EngineFailed as failure:
        if failure.retryable and task.attempt < MOST_ATTEMPTS:
            _give_back(task, failure)
            raise
        logger.error("an account was given up", extra={**_names(task), "reason": failure.reason})
        count("DashboardAccountsGivenUp")
    else:
        count("DashboardAccounts")
    outbox.end(wiring.table(), task.id)


def _create_account(user: User) -> None:
    account = DashboardAccount(user.email, user.first_name, user.last_name)
    wiring.engines().identity().create_account(account)


def _give_back(task: ClaimedTask, failure: EngineFailed) -> None:
    """Let the task be tried again, later with each attempt; its message comes back too."""
    outbox.give_back(wiring.table(), task, wiring.clock().now())
    logger.warning("an account waits for another attempt", extra={**_names(task), "reason": failure.reason})
    count("DashboardAccountRetries")


def _names(task: ClaimedTask) -> dict[str, object]:
    return {
        "taskId": task.id,
        "organizationId": task.organization_id,
        "userId": task.payload["userId"],
        "attempt": task.attempt,
    }
