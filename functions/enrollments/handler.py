"""Starts executions of enrollments, moves them on, and stops them."""

from datetime import timedelta

from gather.workers.task_runner import Policy, TaskWorker
from gather.workflow.enrollments import worker

handler = TaskWorker("enrollments", worker.run, Policy(timedelta(seconds=90)))
