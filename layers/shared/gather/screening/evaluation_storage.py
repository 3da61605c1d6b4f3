"""The outcome of a candidate interview's latest evaluation in the table: a part of its partition."""

from collections.abc import Iterable

from gather.screening.candidate_interview import CandidateInterviewRecord, StoredEvaluation, SummaryStatus
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.conditions import equal
from gather.table.item_kind import ItemKind
from gather.table.store import Table
from gather.table.unit_of_work import Refusal, UnitOfWork


def evaluation_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The outcome of a candidate interview's latest evaluation."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "EVALUATION", "LATEST")


EVALUATION = ItemKind("EVALUATION", evaluation_key)


def find(table: Table, team_id: str, candidate_interview_id: str) -> StoredEvaluation | None:
    """The latest evaluation of a candidate interview, or None. One round trip."""
    item = table.get(EVALUATION.key(team_id, candidate_interview_id))
    return StoredEvaluation.model_validate(item) if item else None


def find_all(table: Table, records: Iterable[CandidateInterviewRecord]) -> list[StoredEvaluation]:
    """The evaluations that candidate interviews have. One round trip for each hundred."""
    found = table.get_many(EVALUATION.key(record.team_id, record.id) for record in records)
    return [StoredEvaluation.model_validate(item) for item in found.values()]


def begin(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Mark the record's latest evaluation run as under way, as part of `unit`."""
    place = EVALUATION.at(record.team_id, record.id)
    unit.write(place.put(**_under_way(record).model_dump(by_alias=True)))


def begin_again(unit: UnitOfWork, record: CandidateInterviewRecord, failed: StoredEvaluation) -> None:
    """Mark the record's latest evaluation run as under way, if `failed` is what the one before it came to."""
    unchanged = equal("run", failed.run) & equal("summaryStatus", failed.summary_status)
    place = EVALUATION.at(record.team_id, record.id)
    unit.write(place.replace(unchanged, **_under_way(record).model_dump(by_alias=True)))


def end(
    unit: UnitOfWork,
    team_id: str,
    candidate_interview_id: str,
    evaluation: StoredEvaluation,
    refused: Refusal,
) -> None:
    """Store what came of a run, as part of `unit`, which is refused unless the run is under way."""
    place = EVALUATION.at(team_id, candidate_interview_id)
    running = equal("run", evaluation.run) & equal("summaryStatus", SummaryStatus.PROCESSING)
    unit.write(place.replace(running, **evaluation.model_dump(by_alias=True)), refused)


def _under_way(record: CandidateInterviewRecord) -> StoredEvaluation:
    return StoredEvaluation(run=record.evaluation_run, summary_status=SummaryStatus.PROCESSING)
