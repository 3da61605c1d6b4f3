"""The use cases of invites to a workflow's steps.

Each operation adds to a unit of work everything that belongs together: what the candidate takes the step by,
the enrollment, their events and tasks. Nothing is written before the commit. `workflow.step.invited` is told
when the message went out. Where no channel reaches the candidate it is told at once, and the customer hands
the link over.

For example:

    invitee = get_invitee(unit, stored.record)
    stored = invite(unit, stored, record, invitee, base_url, now)
"""

from dataclasses import dataclass
from datetime import datetime

from gather.core.errors import Conflict, InternalError, NotFound
from gather.screening.candidate_interviews import lifecycle as interview_lifecycle
from gather.screening.candidate_interviews.models import interview_link
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.delivery_type import DeliveryType, SmsCountries, open_channels
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.table.kind import Stored
from gather.table.record_reader import RecordReader
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.tenancy.organizations.models import DEFAULT_EXPIRY_DAYS
from gather.tenancy.organizations.storage import expiry_days_among, organization_key, sms_countries_among
from gather.workflow.candidate_meetings import lifecycle as meeting_lifecycle
from gather.workflow.candidate_meetings.models import meeting_link, new_candidate_meeting
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments import lifecycle as enrollment_lifecycle
from gather.workflow.enrollments.models import (
    ActionName,
    EnrollmentRecord,
)
from gather.workflow.enrollments.step_interview import new_step_interview
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates.models import StepType


@dataclass(frozen=True, slots=True)
class Invitee:
    """The candidate of an enrollment, and for how many days an invite of the organization holds.

    `goes_on` is false when the job has ended or left the team, or the candidate is archived: then nobody is
    invited any more.
    """

    candidate: Candidate
    expiry_days: int = DEFAULT_EXPIRY_DAYS
    goes_on: bool = True
    sms_countries: SmsCountries = None

    @property
    def channels(self) -> tuple[DeliveryType, ...]:
        """How a message reaches the candidate; none when only the caller can hand the link over."""
        return open_channels(self.candidate, self.sms_countries)


def get_invitee(reader: RecordReader, record: EnrollmentRecord) -> Invitee:
    """Read whom an enrollment's invites go to. One round trip. Raises NotFound for an erased candidate."""
    candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
    job_key = JOB.key(record.team_id, record.job_id)
    found = reader.table.get_many([candidate_key, job_key, organization_key(record.organization_id)])
    if candidate_key not in found:
        raise NotFound(CANDIDATE.resource, record.candidate_id)
    candidate = Candidate.model_validate(found[candidate_key])
    job = JobRecord.model_validate(found[job_key]) if job_key in found else None
    return Invitee(
        candidate,
        expiry_days_among(found, record.organization_id),
        goes_on=job is not None and not job.has_ended and candidate.archived_at is None,
        sms_countries=sms_countries_among(found, record.organization_id),
    )


def enroll_and_invite(
    unit: UnitOfWork, record: EnrollmentRecord, invitee: Invitee, base_url: str, now: datetime
) -> tuple[EnrollmentRecord, str | None]:
    """Save a new enrollment with the invite to its first step.

    Returns the enrollment and the invite's link; None where the step is delayed or not reached. The commit
    raises Conflict when the candidate is enrolled in the job already.
    """
    if record.proceed(now)[1].name is not ActionName.INVITE:
        return enrollment_lifecycle.enroll(unit, record, now), None
    record, link = _create_invite(unit, record, invitee, base_url, now, is_asked_for=True)
    enrolled = enrollment_lifecycle.enroll(unit, record, now)
    _send_event_of_unsent_invite(unit, enrolled, invitee, link, now)
    return enrolled, link


