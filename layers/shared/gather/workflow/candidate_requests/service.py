"""The use case of a candidate who asks the team for something.

    request = service.create(records, invite_token, body, now=now)

The team's side is in `gather.screening.candidate_requests`.
"""

from datetime import datetime

from gather.core.errors import NotFound
from gather.events import enrollment_tasks
from gather.events.task import TaskName
from gather.screening.candidate_interviews import lifecycle as interview_lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, INVITE, find_by_token
from gather.screening.candidate_requests import storage as request_storage
from gather.screening.candidate_requests.models import (
    CandidateRequest,
    CandidateRequestKind,
    CreateCandidateRequest,
    new_candidate_request,
)
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.storage import ENROLLMENT

RESOURCE = "invite"


def create(
    records: Records, invite_token: str, request: CreateCandidateRequest, *, now: datetime
) -> CandidateRequest:
    """Ask the team for something. A withdrawal closes the invite and stops the enrollment, and is confirmed;
    who has withdrawn already gets that request again. Three round trips, four for a withdrawal.

    Raises NotFound for an unknown token, Gone when the invite expired long ago, and Conflict when the
    candidate has asked as often as one can.
    """
    place = find_by_token(records.table, INVITE, invite_token)
    if place is None:
        raise NotFound(RESOURCE, "")
    team_id, candidate_interview_id = place

    def save(unit: UnitOfWork) -> CandidateRequest:
        stored = unit.find(CANDIDATE_INTERVIEW, team_id, candidate_interview_id)
        if stored is None:
            raise NotFound(RESOURCE, "")  # erased meanwhile
        is_withdrawal = request.kind is CandidateRequestKind.WITHDRAW
        if is_withdrawal and stored.record.withdrawn_at is not None:
            return _get_withdrawal(unit, stored.record)
        asked = new_candidate_request(request, stored.record, now)
        if is_withdrawal:
            _stop_enrollment(unit, stored.record, now)
            interview_lifecycle.withdraw(unit, stored, now)
        else:
            interview_lifecycle.count_request(unit, stored, now)
        request_storage.save(unit, asked)
        name = TaskName.SEND_REQUEST_NOTICE
        unit.send(interview_lifecycle.task_of(name, stored.record, now, requestId=asked.id))
        return asked

    return records.run(save)


def _get_withdrawal(unit: UnitOfWork, record: CandidateInterviewRecord) -> CandidateRequest:
    """The request by which the candidate has withdrawn. One round trip."""
    requests = request_storage.list_requests(unit.table, record.team_id, record.id)
    return next(each for each in requests[::-1] if each.kind is CandidateRequestKind.WITHDRAW)


def _stop_enrollment(unit: UnitOfWork, record: CandidateInterviewRecord, now: datetime) -> None:
    """Stop the enrollment that an interview is for, and close the open invite of a later step."""
    link = record.enrollment
    stored = unit.find(ENROLLMENT, record.team_id, link.enrollment_id) if link is not None else None
    if stored is None or not stored.record.is_active:
        return
    enrollment = stored.record
    if enrollment.task_token is not None:
        unit.send(enrollment_tasks.wake(enrollment, enrollment.id, enrollment.task_token, now))
    enrollment_lifecycle.stop(unit, stored, now)
    later = _find_other_interview(unit, record, enrollment.current.candidate_interview_id)
    if later is not None:
        interview_lifecycle.close(unit, later, now)


def _find_other_interview(
    unit: UnitOfWork, record: CandidateInterviewRecord, candidate_interview_id: str | None
) -> Stored[CandidateInterviewRecord] | None:
    if candidate_interview_id in (None, record.id):
        return None
    return unit.find(CANDIDATE_INTERVIEW, record.team_id, candidate_interview_id or "")
