"""Starts, watches and ends the executions of enrollments."""

import json
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.wiring import Adapters
from gather.workflow.enrollments.models import EnrollmentRecord, execution_name

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

ALREADY_STARTED = "ExecutionAlreadyExists"
NOT_THERE = "ExecutionDoesNotExist"


class Executions:
    """The executions of the enrollment state machine. Each call is repeatable.

    executions = Executions(adapters)
    executions.start(record)
    executions.is_running(record)
    """

    def __init__(self, adapters: Adapters) -> None:
        self._clients = adapters.clients
        self._machine = adapters.settings.enrollment_state_machine_arn

    @property
    def _client(self) -> "SFNClient":
        client: SFNClient = self._clients.client("stepfunctions")
        return client

    def start(self, record: EnrollmentRecord) -> None:
        """Start the execution of the record's run, and end the one before it."""
        if record.run > 1:
            self._stop(record.id, record.run - 1)
        try:
            self._client.start_execution(
                stateMachineArn=self._machine,
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

    def is_running(self, record: EnrollmentRecord) -> bool:
        """Whether the execution of the record's run is there and has not ended."""
        try:
            described = self._client.describe_execution(executionArn=self._arn_of(record.id, record.run))
        except ClientError as error:
            if error.response["Error"]["Code"] != NOT_THERE:
                raise
            return False
        return described["status"] == "RUNNING"

    def _stop(self, enrollment_id: str, run: int) -> None:
        """End an execution that another one takes the place of; one that is gone stays gone."""
        try:
            self._client.stop_execution(
                executionArn=self._arn_of(enrollment_id, run), cause="Another execution goes on."
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != NOT_THERE:
                raise

    def _arn_of(self, enrollment_id: str, run: int) -> str:
        machine = self._machine.replace(":stateMachine:", ":execution:")
        return f"{machine}:{execution_name(enrollment_id, run)}"
