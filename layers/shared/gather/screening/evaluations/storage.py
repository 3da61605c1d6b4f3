"""The outcome of a candidate interview's latest evaluation in the table: a part of its partition.

For example:

    evaluation = storage.find(table, team_id, candidate_interview_id)
    storage.begin(unit, record)
"""

from collections.abc import Iterable

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.human_scores.models import begin_run_again
from gather.table import keys
from gather.table.conditions import Condition, equal, lacks
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.readable import readable
from gather.table.store import Table
from gather.table.unit_of_work import LostRace, UnitOfWork


def evaluation_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The outcome of a candidate interview's latest evaluation."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "EVALUATION", "LATEST")


EVALUATION = ItemKind("EVALUATION", evaluation_key)


def find(table: Table, team_id: str, candidate_interview_id: str) -> StoredEvaluation | None:
    """The latest evaluation of a candidate interview, or None. One round trip."""
    item = table.get(EVALUATION.key(team_id, candidate_interview_id))
    return StoredEvaluation.model_validate(item) if item else None


def find_all(table: Table, records: Iterable[CandidateInterviewRecord]) -> dict[str, StoredEvaluation]:
    """The evaluations that candidate interviews have, by their ids. One round trip for each hundred.

    One that cannot be read counts as none.
    """
    wanted = {EVALUATION.key(record.team_id, record.id): record.id for record in records}
    found = table.get_many(wanted)
    return {
        wanted[key]: evaluation
        for key, item in found.items()
        for evaluation in readable(StoredEvaluation, [item])
    }


def begin(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Mark the record's latest evaluation run as under way, as part of `unit`."""
    place = EVALUATION.at(record.team_id, record.id)
    unit.write(place.put(**_new_run(record).model_dump(by_alias=True)))


def begin_again(
    unit: UnitOfWork, record: CandidateInterviewRecord, before: StoredEvaluation, *, asks_anew: bool
) -> StoredEvaluation:
    """Mark the record's latest evaluation run as under way, if `before` is what the one before it came to.

    The scores that people gave stay, and so does an outcome. Returns the evaluation as it is then.
    """
    again = begin_run_again(before, record.evaluation_run, asks_anew=asks_anew)
    place = EVALUATION.at(record.team_id, record.id)
    unit.write(place.replace(_is_as(before), **again.model_dump(by_alias=True)))
    return again


def save_scores(
    unit: UnitOfWork,
    record: CandidateInterviewRecord,
    before: StoredEvaluation | None,
    after: StoredEvaluation,
) -> None:
    """Save the scores that a person has changed, as part of `unit`, which loses the race when there is
    something else than `before`."""
    place, content = EVALUATION.at(record.team_id, record.id), after.model_dump(by_alias=True)
    unit.write(place.new(**content) if before is None else place.replace(_is_as(before), **content))


def delete_words(
    unit: UnitOfWork, record: CandidateInterviewRecord, before: StoredEvaluation, after: StoredEvaluation
) -> None:
    """Save what stays without the candidate's words, as part of `unit`, which loses the race when there is
    something else than `before`."""
    place = EVALUATION.at(record.team_id, record.id)
    unit.write(place.replace(_is_as(before), **after.model_dump(by_alias=True)))


def end(
    unit: UnitOfWork,
    team_id: str,
    candidate_interview_id: str,
    before: StoredEvaluation,
    after: StoredEvaluation,
    refused: Exception,
) -> None:
    """Save what came of a run, `after`, in place of `before`, as part of `unit`.

    The unit is refused unless the run is under way. It loses the race when a person has changed scores since
    `before` was read.
    """

    def refusal(item: Item | None) -> Exception:
        is_running = item is not None and _state(item) == (before.run, SummaryStatus.PROCESSING)
        return LostRace() if is_running else refused

    place = EVALUATION.at(team_id, candidate_interview_id)
    unit.write(place.replace(_is_as(before), **after.model_dump(by_alias=True)), refusal)


def _state(item: Item) -> tuple[object, object]:
    return item["run"], item["summaryStatus"]


def _is_as(before: StoredEvaluation) -> Condition:
    """The evaluation is at the same run, in the same state and with the same scores of people."""
    unchanged = equal("scoreChanges", before.score_changes)
    if before.score_changes == 0:
        # Older evaluations do not count.
        unchanged = lacks("scoreChanges") | unchanged
    return equal("run", before.run) & equal("summaryStatus", before.summary_status) & unchanged


def _new_run(record: CandidateInterviewRecord) -> StoredEvaluation:
    return StoredEvaluation(run=record.evaluation_run, summary_status=SummaryStatus.PROCESSING)
