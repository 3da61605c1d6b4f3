"""What workflow templates can be made of and applied to: read from the team's lists.

Of interviews and jobs only what a person chooses by is returned: with their texts, a team's list of them
could be more than Lambda may return.
"""

from typing import Any

from gather.content.interview import InterviewStatus, InterviewType
from gather.content.interview_storage import INTERVIEW
from gather.content.message_group import MessageGroupSummary
from gather.content.message_group_storage import MESSAGE_GROUP
from gather.core.model import Model
from gather.core.record import TeamRecord
from gather.table import team_sets
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.records import Records
from gather.workflow.job import JobStatus, JobType
from gather.workflow.job_family import JobFamily
from gather.workflow.job_family_storage import JOB_FAMILY
from gather.workflow.job_storage import JOB
from gather.workflow.meeting import Meeting
from gather.workflow.meeting_storage import MEETING

MOST_OF_EACH = 2_000
"""The newest of each are listed, so that the response stays within what Lambda may return."""


class UsableInterview(TeamRecord):
    """An interview that a step may name, by its type."""

    title: str
    """The title."""
    display_name: str
    """The title that candidates see."""
    interview_type: InterviewType
    """The kind of interview."""
    status: InterviewStatus
    """The status."""
    language: str
    """Language of the interview, a BCP 47 code."""


class UsableJob(TeamRecord):
    """A job that a template may be applied to."""

    title: str
    type: JobType
    """The kind of job."""
    status: JobStatus
    department: str | None = None
    """The job's department."""
    external_id: str | None = None
    """The job's id in the applicant tracking system."""


class Resources(Model):
    """Data of GET /workflow-resources, newest first each, without what is archived."""

    interviews: list[UsableInterview]
    """The interviews that a step can invite to."""
    meetings: list[Meeting]
    """The meetings that a step can invite to."""
    message_groups: list[MessageGroupSummary]
    """The message groups that a workflow can write with."""
    jobs: list[UsableJob]
    """The jobs that a workflow can be applied to."""
    job_families: list[JobFamily]
    """The job families that a workflow can be applied to."""


def read_resources(records: Records, team_id: str) -> Resources:
    """The team's interviews, meetings, message groups, jobs and job families. Nine round trips, more where
    there are megabytes of them."""
    groups = team_sets.read_all(records.table, MESSAGE_GROUP, team_id)
    return Resources(
        interviews=[UsableInterview(**dict(each)) for each in _newest(records, INTERVIEW, team_id)],
        meetings=_newest(records, MEETING, team_id),
        message_groups=list(reversed(groups)),
        jobs=[UsableJob(**dict(each)) for each in _newest(records, JOB, team_id)],
        job_families=_newest(records, JOB_FAMILY, team_id),
    )


def _newest(records: Records, kind: Kind[Any], team_id: str) -> list[Any]:
    page = records.page(kind, kind.team_listing(team_id), Selection.ACTIVE, offset=0, size=MOST_OF_EACH)
    return page.records
