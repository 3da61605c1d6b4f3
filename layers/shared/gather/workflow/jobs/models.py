"""Jobs: what a team hires for (interface: Jobs, rule 1)."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, Forbidden, ValidationFailed
from gather.core.formats import ONE_LINE, VISIBLE, RecordId, Text, Title
from gather.core.model import UNSET, Model, RequestModel
from gather.core.open_object import GivenObject, OpenObject
from gather.core.record import TeamRecord, common_fields

MOST_LOCATIONS = 20
MOST_TAGS = 50
MOST_KNOWLEDGE_BASES = 50
MOST_FAMILIES = 20


class JobType(StrEnum):
    """The kinds of posting."""

    REQUISITION = "requisition"
    PIPELINE = "pipeline"
    TEMPLATE = "template"


class JobStatus(StrEnum):
    """Interface: Jobs, rule 3."""

    DRAFT = "draft"
    PENDING_APPROVAL = "pending_approval"
    APPROVED = "approved"
    ACTIVE = "active"
    OPEN = "open"
    ON_HOLD = "on_hold"
    CLOSED = "closed"
    FILLED = "filled"
    CANCELLED = "cancelled"
    PAUSED = "paused"
    ARCHIVED = "archived"

    def check_transition(self, wanted: "JobStatus", *, by_person: bool = False) -> None:
        """Check that a key may set the status `wanted`, or a person who has signed in; the same status is no
        transition.

        Raises Forbidden for the approval by a key. Raises ValidationFailed, naming both statuses, for every
        other move that the table does not have (interface: Jobs, rules 3 and 4).
        """
        if wanted == self or wanted in TRANSITIONS[self]:
            return
        if (self, wanted) == (JobStatus.PENDING_APPROVAL, JobStatus.APPROVED):
            if by_person:
                return
            raise _approval_refused()
        raise ValidationFailed.of("status", f"cannot change from {self.value} to {wanted.value}")


_FROM_RUNNING = frozenset(
    {JobStatus.PAUSED, JobStatus.ON_HOLD, JobStatus.CLOSED, JobStatus.FILLED, JobStatus.CANCELLED}
)
_FROM_WAITING = frozenset({JobStatus.ACTIVE, JobStatus.OPEN, JobStatus.CLOSED, JobStatus.CANCELLED})

TRANSITIONS: Mapping[JobStatus, frozenset[JobStatus]] = {
    JobStatus.DRAFT: frozenset({JobStatus.PENDING_APPROVAL, JobStatus.ACTIVE, JobStatus.CANCELLED}),
    JobStatus.PENDING_APPROVAL: frozenset({JobStatus.DRAFT, JobStatus.CANCELLED}),
    JobStatus.APPROVED: frozenset({JobStatus.ACTIVE, JobStatus.OPEN, JobStatus.ON_HOLD, JobStatus.CANCELLED}),
    JobStatus.ACTIVE: frozenset({JobStatus.OPEN, *_FROM_RUNNING}),
    JobStatus.OPEN: frozenset({JobStatus.ACTIVE, *_FROM_RUNNING}),
    JobStatus.ON_HOLD: _FROM_WAITING,
    JobStatus.PAUSED: _FROM_WAITING,
    JobStatus.CLOSED: frozenset({JobStatus.OPEN, JobStatus.ARCHIVED}),
    JobStatus.FILLED: frozenset({JobStatus.OPEN, JobStatus.ARCHIVED}),
    JobStatus.CANCELLED: frozenset({JobStatus.DRAFT, JobStatus.ARCHIVED}),
    JobStatus.ARCHIVED: frozenset(),
}
"""Which status a PATCH may set from which (interface: Jobs, rules 3 and 4). The dashboard alone approves."""

ENDED = frozenset({JobStatus.CLOSED, JobStatus.FILLED, JobStatus.CANCELLED, JobStatus.ARCHIVED})
"""The statuses of a job that nobody is hired for any more; it may be opened again."""

FIRST_STATUSES = frozenset({JobStatus.DRAFT, JobStatus.PENDING_APPROVAL, JobStatus.ACTIVE})
"""The statuses that a job may be made with (interface: Jobs, rule 2)."""


class ApplyAction(StrEnum):
    """The first action of an applicant."""

    APPLY_FIRST = "apply_first"
    INTERVIEW_FIRST = "interview_first"
    CHAT_TO_APPLY = "chat_to_apply"


class Job(TeamRecord):
    """A job as all routes but the single get return it."""

    title: str
    """The job's title."""
    type: JobType
    """The kind of job."""
    department: str | None = None
    """The department."""
    location: tuple[str, ...] = ()
    """The places of work."""
    work_model: str | None = None
    """Where the work is done."""
    description: str | None = None
    """The job's description."""
    short_description: str | None = None
    """The job in one sentence."""
    description_json: OpenObject | None = None
    """The description for a rich-text editor, whose members are its own: at most 30,000 bytes of JSON,
    nested at most 100 levels deep."""
    requirements: str | None = None
    """The requirements that candidates have to meet."""
    requirements_json: OpenObject | None = None
    """The requirements for a rich-text editor, whose members are its own: at most 30,000 bytes of JSON,
    nested at most 100 levels deep."""
    status: JobStatus = JobStatus.DRAFT
    """The job's status."""
    tags: tuple[str, ...] = ()
    """Words that the team sorts its jobs by."""
    apply_action: ApplyAction | None = None
    """The first action of an applicant."""
    interview_id: str | None = None
    """The interview that candidates take."""
    meeting_id: str | None = None
    """The meeting that candidates are invited to."""
    screening_questionnaire_id: str | None = None
    """The questionnaire that candidates fill in first."""
    assigned_recruiter_id: str | None = None
    """The user who recruits for the job."""
    external_id: str | None = None
    """The job's id in the applicant tracking system."""
    import_source: str | None = None
    """Where the job was imported from; null for a job of the service's own."""
    ats: OpenObject | None = None
    """The applicant tracking system that the job comes from; null for a job of the service's own."""

    @property
    def is_imported(self) -> bool:
        """Whether the job came from an ATS, which then says what it is."""
        return self.import_source is not None or self.external_id is not None or self.ats is not None

    @property
    def has_ended(self) -> bool:
        """Whether nobody is hired for it any more: its workflow takes nobody, and stops for who is in it."""
        return self.archived_at is not None or self.status in ENDED

    def search_text(self) -> str:
        """Return the text that `search` looks through: title and description (interface: Jobs, rule 7)."""
        return f"{self.title} {self.description or ''}"


