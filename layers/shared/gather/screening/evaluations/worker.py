"""Starts the evaluation of completed candidate interviews: one execution for each run.

The execution is named by the task and by how often it was begun, so that a message delivered twice
starts it once, and one that is lost with its execution is begun again by the recovery worker. An execution
whose engines are down puts its task off, and the recovery worker begins it again after the pause. A team has
only so many executions at once; what is beyond that waits in the same way.

The queue also brings what Amazon Transcribe announces of its jobs.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from gather.core.clock import timestamp
from gather.core.observability import count
from gather.screening.answers.transcription import end_transcription
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.run import EvaluationRun, acquire_slot, failed_outcome, release_slot
from gather.screening.evaluations.service import EvaluationOver, end_evaluation
from gather.table import outbox
from gather.table.due import FAULTS
from gather.table.outbox import ClaimedTask
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

ALREADY_STARTED = "ExecutionAlreadyExists"


def start(attempt: Attempt) -> None:
    """Start the execution of the task's run, if the team has room for it. The task stays claimed: the
    execution's last step ends it."""
    adapters, run = attempt.adapters, _run_of(attempt.task)
    if not acquire_slot(adapters, run):
        table, now = adapters.records.table, adapters.clock.now()
        outbox.defer(table, attempt.task, now, adapters.settings.time_scale)
        count("EvaluationsDeferred")
        return
    try:
        _start_execution(attempt, run)
    except FAULTS:
        release_slot(adapters, run)
        raise


def _start_execution(attempt: Attempt, run: EvaluationRun) -> None:
    task = attempt.task
    states: SFNClient = attempt.adapters.clients.client("stepfunctions")
    try:
        states.start_execution(
            stateMachineArn=attempt.adapters.settings.evaluation_state_machine_arn,
            name=f"{task.id}-{task.attempt}",
            input=json.dumps(
                {
                    "teamId": run.team_id,
                    "candidateInterviewId": run.candidate_interview_id,
                    "run": run.number,
                    "attempt": task.attempt,
                }
            ),
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != ALREADY_STARTED:
            raise


def receive_job_event(adapters: Adapters, event: Mapping[str, Any]) -> None:
    """Wake the execution that waits for the job of an event, when it was the last of its jobs.

    `event` is a "Transcribe Job State Change" of EventBridge, of a job that has been completed or has failed
    (https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html). Its detail names the job; what
    came of it the execution asks Transcribe itself.
    """
    end_transcription(adapters, event["detail"]["TranscriptionJobName"])


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Show the evaluation as failed, when no execution of it came to an end."""
    run, now = _run_of(attempt.task), attempt.adapters.clock.now()
    release_slot(attempt.adapters, run)
    stored = unit.find(CANDIDATE_INTERVIEW, run.team_id, run.candidate_interview_id)
    if stored is None:
        return False
    outcome = failed_outcome(timestamp(now))
    try:
        end_evaluation(unit, run.team_id, stored.record.id, run.number, outcome, now, stored.record)
    except EvaluationOver:
        return False
    return True


def _run_of(task: ClaimedTask) -> EvaluationRun:
    return EvaluationRun(task.team_id, task.payload["candidateInterviewId"], task.payload["run"])
