"""Routes of job families, which are read here and made by the administration (interface: Jobs)."""

from gather.core.model import Model, NoBody, TeamQuery
from gather.http.envelope import Answer
from gather.http.routes import Api, Call
from gather.wiring import records, table
from gather.workflow import job_family_storage
from gather.workflow.job_family import JobFamily, JobFamilyDetail

api = Api("job-families")
handler = api.handler


class JobFamilyList(Model):
    """Data of GET /job-families."""

    job_families: list[JobFamily]


class OneJobFamily(Model):
    """Data of GET /job-families/{id}."""

    job_family: JobFamilyDetail


@api.get("/job-families", answer=JobFamilyList)
def list_job_families(call: Call[NoBody, TeamQuery]) -> JobFamilyList:
    """List the team's job families, newest first."""
    return JobFamilyList(job_families=job_family_storage.list_families(records(), call.team.team_id))


@api.get("/job-families/{id}", answer=OneJobFamily)
def get_job_family(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a job family with the ids of its jobs."""
    family, version = job_family_storage.read_family(table(), call.team.team_id, call.path["id"])
    return Answer(OneJobFamily(job_family=family), version=version)