def invite(
    unit: UnitOfWork,
    stored: Stored[EnrollmentRecord],
    record: EnrollmentRecord,
    invitee: Invitee,
    base_url: str,
    now: datetime,
) -> Stored[EnrollmentRecord]:
    """Invite the candidate to the current step of `record`, the new state of `stored`.

    Its turn has come and nobody asks for it just now, so the message may wait for the candidate's morning.

    The commit is a lost race when the candidate was erased meanwhile.
    """
    require_candidate(unit, record.team_id, record.candidate_id, LostRace())
    after, link = _create_invite(unit, record, invitee, base_url, now, is_asked_for=False)
    moved = enrollment_lifecycle.move(unit, stored, after, now)
    _send_event_of_unsent_invite(unit, moved.record, invitee, link, now)
    return moved


def invite_again(
    unit: UnitOfWork, stored: Stored[EnrollmentRecord], step_id: str, base_url: str, now: datetime
) -> Stored[EnrollmentRecord]:
    """Send the invite of a step again; after its expiry it has its whole time again.

    Two round trips. Raises Conflict unless the candidate is at the step and not done with it, in a job that
    goes on, and NotFound for a candidate who was erased. Raises InternalError for a step that was invited
    without an interview and without a meeting.
    """
    record = stored.record
    record.check_resendable(step_id)
    invitee = get_invitee(unit, record)
    if not invitee.goes_on:
        raise Conflict("The job has ended, or the candidate is archived.")
    require_candidate(unit, record.team_id, record.candidate_id, LostRace())
    link = _renew_invite(unit, record, invitee, base_url, now)
    moved = enrollment_lifecycle.move(unit, stored, record.invite(now), now)
    _send_event_of_unsent_invite(unit, moved.record, invitee, link, now)
    return moved


def _create_invite(
    unit: UnitOfWork,
    record: EnrollmentRecord,
    invitee: Invitee,
    base_url: str,
    now: datetime,
    *,
    is_asked_for: bool,
) -> tuple[EnrollmentRecord, str]:
    """Save what the candidate takes the current step by; the enrollment as it is then, and the link."""
    if record.current.step_type is StepType.MEETING:
        meeting = new_candidate_meeting(record, invitee.expiry_days, now)
        meeting_lifecycle.create(unit, meeting, now, invite_by=invitee.channels, is_asked_for=is_asked_for)
        after = record.invite(now, candidate_meeting_id=meeting.id)
        return after, meeting_link(base_url, meeting.token)
    interview = new_step_interview(record, invitee.expiry_days, now)
    interview_lifecycle.create(unit, interview, now, invite_by=invitee.channels, is_asked_for=is_asked_for)
    after = record.invite(now, candidate_interview_id=interview.id)
    return after, interview_link(base_url, interview.invite_token)


def _renew_invite(
    unit: UnitOfWork, record: EnrollmentRecord, invitee: Invitee, base_url: str, now: datetime
) -> str:
    """Invite again to what the candidate takes the current step by, and return the link. One round trip."""
    step = record.current
    if step.candidate_interview_id is not None:
        interview = unit.get(CANDIDATE_INTERVIEW, record.team_id, step.candidate_interview_id)
        interview_lifecycle.invite_again(unit, interview, invitee.channels, now)
        return interview_link(base_url, interview.record.invite_token)
    if step.candidate_meeting_id is None:
        raise InternalError("The step was invited without an interview and without a meeting.")
    meeting = unit.get(CANDIDATE_MEETING, record.team_id, step.candidate_meeting_id)
    meeting_lifecycle.invite_again(unit, meeting, invitee.expiry_days, now, invite_by=invitee.channels)
    return meeting_link(base_url, meeting.record.token)


def _send_event_of_unsent_invite(
    unit: UnitOfWork, record: EnrollmentRecord, invitee: Invitee, link: str, now: datetime
) -> None:
    """Tell of the current step's invite when no channel reaches the candidate. Else `workflow.step.invited`
    follows when a message went out."""
    if not invitee.channels:
        enrollment_lifecycle.send_invite_event(unit, record, record.current.id, link, now)
