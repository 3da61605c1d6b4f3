"""Assigning a job of an ATS to a team: the first time it is imported, later it is refreshed or moves.

A pointer leads from integration and external id to the one job, so that however many ask at once, there is
one.
"""

from dataclasses import dataclass

from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.vendor_protocol import AtsVendor, Failure, VendorFailed
from gather.connect.vendor_registry import asking, find_vendor, read_configuration
from gather.core.errors import Conflict, NotFound, ServiceUnavailable, ValidationFailed
from gather.core.model import TeamQuery
from gather.core.settings import Settings
from gather.events import enrollment_tasks
from gather.http.call import TeamCall
from gather.table.conditions import absent, equal
from gather.table.conversion import Item
from gather.table.item_kind import Place
from gather.table.kind import Stored
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.jobs import storage as job_storage
from gather.workflow.jobs.ats_job import AssignAts, AtsJob, imported_job, moved_job, refreshed_job
from gather.workflow.jobs.models import JobDetail
from gather.workflow.jobs.storage import EXTERNAL_JOB, JOB, UNASSIGNED_JOB
from gather.workflow.jobs import service as changes


def assign(call: TeamCall[AssignAts, TeamQuery]) -> tuple[JobDetail, int]:
    """The ATS job that the body names, as a job of the team, and its version.

    Raises NotFound for the integration and for a job that the ATS does not have, ValidationFailed for a
    vendor without jobs, Conflict for a disabled integration or one whose credentials the ATS refuses, and
    after several lost races, ServiceUnavailable when the ATS does not respond as expected.
    """
    integration = _integration(call)
    ats_job = _asked(integration, call.body.external_job_id, call.adapters.settings)
    assignment = _Assignment(call, integration, ats_job)
    try:
        return call.records.run(assignment.carry_out)
    except LostRace:
        raise Conflict("The job is being assigned by others at the same time. Try again.") from None


def _integration(call: TeamCall[AssignAts, TeamQuery]) -> IntegrationRecord:
    organization_id, integration_id = call.organization_id, call.body.integration_id
    record = call.records.get(INTEGRATION, organization_id, integration_id, "integrationId").record
    if record.status is IntegrationStatus.DISABLED:
        raise Conflict("The integration is disabled.")
    return record


def _asked(integration: IntegrationRecord, external_job_id: str, settings: Settings) -> AtsJob:
    vendor = find_vendor(integration.vendor)
    if not isinstance(vendor, AtsVendor):
        raise ValidationFailed.of("integrationId", "must be an integration with an ATS")
    try:
        configuration = read_configuration(vendor, integration)
        job: AtsJob | None = vendor.understood_job(configuration, external_job_id, asking(settings))
    except VendorFailed as failed:
        if failed.failure is Failure.UNREACHABLE:
            raise ServiceUnavailable("The ATS does not answer. Try again in a moment.") from failed
        raise Conflict(f"The ATS cannot be asked: {failed.reason}.") from failed
    if job is None:
        raise NotFound("ATS job", external_job_id, "externalJobId")
    return job


@dataclass(frozen=True, slots=True)
class _Assignment:
    """What is to be assigned where."""

    call: TeamCall[AssignAts, TeamQuery]
    integration: IntegrationRecord
    ats_job: AtsJob

    def carry_out(self, unit: UnitOfWork) -> tuple[JobDetail, int]:
        """The job as `unit` stores it, and its version. Three round trips with the commit, four to move."""
        pointer = unit.table.get(self._place().key)
        if pointer is None:
            return self._import(unit)
        current, other = self._find(unit, pointer)
        if current is None:
            return self._take(unit, other)
        if current.record.team_id == self.call.team.team_id:
            return self._refresh(unit, current)
        return self._move(unit, current)

    def _place(self) -> Place:
        """Where it stands which job it was assigned as."""
        organization_id = self.integration.organization_id
        return EXTERNAL_JOB.at(organization_id, self.integration.id, self.ats_job.external_id)

    def _find(self, unit: UnitOfWork, pointer: Item) -> tuple[Stored[JobDetail] | None, Item | None]:
        """The job in the team that had it last, or among those of no team."""
        in_team = JOB.key(pointer["teamId"], pointer["jobId"])
        in_none = UNASSIGNED_JOB.key(self.integration.organization_id, pointer["jobId"])
        found = unit.table.get_many([in_team, in_none])
        item = found.get(in_team)
        return (Stored(JOB, JobDetail.model_validate(item), item) if item else None), found.get(in_none)

    def _import(self, unit: UnitOfWork) -> tuple[JobDetail, int]:
        job = imported_job(self.ats_job, self.integration.vendor, self.call.team, self.call.now)
        unit.create(JOB, job)
        job_storage.lead_to(unit, self._place(), job, absent())
        return job, 1

    def _refresh(self, unit: UnitOfWork, stored: Stored[JobDetail]) -> tuple[JobDetail, int]:
        job = refreshed_job(stored.record, self.ats_job, self.call.moment)
        if job == stored.record:
            return job, stored.version
        changed = unit.replace(stored, job)
        if job.has_ended and not stored.record.has_ended:
            unit.send(enrollment_tasks.stop(job, self.call.now, jobId=job.id))
        return job, changed.version

    def _move(self, unit: UnitOfWork, stored: Stored[JobDetail]) -> tuple[JobDetail, int]:
        """Out of the other team as `team-assignment` takes it out, and into this one."""
        before = stored.record
        job = moved_job(before, self.ats_job, self.call.team, self.call.moment)
        changes.leave_team(unit, stored, self.call.now)
        unit.create(JOB, job)
        job_storage.lead_to(unit, self._place(), job, equal("teamId", before.team_id))
        return job, 1

    def _take(self, unit: UnitOfWork, kept: Item | None) -> tuple[JobDetail, int]:
        """From those of no team into this one. Neither here nor there, it is on its way: a lost race."""
        if kept is None:
            raise LostRace("The job is being moved.")
        before = JobDetail.model_validate({**kept, "teamId": self.call.team.team_id})
        job = moved_job(before, self.ats_job, self.call.team, self.call.moment)
        job_storage.take(unit, job)
        unit.create(JOB, job)
        job_storage.lead_to(unit, self._place(), job, equal("jobId", job.id))
        return job, 1
