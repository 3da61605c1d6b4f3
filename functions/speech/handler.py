"""Speaks the scripts of audio questions."""

from datetime import timedelta

from gather.content.audio_questions import worker
from gather.workers.task_runner import Policy, TaskWorker

handler = TaskWorker(
    "speech",
    worker.speak,
    Policy(timedelta(minutes=3), retried="SpeechRetries", given_up="ScriptsUnspoken"),
    give_up=worker.give_up,
)
