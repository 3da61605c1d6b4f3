"""What the rows of an import are invited to, an interview or a job, by the rules of single invites.

The interview, or the job with its workflow, is read once for many rows. It may be archived, paused or ended
while the import goes on: then the invites of the rows that follow fail.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gather.content.interviews.models import InterviewDetail, InterviewStatus
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.identifiers import derived_id, new_id
from gather.screening.candidate_interviews import lifecycle as interview_lifecycle
from gather.screening.candidate_interviews.models import new_candidate_interview
from gather.screening.candidate_interviews.requests import CreateCandidateInterview
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.delivery_type import SmsCountries, choose_channels
from gather.screening.candidates.models import Candidate
from gather.screening.imports.models import CandidateImportRecord, RowFault, RowInvite
from gather.screening.imports.rows import errors_of
from gather.screening.imports.storage import is_invited
from gather.table.records import Records
from gather.table.references import Reference, read_references
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import expiry_days_among, organization_key, sms_countries_among
from gather.workflow.enrollments.enroll import Intake, find_intake, get_running_job
from gather.workflow.enrollments.status import EnrollmentStatus
from gather.workflow.enrollments.step_invites import Invitee, enroll_and_invite
from gather.workflow.enrollments.storage import ENROLLMENT, is_enrolled
from gather.workflow.imports.reads import side_by_side
from gather.workflow.jobs.models import JobStatus
from gather.workflow.jobs.storage import JOB


@dataclass(frozen=True, slots=True)
class EarlierInvite:
    """What a candidate who was there before has of the invite: whether they have it already, and the score
    that a job's threshold asks for."""

    is_there: bool = False
    score: int | None = None


@dataclass(frozen=True, slots=True)
class RowInvitation:
    """What became of the invite of a row."""

    is_invited: bool = False
    candidate_interview_id: str | None = None
    enrollment_id: str | None = None
    errors: tuple[RowFault, ...] = ()

    @property
    def is_made(self) -> bool:
        """Whether anything is written for the candidate."""
        return self.candidate_interview_id is not None or self.enrollment_id is not None


class Inviter(Protocol):
    """Invites the candidates of an import."""

    def find_earlier(self, candidate_ids: Sequence[str], now: datetime) -> dict[str, EarlierInvite]:
        """What candidates who were there before have of the invite, by their ids."""
        ...

    def invite(
        self, unit: UnitOfWork, candidate: Candidate, earlier: EarlierInvite, now: datetime
    ) -> RowInvitation:
        """Invite a candidate who has no such invite, as part of `unit`."""
        ...


@dataclass(frozen=True, slots=True)
class NoInviter:
    """Invites nobody: the import has no invite, or `errors` say why nobody can be invited now."""

    errors: tuple[RowFault, ...] = ()

    def find_earlier(self, candidate_ids: Sequence[str], now: datetime) -> dict[str, EarlierInvite]:
        return {}

    def invite(
        self, unit: UnitOfWork, candidate: Candidate, earlier: EarlierInvite, now: datetime
    ) -> RowInvitation:
        return RowInvitation(errors=self.errors)


@dataclass(frozen=True, slots=True)
class InterviewInviter:
    """Invites to an interview."""

    records: Records
    team: TeamScope
    import_id: str
    asked: RowInvite
    interview_id: str
    expiry_days: int
    sms_countries: SmsCountries

    def _id_of(self, candidate_id: str) -> str:
        """The id of the candidate interview that the import makes for a candidate."""
        return derived_id(self.import_id, "interview", candidate_id)

    def find_earlier(self, candidate_ids: Sequence[str], now: datetime) -> dict[str, EarlierInvite]:
        moment = timestamp(now)
        own = self.records.get_many(
            CANDIDATE_INTERVIEW, self.team.team_id, [self._id_of(each) for each in candidate_ids]
        )

        def of_candidate(candidate_id: str) -> EarlierInvite:
            # An import invites nobody twice, also when it goes on after they have completed the first one.
            is_own = self._id_of(candidate_id) in own
            table, team_id = self.records.table, self.team.team_id
            return EarlierInvite(
                is_own or is_invited(table, team_id, self.interview_id, candidate_id, moment)
            )

        return side_by_side(self.records, of_candidate, candidate_ids)

    def invite(
        self, unit: UnitOfWork, candidate: Candidate, earlier: EarlierInvite, now: datetime
    ) -> RowInvitation:
        try:
            channels = choose_channels(candidate, self.asked.delivery_types, self.sms_countries)
        except ValidationFailed as refusal:
            return RowInvitation(errors=errors_of(refusal.faults))
        request = CreateCandidateInterview(
            candidate_id=candidate.id,
            interview_id=self.interview_id,
            send_invite=True,
            delivery_types=self.asked.delivery_types,
            expiry_days=self.asked.expiry_days,
        )
        new = new_candidate_interview(request, self.team, now, self.expiry_days)
        new = new.changed(id=self._id_of(candidate.id))
        made = interview_lifecycle.create(unit, new, now, invite_by=channels)
        return RowInvitation(is_invited=True, candidate_interview_id=made.id)


