"""The assignment of an ATS job to a team: the first time it is imported, later it is refreshed or moves.

A pointer leads from integration and external id to the one job, so that however many ask at once, there is
one.

    job, version = assign(records, team, request, lambda: json_getter(settings), encryption, now=now)
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from gather.connect.integrations.models import IntegrationRecord, IntegrationStatus
from gather.connect.integrations.secrets import EncryptionMaker
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.vendor_protocol import AtsVendor, Failure, GetJson, VendorFailed
from gather.connect.vendor_registry import get_vendor, read_configuration
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, NotFound, ServiceUnavailable, ValidationFailed
from gather.events import enrollment_tasks
from gather.table.conditions import absent, equal
from gather.table.conversion import Item
from gather.table.item_kind import Place
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.jobs import service as job_service
from gather.workflow.jobs import storage as job_storage
from gather.workflow.jobs.ats_job import AssignAts, AtsJob
from gather.workflow.jobs.models import JobRecord
from gather.workflow.jobs.storage import EXTERNAL_JOB, JOB, UNASSIGNED_JOB


def assign(
    records: Records,
    team: TeamScope,
    request: AssignAts,
    get_json: Callable[[], GetJson],
    encryption: EncryptionMaker,
    *,
    now: datetime,
) -> tuple[JobRecord, int]:
    """Assign the ATS job that the request names to the team. Returns the job and its version.

    `get_json` returns the function that asks the ATS, once the integration is known.

    Raises NotFound for the integration and for a job that the ATS does not have, ValidationFailed for a
    vendor without jobs, Conflict for a disabled integration or one whose credentials the ATS refuses, and
    after several lost races, ServiceUnavailable when the ATS does not respond as expected, EngineFailed when
    its secrets cannot be decrypted at present.
    """
    integration = _get_integration(records, team, request.integration_id)
    ats_job = _get_ats_job(integration, request.external_job_id, get_json, encryption)
    assignment = _Assignment(team, integration, ats_job, now)
    try:
        return records.run(assignment.carry_out)
    except LostRace:
        raise Conflict("The job is being assigned by others at the same time. Try again.") from None


def _get_integration(records: Records, team: TeamScope, integration_id: str) -> IntegrationRecord:
    record = records.get(INTEGRATION, team.organization_id, integration_id, "integrationId").record
    if record.status is IntegrationStatus.DISABLED:
        raise Conflict("The integration is disabled.")
    return record


def _get_ats_job(
    integration: IntegrationRecord,
    external_job_id: str,
    get_json: Callable[[], GetJson],
    encryption: EncryptionMaker,
) -> AtsJob:
    vendor = get_vendor(integration.vendor)
    if not isinstance(vendor, AtsVendor):
        raise ValidationFailed.of("integrationId", "must be an integration with an ATS")
    try:
        configuration = read_configuration(vendor, integration, encryption)
        job: AtsJob | None = vendor.find_valid_job(configuration, external_job_id, get_json())
    except VendorFailed as failed:
        if failed.failure is Failure.UNREACHABLE:
            raise ServiceUnavailable("The ATS does not answer. Try again in a moment.") from failed
        raise Conflict(f"The ATS cannot be asked: {failed.reason}.") from failed
    if job is None:
        raise NotFound("ATS job", external_job_id, "externalJobId")
    return job


@dataclass(frozen=True, slots=True)
class _Assignment:
    """The writes of an assignment."""

    team: TeamScope
    integration: IntegrationRecord
    ats_job: AtsJob
    now: datetime

    def carry_out(self, unit: UnitOfWork) -> tuple[JobRecord, int]:
        """Store the job; returns it and its version. Three round trips with the commit, four to move."""
        pointer = unit.table.get(self._place().key)
        if pointer is None:
            return self._import(unit)
        current, other = self._find(unit, pointer)
        if current is None:
            return self._assign_unassigned(unit, other)
        if current.record.team_id == self.team.team_id:
            return self._refresh(unit, current)
        return self._move(unit, current)

    def _place(self) -> Place:
        """The place of the pointer to the one job."""
        organization_id = self.integration.organization_id
        return EXTERNAL_JOB.at(organization_id, self.integration.id, self.ats_job.external_id)

    def _find(self, unit: UnitOfWork, pointer: Item) -> tuple[Stored[JobRecord] | None, Item | None]:
        """Find the job in the team that had it last, or among those of no team."""
        in_team = JOB.key(pointer["teamId"], pointer["jobId"])
        in_none = UNASSIGNED_JOB.key(self.integration.organization_id, pointer["jobId"])
        found = unit.table.get_many([in_team, in_none])
        item = found.get(in_team)
        return (Stored(JOB, JobRecord.model_validate(item), item) if item else None), found.get(in_none)

    def _import(self, unit: UnitOfWork) -> tuple[JobRecord, int]:
        job = self.ats_job.create_job(self.integration.vendor, self.team, self.now)
        unit.create(JOB, job)
        job_storage.save_pointer(unit, self._place(), job, absent())
        return job, 1

    def _refresh(self, unit: UnitOfWork, stored: Stored[JobRecord]) -> tuple[JobRecord, int]:
        job = self.ats_job.refresh(stored.record, timestamp(self.now))
        if job == stored.record:
            return job, stored.version
        changed = unit.replace(stored, job)
        if job.has_ended and not stored.record.has_ended:
            unit.send(enrollment_tasks.stop(job, self.now, jobId=job.id))
        return job, changed.version

    def _move(self, unit: UnitOfWork, stored: Stored[JobRecord]) -> tuple[JobRecord, int]:
        """Move the job out of the other team, as `team-assignment` does, and into this one."""
        before = stored.record
        job = self.ats_job.move(before, self.team, timestamp(self.now))
        job_service.delete_from_team(unit, stored, self.now)
        unit.create(JOB, job)
        job_storage.save_pointer(unit, self._place(), job, equal("teamId", before.team_id))
        return job, 1

    def _assign_unassigned(self, unit: UnitOfWork, item: Item | None) -> tuple[JobRecord, int]:
        """Move the job from those of no team into this one. In neither, it is on its way: a lost race."""
        if item is None:
            raise LostRace("The job is being moved.")
        before = JobRecord.model_validate({**item, "teamId": self.team.team_id})
        job = self.ats_job.move(before, self.team, timestamp(self.now))
        job_storage.delete_unassigned(unit, job)
        unit.create(JOB, job)
        job_storage.save_pointer(unit, self._place(), job, equal("jobId", job.id))
        return job, 1
