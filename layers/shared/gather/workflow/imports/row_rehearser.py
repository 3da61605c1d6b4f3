"""Tells what the rows of a dry run would come to, and makes nothing of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from gather.core.caller import TeamScope
from gather.screening.candidates.models import Candidate, new_candidate
from gather.screening.imports.file_rows import FileRow
from gather.screening.imports.models import CandidateImportRecord, OnDuplicate, RowStatus
from gather.screening.imports.storage import DoneRow, ImportProgress, save_rows
from gather.table.unit_of_work import ListingSizes, UnitOfWork
from gather.wiring import Adapters
from gather.workflow.imports.duplicates import get_candidates, likeness_of
from gather.workflow.imports.invites import EarlierInvite, Inviter
from gather.workflow.imports.planned_rows import AskedRow, RowPlanner, RowSubject, changed_by, read_rows
from gather.workflow.imports.rehearsal import Rehearsal
from gather.workflow.imports.row_maker import ImportMoved
from gather.workflow.imports.subjects import KnownCandidates, find_known

_LEARNT_TOGETHER: Final = 500


class RowRehearser:
    """Goes through the rows of one dry run. `progress` is how far it is."""

    def __init__(self, adapters: Adapters, record: CandidateImportRecord, progress: ImportProgress) -> None:
        self._now = adapters.clock.now
        self._records = adapters.records
        self._record = record
        self._team = TeamScope(record.organization_id, record.team_id, record.created_by_id)
        self._rehearsal = Rehearsal()
        self.progress = progress

    def learn(self, rows: Iterable[FileRow], done: Iterable[DoneRow]) -> None:
        """Take in the rows that earlier attempts went through, with what became of them. A round trip for
        each hundred candidates whom these would have changed."""
        remaining = zip(rows, done, strict=False)
        while some := list(islice(remaining, _LEARNT_TOGETHER)):
            changed = [each.subject for _row, each in some if each.row.status is RowStatus.UPDATED]
            stored = get_candidates(self._records, self._record.team_id, [each for each in changed if each])
            before = {candidate_id: each.record for candidate_id, each in stored.items()}
            for row, (_file_row, each) in zip(read_rows([row for row, _each in some]), some, strict=True):
                self._learn_row(row, each, before)

    def _learn_row(self, row: AskedRow, done: DoneRow, stored: dict[str, Candidate]) -> None:
        if row.candidate is None or done.subject is None:
            return
        if done.has_invite:
            self._rehearsal.invite(done.subject)
        before = self._rehearsal.get(done.subject)
        known = before.record if before is not None else stored.get(done.subject)
        if done.row.status is RowStatus.CREATED:
            made = new_candidate(row.candidate, self._team, self._now())
            self._rehearsal.save(made.changed(id=done.subject))
        elif done.row.status is RowStatus.UPDATED and known is not None:
            self._rehearsal.save(changed_by(known, row.candidate, self._now()))

    def _scratch(self) -> UnitOfWork:
        """A unit of work that nobody commits."""
        return UnitOfWork(self._records.table, ListingSizes(), None)

    def make(self, rows: Sequence[AskedRow], inviter: Inviter) -> None:
        """Tell what becomes of the rows that follow those that are done. Raises as `RowMaker.make` does."""
        known = find_known(self._records, self._record, rows, inviter, self._now())
        planner = RowPlanner(self._record, inviter)
        done = [self._rehearse(row, planner, known) for row in rows]
        unit = self._records.unit_of_work()
        after = save_rows(unit, self._record, self.progress, done, ImportMoved())
        unit.commit()
        self.progress = after

    def _rehearse(self, row: AskedRow, planner: RowPlanner, known: KnownCandidates) -> DoneRow:
        planned = planner.plan(self._scratch(), row, self._subject_of(row, known), self._now())
        if planned.candidate is None:
            return planned.done
        candidate = planned.candidate
        if planned.done.row.status is not RowStatus.SKIPPED:
            self._rehearsal.save(candidate)
        if planned.done.has_invite:
            self._rehearsal.invite(candidate.id)
        outcome = planned.done.row.changed(candidate_id=None, candidate_interview_id=None, enrollment_id=None)
        return replace(planned.done, row=outcome, subject=candidate.id)

    def _subject_of(self, row: AskedRow, known: KnownCandidates) -> RowSubject:
        """Whom a row would mean after the rows before it."""
        if row.candidate is None or self._record.on_duplicate is OnDuplicate.CREATE:
            return RowSubject()
        likeness = likeness_of(row.candidate)
        found = self._rehearsal.find(likeness, known.alike.get(likeness, ()))
        if not found:
            return RowSubject()
        candidate_id = max(found)
        rehearsed = self._rehearsal.get(candidate_id)
        subject = known.subject(candidate_id) if rehearsed is None else RowSubject(rehearsed)
        if rehearsed is not None:
            earlier = known.earlier.get(candidate_id, EarlierInvite())
            subject = replace(subject, earlier=earlier)
        if self._rehearsal.is_invited(candidate_id):
            subject = replace(subject, earlier=EarlierInvite(is_there=True))
        return subject
