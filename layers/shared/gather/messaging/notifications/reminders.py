"""Reminders of candidate interviews (interface: Message groups, rule 2).

    request_reminder(records, due_item, until=until, now=now)  # False when it waits or is not wanted

A candidate interview has one reminder, half-way between its invite and its expiry. In the candidate's night
it waits for the morning; after the expiry there is none. The item that waits for that moment is removed in
the transaction that requests the message, or without one when the candidate has finished meanwhile; so that
of two runs at once one requests it.
"""

from datetime import datetime

from gather.core.clock import timestamp
from gather.messaging.channels.quiet_hours import end_of_quiet
from gather.screening.candidate_interviews.lifecycle import remind
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN
from gather.screening.candidate_interviews.storage import (
    CANDIDATE_INTERVIEW,
    delete_due_reminder,
    postpone_reminder,
)
from gather.screening.candidates.storage import CANDIDATE
from gather.table.conversion import Item
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


class _Gone(Exception):
    """Another run has requested the reminder, or it waits for a later moment now."""


def request_reminder(records: Records, due: Item, *, until: datetime, now: datetime) -> bool:
    """Request the reminder that is due by `until`, or let it wait for the candidate's morning.

    `due` is the item of the schedule. Returns whether the reminder was requested. Three round trips.
    """

    def request(unit: UnitOfWork) -> bool:
        stored = unit.get(CANDIDATE_INTERVIEW, due["teamId"], due["id"])
        record = stored.record
        is_wanted = _is_wanted(record, until)
        morning = end_of_quiet(until, _find_zone(records, record)) if is_wanted else None
        if morning is not None:
            postpone_reminder(unit, due, record, timestamp(morning), _gone())
            return False
        delete_due_reminder(unit, due, _gone())
        if is_wanted:
            remind(unit, stored, now, until)
        return is_wanted

    try:
        return records.run(request)
    except _Gone:
        return False


def _find_zone(records: Records, record: CandidateInterviewRecord) -> str | None:
    """The candidate's time zone, an IANA name. One round trip."""
    candidate = records.find(CANDIDATE, record.team_id, record.candidate_id)
    return candidate.record.timezone if candidate else None


def _is_wanted(record: CandidateInterviewRecord, until: datetime) -> bool:
    return record.status in OPEN and record.reminded_at is None and not record.is_over(until)


def _gone() -> Exception:
    return _Gone()
