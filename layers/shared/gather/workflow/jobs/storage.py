"""Jobs in the table.

A job that is in no team is stored with its organization under its own id, until a team takes it. A job of an
ATS leads to the one job that it was assigned as, in whatever team that is.

For example:

    page = list_page(records, team, JobFilter(status=JobStatus.OPEN), offset=0, size=50)
"""

from dataclasses import dataclass

from gather.core.caller import TeamScope
from gather.core.model import stored_names
from gather.core.review_kind import ReviewKind
from gather.table import keys
from gather.table.conditions import Condition, present
from gather.table.counted_filter import CountedFilter
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind, team_of
from gather.table.listing import Selection
from gather.table.lookup import Summary
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.review import ReviewPlace
from gather.table.search import Search
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.storage import Supplement, has_supplement
from gather.workflow.jobs.models import JobRecord, JobStatus, JobSummary, JobType


def job_summary_key(team_id: str, record_id: str) -> keys.Key:
    """The summary of a job, for a list that somebody chooses from."""
    return keys.Key(f"TEAM#{team_id}#JOB_SUMMARIES", record_id)


JOB_SUMMARY = ItemKind("JOB_SUMMARY", job_summary_key)
JOB_SUMMARIES: Summary[JobRecord] = Summary(JOB_SUMMARY, stored_names(JobSummary))


def _review(job: JobRecord) -> ReviewPlace | None:
    """The approval that a job waits for."""
    if job.status is not JobStatus.PENDING_APPROVAL or job.archived_at is not None:
        return None
    return ReviewPlace(ReviewKind.APPROVAL, job.approval_awaited_since or job.updated_at, job.id)


JOB = Kind(
    resource="job",
    name="JOB",
    model=JobRecord,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB")],
    search_text=JobRecord.search_text,
    summary=JOB_SUMMARIES,
    review=_review,
    has_feed=True,
    # Lists of jobs leave the archived ones out.
    status_filter=CountedFilter(
        lambda job: None if job.archived_at else job.status.value, [status.value for status in JobStatus]
    ),
)


@dataclass(frozen=True, slots=True)
class JobFilter:
    """The jobs that a list keeps: those of all members that are not None.

    `department` and `location` are compared as they are written; `search` looks through the search text.
    """

    type: JobType | None = None
    status: JobStatus | None = None
    department: str | None = None
    location: str | None = None
    search: str | None = None

    def of_records(self) -> Search:
        """The filter as records are compared with it."""
        equals = {"type": self.type, "department": self.department, "status": self.status}
        return Search(self.search, equals=equals, holds={"location": self.location})


def list_page(
    records: Records,
    team: TeamScope,
    wanted: JobFilter,
    offset: int,
    size: int,
    *,
    after: str | None = None,
) -> RecordPage[JobRecord]:
    """A page of the team's jobs, newest first, without the archived ones.

    By status alone it reads the counted filter, where the organization's records have one, and else it
    filters on a walk through the listing.
    """
    status, team_id = wanted.status, team.team_id
    is_by_status = status is not None and wanted == JobFilter(status=status)
    if is_by_status and has_supplement(records.table, team.organization_id, Supplement.LOOKUPS):
        return records.filtered_page(JOB, team_id, str(status), offset, size, after=after)
    listing, search = JOB.team_listing(team_id), wanted.of_records()
    return records.page(JOB, listing, Selection.ACTIVE, offset, size, search, after=after)


def unassigned_job_key(organization_id: str, job_id: str) -> keys.Key:
    """A job that is in no team of its organization any more."""
    return keys.Key(f"ORGANIZATION#{organization_id}#UNASSIGNED_JOBS", job_id)


def external_job_key(organization_id: str, integration_id: str, external_job_id: str) -> keys.Key:
    """From a job of an integration's ATS to the one job that it was assigned as."""
    return keys.Key(f"ORGANIZATION#{organization_id}#INTEGRATION#{integration_id}", f"JOB#{external_job_id}")


UNASSIGNED_JOB = ItemKind("UNASSIGNED_JOB", unassigned_job_key)
EXTERNAL_JOB = ItemKind("EXTERNAL_JOB", external_job_key)


def save_unassigned(unit: UnitOfWork, job: JobRecord) -> None:
    """Save a job that leaves its team, as part of the transaction that deletes it there."""
    place = UNASSIGNED_JOB.at(job.organization_id, job.id)
    unit.write(place.new(**job.model_dump(by_alias=True, exclude={"team_id"})))


def delete_unassigned(unit: UnitOfWork, job: JobRecord) -> None:
    """Delete a job from those of no team, as part of the transaction that saves it in one."""
    unit.write(UNASSIGNED_JOB.at(job.organization_id, job.id).delete(present()))


def save_pointer(unit: UnitOfWork, place: Place, job: JobRecord, unchanged: Condition) -> None:
    """Have a job of an ATS lead to `job`, as part of the `unit` that stores that, if it is `unchanged`."""
    unit.write(place.replace(unchanged, jobId=job.id, teamId=job.team_id))
