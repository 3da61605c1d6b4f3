"""The reminders schedule (interface: Message groups, rule 2).

A candidate interview has one reminder, half-way between its invite and its expiry. The item that waits
for that moment is removed in the transaction that asks for the message, or without one when the
candidate has finished meanwhile; so that of two runs at once one asks.
"""

from datetime import datetime

from gather.screening.candidate_interview import OPEN, CandidateInterviewRecord, is_over
from gather.screening.candidate_interview_operations import remind
from gather.screening.candidate_interview_storage import (
    CANDIDATE_INTERVIEW,
    REMINDERS_SCHEDULE,
    take_reminder,
)
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun, scheduled


class _Gone(Exception):
    """The reminder was asked for by another run, or waits for a later moment now."""


def _remind(run: ScheduledRun, item: Item) -> bool:
    def ask(unit: UnitOfWork) -> bool:
        take_reminder(unit, item, _gone)
        stored = unit.get(CANDIDATE_INTERVIEW, item["teamId"], item["id"])
        if not _is_wanted(stored.record, run.until):
            return False
        remind(unit, stored, run.now)
        return True

    try:
        return run.records.run(ask)
    except _Gone:
        return False


def _is_wanted(record: CandidateInterviewRecord, until: datetime) -> bool:
    return record.status in OPEN and record.reminded_at is None and not is_over(record, until)


def _gone(_item: Item | None) -> Exception:
    return _Gone()


handler = scheduled(REMINDERS_SCHEDULE, "RemindersAsked", _remind)
