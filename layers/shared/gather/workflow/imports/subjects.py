"""Whom the rows of an import mean among the candidates whom the team has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from gather.screening.candidates.models import Candidate
from gather.screening.imports.models import CandidateImportRecord, OnDuplicate
from gather.table.kind import Stored
from gather.table.records import Records
from gather.workflow.imports.duplicates import Likeness, find_alike, get_candidates, likeness_of
from gather.workflow.imports.invites import EarlierInvite, Inviter
from gather.workflow.imports.planned_rows import AskedRow, RowSubject


@dataclass(frozen=True, slots=True)
class KnownCandidates:
    """The candidates who are like those of some rows, and what they have of the import's invite."""

    alike: Mapping[Likeness, frozenset[str]]
    candidates: Mapping[str, Stored[Candidate]]
    earlier: Mapping[str, EarlierInvite]

    def subject(self, candidate_id: str) -> RowSubject:
        """One of them, or nobody where they were erased meanwhile."""
        stored = self.candidates.get(candidate_id)
        if stored is None or stored.record.archived_at is not None:
            return RowSubject()
        return RowSubject(stored, self.earlier.get(candidate_id, EarlierInvite()))


def find_known(
    records: Records,
    record: CandidateImportRecord,
    rows: Sequence[AskedRow],
    inviter: Inviter,
    now: datetime,
) -> KnownCandidates:
    """Find who is like the candidates of rows. A round trip for each eight of them, more for who is found."""
    likenesses = [likeness_of(row.candidate) for row in rows if row.candidate is not None]
    if record.on_duplicate is OnDuplicate.CREATE or not likenesses:
        return KnownCandidates({}, {}, {})
    alike = find_alike(records, record.team_id, likenesses)
    found = list({candidate_id for ids in alike.values() for candidate_id in ids})
    candidates = get_candidates(records, record.team_id, found)
    return KnownCandidates(alike, candidates, inviter.find_earlier(list(candidates), now))


def subject_of(row: AskedRow, known: KnownCandidates) -> RowSubject:
    """Whom a row means: of several the newest."""
    if row.candidate is None:
        return RowSubject()
    ids = known.alike.get(likeness_of(row.candidate))
    return known.subject(max(ids)) if ids else RowSubject()
