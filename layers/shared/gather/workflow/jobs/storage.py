"""Jobs in the table.

One that is in no team is kept by its organization under its own id, until a team takes it. A job of an ATS
leads to the one job that it was assigned as, in whatever team that is.
"""

from gather.core.model import stored_names
from gather.table import keys
from gather.table.conditions import Condition, present
from gather.table.counted_filter import CountedFilter
from gather.table.item_kind import ItemKind, Place
from gather.table.kind import Kind, team_of
from gather.table.lookup import Summary
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.jobs.models import JobDetail, JobStatus, JobSummary


def job_summary_key(team_id: str, record_id: str) -> keys.Key:
    """The summary of a job, for a list that somebody chooses from."""
    return keys.Key(f"TEAM#{team_id}#JOB_SUMMARIES", record_id)


JOB_SUMMARY = ItemKind("JOB_SUMMARY", job_summary_key)
JOB_SUMMARIES: Summary[JobDetail] = Summary(JOB_SUMMARY, stored_names(JobSummary))

JOB = Kind(
    resource="job",
    name="JOB",
    model=JobDetail,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "JOB")],
    search_text=JobDetail.search_text,
    summary=JOB_SUMMARIES,
    # Lists of jobs leave the archived ones out.
    status_filter=CountedFilter(
        lambda job: None if job.archived_at else job.status.value, [status.value for status in JobStatus]
    ),
)


def unassigned_job_key(organization_id: str, job_id: str) -> keys.Key:
    """A job that is in no team of its organization any more."""
    return keys.Key(f"ORGANIZATION#{organization_id}#UNASSIGNED_JOBS", job_id)


def external_job_key(organization_id: str, integration_id: str, external_job_id: str) -> keys.Key:
    """From a job of an integration's ATS to the one job that it was assigned as."""
    return keys.Key(f"ORGANIZATION#{organization_id}#INTEGRATION#{integration_id}", f"JOB#{external_job_id}")


UNASSIGNED_JOB = ItemKind("UNASSIGNED_JOB", unassigned_job_key)
EXTERNAL_JOB = ItemKind("EXTERNAL_JOB", external_job_key)


def save_unassigned(unit: UnitOfWork, job: JobDetail) -> None:
    """Keep a job that leaves its team, as part of the transaction that removes it there."""
    place = UNASSIGNED_JOB.at(job.organization_id, job.id)
    unit.write(place.new(**job.model_dump(by_alias=True, exclude={"team_id"})))


def delete_unassigned(unit: UnitOfWork, job: JobDetail) -> None:
    """Take a job away from those of no team, as part of the transaction that stores it in one."""
    unit.write(UNASSIGNED_JOB.at(job.organization_id, job.id).delete(present()))


def save_pointer(unit: UnitOfWork, place: Place, job: JobDetail, unchanged: Condition) -> None:
    """Have a job of an ATS lead to `job`, as part of the `unit` that stores that, if it is `unchanged`."""
    unit.write(place.replace(unchanged, jobId=job.id, teamId=job.team_id))
