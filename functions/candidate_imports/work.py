"""The worker of imports: makes the candidates of their rows, and deletes their files."""

from datetime import timedelta

from gather.workers.task_runner import Policy, TaskWorker
from gather.workflow.imports import worker

handler = TaskWorker("imports", worker.run, Policy(timedelta(minutes=3)), give_up=worker.give_up)
