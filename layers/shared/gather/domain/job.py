"""Jobs: what a team hires for (interface: Job)."""

from enum import StrEnum
from typing import Any

from gather.domain.record import TeamRecord


class JobType(StrEnum):
    """What kind of posting a job is."""

    REQUISITION = "requisition"
    PIPELINE = "pipeline"
    TEMPLATE = "template"


class JobStatus(StrEnum):
    """Interface: Job status."""

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


class ApplyAction(StrEnum):
    """What an applicant does first."""

    APPLY_FIRST = "apply_first"
    INTERVIEW_FIRST = "interview_first"
    CHAT_TO_APPLY = "chat_to_apply"


class Job(TeamRecord):
    """A job as lists show it."""

    title: str
    type: JobType
    department: str | None = None
    location: tuple[str, ...] = ()
    work_model: str | None = None
    description: str | None = None
    short_description: str | None = None
    description_json: dict[str, Any] | None = None
    requirements: str | None = None
    requirements_json: dict[str, Any] | None = None
    status: JobStatus = JobStatus.DRAFT
    tags: tuple[str, ...] = ()
    apply_action: ApplyAction | None = None
    interview_id: str | None = None
    meeting_id: str | None = None
    screening_questionnaire_id: str | None = None
    assigned_recruiter_id: str | None = None
    external_id: str | None = None
    import_source: str | None = None
    ats: dict[str, Any] | None = None


class JobDetail(Job):
    """A job as it is stored and as the single get answers it."""

    knowledge_base_ids: tuple[str, ...] = ()
    job_family_ids: tuple[str, ...] = ()
