"""The content that templates can be made of and the jobs that they can be applied to, from the team's lists.

Of interviews and jobs only what a person chooses by is read and returned: with their texts, a team's list of
them could be more than Lambda may return.

For example:

    resources = list_resources(records, team)
"""

from functools import partial
from typing import Any, TypeVar

from gather.content.interviews.models import InterviewSummary
from gather.content.interviews.storage import INTERVIEW, INTERVIEW_SUMMARIES
from gather.content.message_groups.models import MessageGroupSummary
from gather.content.message_groups.storage import MESSAGE_GROUP
from gather.core.caller import TeamScope
from gather.core.model import Model
from gather.core.record import Identified
from gather.table import team_sets
from gather.table.concurrency import Started
from gather.table.kind import Kind
from gather.table.listing import Selection
from gather.table.lookup import Summary
from gather.table.records import Records
from gather.tenancy.organizations.storage import Supplement, has_supplement
from gather.workflow.job_families.models import JobFamily
from gather.workflow.job_families.storage import JOB_FAMILY
from gather.workflow.jobs.models import JobSummary
from gather.workflow.jobs.storage import JOB, JOB_SUMMARIES
from gather.workflow.meetings.models import Meeting
from gather.workflow.meetings.storage import MEETING

R = TypeVar("R", bound=Identified)

MOST_OF_EACH = 2_000
"""The newest of each are listed, so that the response stays within what Lambda may return."""


class Resources(Model):
    """Data of GET /workflow-resources, newest first each, without what is archived."""

    interviews: list[InterviewSummary]
    """The interviews that a step can invite to."""
    meetings: list[Meeting]
    """The meetings that a step can invite to."""
    message_groups: list[MessageGroupSummary]
    """The message groups that a workflow can write with."""
    jobs: list[JobSummary]
    """The jobs that a workflow can be applied to."""
    job_families: list[JobFamily]
    """The job families that a workflow can be applied to."""


def list_resources(records: Records, team: TeamScope) -> Resources:
    """The team's interviews, meetings, message groups, jobs and job families, read side by side. Two round
    trips, more where there are megabytes of them."""
    team_id, start = team.team_id, records.table.start
    has_summaries = start(partial(has_supplement, records.table, team.organization_id, Supplement.LOOKUPS))
    groups = start(lambda: team_sets.read_all(records.table, MESSAGE_GROUP, team_id))
    meetings = start(lambda: _newest(records, MEETING, team_id))
    families = start(lambda: _newest(records, JOB_FAMILY, team_id))
    interviews = start(lambda: _chosen_by(records, INTERVIEW, INTERVIEW_SUMMARIES, team_id, has_summaries))
    jobs = start(lambda: _chosen_by(records, JOB, JOB_SUMMARIES, team_id, has_summaries))
    return Resources(
        interviews=[InterviewSummary.model_validate(each) for each in interviews.result()],
        meetings=meetings.result(),
        message_groups=list(reversed(groups.result())),
        jobs=[JobSummary.model_validate(each) for each in jobs.result()],
        job_families=families.result(),
    )


def _chosen_by(
    records: Records, kind: Kind[R], summaries: Summary[R], team_id: str, has_summaries: Started[bool]
) -> list[dict[str, Any]]:
    """What people choose the newest records by."""
    if has_summaries.result():
        return records.summaries(summaries, team_id, MOST_OF_EACH)
    return [each.model_dump(by_alias=True) for each in _newest(records, kind, team_id)]


def _newest(records: Records, kind: Kind[R], team_id: str) -> list[R]:
    page = records.page(kind, kind.team_listing(team_id), Selection.ACTIVE, offset=0, size=MOST_OF_EACH)
    return page.records
