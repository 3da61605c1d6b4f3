"""What a row of an import asks for, added to a unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.screening.candidates.models import Candidate, CreateCandidate, new_candidate
from gather.screening.candidates.storage import CANDIDATE, require_candidate
from gather.screening.imports.file_rows import FileRow
from gather.screening.imports.models import (
    CandidateImportRecord,
    ImportRow,
    OnDuplicate,
    RowFault,
    RowStatus,
)
from gather.screening.imports.rows import WrongRow, candidate_of
from gather.screening.imports.storage import DoneRow
from gather.table.kind import Stored
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.workflow.imports.invites import EarlierInvite, Inviter, RowInvitation


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A row that was read from the file: whom it describes, or what is wrong with it."""

    number: int
    end: int
    candidate: CreateCandidate | None
    errors: tuple[RowFault, ...] = ()


@dataclass(frozen=True, slots=True)
class RowSubject:
    """Who of the team a row means, with what they have of the invite; nobody without `stored`."""

    stored: Stored[Candidate] | None = None
    earlier: EarlierInvite = field(default_factory=EarlierInvite)


@dataclass(frozen=True, slots=True)
class MadeCandidate:
    """A row's candidate, made, changed or found."""

    status: RowStatus
    candidate: Candidate
    earlier: EarlierInvite


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What becomes of a row, and its candidate then; None for a failed one."""

    done: DoneRow
    candidate: Candidate | None = None


def read_rows(rows: Sequence[FileRow]) -> list[AskedRow]:
    """What rows of a file ask for."""
    return [_read(row) for row in rows]


def _read(row: FileRow) -> AskedRow:
    if row.fault is not None:
        return AskedRow(row.number, row.end, None, (RowFault(field="", reason=row.fault),))
    try:
        return AskedRow(row.number, row.end, candidate_of(row.json))
    except WrongRow as wrong:
        return AskedRow(row.number, row.end, None, wrong.errors)


def changed_by(candidate: Candidate, row: CreateCandidate, now: datetime) -> Candidate:
    """A candidate with the members that a row supplies."""
    return candidate.changed(**row.supplied(), updated_at=timestamp(now))


class RowPlanner:
    """Plans the rows of an import."""

    def __init__(self, record: CandidateImportRecord, inviter: Inviter) -> None:
        self._record = record
        self._team = TeamScope(record.organization_id, record.team_id, record.created_by_id)
        self.inviter = inviter

    def plan(self, unit: UnitOfWork, row: AskedRow, subject: RowSubject, now: datetime) -> PlannedRow:
        """Add all that a row asks for to `unit`.

        The commit is a lost race where a candidate who is there was changed or erased meanwhile.
        """
        if row.candidate is None:
            failed = ImportRow(row=row.number, status=RowStatus.FAILED, errors=row.errors)
            return PlannedRow(DoneRow(failed, row.end))
        made = self.make(unit, row.candidate, subject, now)
        is_written = made.status is not RowStatus.SKIPPED
        return PlannedRow(self.invite(unit, row, made, now, is_written=is_written), made.candidate)

    def make(
        self, unit: UnitOfWork, row: CreateCandidate, subject: RowSubject, now: datetime
    ) -> MadeCandidate:
        """Add the candidate of a row to `unit`, made or changed."""
        stored = subject.stored
        if stored is None:
            candidate = new_candidate(row, self._team, now)
            unit.create(CANDIDATE, candidate)
            return MadeCandidate(RowStatus.CREATED, candidate, subject.earlier)
        if self._record.on_duplicate is not OnDuplicate.UPDATE:
            return MadeCandidate(RowStatus.SKIPPED, stored.record, subject.earlier)
        changed = changed_by(stored.record, row, now)
        unit.replace(stored, changed)
        return MadeCandidate(RowStatus.UPDATED, changed, subject.earlier)

    def invite(
        self,
        unit: UnitOfWork,
        row: AskedRow,
        made: MadeCandidate,
        now: datetime,
        *,
        is_written: bool,
    ) -> DoneRow:
        """Add the invite of a row's candidate to `unit`, if they have none; what becomes of the row.

        `is_written` says that the unit writes the candidate too.
        """
        invitation = RowInvitation()
        if not made.earlier.is_there:
            invitation = self.inviter.invite(unit, made.candidate, made.earlier, now)
            if invitation.is_made and not is_written:
                require_candidate(unit, self._team.team_id, made.candidate.id, LostRace())
        outcome = ImportRow(
            row=row.number,
            status=made.status,
            candidate_id=made.candidate.id,
            candidate_interview_id=invitation.candidate_interview_id,
            enrollment_id=invitation.enrollment_id,
            errors=invitation.errors,
        )
        return DoneRow(outcome, row.end, invitation.is_invited, invitation.is_made)
