"""The reminders schedule (interface: Message group, CANDIDATE_REMINDER).

A candidate interview has one reminder, half-way between its invite and its expiry. The item that waits
for that moment is removed in the transaction that asks for the message, or without one when the
candidate has finished meanwhile; so that of two runs at once one asks.
"""

from datetime import datetime

from gather.core.clock import timestamp
from gather.events.task import TaskName
from gather.screening.candidate_interview import OPEN, CandidateInterviewRecord, is_over
from gather.screening.candidate_interview_operations import REMINDERS_SCHEDULE, task_of
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Stored, Transaction
from gather.table.store import ConditionFailed
from gather.workers.schedule import Occasion, scheduled

_UNCHANGED = "dueSk = :due"


class _Gone(Exception):
    """The reminder was asked for by another run, or waits for a later moment now."""


def _remind(occasion: Occasion, item: Item) -> bool:
    records, now, asked = occasion.records, occasion.now, False
    reminder = keys.Key(item["pk"], item["sk"])

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        nonlocal asked
        record = stored.record
        asked = _is_wanted(record, occasion.until)
        if not asked:
            return record
        channels = [channel.value for channel in record.delivery_types] or None
        transaction.send(task_of(TaskName.SEND_REMINDER, record, now, deliveryTypes=channels))
        transaction.write(store.delete(reminder, _UNCHANGED, due=item["dueSk"]), _gone)
        return record.changed(reminded_at=timestamp(now))

    try:
        records.change(CANDIDATE_INTERVIEW, item["teamId"], item["id"], change)
        if not asked:
            records.table.delete(reminder, _UNCHANGED, due=item["dueSk"])
    except (_Gone, ConditionFailed):
        return False
    return asked


def _is_wanted(record: CandidateInterviewRecord, until: datetime) -> bool:
    return record.status in OPEN and record.reminded_at is None and not is_over(record, until)


def _gone(_item: Item | None) -> Exception:
    return _Gone()


handler = scheduled(REMINDERS_SCHEDULE, "RemindersAsked", _remind)
