"""The executions of enrollments: started, looked after, ended."""

import json
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.core import aws
from gather.core.settings import settings
from gather.workflow.enrollment import EnrollmentRecord, execution_name

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

ALREADY_STARTED = "ExecutionAlreadyExists"
NOT_THERE = "ExecutionDoesNotExist"


def start(record: EnrollmentRecord) -> None:
    """Start the execution of the record's run, and end the one before it. Repeated, it does nothing."""
    if record.run > 1:
        stop(record.id, record.run - 1)
    try:
        _client().start_execution(
            stateMachineArn=settings().enrollment_state_machine_arn,
            name=execution_name(record.id, record.run),
            input=json.dumps(
                {
                    "teamId": record.team_id,
                    "enrollmentId": record.id,
                    "run": record.run,
                    "next": {"action": "start", "until": None},
                }
            ),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != ALREADY_STARTED:
            raise


def stop(enrollment_id: str, run: int) -> None:
    """End an execution that another one takes the place of; one that is gone stays gone."""
    try:
        _client().stop_execution(executionArn=arn_of(enrollment_id, run), cause="Another execution goes on.")
    except ClientError as error:
        if error.response["Error"]["Code"] != NOT_THERE:
            raise


def is_running(record: EnrollmentRecord) -> bool:
    """Whether the execution of the record's run is there and has not ended."""
    try:
        described = _client().describe_execution(executionArn=arn_of(record.id, record.run))
    except ClientError as error:
        if error.response["Error"]["Code"] != NOT_THERE:
            raise
        return False
    return described["status"] == "RUNNING"


def arn_of(enrollment_id: str, run: int) -> str:
    """The ARN of an enrollment's execution."""
    machine = settings().enrollment_state_machine_arn.replace(":stateMachine:", ":execution:")
    return f"{machine}:{execution_name(enrollment_id, run)}"


def _client() -> "SFNClient":
    client: SFNClient = aws.client("stepfunctions")
    return client
