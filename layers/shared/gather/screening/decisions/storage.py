"""Decisions in the table: a partition of its own for each candidate interview.

The candidate interview counts them, so that they are taken one after the other. For example:

    storage.save(unit, record, decision)
    decisions = storage.list_decisions(table, team_id, candidate_interview_id)
"""

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.decisions.models import Decision
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def decision_key(team_id: str, candidate_interview_id: str, number: int) -> keys.Key:
    """One decision about a candidate interview, counted from 1."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#DECISIONS", f"DECISION#{number:06d}")


DECISION = ItemKind("DECISION", decision_key)


def save(unit: UnitOfWork, record: CandidateInterviewRecord, decision: Decision) -> None:
    """Save a new decision about `record`, which has counted it, as part of `unit`."""
    place = DECISION.at(record.team_id, record.id, record.decisions)
    unit.write(place.new(**decision.model_dump(by_alias=True)))


def list_decisions(table: Table, team_id: str, candidate_interview_id: str) -> list[Decision]:
    """The decisions about a candidate interview, newest first. One round trip for each megabyte."""
    partition = KeyRange(DECISION.key(team_id, candidate_interview_id, 0).pk)
    return list(readable(Decision, table.query_all(partition, consistent=True)))[::-1]
