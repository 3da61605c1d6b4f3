"""Starts the evaluation of completed candidate interviews, and wakes it when transcriptions have ended."""

from gather.screening.evaluations import worker
from gather.screening.evaluations.run import POLICY
from gather.workers.task_runner import TaskWorker

handler = TaskWorker(
    "evaluation",
    worker.start,
    POLICY,
    give_up=worker.give_up,
    receive_notice=worker.receive_job_event,
)
