"""The expiry schedule (interface: Candidate interview status, expiry passes).

Whether a candidate interview expires is decided on the record as it is in the transaction that ends
it: one that was completed, or invited again, since the index was read stays as it is, and of two runs
at once one does it.
"""

from datetime import datetime
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.clock import from_timestamp, timestamp
from gather.domain.candidate_interview import OPEN, CandidateInterviewRecord, expired
from gather.events.candidate_interviews import ids_of, send_status_changed
from gather.events.catalogue import CandidateInterviewExpired
from gather.events.sending import event_of
from gather.observability import count
from gather.table.conversion import Item
from gather.table.due import work_off
from gather.table.kinds.candidate_interview import CANDIDATE_INTERVIEW, EXPIRY_SCHEDULE
from gather.table.records import Records, Stored, Transaction


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, object]:
    """The function's entry: expire what is due at the event's `time`, and say whether more is."""
    until = from_timestamp(event["time"])
    now = wiring.clock().now()
    records = wiring.records()
    run = work_off(
        records.table,
        EXPIRY_SCHEDULE,
        until,
        lambda item: _expire(records, item, until, now),
        context.get_remaining_time_in_millis,
    )
    count("CandidateInterviewsExpired", run.done)
    return run.answer()


def _expire(records: Records, item: Item, until: datetime, now: datetime) -> bool:
    moved = False

    def change(
        stored: Stored[CandidateInterviewRecord], transaction: Transaction
    ) -> CandidateInterviewRecord:
        nonlocal moved
        record = stored.record
        moved = record.status in OPEN and record.expiry <= timestamp(until)
        if not moved:
            return record
        after = expired(record, now)
        told = CandidateInterviewExpired(
            **ids_of(after), status=after.status or "", expired_at=timestamp(now)
        )
        transaction.send(event_of(told, after.organization_id, after.team_id, now))
        send_status_changed(transaction, record, after, now)
        return after

    records.change(CANDIDATE_INTERVIEW, item["teamId"], item["id"], change)
    return moved
