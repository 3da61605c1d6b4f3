"""Routes of jobs (interface: Endpoints, Jobs)."""

from functools import partial

from gather.core.model import Model, NoBody, ShortText, TeamQuery
from gather.core.record import Archived, archived
from gather.http import paging
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.table.listing import Selection
from gather.table.records import Stored
from gather.table.search import Search
from gather.wiring import records
from gather.workflow.ats_job import AssignAts
from gather.workflow.job import (
    AttachInterview,
    AttachScreeningQuestionnaire,
    ChangeJob,
    CreateJob,
    Job,
    JobDetail,
    JobStatus,
    JobType,
    UnarchivedJob,
    UnassignedJob,
    changed_job,
    updated_job,
)
from gather.workflow.job_storage import JOB
from jobs import assigning, changes

api = Api("jobs")
handler = api.handler


class JobListQuery(TeamQuery):
    """Query of GET /jobs; `department` and `location` are compared as they are written."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    type: JobType | None = None
    status: JobStatus | None = None
    department: ShortText | None = None
    location: ShortText | None = None
    search: ShortText | None = None


class JobList(Model):
    """Data of GET /jobs."""

    jobs: list[Job]
    pagination: paging.TotalPages


class OneJob(Model):
    """Data of the routes that make or change a job."""

    job: Job


class OneJobDetail(Model):
    """Data of GET /jobs/{id}."""

    job: JobDetail


class OneArchivedJob(Model):
    """Data of DELETE /jobs/{id}."""

    job: Archived


class OneUnarchivedJob(Model):
    """Data of POST /jobs/{id}/unarchive."""

    job: UnarchivedJob


class OneUnassignedJob(Model):
    """Data of DELETE /jobs/{id}/team-assignment."""

    job: UnassignedJob


@api.post("/jobs", answer=OneJob, body=CreateJob)
def create_job(call: Call[CreateJob, TeamQuery]) -> Answer:
    """Add a job."""
    return Answer(OneJob(job=changes.create(call)), version=1)


@api.post("/jobs/assign-ats", answer=OneJob, body=AssignAts, status=200)
def assign_ats_job(call: Call[AssignAts, TeamQuery]) -> Answer:
    """Assign a job of an ATS to the team; again, to have it as the ATS has it now.

    `externalJobId` is the ATS's own id. A job that another team has moves here.
    """
    job, version = assigning.assign(call)
    return Answer(OneJob(job=job), version=version)


@api.get("/jobs", answer=JobList, query=JobListQuery)
def list_jobs(call: Call[NoBody, JobListQuery]) -> JobList:
    """List the team's jobs, newest first, without the archived ones."""
    query = call.query
    page = records().page(
        JOB,
        JOB.team_listing(call.team.team_id),
        Selection.ACTIVE,
        offset=(query.page - 1) * query.page_size,
        size=query.page_size,
        search=Search(
            query.search,
            equals={"type": query.type, "status": query.status, "department": query.department},
            holds={"location": query.location},
        ),
    )
    return JobList(jobs=page.records, pagination=paging.total_pages(page.total, query.page, query.page_size))


@api.get("/jobs/{id}", answer=OneJobDetail)
def get_job(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a job."""
    stored = records().get(JOB, call.team.team_id, call.path["id"])
    return Answer(OneJobDetail(job=stored.record), version=stored.version)


@api.patch("/jobs/{id}", answer=OneJob, body=ChangeJob)
def change_job(call: Call[ChangeJob, TeamQuery]) -> Answer:
    """Change the members of a job that are supplied.

    A job that comes from an ATS is refused with 409: it is managed through assign-ats.
    """
    return _answer(changes.change(call, lambda job: changed_job(job, call.body, call.moment)))


@api.delete("/jobs/{id}", answer=OneArchivedJob)
def archive_job(call: Call[NoBody, TeamQuery]) -> OneArchivedJob:
    """Archive a job; it keeps its status and stays readable."""
    stored = changes.change(call, partial(archived, moment=call.moment))
    return OneArchivedJob(job=Archived.of(stored.record))


@api.post("/jobs/{id}/unarchive", answer=OneUnarchivedJob, status=200)
def unarchive_job(call: Call[NoBody, TeamQuery]) -> Answer:
    """Bring an archived job back."""
    stored = changes.change(call, lambda job: updated_job(job, call.moment, archived_at=None))
    job = UnarchivedJob(id=stored.record.id, updated_at=stored.record.updated_at)
    return Answer(OneUnarchivedJob(job=job), version=stored.version)


@api.patch("/jobs/{id}/interview", answer=OneJob, body=AttachInterview)
def attach_interview(call: Call[AttachInterview, TeamQuery]) -> Answer:
    """Attach an interview to a job, in the place of the one it has."""
    fields = call.body.supplied()
    return _answer(changes.change(call, lambda job: updated_job(job, call.moment, **fields)))


@api.patch("/jobs/{id}/screening-questionnaire", answer=OneJob, body=AttachScreeningQuestionnaire)
def attach_screening_questionnaire(call: Call[AttachScreeningQuestionnaire, TeamQuery]) -> Answer:
    """Attach a screening questionnaire to a job, in the place of the one it has."""
    fields = call.body.supplied()
    return _answer(changes.change(call, lambda job: updated_job(job, call.moment, **fields)))


@api.delete("/jobs/{id}/team-assignment", answer=OneUnassignedJob)
def unassign_team(call: Call[NoBody, TeamQuery]) -> OneUnassignedJob:
    """Take a job out of its team; the organization keeps it."""
    job = changes.unassign(call)
    return OneUnassignedJob(job=UnassignedJob(id=job.id, updated_at=job.updated_at))


def _answer(stored: Stored[JobDetail]) -> Answer:
    return Answer(OneJob(job=stored.record), version=stored.version)
