"""The reminders schedule (interface: Message group, CANDIDATE_REMINDER).

A candidate interview has one reminder, half-way between its invite and its expiry. The item that waits
for that moment is removed in the transaction that asks for the message, or without one when the
candidate has finished meanwhile; so that of two runs at once one asks.
"""

from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.clock import from_timestamp, timestamp
from gather.domain.candidate_interview import OPEN, CandidateInterviewRecord, is_over
from gather.domain.task import TaskName
from gather.events.candidate_interviews import REMINDERS_SCHEDULE, task_of
from gather.observability import count
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.due import work_off
from gather.table.kinds import CANDIDATE_INTERVIEW
from gather.table.records import Records, Stored, Transaction
from gather.table.store import ConditionFailed

_UNCHANGED = "dueSk = :due"


class _Gone(Exception):
    """The reminder was asked for by another run, or waits for a later moment now."""


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, object]:
    """The function's entry: ask for what is due at the event's `time`, and say whether more is."""
    until = from_timestamp(event["time"])
    now = wiring.clock().now()
    records = wiring.records()
    run = work_off(
        records.table,
        REMINDERS_SCHEDULE,
        until,
        lambda item: _remind(records, item, until, now),
        context.get_remaining_time_in_millis,
    )
    count("RemindersAsked", run.done)
    return run.answer()


def _remind(records: Records, item: Item, until: datetime, now: datetime) -> bool:
    asked = False
    reminder = keys.Key(item["pk"], item["sk"])

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        nonlocal asked
        record = stored.record
        asked = _is_wanted(record, until)
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
