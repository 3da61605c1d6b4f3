"""Starts the evaluation of completed candidate interviews: one execution for each run.

The execution is named by the task and by how often it was begun, so that a message delivered twice
starts it once, and one that is lost with its execution is begun again by the recovery worker. An execution
whose engines are down puts its task off, and the recovery worker begins it again after the pause.
"""

import json
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from evaluation.run import POLICY, EvaluationRun, failed
from gather.core.clock import timestamp
from gather.screening.candidate_interview_operations import EvaluationOver, end_evaluation
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table.outbox import ClaimedTask
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt, TaskWorker

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

ALREADY_STARTED = "ExecutionAlreadyExists"


def _start(attempt: Attempt) -> None:
    """Start the execution of the task's run. The task stays claimed: the execution's last step ends it."""
    task, run = attempt.task, _run_of(attempt.task)
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


def _give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Show the evaluation as failed, when no execution of it came to an end."""
    run, now = _run_of(attempt.task), attempt.adapters.clock.now()
    stored = unit.find(CANDIDATE_INTERVIEW, run.team_id, run.candidate_interview_id)
    if stored is None:
        return False
    outcome = failed(timestamp(now))
    try:
        end_evaluation(unit, run.team_id, stored.record.id, run.number, outcome, now, stored.record)
    except EvaluationOver:
        return False
    return True


handler = TaskWorker("evaluation", _start, POLICY, give_up=_give_up)


def _run_of(task: ClaimedTask) -> EvaluationRun:
    return EvaluationRun(task.team_id, task.payload["candidateInterviewId"], task.payload["run"])
