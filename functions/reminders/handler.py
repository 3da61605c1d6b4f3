"""The reminders schedule (interface: Message groups, rule 2).

A candidate interview has one reminder, half-way between its invite and its expiry. In the candidate's night
it waits for the morning; after the expiry there is none. The item that waits for that moment is removed in
the transaction that asks for the message, or without one when the candidate has finished meanwhile; so that
of two runs at once one asks.
"""

from datetime import datetime

from gather.core.clock import timestamp
from gather.messaging.channels.quiet_hours import end_of_quiet
from gather.screening.candidate_interviews.lifecycle import remind
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN
from gather.screening.candidate_interviews.storage import (
    CANDIDATE_INTERVIEW,
    REMINDERS_SCHEDULE,
    delete_due_reminder,
    postpone_reminder,
)
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.workers.schedule import ScheduledRun, scheduled


class _Gone(Exception):
    """The reminder was asked for by another run, or waits for a later moment now."""


def _remind(run: ScheduledRun, item: Item) -> bool:
    def ask(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_INTERVIEW, item["teamId"], item["id"])
        record = stored.record
        is_wanted = _is_wanted(record, run.until)
        morning = end_of_quiet(run.until, _zone(run, record)) if is_wanted else None
        if morning is not None:
            postpone_reminder(unit, item, record, timestamp(morning), _gone())
            return False
        delete_due_reminder(unit, item, _gone())
        if is_wanted:
            remind(unit, stored, run.now, run.until)
        return is_wanted

    try:
        return run.records.run(ask)
    except _Gone:
        return False


def _zone(run: ScheduledRun, record: CandidateInterviewRecord) -> str | None:
    """The candidate's time zone. One round trip."""
    candidate = run.records.find(CANDIDATE, record.team_id, record.candidate_id)
    return candidate.record.timezone if candidate else None


def _is_wanted(record: CandidateInterviewRecord, until: datetime) -> bool:
    return record.status in OPEN and record.reminded_at is None and not record.is_over(until)


def _gone() -> Exception:
    return _Gone()


handler = scheduled(REMINDERS_SCHEDULE, "RemindersAsked", _remind)
