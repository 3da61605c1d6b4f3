"""Candidates in the table: their places, their lookups and their lists.

For example:

    page = list_page(records, team, Selection.ACTIVE, offset=0, size=10, search="Ada")
"""

from gather.core.caller import TeamScope
from gather.core.email_address import normal_email
from gather.screening.candidates.models import Candidate
from gather.table import keys
from gather.table.conditions import present
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.listing import Selection
from gather.table.lookup import Lookup
from gather.table.record_reader import RecordPage
from gather.table.records import Records
from gather.table.search import Search
from gather.table.unit_of_work import Refusal, UnitOfWork
from gather.tenancy.organizations.storage import is_supplemented


def candidate_external_id_key(team_id: str, external_id_hash: str, record_id: str) -> keys.Key:
    """From a customer's own id of a person to a candidate."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#EXTERNALID#{external_id_hash}", record_id)


def candidate_email_key(team_id: str, email_hash: str, record_id: str) -> keys.Key:
    """From an e-mail address, whatever its case, to a candidate."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#EMAIL#{email_hash}", record_id)


CANDIDATE_EXTERNAL_ID = ItemKind("CANDIDATE_EXTERNAL_ID", candidate_external_id_key)
CANDIDATE_EMAIL = ItemKind("CANDIDATE_EMAIL", candidate_email_key)


def _email_of(candidate: Candidate) -> str | None:
    return normal_email(candidate.email) if candidate.email else None


BY_EXTERNAL_ID: Lookup[Candidate] = Lookup(CANDIDATE_EXTERNAL_ID, lambda candidate: candidate.external_id)
BY_EMAIL: Lookup[Candidate] = Lookup(CANDIDATE_EMAIL, _email_of)

CANDIDATE = Kind(
    resource="candidate",
    name="CANDIDATE",
    model=Candidate,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE")],
    search_text=Candidate.search_text,
    lookups=(BY_EXTERNAL_ID, BY_EMAIL),
    person_of=lambda record: record.id,
)


def list_page(
    records: Records,
    team: TeamScope,
    selection: Selection,
    offset: int,
    size: int,
    *,
    search: str | None = None,
    external_id: str | None = None,
    after: str | None = None,
) -> RecordPage[Candidate]:
    """A page of the team's candidates, newest first.

    `external_id` keeps those with this id of the client's own system. It reads their lookup where the
    organization's records have one, and else the whole listing.
    """
    if external_id is not None and is_supplemented(records.table, team.organization_id):
        return records.found_page(
            CANDIDATE,
            BY_EXTERNAL_ID,
            team.team_id,
            external_id,
            selection,
            offset,
            size,
            Search(search),
            after=after,
        )
    listing = CANDIDATE.team_listing(team.team_id)
    wanted = Search(search, {"externalId": external_id})
    return records.page(CANDIDATE, listing, selection, offset, size, wanted, after=after)


def require_candidate(unit: UnitOfWork, team_id: str, candidate_id: str, refused: Refusal) -> None:
    """Commit only if the candidate was not erased meanwhile; `refused` says what it is then.

    Whatever is made for a candidate is made by such a unit: an erasure removes what there is when it begins,
    and nothing may follow it. A unit that stores the candidate itself needs no more than that.
    """
    unit.require(CANDIDATE.key(team_id, candidate_id), present(), refused)
