"""Starts the evaluation of completed candidate interviews: one execution for each run.

The execution is named by the task and by how often it was begun, so that a message delivered twice
starts it once, and one that is lost with its execution is begun again by the recovery worker.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from evaluation.run import LEASE, Run, fail
from gather import wiring
from gather.core import aws
from gather.core.settings import settings
from gather.table import outbox
from gather.table.outbox import ClaimedTask
from gather.workers.batch import run_batch

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

MOST_EXECUTIONS = 5
ALREADY_STARTED = "ExecutionAlreadyExists"


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the evaluation queue in, the messages that must come back out."""
    return run_batch("evaluation", event, context, _receive)


def _receive(message: Mapping[str, Any]) -> None:
    now = wiring.clock().now()
    task = outbox.claim(wiring.table(), message["taskId"], now, LEASE)
    if task is None:
        return
    if task.attempt > MOST_EXECUTIONS:
        fail(_run_of(task))
        return
    try:
        _start(task)
    except (BotoCoreError, ClientError):
        outbox.release(wiring.table(), task, now + timedelta(minutes=1))
        raise


def _start(task: ClaimedTask) -> None:
    states: SFNClient = aws.client("stepfunctions")
    run = _run_of(task)
    try:
        states.start_execution(
            stateMachineArn=settings().evaluation_state_machine_arn,
            name=f"{task.id}-{task.attempt}",
            input=json.dumps(
                {"teamId": run.team_id, "candidateInterviewId": run.candidate_interview_id, "run": run.number}
            ),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != ALREADY_STARTED:
            raise


def _run_of(task: ClaimedTask) -> Run:
    return Run(task.team_id, task.payload["candidateInterviewId"], task.payload["run"])
