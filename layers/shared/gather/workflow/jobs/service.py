"""The use cases of jobs: every write of a job, with what follows from it.

For example:

    job = service.create(records, team, request, now=now)
    job = service.unassign(records, team, job.id, now=now, precondition=precondition)
"""

from collections.abc import Callable
from datetime import datetime

from gather.core.caller import Actor, TeamScope
from gather.core.clock import timestamp
from gather.core.model import RequestModel
from gather.core.precondition import Precondition
from gather.events import enrollment_tasks
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.workflow.assignments import storage as assignment_storage
from gather.workflow.job_families import storage as job_family_storage
from gather.workflow.jobs import references
from gather.workflow.jobs import storage as job_storage
from gather.workflow.jobs.models import CreateJob, JobRecord, JobStatus, new_job
from gather.workflow.jobs.storage import JOB


def create(records: Records, team: TeamScope, request: CreateJob, *, now: datetime) -> JobRecord:
    """Create the job that the request asks for. Raises Forbidden, NotFound of what it names."""
    job = new_job(request, team, now)
    references.check(records.table, request.supplied(), team)
    unit = records.unit_of_work()
    unit.create(JOB, job)
    job_family_storage.move_job(unit, job, (), job.job_family_ids)
    unit.commit()
    return job


def update(
    records: Records,
    team: TeamScope,
    request: RequestModel,
    job_id: str,
    changed: Callable[[JobRecord], JobRecord],
    actor: Actor,
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[JobRecord]:
    """Change a job as `changed` says, and its membership in families with it.

    Raises NotFound, also of what the request names, PreconditionFailed, Conflict, and what `changed` raises.
    """

    def changed_with_families(stored: Stored[JobRecord], unit: UnitOfWork) -> JobRecord:
        precondition.check(stored.version)
        before = stored.record
        job = changed(before)
        references.check(unit.table, request.supplied(), team, before)
        job_family_storage.move_job(unit, job, before.job_family_ids, job.job_family_ids)
        if job.status is JobStatus.APPROVED and before.status is not JobStatus.APPROVED:
            audit_storage.save(unit, team.organization_id, actor, AuditAction.JOB_APPROVED, job_id, now)
        if job.has_ended and not before.has_ended:
            unit.send(enrollment_tasks.stop(job, now, jobId=job.id))
        return job

    return records.change(JOB, team.team_id, job_id, changed_with_families)


def unassign(
    records: Records, team: TeamScope, job_id: str, *, now: datetime, precondition: Precondition
) -> JobRecord:
    """Unassign a job from its team: it is the organization's from then on, and in no list.

    Raises NotFound, PreconditionFailed, and Conflict when another request changes it at the same time.
    """
    stored = records.get(JOB, team.team_id, job_id)
    precondition.check(stored.version)
    job = stored.record.unassign(timestamp(now))
    unit = records.unit_of_work()
    delete_from_team(unit, stored, now)
    job_storage.save_unassigned(unit, job)
    unit.commit()
    return job


def delete_from_team(unit: UnitOfWork, stored: Stored[JobRecord], now: datetime) -> None:
    """Delete a job from its team, its families and its workflow, and have its enrollments stopped.

    One round trip before the commit.
    """
    job = stored.record
    unit.delete(stored)
    job_family_storage.move_job(unit, job, job.job_family_ids, ())
    assignment_storage.delete_of_job(unit, job.team_id, job.id)
    unit.send(enrollment_tasks.stop(job, now, jobId=job.id))
