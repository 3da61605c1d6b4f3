"""Wakes an execution that waits with the token of a task."""

from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.wiring import Adapters

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

# The error of a token that nobody waits with any more: its execution has ended, or went on without it.
NOBODY_WAITS = ("TaskTimedOut", "TaskDoesNotExist", "InvalidToken")


def wake(adapters: Adapters, task_token: str) -> bool:
    """Tell the execution that waits with this token to go on. Returns False when nobody waits with it."""
    client: SFNClient = adapters.clients.client("stepfunctions")
    try:
        client.send_task_success(taskToken=task_token, output="{}")
    except ClientError as error:
        if error.response["Error"]["Code"] not in NOBODY_WAITS:
            raise
        return False
    return True
