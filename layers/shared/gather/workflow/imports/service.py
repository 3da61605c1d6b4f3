"""The use cases of imports of candidates.

For example:

    shown = service.create(adapters, records, team, request, now=now)
    shown = service.start(adapters, records, team, import_id, now=now)
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from pydantic_core import to_json

from gather.core.caller import TeamScope
from gather.core.errors import Conflict
from gather.events.task import TaskName
from gather.ports.media import Media
from gather.screening.imports import storage as import_storage
from gather.screening.imports.models import (
    ADDRESS_SECONDS,
    CandidateImport,
    CandidateImportRecord,
    ImportCounts,
    ImportStatus,
)
from gather.screening.imports.requests import CreateCandidateImport, new_import
from gather.screening.imports.storage import CANDIDATE_IMPORT
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.outbox import Task
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workflow.imports.invites import check_invite

PART_BYTES: Final = 256 * 1024
"""How much of a file is in memory at a time."""


def create(
    adapters: Adapters, records: Records, team: TeamScope, request: CreateCandidateImport, *, now: datetime
) -> CandidateImport:
    """Have the rows of a request imported, or announce the file that has them.

    Raises NotFound, ValidationFailed and Conflict as `check_invite` does, and EngineFailed.
    """
    invite = request.invite.of_rows() if request.invite is not None else None
    check_invite(records, team, invite)
    content = b"".join(to_json(row) + b"\n" for row in request.candidates or ())
    record = new_import(request, len(content), team, now)
    if record.status is ImportStatus.RUNNING:
        adapters.engines.media().put(record.file_key, content, record.file_type)

    def save(unit: UnitOfWork) -> None:
        import_storage.create(unit, record)
        if record.status is ImportStatus.RUNNING:
            unit.send(task_of(TaskName.IMPORT_CANDIDATES, record, now))

    records.run(save)
    return show(adapters, record, ImportCounts())


def start(
    adapters: Adapters, records: Records, team: TeamScope, import_id: str, *, now: datetime
) -> CandidateImport:
    """Have the rows of a file imported that was announced.

    Raises NotFound, and Conflict before the file is there and for an import that awaits none.
    """
    media = adapters.engines.media()

    def begin(unit: UnitOfWork) -> CandidateImportRecord:
        stored = unit.get(CANDIDATE_IMPORT, team.team_id, import_id)
        started = stored.record.start(now)
        file = media.describe(started.file_key)
        if file is None or file.size != started.size:
            raise Conflict("The file is not there yet.")
        unit.send(task_of(TaskName.IMPORT_CANDIDATES, started, now))
        return unit.replace(stored, started).record

    return show(adapters, records.run(begin), ImportCounts())


def cancel(
    adapters: Adapters, records: Records, team: TeamScope, import_id: str, *, now: datetime
) -> CandidateImport:
    """Begin no other row of an import. Raises NotFound, and Conflict after its end."""

    def end(unit: UnitOfWork) -> CandidateImportRecord:
        stored = unit.get(CANDIDATE_IMPORT, team.team_id, import_id)
        return end_without_file(unit, stored, stored.record.cancel(now), now)

    record = records.run(end)
    return show(adapters, record, import_storage.get_progress(records.table, record).counts)


def end_without_file(
    unit: UnitOfWork, stored: Stored[CandidateImportRecord], ended: CandidateImportRecord, now: datetime
) -> CandidateImportRecord:
    """Save the end of an import whose file a worker is then to delete."""
    unit.send(task_of(TaskName.DELETE_IMPORT_FILE, ended, now))
    return end_import(unit, stored, ended)


def end_import(
    unit: UnitOfWork, stored: Stored[CandidateImportRecord], ended: CandidateImportRecord
) -> CandidateImportRecord:
    """Save the end of an import, after which no row is begun."""
    import_storage.end_progress(unit, ended)
    return unit.replace(stored, ended).record


def get(adapters: Adapters, records: Records, team: TeamScope, import_id: str) -> CandidateImport:
    """How far an import is. Two round trips. Raises NotFound."""
    record = records.get(CANDIDATE_IMPORT, team.team_id, import_id).record
    return show(adapters, record, import_storage.get_progress(records.table, record).counts)


def list_page(
    adapters: Adapters,
    records: Records,
    team: TeamScope,
    offset: int,
    size: int,
    *,
    after: str | None,
) -> tuple[RecordPage[CandidateImportRecord], list[CandidateImport]]:
    """A page of the team's imports, newest first, as they are stored and as they are shown. Three round
    trips."""
    listing = CANDIDATE_IMPORT.team_listing(team.team_id)
    page = records.page(CANDIDATE_IMPORT, listing, Selection.ALL, offset, size, after=after)
    counts = import_storage.get_counts(records.table, page.records)
    return page, [show(adapters, record, counts[record.id]) for record in page.records]


def show(adapters: Adapters, record: CandidateImportRecord, counts: ImportCounts) -> CandidateImport:
    """An import as it is shown; while a file is awaited with a new address that takes it."""
    upload = None
    if record.status is ImportStatus.AWAITING_FILE:
        media = adapters.engines.media()
        upload = media.presigned_upload(record.file_key, record.file_type, record.size, ADDRESS_SECONDS)
    return CandidateImport(
        id=record.id,
        status=record.status,
        total=record.total,
        counts=counts,
        dry_run=record.dry_run,
        error=record.fault if record.status is ImportStatus.FAILED else None,
        upload_url=upload.url if upload else None,
        headers=upload.headers if upload else None,
        created_at=record.created_at,
        completed_at=record.completed_at,
    )


def task_of(name: TaskName, record: CandidateImportRecord, now: datetime) -> Task:
    """A task that concerns an import."""
    return Task(
        name=name,
        organization_id=record.organization_id,
        team_id=record.team_id,
        payload={"importId": record.id},
        at=now,
    )


def read_file(media: Media, record: CandidateImportRecord, start: int) -> Iterator[bytes]:
    """An import's file from a place on, in parts. Raises EngineFailed."""
    while start < record.size:
        part = media.read_range(record.file_key, start, PART_BYTES)
        if not part:
            return
        yield part
        start += len(part)
