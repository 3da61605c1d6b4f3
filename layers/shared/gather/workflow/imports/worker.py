"""The worker of imports: counts the rows of a file, and makes them in their order, some in each attempt.

What one attempt leaves is another task in its place, so that the imports of many teams take turns.
"""

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Final

from gather.core.caller import TeamScope
from gather.core.observability import count
from gather.events.task import TaskName
from gather.ports.media import Media
from gather.screening.imports.file_parts import FileFault
from gather.screening.imports.file_rows import count_rows, rows_of
from gather.screening.imports.models import CandidateImportRecord, ImportStatus
from gather.screening.imports.storage import CANDIDATE_IMPORT, get_progress, list_done
from gather.table.kind import Stored
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt
from gather.workers.unknown_work import UnknownWork
from gather.workflow.imports.invites import load_inviter
from gather.workflow.imports.planned_rows import read_rows
from gather.workflow.imports.row_maker import ImportMoved, RowMaker
from gather.workflow.imports.row_rehearser import RowRehearser
from gather.workflow.imports.service import end_import, end_without_file, read_file, task_of

MOST_ROWS_AT_ONCE: Final = 500
"""How many rows an attempt makes: some ten seconds of work."""
MOST_REHEARSED_AT_ONCE: Final = 2_500
"""How many rows an attempt of a dry run goes through, which first has to go through those before them."""
ROWS_READ_TOGETHER: Final = 40
"""The rows for which whom they mean is read side by side."""
GIVEN_UP: Final = "The import could not be carried out."


def run(attempt: Attempt) -> None:
    """Do a task of imports."""
    match TaskName(attempt.task.name):
        case TaskName.IMPORT_CANDIDATES:
            _import(attempt)
        case TaskName.DELETE_IMPORT_FILE:
            _delete_file(attempt)
        case name:
            raise UnknownWork(name, attempt.task.id)


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """An import that comes to nothing more has failed; what is made of it stays."""
    if attempt.task.name != TaskName.IMPORT_CANDIDATES:
        return True
    stored = unit.find(CANDIDATE_IMPORT, attempt.task.team_id, attempt.task.payload["importId"])
    if stored is None or stored.record.is_over:
        return False
    now = attempt.adapters.clock.now()
    failed = stored.record.find_fault(stored.record.fault or GIVEN_UP, now)
    end_without_file(unit, stored, failed.end(ImportStatus.FAILED, now), now)
    return True


def _import(attempt: Attempt) -> None:
    record = _find(attempt)
    if record is None or record.status is not ImportStatus.RUNNING:
        attempt.end()
        return
    media = attempt.adapters.engines.media()
    try:
        if record.total is None and record.fault is None:
            record = _count(attempt, media, record)
        is_done = record.fault is not None or _make_some(attempt, media, record)
    except ImportMoved:
        # Who has gone on with it, or ended it, has seen to what follows.
        if _is_running(attempt):
            raise
        attempt.end()
        return
    if is_done:
        status = ImportStatus.COMPLETE if record.fault is None else ImportStatus.FAILED
        _end(attempt, media, record, status)
    else:
        rest = task_of(TaskName.IMPORT_CANDIDATES, record, attempt.adapters.clock.now())
        attempt.finish(lambda unit: unit.send(rest))


def _find(attempt: Attempt) -> CandidateImportRecord | None:
    task = attempt.task
    stored = attempt.adapters.records.find(CANDIDATE_IMPORT, task.team_id, task.payload["importId"])
    return None if stored is None else stored.record


def _is_running(attempt: Attempt) -> bool:
    record = _find(attempt)
    return record is not None and record.status is ImportStatus.RUNNING


def _count(attempt: Attempt, media: Media, record: CandidateImportRecord) -> CandidateImportRecord:
    """The import with the number of its rows, or with what is wrong with its file. Reads all of the file."""
    now = attempt.adapters.clock.now()
    try:
        total = count_rows(record.file_type, partial(read_file, media, record))
    except FileFault as fault:
        reason = str(fault)
        return _change(attempt, record, lambda each: each.find_fault(reason, now))
    return _change(attempt, record, lambda each: each.count_rows(total, now))


def _change(
    attempt: Attempt,
    record: CandidateImportRecord,
    change: Callable[[CandidateImportRecord], CandidateImportRecord],
) -> CandidateImportRecord:
    """Save the change of an import that goes on. Raises ImportMoved for one that has ended."""

    def changed(stored: Stored[CandidateImportRecord], _unit: UnitOfWork) -> CandidateImportRecord:
        if stored.record.is_over:
            raise ImportMoved
        return change(stored.record)

    return attempt.adapters.records.change(CANDIDATE_IMPORT, record.team_id, record.id, changed).record


def _end(attempt: Attempt, media: Media, record: CandidateImportRecord, status: ImportStatus) -> None:
    """End an import, once its file is deleted."""
    media.purge(record.folder)

    def end(unit: UnitOfWork) -> None:
        stored = unit.get(CANDIDATE_IMPORT, record.team_id, record.id)
        if not stored.record.is_over:
            end_import(unit, stored, stored.record.end(status, attempt.adapters.clock.now()))

    attempt.finish(end)
    count("CandidateImports")


def _delete_file(attempt: Attempt) -> None:
    record = _find(attempt)
    if record is not None:
        attempt.adapters.engines.media().purge(record.folder)
    attempt.end()


def _make_some(attempt: Attempt, media: Media, record: CandidateImportRecord) -> bool:
    """Make some of the rows that are left. Returns whether none is."""
    adapters = attempt.adapters
    progress = get_progress(adapters.records.table, record)
    if progress.done == record.total:
        return True
    read = partial(read_file, media, record)
    team = TeamScope(record.organization_id, record.team_id, record.created_by_id)
    maker: RowMaker | RowRehearser = RowMaker(adapters, record, progress)
    most = MOST_ROWS_AT_ONCE
    if record.dry_run:
        most = MOST_REHEARSED_AT_ONCE
        maker = RowRehearser(adapters, record, progress)
        maker.learn(rows_of(record.file_type, read), list_done(adapters.records.table, record))
    rows = islice(rows_of(record.file_type, read, progress.end, progress.done), most)
    while attempt.has_time() and (some := list(islice(rows, ROWS_READ_TOGETHER))):
        inviter = load_inviter(adapters.records, record, team, adapters.settings.base_url)
        maker.make(read_rows(some), inviter)
    return maker.progress.done == record.total
