"""The plays worker: plays the candidates of sandboxes (interface: Sandbox, rules 7 to 9)."""

from datetime import timedelta

from gather.sandbox.plays.worker import give_up, play
from gather.workers.task_runner import Policy, TaskWorker

MOST_ATTEMPTS = 5
"""Whoever waits for a play wants to know soon that it will not come about."""

handler = TaskWorker(
    "plays",
    play,
    Policy(timedelta(minutes=6), most_attempts=MOST_ATTEMPTS),
    give_up=give_up,
)
