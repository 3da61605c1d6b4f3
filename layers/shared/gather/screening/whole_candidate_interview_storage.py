"""A candidate interview read whole: the record, its answers and its evaluation are one partition."""

from dataclasses import dataclass

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.screening.answer_storage import ANSWER
from gather.screening.candidate_interview import CandidateInterviewRecord, StoredAnswer, StoredEvaluation
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.screening.evaluation_storage import EVALUATION
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.store import KeyRange


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
            if CANDIDATE_INTERVIEW.includes(item):
                record = CandidateInterviewRecord.model_validate(item)
                stored = Stored(CANDIDATE_INTERVIEW, record, item)
            elif ANSWER.includes(item):
                answer = StoredAnswer.model_validate(item)
                answers[answer.question_id] = answer
            elif EVALUATION.includes(item):
                evaluation = StoredEvaluation.model_validate(item)
    if stored is None:
        raise NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    return WholeCandidateInterview(stored, answers, evaluation)
