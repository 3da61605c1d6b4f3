"""Makes what the rows of an import ask for, as many rows in one transaction as fit.

What the rows need to be known is read for some of them side by side. Of these rows one may be about the
candidate of another: then it is read again once the other is made.

    maker = RowMaker(adapters, record, progress)
    maker.make(rows, inviter)
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from gather.core.errors import Conflict
from gather.screening.imports.models import CandidateImportRecord, ImportRow, RowFault
from gather.screening.imports.storage import DoneRow, ImportProgress, save_half, save_rows
from gather.table.records import CHANGE_ATTEMPTS
from gather.table.unit_of_work import MOST_WRITES, ListingSizes, UnitOfWork
from gather.wiring import Adapters
from gather.workflow.imports.duplicates import Likeness, get_candidates, likeness_of, likenesses_of
from gather.workflow.imports.invites import EarlierInvite, Inviter
from gather.workflow.imports.planned_rows import (
    AskedRow,
    MadeCandidate,
    PlannedRow,
    RowPlanner,
    RowSubject,
)
from gather.workflow.imports.subjects import find_known, subject_of


class ImportMoved(Conflict):
    """The import has ended, or another worker has gone on with it."""

    def __init__(self) -> None:
        super().__init__("The import has ended, or another worker goes on with it.")


class RowMaker:
    """Makes the rows of one import. `progress` is how far the import is."""

    def __init__(self, adapters: Adapters, record: CandidateImportRecord, progress: ImportProgress) -> None:
        self._now = adapters.clock.now
        self._records = adapters.records
        self._record = record
        self._sizes = ListingSizes()
        self.progress = progress

    def make(self, rows: Sequence[AskedRow], inviter: Inviter) -> None:
        """Make the rows that follow those that are done. Some three round trips for eight rows.

        Raises ImportMoved, Conflict after several lost races, and ServiceUnavailable.
        """
        planner = RowPlanner(self._record, inviter)
        if self.progress.half is not None:
            self._make_alone(rows[0], planner)
            rows = rows[1:]
        touched = _Touched()
        batch = self._new_batch(planner)
        known = find_known(self._records, self._record, rows, inviter, self._now())
        for row in rows:
            subject = subject_of(row, known)
            is_stale = touched.concerns(row, subject)
            if is_stale or not batch.has_room():
                self._commit(batch)
                batch = self._new_batch(planner)
            if is_stale:
                subject = self._find_subject(row, planner)
            touched.add(subject, batch.add(row, subject))
            if batch.is_too_large():
                batch = self._divide(batch)
        self._commit(batch)

    def _new_unit(self) -> UnitOfWork:
        return UnitOfWork(self._records.table, self._sizes, None)

    def _new_batch(self, planner: RowPlanner) -> "_RowBatch":
        return _RowBatch(self._new_unit(), planner, self._now)

    def _find_subject(self, row: AskedRow, planner: RowPlanner) -> RowSubject:
        known = find_known(self._records, self._record, [row], planner.inviter, self._now())
        return subject_of(row, known)

    def _divide(self, batch: "_RowBatch") -> "_RowBatch":
        """Make the rows of a batch that has too many writes: the last one apart from the others."""
        *others, (last, _subject) = batch.rows
        first = self._new_batch(batch.planner)
        for row, subject in others:
            first.add(row, subject)
        self._commit(first)
        self._make_alone(last, batch.planner)
        return self._new_batch(batch.planner)

    def _commit(self, batch: "_RowBatch") -> None:
        if not batch.rows:
            return
        try:
            self._write(batch.unit, batch.done)
        except ImportMoved:
            raise
        except Conflict:
            # Somebody was faster with one of them.
            for row, _subject in batch.rows:
                self._make_alone(row, batch.planner)

    def _make_alone(self, row: AskedRow, planner: RowPlanner) -> None:
        """Make one row; from the beginning again when another request was faster."""
        for _attempt in range(1, CHANGE_ATTEMPTS):
            try:
                self._make_once(row, planner)
            except ImportMoved:
                raise
            except Conflict:
                continue
            return
        self._make_once(row, planner)

    def _make_once(self, row: AskedRow, planner: RowPlanner) -> None:
        if self.progress.half is not None:
            self._finish_half(row, self.progress.half, planner)
            return
        subject = self._find_subject(row, planner)
        batch = self._new_batch(planner)
        batch.add(row, subject)
        if batch.is_too_large():
            self._make_by_halves(row, subject, planner)
        else:
            self._write(batch.unit, batch.done)

    def _make_by_halves(self, row: AskedRow, subject: RowSubject, planner: RowPlanner) -> None:
        """Make a row that has too many writes for one transaction by two: the many tags of a candidate change
        who is enrolled in very many steps."""
        if row.candidate is None:
            return
        unit = self._new_unit()
        made = planner.make(unit, row.candidate, subject, self._now())
        half = ImportRow(row=row.number, status=made.status, candidate_id=made.candidate.id)
        after = save_half(unit, self._record, self.progress, half, ImportMoved())
        unit.commit()
        self.progress = after
        self._invite(row, made, planner)

    def _finish_half(self, row: AskedRow, half: ImportRow, planner: RowPlanner) -> None:
        """Invite the candidate of a row that is made, and whose invite did not come about."""
        candidate_id = half.candidate_id or ""
        found = get_candidates(self._records, self._record.team_id, [candidate_id]).get(candidate_id)
        if found is None:
            erased = RowFault(field="", reason="the candidate was erased meanwhile")
            self._write(self._new_unit(), [DoneRow(half.changed(errors=(erased,)), row.end)])
            return
        earlier = planner.inviter.find_earlier([candidate_id], self._now())
        made = MadeCandidate(half.status, found.record, earlier.get(candidate_id, EarlierInvite()))
        self._invite(row, made, planner)

    def _invite(self, row: AskedRow, made: MadeCandidate, planner: RowPlanner) -> None:
        unit = self._new_unit()
        self._write(unit, [planner.invite(unit, row, made, self._now(), is_written=False)])

    def _write(self, unit: UnitOfWork, done: Sequence[DoneRow]) -> None:
        after = save_rows(unit, self._record, self.progress, done, ImportMoved())
        unit.commit()
        self.progress = after


class _RowBatch:
    """The rows of one transaction, each with whom it means."""

    def __init__(self, unit: UnitOfWork, planner: RowPlanner, now: Callable[[], datetime]) -> None:
        self.unit = unit
        self.planner = planner
        self._now = now
        self.rows: list[tuple[AskedRow, RowSubject]] = []
        self.done: list[DoneRow] = []
        self._largest = 0

    @property
    def _writes(self) -> int:
        """The writes of the transaction: what the rows ask for, what became of them, and how far the import
        is."""
        return self.unit.size + len(self.done) + 1

    def add(self, row: AskedRow, subject: RowSubject) -> PlannedRow:
        """Plan one more row."""
        before = self._writes
        planned = self.planner.plan(self.unit, row, subject, self._now())
        self.rows.append((row, subject))
        self.done.append(planned.done)
        self._largest = max(self._largest, self._writes - before)
        return planned

    def has_room(self) -> bool:
        """Whether another row is likely to fit."""
        return self._writes + self._largest <= MOST_WRITES

    def is_too_large(self) -> bool:
        """Whether no transaction takes so many writes."""
        return self._writes > MOST_WRITES


class _Touched:
    """The candidates whom rows have made or changed since others were read."""

    def __init__(self) -> None:
        self._likenesses: set[Likeness] = set()
        self._ids: set[str] = set()

    def concerns(self, row: AskedRow, subject: RowSubject) -> bool:
        """Whether whom a row means may be another by now."""
        if row.candidate is None:
            return False
        is_same = subject.stored is not None and subject.stored.record.id in self._ids
        return is_same or likeness_of(row.candidate) in self._likenesses

    def add(self, subject: RowSubject, planned: PlannedRow) -> None:
        """Take in a row that is planned."""
        touched = [subject.stored.record] if subject.stored is not None else []
        touched += [planned.candidate] if planned.candidate is not None else []
        for candidate in touched:
            self._ids.add(candidate.id)
            self._likenesses |= likenesses_of(candidate)
