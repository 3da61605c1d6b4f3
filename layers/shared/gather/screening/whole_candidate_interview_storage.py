"""A candidate interview read whole: the record, its answers and its evaluation are one partition."""

from collections.abc import Callable
from dataclasses import dataclass

from gather.core.errors import NotFound
from gather.core.identifiers import is_id, is_token
from gather.screening.candidate_interview import CandidateInterviewRecord, StoredAnswer, StoredEvaluation
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.records import Records, Stored
from gather.table.store import KeyRange, Table


@dataclass(frozen=True, slots=True)
class WholeCandidateInterview:
    """A candidate interview with everything that came of it; `answers` by question id."""

    stored: Stored[CandidateInterviewRecord]
    answers: dict[str, StoredAnswer]
    evaluation: StoredEvaluation | None

    @property
    def record(self) -> CandidateInterviewRecord:
        """The record itself."""
        return self.stored.record


def read_whole(records: Records, team_id: str, candidate_interview_id: str) -> WholeCandidateInterview:
    """A candidate interview with its answers and evaluation. One round trip, consistent. Raises NotFound."""
    record_key = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    stored = evaluation = None
    answers: dict[str, StoredAnswer] = {}
    if is_id(candidate_interview_id):
        for item in records.table.query_all(KeyRange(record_key.pk), consistent=True):
            if item["sk"] == record_key.sk:
                record = CandidateInterviewRecord.model_validate(item)
                stored = Stored(CANDIDATE_INTERVIEW, record, item)
            elif keys.is_answer(item["sk"]):
                answer = StoredAnswer.model_validate(item)
                answers[answer.question_id] = answer
            elif keys.is_evaluation(item["sk"]):
                evaluation = StoredEvaluation.model_validate(item)
    if stored is None:
        raise NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    return WholeCandidateInterview(stored, answers, evaluation)


def pointed_at(table: Table, key_of: Callable[[str], keys.Key], token: str) -> tuple[str, str] | None:
    """The team and the candidate interview that a token's pointer leads to.

    One round trip; none for what cannot be a token, which the table might refuse as a key.
    """
    pointer = table.get(key_of(token)) if is_token(token) else None
    return (pointer["teamId"], pointer["candidateInterviewId"]) if pointer else None
