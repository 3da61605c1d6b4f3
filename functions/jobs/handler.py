"""Jobs: the postings that candidates are screened for.

Interface: Jobs, rules 1 to 8; ATS jobs, rules 1 to 3.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from gather.connect import job_assignment
from gather.connect.vendor_registry import json_getter
from gather.core.formats import ShortText
from gather.core.model import CursorQuery, LeftOutWhenNull, Model, NoBody, RequestModel, TeamQuery
from gather.core.record import Archived, archived
from gather.core.time_range import StartDate
from gather.http import paging
from gather.http.call import TeamCall
from gather.http.changed_lists import list_changed
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.table.kind import Stored
from gather.workflow.jobs import service
from gather.workflow.jobs.ats_job import AssignAts
from gather.workflow.jobs.models import (
    AttachInterview,
    AttachScreeningQuestionnaire,
    ChangeJob,
    CreateJob,
    Job,
    JobDetail,
    JobRecord,
    JobStatus,
    JobType,
    UnarchivedJob,
    UnassignedJob,
)
from gather.workflow.jobs.storage import JOB, JobFilter, list_page

B = TypeVar("B", bound=RequestModel)

api = Api("jobs")
handler = api.handler


class JobListQuery(CursorQuery):
    """Query of GET /jobs; `department` and `location` are compared as they are written."""

    page: paging.PageNumber = 1
    page_size: paging.PageSize = 50
    type: JobType | None = None
    """Keeps the jobs of this kind."""
    status: JobStatus | None = None
    """Keeps the jobs with this status."""
    department: ShortText | None = None
    """Keeps the jobs of this department, as it is written."""
    location: ShortText | None = None
    """Keeps the jobs at this place, as it is written."""
    search: ShortText | None = None
    updated_since: StartDate | None = None
    """Lists what has changed then or later, the earliest change first, archived jobs too."""


class JobList(Model):
    """Data of GET /jobs."""

    jobs: list[Job]
    pagination: Annotated[paging.TotalPages | None, LeftOutWhenNull] = None


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


@api.post("/jobs", response=OneJob, makes=JOB)
def create_job(call: TeamCall[CreateJob, TeamQuery]) -> Result:
    """Add a job."""
    return Result(OneJob(job=service.create(call.records, call.team, call.body, now=call.now)), version=1)


@api.post("/jobs/assign-ats", response=OneJob, status=200)
def assign_ats_job(call: TeamCall[AssignAts, TeamQuery]) -> Result:
    """Assign a job of an ATS to the team; again, to have it as the ATS has it now.

    `externalJobId` is the ATS's own id. A job that another team has moves here.
    """
    job, version = job_assignment.assign(
        call.records,
        call.team,
        call.body,
        lambda: json_getter(call.adapters.settings),
        lambda: call.adapters.engines.encryption(),
        now=call.now,
    )
    return Result(OneJob(job=job), version=version)


@api.get("/jobs", response=JobList)
def list_jobs(call: TeamCall[NoBody, JobListQuery]) -> Result:
    """List the team's jobs, newest first, without the archived ones."""
    query = call.query
    wanted = JobFilter(query.type, query.status, query.department, query.location, query.search)
    if query.updated_since is not None:
        changed, meta = list_changed(call, JOB, query.updated_since, query.page_size, wanted.of_records())
        return Result(JobList(jobs=changed.records), meta=meta)
    part = paging.part(call, query.page, query.page_size)
    page = list_page(call.records, call.team, wanted, part.offset, part.size, after=part.after)
    return Result(JobList(jobs=page.records, pagination=part.total_pages(page)), meta=part.meta(page))


@api.get("/jobs/{id}", response=OneJobDetail)
def get_job(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a job."""
    stored = call.records.get(JOB, call.team.team_id, call.path["id"])
    return Result(OneJobDetail(job=stored.record), version=stored.version)


@api.patch("/jobs/{id}", response=OneJob)
def change_job(call: TeamCall[ChangeJob, TeamQuery]) -> Result:
    """Change the members of a job that are supplied.

    A job that comes from an ATS is refused with 409: it is managed through assign-ats.
    """
    by_person = call.caller.signed_in is not None
    return _result(_update(call, lambda job: job.update(call.body, call.moment, by_person=by_person)))


@api.delete("/jobs/{id}", response=OneArchivedJob)
def archive_job(call: TeamCall[NoBody, TeamQuery]) -> OneArchivedJob:
    """Archive a job; it keeps its status and stays readable."""
    stored = _update(call, partial(archived, moment=call.moment))
    return OneArchivedJob(job=Archived.of(stored.record))


@api.post("/jobs/{id}/unarchive", response=OneUnarchivedJob, status=200, refusals=frozenset({412}))
def unarchive_job(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Bring an archived job back."""
    stored = _update(call, lambda job: job.unarchive(call.moment))
    job = UnarchivedJob(id=stored.record.id, updated_at=stored.record.updated_at)
    return Result(OneUnarchivedJob(job=job), version=stored.version)


@api.patch("/jobs/{id}/interview", response=OneJob)
def attach_interview(call: TeamCall[AttachInterview, TeamQuery]) -> Result:
    """Attach an interview to a job, in the place of the one it has."""
    interview_id = call.body.interview_id
    return _result(_update(call, lambda job: job.attach_interview(interview_id, call.moment)))


@api.patch("/jobs/{id}/screening-questionnaire", response=OneJob)
def attach_screening_questionnaire(call: TeamCall[AttachScreeningQuestionnaire, TeamQuery]) -> Result:
    """Attach a screening questionnaire to a job, in the place of the one it has."""
    questionnaire_id = call.body.screening_questionnaire_id
    stored = _update(call, lambda job: job.attach_screening_questionnaire(questionnaire_id, call.moment))
    return _result(stored)


@api.delete("/jobs/{id}/team-assignment", response=OneUnassignedJob)
def unassign_team(call: TeamCall[NoBody, TeamQuery]) -> OneUnassignedJob:
    """Take a job out of its team; the organization keeps it."""
    job = service.unassign(
        call.records, call.team, call.path["id"], now=call.now, precondition=call.precondition
    )
    return OneUnassignedJob(job=UnassignedJob(id=job.id, updated_at=job.updated_at))


def _update(call: TeamCall[B, TeamQuery], changed: Callable[[JobRecord], JobRecord]) -> Stored[JobRecord]:
    """Change the job of the path."""
    return service.update(
        call.records,
        call.team,
        call.body,
        call.path["id"],
        changed,
        call.actor,
        now=call.now,
        precondition=call.precondition,
    )


def _result(stored: Stored[JobRecord]) -> Result:
    return Result(OneJob(job=stored.record), version=stored.version)