class JobSummary(TeamRecord):
    """A job that a workflow template may be applied to."""

    title: str
    type: JobType
    status: JobStatus
    department: str | None = None
    external_id: str | None = None


class JobDetail(Job):
    """A job as the single get returns it."""

    knowledge_base_ids: tuple[str, ...] = ()
    """The knowledge bases about the job."""
    job_family_ids: tuple[str, ...] = ()
    """The job families that the job belongs to."""


class JobRecord(JobDetail):
    """The stored job."""

    approval_awaited_since: str | None = None
    """Since when the job waits for its approval; null when it does not."""

    def update(self, change: "ChangeJob", moment: str, *, by_person: bool = False) -> "JobRecord":
        """Change the members that a PATCH of a key supplies, or of a person who has signed in.

        Returns the same record when nothing is different.

        Raises Conflict for a job of an ATS, ValidationFailed and Forbidden as `check_transition` does.
        """
        if self.is_imported:
            raise Conflict("The job comes from an ATS and is managed through assign-ats.")
        fields = _each_once(change.supplied())
        self.status.check_transition(fields.get("status", self.status), by_person=by_person)
        return self.replace_with(self.changed(**fields), moment)

    def replace_with(self, after: "JobRecord", moment: str) -> "JobRecord":
        """Replace the job with `after`, updated at `moment`. Returns the same record for an equal one."""
        if after == self:
            return self
        awaited = None
        if after.status is JobStatus.PENDING_APPROVAL:
            awaited = self.approval_awaited_since or moment
        return after.changed(approval_awaited_since=awaited, updated_at=moment)

    def unarchive(self, moment: str) -> "JobRecord":
        """Bring an archived job back. Returns the same record for another one."""
        return self.replace_with(self.changed(archived_at=None), moment)

    def attach_interview(self, interview_id: str, moment: str) -> "JobRecord":
        """Attach an interview in the place of the one that the job has."""
        return self.replace_with(self.changed(interview_id=interview_id), moment)

    def attach_screening_questionnaire(self, questionnaire_id: str, moment: str) -> "JobRecord":
        """Attach a screening questionnaire in the place of the one that the job has."""
        return self.replace_with(self.changed(screening_questionnaire_id=questionnaire_id), moment)

    def unassign(self, moment: str) -> "JobRecord":
        """Delete from the job what belongs to the team that it leaves."""
        return self.changed(
            interview_id=None,
            meeting_id=None,
            screening_questionnaire_id=None,
            knowledge_base_ids=(),
            job_family_ids=(),
            updated_at=moment,
        )


