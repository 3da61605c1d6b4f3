"""The end of enrollments whose job or candidate has come to an end."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import islice
from typing import Any

from enrollments.waking import wake
from gather.core.errors import ServiceUnavailable
from gather.core.observability import log_failure
from gather.table import keys
from gather.table.due import FAULTS, WORKERS
from gather.table.listing import SLOTS
from gather.table.records import Records, Stored, Transaction
from gather.table.store import KeyRange
from gather.workflow import enrollment_operations
from gather.workflow.enrollment import EnrollmentRecord, EnrollmentStatus, ended
from gather.workflow.enrollment_storage import ENROLLMENT

# Few enough to be ended within what a worker leaves of its time.
AT_ONCE = 64


def stop_enrollments(
    records: Records, team_id: str, payload: Mapping[str, Any], now: datetime, has_time: Callable[[], bool]
) -> bool:
    """Stop what is active of a job or of a candidate; False when time ran out with some of it left.

    One that fails keeps no other from its end; raises ServiceUnavailable after all the others.
    """
    enrollment_ids = _active(records, team_id, payload)
    failed = 0
    with ThreadPoolExecutor(WORKERS) as threads:
        while has_time():
            some = list(islice(enrollment_ids, AT_ONCE))
            if not some:
                break
            outcomes = threads.map(lambda enrollment_id: _stop(records, team_id, enrollment_id, now), some)
            failed += [*outcomes].count(False)
        else:
            return False
    if failed:
        raise ServiceUnavailable(f"{failed} enrollments could not be stopped.")
    return True


def _active(records: Records, team_id: str, payload: Mapping[str, Any]) -> Iterator[str]:
    slot, by, by_id = (
        (SLOTS[0], "JOB", payload["jobId"])
        if "jobId" in payload
        else (SLOTS[1], "CANDIDATE", payload["candidateId"])
    )
    listing = KeyRange(keys.sublisting(team_id, ENROLLMENT.name, by, by_id), slot.index)
    for item in records.table.query_all(
        listing,
        filter_expression="#status = :active",
        filter_values={":active": EnrollmentStatus.ACTIVE},
        filter_names={"#status": "status"},
    ):
        yield item["id"]


def _stop(records: Records, team_id: str, enrollment_id: str, now: datetime) -> bool:
    token: str | None = None

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        nonlocal token
        record = stored.record
        token = record.task_token
        after = ended(record, EnrollmentStatus.STOPPED, now) if record.is_active else record
        return enrollment_operations.moved(transaction, record, after, now)

    try:
        records.change(ENROLLMENT, team_id, enrollment_id, change)
        if token is not None:
            wake(token)
    except FAULTS as fault:
        log_failure(fault, enrollment_id, "stopping of enrollments")
        return False
    return True
