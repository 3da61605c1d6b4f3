"""Imports of candidates in the table: the record, how far it is, and what became of each row.

The rows are done in their order. How far an import is stands in one item, which changes in the transaction
that makes a row, on condition that it is as it was read. So a row is made once, however often it is tried,
and none after the import has ended.

For example:

    progress = storage.get_progress(table, record)
    storage.save_rows(unit, record, progress, rows, end)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import DONE, CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import candidate_listing
from gather.screening.imports.models import (
    CandidateImportRecord,
    ImportCounts,
    ImportRow,
    RowStatus,
)
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import Condition, equal, has, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.listing import SLOTS
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import Refusal, UnitOfWork

_STEP_ROWS = 1_000
"""Rows that a query looks at, if a megabyte has as many."""

CANDIDATE_IMPORT = Kind(
    resource="candidate import",
    name="CANDIDATE_IMPORT",
    model=CandidateImportRecord,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE_IMPORT")],
)


def import_progress_key(team_id: str, import_id: str) -> keys.Key:
    """How far an import is."""
    return CANDIDATE_IMPORT.part(team_id, import_id, "PROGRESS", "ROWS")


def import_row_key(team_id: str, import_id: str, row: int) -> keys.Key:
    """What became of a row of an import."""
    return keys.Key(f"{CANDIDATE_IMPORT.key(team_id, import_id).pk}#ROWS", f"{row:05d}")


IMPORT_PROGRESS = ItemKind("IMPORT_PROGRESS", import_progress_key)
IMPORT_ROW = ItemKind("IMPORT_ROW", import_row_key)


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is: the rows that are `done`, the place in the file after them, and their counts.

    `half` is the row after them where its candidate is made or changed and not yet invited.
    """

    done: int = 0
    end: int = 0
    counts: ImportCounts = field(default_factory=ImportCounts)
    half: ImportRow | None = None


@dataclass(frozen=True, slots=True)
class DoneRow:
    """A row, the place in the file after it, and what became of it. `has_invite` says that something was made
    for its invite, whether or not it has gone out. `subject` is the candidate that a dry run means by it; a
    made-up id for one that it would have made."""

    row: ImportRow
    end: int
    is_invited: bool = False
    has_invite: bool = False
    subject: str | None = None


def create(unit: UnitOfWork, record: CandidateImportRecord) -> None:
    """Save a new import of which nothing is done."""
    unit.create(CANDIDATE_IMPORT, record)
    unit.write(IMPORT_PROGRESS.at(record.team_id, record.id).new(done=0, end=0))


def end_progress(unit: UnitOfWork, record: CandidateImportRecord) -> None:
    """Have no other row begun, as part of `unit` that ends the import."""
    place = IMPORT_PROGRESS.at(record.team_id, record.id)
    unit.write(place.update(Update(set={"isOver": True})))


def get_progress(table: Table, record: CandidateImportRecord) -> ImportProgress:
    """How far an import is. One round trip."""
    return _progress_of(table.get(IMPORT_PROGRESS.key(record.team_id, record.id)))


def get_counts(table: Table, records: Sequence[CandidateImportRecord]) -> dict[str, ImportCounts]:
    """The counts of imports, by their ids. One round trip for each hundred; none for no import."""
    places = {IMPORT_PROGRESS.key(record.team_id, record.id): record.id for record in records}
    found = table.get_many(places)
    return {import_id: _progress_of(found.get(key)).counts for key, import_id in places.items()}


def _progress_of(item: Item | None) -> ImportProgress:
    if item is None:
        return ImportProgress()
    half = item.get("half")
    return ImportProgress(
        item["done"],
        item["end"],
        ImportCounts.model_validate(item),
        ImportRow.model_validate(half) if half is not None else None,
    )


def save_half(
    unit: UnitOfWork,
    record: CandidateImportRecord,
    progress: ImportProgress,
    half: ImportRow,
    refused: Refusal,
) -> ImportProgress:
    """Save that the next row's candidate is made or changed and not yet invited, as part of `unit`.

    The commit raises `refused` where the import is not as far as `progress` says, or has ended.
    """
    body = half.model_dump(by_alias=True, mode="json")
    change = Update(set={"half": body}, condition=_is_at(progress))
    unit.write(IMPORT_PROGRESS.at(record.team_id, record.id).update(change), refused)
    return replace(progress, half=half)


