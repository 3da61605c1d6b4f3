"""Assigning a job of an ATS to a team: the first time it is imported, later it is refreshed or moves.

A pointer leads from integration and external id to the one job, so that however many ask at once, there is
one.
"""

from dataclasses import dataclass

from gather.connect.integration import IntegrationRecord, IntegrationStatus
from gather.connect.integration_storage import INTEGRATION
from gather.connect.vendor_protocol import AtsVendor, Failure, VendorFailed
from gather.connect.vendor_registry import find_vendor, read_configuration
from gather.core.errors import Conflict, NotFound, ServiceUnavailable, ValidationFailed
from gather.core.model import TeamQuery
from gather.events import enrollment_tasks
from gather.http.routes import Call
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import LostRace, Stored
from gather.wiring import records, table
from gather.workflow import job_storage
from gather.workflow.ats_job import AssignAts, AtsJob, imported_job, moved_job, refreshed_job
from gather.workflow.job import JobDetail
from gather.workflow.job_storage import JOB
from jobs import changes

ATTEMPTS = 5


def assign(call: Call[AssignAts, TeamQuery]) -> tuple[JobDetail, int]:
    """The ATS job that the body names, as a job of the team, and its version.

    Raises NotFound for the integration and for a job that the ATS does not have, ValidationFailed for a
    vendor without jobs, Conflict for a disabled integration or one whose credentials the ATS refuses, and
    after several lost races, ServiceUnavailable when the ATS is of no use at the moment.
    """
    integration = _integration(call)
    ats_job = _asked(integration, call.body.external_job_id)
    assignment = _Assignment(call, integration, ats_job)
    for _ in range(ATTEMPTS):
        try:
            return assignment.attempt()
        except LostRace:
            continue
    raise Conflict("The job is being assigned by others at the same time. Try again.")


def _integration(call: Call[AssignAts, TeamQuery]) -> IntegrationRecord:
    organization_id, integration_id = call.organization_id, call.body.integration_id
    record = records().get(INTEGRATION, organization_id, integration_id, "integrationId").record
    if record.status is IntegrationStatus.DISABLED:
        raise Conflict("The integration is disabled.")
    return record


def _asked(integration: IntegrationRecord, external_job_id: str) -> AtsJob:
    vendor = find_vendor(integration.vendor)
    if not isinstance(vendor, AtsVendor):
        raise ValidationFailed.of("integrationId", "must be an integration with an ATS")
    try:
        job: AtsJob | None = vendor.understood_job(read_configuration(vendor, integration), external_job_id)
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

    call: Call[AssignAts, TeamQuery]
    integration: IntegrationRecord
    ats_job: AtsJob

    def attempt(self) -> tuple[JobDetail, int]:
        """Three round trips, four where it moves. Raises LostRace when somebody was faster."""
        pointer = table().get(self._pointer_key())
        if pointer is None:
            return self._import()
        current, other = self._find(pointer)
        if current is None:
            return self._take(other)
        if current.record.team_id == self.call.team.team_id:
            return self._refresh(current)
        return self._move(current)

    def _pointer_key(self) -> keys.Key:
        return keys.external_job(
            self.integration.organization_id, self.integration.id, self.ats_job.external_id
        )

    def _find(self, pointer: Item) -> tuple[Stored[JobDetail] | None, Item | None]:
        """The job in the team that had it last, or among those of no team."""
        in_team = JOB.key(pointer["teamId"], pointer["jobId"])
        in_none = keys.unassigned_job(self.integration.organization_id, pointer["jobId"])
        found = table().get_many([in_team, in_none])
        item = found.get(in_team)
        return (Stored(JOB, JobDetail.model_validate(item), item) if item else None), found.get(in_none)

    def _import(self) -> tuple[JobDetail, int]:
        job = imported_job(self.ats_job, self.integration.vendor, self.call.team, self.call.now)
        transaction = records().transaction()
        transaction.create(JOB, job)
        transaction.write(self._pointer(job, "attribute_not_exists(pk)"))
        transaction.commit()
        return job, 1

    def _refresh(self, stored: Stored[JobDetail]) -> tuple[JobDetail, int]:
        job = refreshed_job(stored.record, self.ats_job, self.call.moment)
        if job == stored.record:
            return job, stored.version
        transaction = records().transaction()
        changed = transaction.replace(stored, job)
        if job.has_ended and not stored.record.has_ended:
            transaction.send(enrollment_tasks.stop(job, self.call.now, jobId=job.id))
        transaction.commit()
        return job, changed.version

    def _move(self, stored: Stored[JobDetail]) -> tuple[JobDetail, int]:
        """Out of the other team as `team-assignment` takes it out, and into this one."""
        before = stored.record
        job = moved_job(before, self.ats_job, self.call.team, self.call.moment)
        transaction = records().transaction()
        changes.leave_team(transaction, stored, self.call.now)
        transaction.create(JOB, job)
        transaction.write(self._pointer(job, "teamId = :before", before=before.team_id))
        transaction.commit()
        return job, 1

    def _take(self, kept: Item | None) -> tuple[JobDetail, int]:
        """From those of no team into this one. Neither here nor there, it is on its way: a lost race."""
        if kept is None:
            raise LostRace("The job is being moved.")
        before = JobDetail.model_validate({**kept, "teamId": self.call.team.team_id})
        job = moved_job(before, self.ats_job, self.call.team, self.call.moment)
        transaction = records().transaction()
        job_storage.take(transaction, job)
        transaction.create(JOB, job)
        transaction.write(self._pointer(job, "jobId = :known", known=job.id))
        transaction.commit()
        return job, 1

    def _pointer(self, job: JobDetail, condition: str, **values: str) -> dict[str, object]:
        key = self._pointer_key()
        item = {"pk": key.pk, "sk": key.sk, "entity": "EXTERNAL_JOB", "jobId": job.id, "teamId": job.team_id}
        return store.put(item, condition, **values)
