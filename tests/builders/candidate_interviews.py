"""Many candidate interviews at once, straight in the table."""

from datetime import datetime, timedelta

from gather.core.identifiers import new_id
from gather.screening.candidate_interview import CandidateInterviewRecord, invited, new_candidate_interview
from gather.screening.candidate_interview_request import CreateCandidateInterview
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW, set_reminder
from gather.screening.delivery_type import DeliveryType
from gather.table.kind import record_attributes
from gather.table.records import Records
from tests.builders.content import scope_of
from tests.builders.service import Tenant


def make_invited(
    records: Records, tenant: Tenant, now: datetime, *, days: int = 14
) -> CandidateInterviewRecord:
    """An invited candidate interview with its reminder, in no listing (that would cost most of the time)."""
    asked = CreateCandidateInterview(candidate_id=new_id(), interview_id=new_id(), expiry_days=days)
    fresh = new_candidate_interview(asked, scope_of(tenant), now, days)
    record = invited(fresh, (DeliveryType.EMAIL,), now)
    records.table.put({**record_attributes(CANDIDATE_INTERVIEW, record), "revision": 1})
    unit = records.unit_of_work()
    set_reminder(unit, record, record.remind_at or "")
    unit.commit()
    return record


def make_many_invited(
    records: Records, tenant: Tenant, now: datetime, number: int, *, days: int = 14
) -> list[CandidateInterviewRecord]:
    """`number` of them, invited a second after each other."""
    return [
        make_invited(records, tenant, now + timedelta(seconds=position), days=days)
        for position in range(number)
    ]
