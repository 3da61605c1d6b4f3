"""The use cases of exports.

export = records.run(lambda unit: service.request(unit, team_id, candidate_id, actor, now=now))
service.get_address(adapters, export)  # None until a worker has written the archive
"""

from datetime import datetime

from gather.core.caller import Actor
from gather.core.clock import timestamp
from gather.core.errors import NotFound
from gather.events.task import TaskName
from gather.ports.media import Presentation
from gather.rights.erasure.models import RightsJobStatus
from gather.rights.export.models import (
    ADDRESS_SECONDS,
    ExportRecord,
    export_folder,
    new_export,
)
from gather.rights.export.storage import EXPORT
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.table.kind import Stored
from gather.table.outbox import Task
from gather.table.record_reader import RecordReader
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.audit.models import AuditAction
from gather.wiring import Adapters

ARCHIVE = Presentation("application/zip", "attachment")


def request(
    unit: UnitOfWork, team_id: str, candidate_id: str, actor: Actor, *, now: datetime
) -> ExportRecord:
    """Have everything of a candidate exported. One round trip before the commit.

    Raises NotFound, now or then.
    """
    stored = RecordReader(unit.table).get(CANDIDATE, team_id, candidate_id)
    export = new_export(stored.record, now)
    unit.create(EXPORT, export)
    # Of a candidate who is erased meanwhile no export is made that nobody removes.
    require_candidate(unit, team_id, candidate_id, NotFound("candidate", candidate_id))
    audit_storage.save(unit, export.organization_id, actor, AuditAction.CANDIDATE_EXPORTED, candidate_id, now)
    unit.send(_task(TaskName.EXPORT_CANDIDATE, export, now))
    return export


def get(records: Records, team_id: str, export_id: str, *, now: datetime) -> ExportRecord:
    """An export whose day is not over. One round trip. Raises NotFound."""
    export = records.get(EXPORT, team_id, export_id).record
    if export.ends_at <= timestamp(now):
        raise NotFound(EXPORT.resource, export.id)
    return export


def expire(unit: UnitOfWork, stored: Stored[ExportRecord], *, now: datetime) -> None:
    """Have an export removed whose day is over."""
    unit.send(_task(TaskName.REMOVE_EXPORT, stored.record, now))
    unit.replace(stored, stored.record.changed(is_ending=True))


def _task(name: TaskName, export: ExportRecord, now: datetime) -> Task:
    return Task(
        name=name,
        organization_id=export.organization_id,
        team_id=export.team_id,
        payload={"exportId": export.id},
        at=now,
    )


def get_address(adapters: Adapters, export: ExportRecord) -> str | None:
    """Where the archive can be downloaded from for an hour; None unless the export is complete."""
    if export.status is not RightsJobStatus.COMPLETE:
        return None
    media = adapters.engines.media()
    return media.presigned_download(export.archive_key, ARCHIVE, ADDRESS_SECONDS)


def delete(adapters: Adapters, team_id: str, export_id: str) -> bool:
    """Remove an export; whether it was there. The record goes last: it is found until the archive is gone."""
    adapters.engines.media().purge(export_folder(export_id))

    def delete_record(unit: UnitOfWork) -> bool:
        stored = unit.find(EXPORT, team_id, export_id)
        if stored is not None:
            unit.delete(stored)
        return stored is not None

    return adapters.records.run(delete_record)
