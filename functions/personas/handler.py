"""Refreshes the personas of AI interviewers."""

from datetime import timedelta

from gather.content.personas import worker
from gather.workers.task_runner import Policy, TaskWorker

handler = TaskWorker("personas", worker.refresh, Policy(timedelta(minutes=6)))
