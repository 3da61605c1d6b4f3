"""Tells recruiting suites what became of their orders, and places orders of which they have to be asked."""

from gather.connect.pushes import worker
from gather.workers.task_runner import TaskWorker

handler = TaskWorker("connect-pushes", worker.do, worker.POLICY)