def save_rows(
    unit: UnitOfWork,
    record: CandidateImportRecord,
    progress: ImportProgress,
    rows: Sequence[DoneRow],
    refused: Refusal,
) -> ImportProgress:
    """Save what became of the next rows, as part of `unit` that makes what they ask for.

    The commit raises `refused` where the import is not as far as `progress` says, or has ended.
    """
    counted = _counts_of(rows)
    change = Update(
        set={"end": rows[-1].end},
        add={"done": len(rows), **counted},
        remove=["half"],
        condition=_is_at(progress),
    )
    unit.write(IMPORT_PROGRESS.at(record.team_id, record.id).update(change), refused)
    for done in rows:
        place = IMPORT_ROW.at(record.team_id, record.id, done.row.row)
        unit.write(place.new(**_row_attributes(done)))
    counts = {name: count + counted.get(name, 0) for name, count in progress.counts.model_dump().items()}
    return ImportProgress(progress.done + len(rows), rows[-1].end, ImportCounts(**counts))


def _is_at(progress: ImportProgress) -> Condition:
    is_half_done = lacks("half") if progress.half is None else has("half")
    return equal("done", progress.done) & lacks("isOver") & is_half_done


def _counts_of(rows: Sequence[DoneRow]) -> dict[str, int]:
    counts = {status.value: sum(done.row.status is status for done in rows) for status in RowStatus}
    counts["invited"] = sum(done.is_invited for done in rows)
    return {name: count for name, count in counts.items() if count}


def _row_attributes(done: DoneRow) -> dict[str, Any]:
    body = done.row.model_dump(by_alias=True, mode="json", exclude_none=True)
    if done.subject is not None:
        body.update(subject=done.subject, hasInvite=done.has_invite)
    return body


def list_rows(
    table: Table, team_id: str, import_id: str, status: RowStatus | None, after: str, size: int
) -> tuple[list[ImportRow], str | None]:
    """`size` rows after the place `after`, empty for the first ones, and the place of the last if more do.

    One round trip, up to ten where few rows have the status.
    """
    partition = KeyRange(import_row_key(team_id, import_id, 0).pk, between=(after or "!", "~"))
    where = None if status is None else equal("status", status.value)
    found: list[Item] = []
    items = table.query_all(partition, consistent=True, where=where, page_size=_STEP_ROWS)
    for item in items:
        if keys.Key.of(item).sk != after:
            found.append(item)
        if len(found) > size:
            break
    rows = [ImportRow.model_validate(item) for item in found[:size]]
    return rows, keys.Key.of(found[size - 1]).sk if len(found) > size else None


def list_done(table: Table, record: CandidateImportRecord) -> Iterator[DoneRow]:
    """What became of the rows of a dry run, in their order, read in parts."""
    partition = KeyRange(import_row_key(record.team_id, record.id, 0).pk)
    for item in table.query_all(partition, consistent=True, page_size=_STEP_ROWS):
        row, has_invite = ImportRow.model_validate(item), item.get("hasInvite", False)
        yield DoneRow(row, 0, has_invite=has_invite, subject=item.get("subject"))


def is_invited(table: Table, team_id: str, interview_id: str, candidate_id: str, moment: str) -> bool:
    """Whether a candidate has an interview's invite that is neither completed, expired nor archived at
    `moment`. One round trip."""
    slot = SLOTS[1]
    of_candidate = KeyRange(candidate_listing(team_id, candidate_id), slot.index)
    items = table.query_all(of_candidate, where=equal("interviewId", interview_id))
    return any(_is_open(each, moment) for each in readable(CandidateInterviewRecord, items))


def _is_open(record: CandidateInterviewRecord, moment: str) -> bool:
    """Whether a candidate interview is neither completed, expired nor archived at `moment`."""
    is_over = record.status in (CandidateInterviewStatus.EXPIRED, CandidateInterviewStatus.ARCHIVED)
    is_completed = record.completed_at is not None or record.status in DONE
    return not is_over and not is_completed and record.expiry > moment
