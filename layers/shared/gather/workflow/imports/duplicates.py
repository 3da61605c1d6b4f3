"""Who a row's candidate is, if they are in the team already."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.email_address import normal_email
from gather.screening.candidates.models import Candidate, CreateCandidate
from gather.screening.candidates.storage import BY_EMAIL, BY_EXTERNAL_ID, CANDIDATE
from gather.table.keys import Key
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.lookup import Lookup, kept
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.workflow.imports.reads import side_by_side

_ACTIVE: Final = kept(Selection.ACTIVE)


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a candidate is known by: the client's own id, or the e-mail address in its one form."""

    external_id: str | None = None
    email: str | None = None


def likeness_of(row: CreateCandidate) -> Likeness:
    """What the candidate of a row is known by. Where the row has no id of the client's, it is the address."""
    if row.external_id is not None:
        return Likeness(external_id=row.external_id)
    return Likeness(email=normal_email(row.email))


def likenesses_of(candidate: Candidate) -> set[Likeness]:
    """All that a candidate is known by."""
    known = set()
    if candidate.external_id is not None:
        known.add(Likeness(external_id=candidate.external_id))
    if candidate.email is not None:
        known.add(Likeness(email=normal_email(candidate.email)))
    return known


def find_alike(
    records: Records, team_id: str, likenesses: Sequence[Likeness]
) -> dict[Likeness, frozenset[str]]:
    """The ids of the team's candidates of each likeness, without archived ones, read consistently."""

    def find(likeness: Likeness) -> frozenset[str]:
        if likeness.external_id is not None:
            return _ids(records, BY_EXTERNAL_ID, team_id, likeness.external_id)
        return _ids(records, BY_EMAIL, team_id, likeness.email or "")

    return side_by_side(records, find, likenesses)


def _ids(records: Records, lookup: Lookup[Candidate], team_id: str, value: str) -> frozenset[str]:
    partition = KeyRange(lookup.partition(team_id, value))
    items = records.table.query_all(partition, consistent=True, where=_ACTIVE)
    return frozenset(Key.of(item).sk for item in items)


def get_candidates(
    records: Records, team_id: str, candidate_ids: Sequence[str]
) -> dict[str, Stored[Candidate]]:
    """The candidates of these ids who are there, by their ids. One round trip for each hundred."""
    found = records.find_many(CANDIDATE, team_id, candidate_ids)
    return {stored.record.id: stored for stored in found}
