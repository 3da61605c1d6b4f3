"""Candidate interviews straight in the table: many at once, and as other functions leave them."""

from datetime import datetime, timedelta
from typing import Any

from gather.core.identifiers import new_id
from gather.screening.answers.models import StoredAnswer
from gather.screening.answers.storage import ANSWER
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, save_reminder
from gather.screening.candidates.delivery_type import DeliveryType
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
    record = fresh.invite((DeliveryType.EMAIL,), now)
    records.table.put({**record_attributes(CANDIDATE_INTERVIEW, record), "revision": 1})
    unit = records.unit_of_work()
    save_reminder(unit, record, record.remind_at or "")
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


def change_candidate_interview(records: Records, tenant: Tenant, record_id: str, **fields: Any) -> None:
    """Set fields of a stored candidate interview, as other functions do."""
    records.change(
        CANDIDATE_INTERVIEW,
        tenant.team_id,
        record_id,
        lambda stored, _unit: stored.record.changed(**fields),
    )


def read_candidate_interview(records: Records, tenant: Tenant, record_id: str) -> CandidateInterviewRecord:
    """A candidate interview as it is stored."""
    return records.get(CANDIDATE_INTERVIEW, tenant.team_id, record_id).record


def store_answer(records: Records, tenant: Tenant, record_id: str, answer: StoredAnswer) -> None:
    """Store an answer to a question of a candidate interview."""
    place = ANSWER.at(tenant.team_id, record_id, answer.question_id)
    records.table.write(place.put(**answer.model_dump(by_alias=True)))
