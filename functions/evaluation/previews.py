"""The worker of scorecard previews."""

from datetime import timedelta
from functools import partial

from gather.screening.scorecard_previews import worker
from gather.workers.task_runner import Policy, TaskWorker
from gather.workflow.enrollments.gate_preview import gate_move

POLICY = Policy(timedelta(minutes=6))

handler = TaskWorker("scorecard-previews", partial(worker.run, gate_move), POLICY, give_up=worker.give_up)
