"""Jobs of an ATS: how one becomes a job of a team, and what happens when it is assigned again.

The ATS says what the job is; interview, questionnaire, families and the like are the team's own and stay.
"""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

from gather.core.caller import TeamScope
from gather.core.characters import put_on_one_line
from gather.core.formats import RecordId, Title
from gather.core.model import Model, RequestModel
from gather.core.open_object import GivenObject
from gather.core.record import common_fields
from gather.workflow.jobs.models import JobRecord, JobStatus, JobType

MOST_SUB_FIELDS = 8
"""How many members the job's `ats` has at most (interface: ATS jobs, rule 2)."""

LongText = Annotated[str, StringConstraints(max_length=100_000)]
"""A text of an ATS, which is longer than people type."""


def _one_line(text: object) -> object:
    return put_on_one_line(text) if isinstance(text, str) else text


Line = Annotated[Title, BeforeValidator(_one_line)]
"""A name that somebody typed into an ATS, which may take line breaks and tabs."""


class AtsJob(Model):
    """A job as an ATS describes it; `ats` becomes the job's own `ats`."""

    external_id: Title
    title: Line
    type: JobType = JobType.REQUISITION
    status: JobStatus
    department: Line | None = None
    location: Annotated[tuple[Line, ...], Field(max_length=20)] = ()
    work_model: Line | None = None
    description: LongText | None = None
    requirements: LongText | None = None
    ats: Annotated[GivenObject, Field(max_length=MOST_SUB_FIELDS)]

    def fields(self) -> dict[str, Any]:
        """The members of the job, by their Python names."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    def create_job(self, vendor: str, scope: TeamScope, now: datetime) -> JobRecord:
        """Create the job that the ATS job becomes in a team."""
        return JobRecord(**common_fields(scope, now), import_source=vendor, **self.fields())

    def refresh(self, job: JobRecord, moment: str) -> JobRecord:
        """Give a job of the same team what the ATS says now; an archived one is active again."""
        return job.replace_with(job.changed(archived_at=None, **self.fields()), moment)

    def move(self, job: JobRecord, scope: TeamScope, moment: str) -> JobRecord:
        """Move a job of another team, or of none, to `scope`, without what was the other team's."""
        bare = job.unassign(moment).changed(team_id=scope.team_id, assigned_recruiter_id=None)
        return self.refresh(bare, moment)


class AssignAts(RequestModel):
    """Body of POST /jobs/assign-ats (interface: ATS jobs, rule 1)."""

    integration_id: RecordId
    """The integration with the applicant tracking system."""
    external_job_id: Title
    """The job's id in the applicant tracking system."""