@dataclass(frozen=True, slots=True)
class JobInviter:
    """Enrolls in the workflow of a job."""

    records: Records
    team: TeamScope
    import_id: str
    intake: Intake
    expiry_days: int
    sms_countries: SmsCountries
    base_url: str

    def _id_of(self, candidate_id: str) -> str:
        """The id of the enrollment that the import makes for a candidate."""
        return derived_id(self.import_id, "enrollment", candidate_id)

    def find_earlier(self, candidate_ids: Sequence[str], now: datetime) -> dict[str, EarlierInvite]:
        table, team_id, job_id = self.records.table, self.team.team_id, self.intake.job.id
        own = self.records.get_many(ENROLLMENT, team_id, [self._id_of(each) for each in candidate_ids])

        def of_candidate(candidate_id: str) -> EarlierInvite:
            if self._id_of(candidate_id) in own or is_enrolled(table, team_id, job_id, candidate_id):
                return EarlierInvite(is_there=True)
            return EarlierInvite(score=self.intake.find_score(self.records, candidate_id))

        return side_by_side(self.records, of_candidate, candidate_ids)

    def invite(
        self, unit: UnitOfWork, candidate: Candidate, earlier: EarlierInvite, now: datetime
    ) -> RowInvitation:
        new = self.intake.enrollment_of(self._id_of(candidate.id), candidate, self.team, now)
        if self.intake.holds_back(earlier.score):
            new = new.end(EnrollmentStatus.FAILED, now)
        invitee = Invitee(candidate, self.expiry_days, sms_countries=self.sms_countries)
        enrollment, link = enroll_and_invite(unit, new, invitee, self.base_url, now)
        return RowInvitation(
            is_invited=link is not None,
            candidate_interview_id=enrollment.steps[0].candidate_interview_id,
            enrollment_id=enrollment.id,
        )


def check_invite(records: Records, team: TeamScope, invite: RowInvite | None) -> None:
    """Check that candidates can be invited as a request asks for.

    Two round trips for an interview, five for a job. Raises NotFound for an interview or a job that is absent
    or archived, ValidationFailed for a job without a workflow, and Conflict where nobody is taken now.
    """
    if invite is not None:
        _load(records, team, invite, new_id(), "")


def load_inviter(records: Records, record: CandidateImportRecord, team: TeamScope, base_url: str) -> Inviter:
    """What invites the next rows of an import. As many round trips as `check_invite`."""
    if record.invite is None:
        return NoInviter()
    try:
        return _load(records, team, record.invite, record.id, base_url)
    except ValidationFailed as refusal:
        reason = refusal.faults[0].reason
    except (NotFound, Conflict) as refusal:
        reason = refusal.message
    field = "interviewId" if record.invite.job_id is None else "jobId"
    return NoInviter((RowFault(field=field, reason=reason),))


def _load(
    records: Records, team: TeamScope, invite: RowInvite, import_id: str, base_url: str
) -> InterviewInviter | JobInviter:
    if invite.job_id is not None:
        return _load_job(records, team, invite.job_id, import_id, base_url)
    interview_id = invite.interview_id or ""
    interview = Reference.to(INTERVIEW, team.team_id, interview_id, "invite.interviewId")
    found = read_references(records.table, [interview], also=[organization_key(team.organization_id)])
    detail = InterviewDetail.model_validate(found[interview.key])
    if detail.status is InterviewStatus.ARCHIVED:
        raise NotFound(INTERVIEW.resource, interview_id, "invite.interviewId")
    detail.check_takes_candidates()
    return InterviewInviter(
        records,
        team,
        import_id,
        invite,
        interview_id,
        expiry_days_among(found, team.organization_id),
        sms_countries_among(found, team.organization_id),
    )


def _load_job(records: Records, team: TeamScope, job_id: str, import_id: str, base_url: str) -> JobInviter:
    job_reference = Reference.to(JOB, team.team_id, job_id, "invite.jobId")
    found = read_references(records.table, [job_reference], also=[organization_key(team.organization_id)])
    if found[job_reference.key]["status"] == JobStatus.ARCHIVED:
        raise NotFound(JOB.resource, job_id, "invite.jobId")
    job = get_running_job(records, team.team_id, job_id, "invite.jobId")
    intake = find_intake(records, job)
    if intake is None:
        raise ValidationFailed.of("invite.jobId", "has no workflow")
    return JobInviter(
        records,
        team,
        import_id,
        intake,
        expiry_days_among(found, team.organization_id),
        sms_countries_among(found, team.organization_id),
        base_url,
    )
