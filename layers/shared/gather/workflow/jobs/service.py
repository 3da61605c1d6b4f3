"""Every write of a job, so that what follows from one is added here and nowhere else."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from gather.core.model import NoBody, RequestModel, TeamQuery
from gather.events import enrollment_tasks
from gather.http.call import TeamCall
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork
from gather.workflow.job_families import storage as job_family_storage
from gather.workflow.jobs import storage as job_storage
from gather.workflow.assignments import storage as workflow_assignment_storage
from gather.workflow.jobs.models import CreateJob, JobDetail, new_job, unassigned_job
from gather.workflow.jobs.storage import JOB
from gather.workflow.jobs import references

B = TypeVar("B", bound=RequestModel)


def create(call: TeamCall[CreateJob, TeamQuery]) -> JobDetail:
    """Make the job that the body asks for. Raises Forbidden, NotFound of what it names."""
    job = new_job(call.body, call.team, call.now)
    references.check(call.records.table, call.body.supplied(), call.team)
    unit = call.records.unit_of_work()
    unit.create(JOB, job)
    job_family_storage.move(unit, job, (), job.job_family_ids)
    unit.commit()
    return job


def change(call: TeamCall[B, TeamQuery], changed: Callable[[JobDetail], JobDetail]) -> Stored[JobDetail]:
    """Change the job of the path, and its membership in families with it.

    Raises NotFound, also of what the body names, PreconditionFailed, Conflict, and what `changed` raises.
    """

    def changed_with_families(stored: Stored[JobDetail], unit: UnitOfWork) -> JobDetail:
        call.check_version(stored.version)
        before = stored.record
        job = changed(before)
        references.check(unit.table, call.body.supplied(), call.team, before)
        job_family_storage.move(unit, job, before.job_family_ids, job.job_family_ids)
        if job.has_ended and not before.has_ended:
            unit.send(enrollment_tasks.stop(job, call.now, jobId=job.id))
        return job

    return call.records.change(JOB, call.team.team_id, call.path["id"], changed_with_families)


def unassign(call: TeamCall[NoBody, TeamQuery]) -> JobDetail:
    """Take the job of the path out of its team: it is the organization's from then on, and in no list.

    Raises NotFound, PreconditionFailed, and Conflict when another request changes it at the same time.
    """
    stored = call.records.get(JOB, call.team.team_id, call.path["id"])
    call.check_version(stored.version)
    job = unassigned_job(stored.record, call.moment)
    unit = call.records.unit_of_work()
    leave_team(unit, stored, call.now)
    job_storage.keep(unit, job)
    unit.commit()
    return job


def leave_team(unit: UnitOfWork, stored: Stored[JobDetail], now: datetime) -> None:
    """Take a job out of its team, and out of its families, its workflow and what is under way in it.

    One round trip before the commit.
    """
    job = stored.record
    unit.remove(stored)
    job_family_storage.move(unit, job, job.job_family_ids, ())
    workflow_assignment_storage.leave(unit, job.team_id, job.id)
    unit.send(enrollment_tasks.stop(job, now, jobId=job.id))
