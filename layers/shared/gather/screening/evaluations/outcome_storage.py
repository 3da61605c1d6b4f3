"""Outcomes of evaluations in the table: a partition of its own for each candidate interview.

For example:

    outcome = storage.find(table, team_id, candidate_interview_id, outcome_hash)
"""

from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.outcome import EvaluationOutcome
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork


def outcome_key(team_id: str, candidate_interview_id: str, outcome_hash: str) -> keys.Key:
    """The outcome of one input, by its hash."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return keys.Key(f"{record.pk}#OUTCOMES", f"OUTCOME#{outcome_hash}")


OUTCOME = ItemKind("EVALUATION_OUTCOME", outcome_key)


def find(
    table: Table, team_id: str, candidate_interview_id: str, outcome_hash: str
) -> EvaluationOutcome | None:
    """Find the outcome of an earlier evaluation of the same input, or None. One round trip."""
    item = table.get(OUTCOME.key(team_id, candidate_interview_id, outcome_hash))
    return EvaluationOutcome.model_validate(item) if item else None


def save(
    unit: UnitOfWork,
    team_id: str,
    candidate_interview_id: str,
    outcome_hash: str,
    outcome: EvaluationOutcome,
) -> None:
    """Save an outcome for the next evaluation of the same input, as part of `unit`."""
    place = OUTCOME.at(team_id, candidate_interview_id, outcome_hash)
    unit.write(place.put(**outcome.model_dump(by_alias=True)))
