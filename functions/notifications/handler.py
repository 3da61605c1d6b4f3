"""The notifications worker: sends invites, reminders and completion messages, and notices to the team."""

from datetime import timedelta

from gather.messaging.notifications.worker import give_up, send
from gather.workers.task_runner import Policy, TaskWorker

handler = TaskWorker(
    "notifications",
    send,
    Policy(timedelta(seconds=90), held_up="MessagesHeldUp", given_up="MessagesGivenUp"),
    give_up=give_up,
)
