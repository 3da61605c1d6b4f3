"""Enrolls a candidate in a job's workflow, with the invite to a first step that is not delayed.

For example:

    enrollment, candidate, link = enroll_candidate(records, team, request, job_id, base_url, now=now)
"""

from dataclasses import dataclass
from datetime import datetime

from gather.content.interviews.models import InterviewStatus
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import new_id
from gather.screening.candidate_interviews.models import interview_link
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import expiry_days_among, organization_key, sms_countries_among
from gather.workflow.assignments.models import WorkflowAssignment
from gather.workflow.assignments.storage import get_effective_workflow
from gather.workflow.candidate_meetings.models import meeting_link
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.initial_threshold import find_latest_score
from gather.workflow.enrollments.models import EnrollmentRecord, new_enrollment
from gather.workflow.enrollments.requests import InviteCandidate
from gather.workflow.enrollments.status import EnrollmentStatus
from gather.workflow.enrollments.step_invites import Invitee, enroll_and_invite
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import JOB
from gather.workflow.templates.models import StepType, WorkflowTemplate


@dataclass(frozen=True, slots=True)
class Intake:
    """What enrolls candidates in a job: its workflow, and the assignment that it governs the job by."""

    job: JobRecord
    template: WorkflowTemplate
    assignment: WorkflowAssignment

    def enrollment_of(
        self, enrollment_id: str, candidate: Candidate, team: TeamScope, now: datetime
    ) -> EnrollmentRecord:
        """A new enrollment of the candidate, at its first step."""
        return new_enrollment(
            enrollment_id, self.template, self.job.id, candidate.id, self.assignment.id, team, now
        )

    def holds_back(self, score: int | None) -> bool:
        """Whether a candidate with this score for the job does not reach the first step; without a score
        everybody does."""
        threshold = self.assignment.initial_score_threshold
        return threshold is not None and score is not None and score < threshold

    def find_score(self, records: Records, candidate_id: str) -> int | None:
        """The score of a candidate that the threshold asks for; None without a threshold. Up to three round
        trips, none without a threshold."""
        if self.assignment.initial_score_threshold is None:
            return None
        return find_latest_score(records, candidate_id, self.job)


def get_running_job(records: Records, team_id: str, job_id: str, field: str | None = None) -> JobRecord:
    """A job that takes candidates. One round trip. Raises NotFound, and Conflict for one that has ended."""
    job = records.get(JOB, team_id, job_id, field).record
    if job.has_ended:
        raise Conflict("The job has ended and takes no candidates.")
    return job


def find_intake(records: Records, job: JobRecord) -> Intake | None:
    """What enrolls candidates in a job; None where no workflow governs it. Three round trips."""
    effective, assignment = get_effective_workflow(records, job)
    if effective.template is None or assignment is None:
        return None
    _check_open(records, job.team_id, effective.template)
    return Intake(job, effective.template, assignment)


def enroll_candidate(
    records: Records, team: TeamScope, request: InviteCandidate, job_id: str, base_url: str, *, now: datetime
) -> tuple[EnrollmentRecord, Candidate, str | None]:
    """Enroll the candidate that the request names or describes in the workflow of a job.

    Returns the enrollment, the candidate and the link of the first invite; None where the first step is
    delayed or not reached. Six round trips, up to three more to look for a score where there is a threshold.

    Raises NotFound, and Conflict for a job that has ended or has no workflow, for a first interview that
    takes nobody now, and for a candidate who is enrolled already.
    """
    job = get_running_job(records, team.team_id, job_id)
    invitee = _invitee(records, team, request, now)
    intake = find_intake(records, job)
    if intake is None:
        raise Conflict("No workflow governs the job.")
    new = intake.enrollment_of(new_id(), invitee.candidate, team, now)
    score = intake.find_score(records, request.candidate_id) if request.candidate_id is not None else None
    if intake.holds_back(score):
        new = new.end(EnrollmentStatus.FAILED, now)

    def enroll(unit: UnitOfWork) -> tuple[EnrollmentRecord, str | None]:
        if request.candidate_id is None:
            unit.create(CANDIDATE, invitee.candidate)
        else:
            erased = NotFound(CANDIDATE.resource, invitee.candidate.id, "candidateId")
            require_candidate(unit, team.team_id, invitee.candidate.id, erased)
        return enroll_and_invite(unit, new, invitee, base_url, now)

    enrollment, link = records.run(enroll)
    return enrollment, invitee.candidate, link


def get_enrolled(
    records: Records, enrollment: EnrollmentRecord, base_url: str
) -> tuple[EnrollmentRecord, Candidate, str | None]:
    """Return an enrollment in the form of `enroll_candidate`, as it is now. Two round trips.

    Raises NotFound where the candidate was erased.
    """
    team_id, step = enrollment.team_id, enrollment.steps[0]
    candidate = records.get(CANDIDATE, team_id, enrollment.candidate_id).record
    if step.candidate_interview_id is not None:
        interview = records.get(CANDIDATE_INTERVIEW, team_id, step.candidate_interview_id).record
        return enrollment, candidate, interview_link(base_url, interview.invite_token)
    if step.candidate_meeting_id is not None:
        meeting = records.get(CANDIDATE_MEETING, team_id, step.candidate_meeting_id).record
        return enrollment, candidate, meeting_link(base_url, meeting.token)
    return enrollment, candidate, None


def _invitee(records: Records, team: TeamScope, request: InviteCandidate, now: datetime) -> Invitee:
    """The candidate, found or new, and how long invites hold. One round trip."""
    wanted = []
    if request.candidate_id is not None:
        wanted.append(Reference.to(CANDIDATE, team.team_id, request.candidate_id, "candidateId"))
    found = read_references(records.table, wanted, also=[organization_key(team.organization_id)])
    days = expiry_days_among(found, team.organization_id)
    countries = sms_countries_among(found, team.organization_id)
    if not wanted:
        return Invitee(request.new_candidate(team, now), days, sms_countries=countries)
    return Invitee(Candidate.model_validate(found[wanted[0].key]), days, sms_countries=countries)


def _check_open(records: Records, team_id: str, template: WorkflowTemplate) -> None:
    """Raises Conflict when the first step's interview takes no candidates, as for any candidate interview.

    Who is enrolled already is still invited to it (interface: Enrollments, rule 9). One round trip.
    """
    step = template.steps[0]
    if step.step_type is StepType.MEETING:
        return
    stored = records.find(INTERVIEW, team_id, step.artifact_id)
    if stored is None or stored.record.status is not InterviewStatus.ACTIVE:
        raise Conflict("The interview of the workflow's first step takes no candidates.")
