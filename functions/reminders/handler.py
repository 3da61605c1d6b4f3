"""The reminders schedule (interface: Message groups, rule 2)."""

from gather.messaging.notifications.reminders import request_reminder
from gather.screening.candidate_interviews.storage import REMINDERS_SCHEDULE
from gather.table.conversion import Item
from gather.workers.schedule import ScheduledRun, scheduled


def _remind(run: ScheduledRun, item: Item) -> bool:
    return request_reminder(run.records, item, until=run.until, now=run.now)


handler = scheduled(REMINDERS_SCHEDULE, "RemindersAsked", _remind)
