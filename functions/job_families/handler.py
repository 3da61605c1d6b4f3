"""Routes of job families, which are read here and made by the administration (interface: Jobs)."""

from gather.api.envelope import Answer
from gather.api.routes import Api, Call
from gather.domain.job_family import JobFamily, JobFamilyDetail
from gather.domain.model import Model, NoBody, TeamQuery
from gather.table import job_families
from gather.wiring import records, table

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
    return JobFamilyList(job_families=job_families.list_families(records(), call.team.team_id))


@api.get("/job-families/{id}", answer=OneJobFamily)
def get_job_family(call: Call[NoBody, TeamQuery]) -> Answer:
    """Read a job family with the ids of its jobs."""
    family, version = job_families.read_family(table(), call.team.team_id, call.path["id"])
    return Answer(OneJobFamily(job_family=family), version=version)
