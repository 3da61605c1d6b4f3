"""Sending the invite of an enrollment's step again."""

from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import is_id
from gather.core.model import NoBody, TeamQuery
from gather.http.routes import Call
from gather.screening import candidate_interview_operations
from gather.screening.candidate_interview import check_invitable, invited
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.records import Records, Stored, Transaction
from gather.workflow import enrollment_operations
from gather.workflow.candidate_meeting import CandidateMeetingStatus, invited_again
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING
from gather.workflow.enrollment import EnrollmentRecord, StepStatus
from gather.workflow.enrollment import invited as step_invited
from gather.workflow.enrollment_storage import ENROLLMENT
from gather.workflow.step_invite_operations import (
    Invitee,
    interview_link,
    meeting_link,
    meeting_task,
    read_invitee,
    tell_of_unsent,
)

RESENDABLE = frozenset({StepStatus.INVITED, StepStatus.IN_PROGRESS})


def resend_invite(records: Records, call: Call[NoBody, TeamQuery]) -> EnrollmentRecord:
    """Send the invite of the step of the path again; after its expiry it has its whole time again.

    Raises NotFound, and Conflict unless the candidate is at the step and not done with it, in a job that goes
    on. Five round trips.
    """
    step_id = call.path["id"]
    pointer = records.table.get(keys.enrollment_step(step_id)) if is_id(step_id) else None
    if pointer is None or pointer["teamId"] != call.team.team_id:
        raise NotFound("enrollment step", step_id)

    def change(stored: Stored[EnrollmentRecord], transaction: Transaction) -> EnrollmentRecord:
        before = stored.record
        if not before.is_active or before.current.id != step_id or before.current.status not in RESENDABLE:
            raise Conflict("The candidate is not at this step, or is done with it.")
        invitee = read_invitee(records, before)
        if not invitee.goes_on:
            raise Conflict("The job has ended, or the candidate is archived.")
        link = _invite_again(records, transaction, before, invitee, call)
        after = enrollment_operations.moved(transaction, before, step_invited(before, call.now), call.now)
        tell_of_unsent(transaction, after, invitee, link, call.now)
        return after

    return records.change(ENROLLMENT, call.team.team_id, pointer["enrollmentId"], change).record


def _invite_again(
    records: Records,
    transaction: Transaction,
    record: EnrollmentRecord,
    invitee: Invitee,
    call: Call[NoBody, TeamQuery],
) -> str:
    step = record.current
    if step.candidate_interview_id is not None:
        return _interview_again(records, transaction, step.candidate_interview_id, invitee, call)
    assert step.candidate_meeting_id is not None, "an invited step has an interview or a meeting"
    stored = records.get(CANDIDATE_MEETING, record.team_id, step.candidate_meeting_id)
    if stored.record.status is not CandidateMeetingStatus.INVITE_SENT:
        raise Conflict("The meeting is confirmed, or its time has passed.")
    meeting = invited_again(stored.record, invitee.expiry_days, call.now)
    transaction.replace(stored, meeting)
    if invitee.channels:
        transaction.send(meeting_task(record, meeting.id, meeting.invites, call.now))
    return meeting_link(call.base_url, meeting.token)


def _interview_again(
    records: Records,
    transaction: Transaction,
    candidate_interview_id: str,
    invitee: Invitee,
    call: Call[NoBody, TeamQuery],
) -> str:
    stored = records.get(CANDIDATE_INTERVIEW, call.team.team_id, candidate_interview_id)
    check_invitable(stored.record)
    again = invited(stored.record, invitee.channels, call.now)
    transaction.replace(stored, again)
    if invitee.channels:
        candidate_interview_operations.send_invite(transaction, again, call.now)
    candidate_interview_operations.send_status_changed(transaction, stored.record, again, call.now)
    return interview_link(call.base_url, again.invite_token)
