"""The changes of scores by people in the table: a partition of its own for each candidate interview.

The evaluation counts them, so that no two changes get the same place.

For example:

    storage.save_changes(unit, record, number, changes)
    changes = storage.list_changes(table, team_id, candidate_interview_id)
"""

from collections.abc import Sequence

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.human_scores.models import ScoreChange
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork

MOST_CHANGES_SHOWN = 500
"""So many changes, the newest, are read."""


def score_change_key(team_id: str, candidate_interview_id: str, number: int, position: int) -> keys.Key:
    """One topic's change of those that were made together, which have one number."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#SCORE_CHANGES", f"CHANGE#{number:06d}#{position:03d}")


SCORE_CHANGE = ItemKind("SCORE_CHANGE", score_change_key)


def save_changes(
    unit: UnitOfWork, record: CandidateInterviewRecord, number: int, changes: Sequence[ScoreChange]
) -> None:
    """Save changes that were made together, as part of `unit`."""
    for position, change in enumerate(changes):
        place = SCORE_CHANGE.at(record.team_id, record.id, number, position)
        unit.write(place.new(**change.model_dump(by_alias=True)))


def list_changes(table: Table, team_id: str, candidate_interview_id: str) -> list[ScoreChange]:
    """The newest changes of a candidate interview's scores, newest first.

    One round trip for each megabyte.
    """
    partition = SCORE_CHANGE.key(team_id, candidate_interview_id, 0, 0).pk
    found: list[ScoreChange] = []
    start = None
    while len(found) < MOST_CHANGES_SHOWN:
        left = MOST_CHANGES_SHOWN - len(found)
        page = table.query(KeyRange(partition), limit=left, descending=True, consistent=True, start=start)
        found += readable(ScoreChange, page.items)
        start = page.next_key
        if start is None:
            break
    return found
