"""A candidate interview read whole.

The record, its answers, its résumé, its evaluation and the state of its conversation are one partition.

For example:

    whole = get_whole(records, team_id, candidate_interview_id)
    whole.record, whole.answers, whole.evaluation
"""

from dataclasses import dataclass

from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.screening.answers.models import StoredAnswer
from gather.screening.answers.storage import ANSWER
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.conversations.storage import (
    INTERVIEW_CONVERSATION,
    StoredConversation,
    conversation_of,
)
from gather.screening.evaluations.models import StoredEvaluation
from gather.screening.evaluations.storage import EVALUATION
from gather.screening.resumes.models import StoredResume
from gather.screening.resumes.storage import RESUME
from gather.table.kind import Stored
from gather.table.record_reader import RecordReader
from gather.table.store import KeyRange


@dataclass(frozen=True, slots=True)
class WholeCandidateInterview:
    """A candidate interview with everything that came of it; `answers` by question id."""

    stored: Stored[CandidateInterviewRecord]
    answers: dict[str, StoredAnswer]
    evaluation: StoredEvaluation | None
    conversation: StoredConversation | None = None
    resume: StoredResume | None = None

    @property
    def record(self) -> CandidateInterviewRecord:
        """The record itself."""
        return self.stored.record


def get_whole(records: RecordReader, team_id: str, candidate_interview_id: str) -> WholeCandidateInterview:
    """A candidate interview with all parts of its partition. One round trip, consistent. Raises NotFound."""
    record_key = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    stored = evaluation = conversation = resume = None
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
            elif INTERVIEW_CONVERSATION.includes(item):
                conversation = conversation_of(item)
            elif RESUME.includes(item):
                resume = StoredResume.model_validate(item)
    if stored is None:
        raise NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    return WholeCandidateInterview(stored, answers, evaluation, conversation, resume)
