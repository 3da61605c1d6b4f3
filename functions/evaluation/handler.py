"""Starts the evaluation of completed candidate interviews."""

from gather.screening.evaluations import worker
from gather.screening.evaluations.run import POLICY
from gather.workers.task_runner import TaskWorker

handler = TaskWorker("evaluation", worker.start, POLICY, give_up=worker.give_up)
