"""The invite to a workflow's step: what the candidate takes the step by, and the message that says so."""

from dataclasses import dataclass
from datetime import datetime

from gather.events.task import TaskName
from gather.screening import candidate_interview_operations
from gather.screening.candidate import Candidate
from gather.screening.candidate_interview import DeliveryType, invited, reaches
from gather.screening.candidate_storage import CANDIDATE
from gather.table import keys, store
from gather.table.outbox import Task
from gather.table.records import Records, Transaction
from gather.tenancy.organization import DEFAULT_EXPIRY_DAYS
from gather.workflow import enrollment_operations
from gather.workflow.candidate_meeting import new_candidate_meeting
from gather.workflow.candidate_meeting_storage import CANDIDATE_MEETING
from gather.workflow.enrollment import EnrollmentRecord
from gather.workflow.enrollment import invited as step_invited
from gather.workflow.job import JobDetail
from gather.workflow.job_storage import JOB
from gather.workflow.step_interview import new_step_interview
from gather.workflow.workflow_template import StepType


@dataclass(frozen=True, slots=True)
class Invitee:
    """The candidate of an enrollment, and for how many days an invite of the organization holds.

    `goes_on` is false when the job has ended or left the team, or the candidate is archived: then nobody is
    invited any more.
    """

    candidate: Candidate
    expiry_days: int = DEFAULT_EXPIRY_DAYS
    goes_on: bool = True

    @property
    def channels(self) -> tuple[DeliveryType, ...]:
        """How a message reaches the candidate; none when only the caller can hand the link over."""
        return tuple(channel for channel in DeliveryType if reaches(channel, self.candidate))


def read_invitee(records: Records, record: EnrollmentRecord) -> Invitee:
    """Who an enrollment's invites go to. One round trip."""
    candidate_key = CANDIDATE.key(record.team_id, record.candidate_id)
    job_key = JOB.key(record.team_id, record.job_id)
    organization_key = keys.organization(record.organization_id)
    found = records.table.get_many([candidate_key, job_key, organization_key])
    candidate = Candidate.model_validate(found[candidate_key])
    job = JobDetail.model_validate(found[job_key]) if job_key in found else None
    return Invitee(
        candidate,
        found.get(organization_key, {}).get("defaultExpiryDays", DEFAULT_EXPIRY_DAYS),
        goes_on=job is not None and not job.has_ended and candidate.archived_at is None,
    )


def invite(
    transaction: Transaction, record: EnrollmentRecord, invitee: Invitee, base_url: str, now: datetime
) -> tuple[EnrollmentRecord, str]:
    """Invite the candidate to the enrollment's current step: the enrollment as it is then, and the link.

    The caller stores what is returned, in the same transaction, and tells of what no message goes out for.
    """
    if record.current.step_type is StepType.MEETING:
        return _invite_to_meeting(transaction, record, invitee, base_url, now)
    return _invite_to_interview(transaction, record, invitee, base_url, now)


def tell_of_unsent(
    transaction: Transaction, record: EnrollmentRecord, invitee: Invitee, link: str, now: datetime
) -> None:
    """Tell of the current step's invite when no channel reaches the candidate: the customer hands the link
    over. Else `workflow.step.invited` follows when a message went out."""
    if not invitee.channels:
        enrollment_operations.tell_of_invite(transaction, record, record.current.id, link, now)


def _invite_to_interview(
    transaction: Transaction, record: EnrollmentRecord, invitee: Invitee, base_url: str, now: datetime
) -> tuple[EnrollmentRecord, str]:
    interview = new_step_interview(record, invitee.expiry_days, now)
    interview = invited(interview, invitee.channels, now)
    candidate_interview_operations.create(transaction, interview)
    if invitee.channels:
        candidate_interview_operations.send_invite(transaction, interview, now)
    after = step_invited(record, now, candidate_interview_id=interview.id)
    return after, interview_link(base_url, interview.invite_token)


def _invite_to_meeting(
    transaction: Transaction, record: EnrollmentRecord, invitee: Invitee, base_url: str, now: datetime
) -> tuple[EnrollmentRecord, str]:
    meeting = new_candidate_meeting(record, invitee.expiry_days, now)
    transaction.create(CANDIDATE_MEETING, meeting)
    pointer = keys.meeting_invite(meeting.token)
    transaction.write(
        store.put(
            {
                "pk": pointer.pk,
                "sk": pointer.sk,
                "entity": "MEETING_INVITE",
                "teamId": meeting.team_id,
                "candidateMeetingId": meeting.id,
            },
            "attribute_not_exists(pk)",
        )
    )
    if invitee.channels:
        transaction.send(meeting_task(record, meeting.id, meeting.invites, now))
    after = step_invited(record, now, candidate_meeting_id=meeting.id)
    return after, meeting_link(base_url, meeting.token)


def meeting_task(record: EnrollmentRecord, candidate_meeting_id: str, number: int, now: datetime) -> Task:
    """The task to send a meeting's invite; `number` counts the invites from 1."""
    return Task(
        name=TaskName.SEND_MEETING_INVITE,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"candidateMeetingId": candidate_meeting_id, "invite": number, "deliveryTypes": None},
        at=now,
    )


def interview_link(base_url: str, token: str) -> str:
    """The address at which a candidate takes an interview."""
    return f"{base_url}/i/{token}"


def meeting_link(base_url: str, token: str) -> str:
    """The address at which a candidate confirms a meeting."""
    return f"{base_url}/m/{token}"
