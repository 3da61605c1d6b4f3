"""Job families: jobs of one kind, which are only read here.

Interface: Job families, rules 1 and 2.
"""

from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.envelope import Result
from gather.http.routes import Api
from gather.workflow.job_families import storage as job_family_storage
from gather.workflow.job_families.models import JobFamily, JobFamilyDetail

api = Api("job-families")
handler = api.handler


class JobFamilyList(Model):
    """Data of GET /job-families."""

    job_families: list[JobFamily]


class OneJobFamily(Model):
    """Data of GET /job-families/{id}."""

    job_family: JobFamilyDetail


@api.get("/job-families", response=JobFamilyList)
def list_job_families(call: TeamCall[NoBody, TeamQuery]) -> JobFamilyList:
    """List the team's job families, newest first."""
    return JobFamilyList(job_families=job_family_storage.list_all(call.records, call.team.team_id))


@api.get("/job-families/{id}", response=OneJobFamily)
def get_job_family(call: TeamCall[NoBody, TeamQuery]) -> Result:
    """Read a job family with the ids of its jobs."""
    family, version = job_family_storage.get(call.records.table, call.team.team_id, call.path["id"])
    return Result(OneJobFamily(job_family=family), version=version)
