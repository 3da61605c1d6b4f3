"""Exports in the table. They are due under the expiry schedule when their day is over."""

from gather.rights.export.models import ExportRecord
from gather.screening.candidate_interviews.storage import EXPIRY_SCHEDULE
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.keys import Key
from gather.table.kind import Kind, team_of
from gather.table.lookup import Lookup
from gather.table.store import KeyRange, Table


def export_of_candidate_key(team_id: str, candidate_hash: str, record_id: str) -> keys.Key:
    """From a candidate to an export."""
    return keys.Key(f"TEAM#{team_id}#EXPORT#CANDIDATE#{candidate_hash}", record_id)


EXPORT_OF_CANDIDATE = ItemKind("EXPORT_OF_CANDIDATE", export_of_candidate_key)
BY_CANDIDATE: Lookup[ExportRecord] = Lookup(EXPORT_OF_CANDIDATE, lambda record: record.candidate_id)

EXPORT = Kind(
    resource="export",
    name="EXPORT",
    model=ExportRecord,
    team_of=team_of,
    listings=lambda record: [],
    due=lambda record: None if record.is_ending else (EXPIRY_SCHEDULE, record.ends_at),
    lookups=(BY_CANDIDATE,),
)


def list_ids(table: Table, team_id: str, candidate_id: str) -> list[str]:
    """The ids of a candidate's exports. One round trip."""
    partition = KeyRange(BY_CANDIDATE.partition(team_id, candidate_id))
    return [Key.of(item).sk for item in table.query_all(partition, consistent=True)]