def _may_be_first(status: JobStatus) -> JobStatus:
    # `approved` passes here: it is understood, and refused to keys for another reason (`new_job`).
    if status not in {*FIRST_STATUSES, JobStatus.APPROVED}:
        raise ValueError("must be draft, pending_approval or active when a job is made")
    return status


FirstStatus = Annotated[
    JobStatus, AfterValidator(_may_be_first), Field(json_schema_extra={"enum": sorted(FIRST_STATUSES)})
]
SummaryText = Annotated[str, StringConstraints(max_length=2_000)]
Tag = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), ONE_LINE, VISIBLE
]
Locations = Annotated[tuple[Title, ...], Field(max_length=MOST_LOCATIONS)]
Tags = Annotated[tuple[Tag, ...], Field(max_length=MOST_TAGS)]
KnowledgeBaseIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_KNOWLEDGE_BASES)]
JobFamilyIds = Annotated[tuple[RecordId, ...], Field(max_length=MOST_FAMILIES)]


class CreateJob(RequestModel):
    """Body of POST /jobs."""

    title: Title
    type: JobType
    department: Title | None = None
    location: Locations = ()
    work_model: Title | None = None
    description: Text | None = None
    short_description: SummaryText | None = None
    description_json: GivenObject | None = None
    requirements: Text | None = None
    requirements_json: GivenObject | None = None
    status: FirstStatus = JobStatus.DRAFT
    tags: Tags = ()
    apply_action: ApplyAction | None = None
    interview_id: RecordId | None = None
    meeting_id: RecordId | None = None
    screening_questionnaire_id: RecordId | None = None
    knowledge_base_ids: KnowledgeBaseIds = ()
    job_family_ids: JobFamilyIds = ()
    assigned_recruiter_id: RecordId | None = None


class ChangeJob(RequestModel):
    """Body of PATCH /jobs/{id}; lists replace those there are, null clears what a job can do without."""

    title: Title = UNSET
    type: JobType = UNSET
    department: Title | None = None
    location: Locations = UNSET
    work_model: Title | None = None
    description: Text | None = None
    short_description: SummaryText | None = None
    description_json: GivenObject | None = None
    requirements: Text | None = None
    requirements_json: GivenObject | None = None
    status: JobStatus = UNSET
    """The job's status. Only the allowed transitions are taken: `draft` to `pending_approval`, `active`
    or `cancelled`; `pending_approval` to `draft` or `cancelled`; `approved` to `active`, `open`, `on_hold` or
    `cancelled`; `active` and `open` to each other, `paused`, `on_hold`, `closed`, `filled` or `cancelled`;
    `paused` and `on_hold` to `open`, `active`, `closed` or `cancelled`; `closed` and `filled` to `open` or
    `archived`; `cancelled` to `draft` or `archived`. The present status is no transition."""
    tags: Tags = UNSET
    apply_action: ApplyAction | None = None
    interview_id: RecordId | None = None
    meeting_id: RecordId | None = None
    screening_questionnaire_id: RecordId | None = None
    knowledge_base_ids: KnowledgeBaseIds = UNSET
    job_family_ids: JobFamilyIds = UNSET
    assigned_recruiter_id: RecordId | None = None


class AttachInterview(RequestModel):
    """Body of PATCH /jobs/{id}/interview."""

    interview_id: RecordId


class AttachScreeningQuestionnaire(RequestModel):
    """Body of PATCH /jobs/{id}/screening-questionnaire."""

    screening_questionnaire_id: RecordId


class UnarchivedJob(Model):
    """An unarchived job, as the response shows it."""

    id: str
    """The job."""
    updated_at: str
    """When the job was last changed: ISO 8601 in UTC."""


class UnassignedJob(Model):
    """A job that was removed from its team, as the response shows it (interface: Jobs, rule 8)."""

    id: str
    team_id: None = None
    """The team; null when the job has none."""
    updated_at: str


def new_job(request: CreateJob, scope: TeamScope, now: datetime) -> JobRecord:
    """The job that a POST asks for. Raises Forbidden for one that is approved from the start."""
    if request.status is JobStatus.APPROVED:
        raise _approval_refused()
    awaited = timestamp(now) if request.status is JobStatus.PENDING_APPROVAL else None
    return JobRecord(
        **common_fields(scope, now), **_each_once(request.supplied()), approval_awaited_since=awaited
    )


def _approval_refused() -> Forbidden:
    return Forbidden("A job is approved in the dashboard only, not by an API key.")


def _each_once(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The members of a body; what a list of ids names twice is in it once."""
    lists = ("knowledge_base_ids", "job_family_ids")
    return {name: tuple(dict.fromkeys(value)) if name in lists else value for name, value in fields.items()}
