"""A candidate interview read whole: the record, its answers and its evaluation are one partition."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gather.domain.candidate_interview import (
    AskedQuestion,
    CandidateInterviewRecord,
    QuestionKind,
    StoredAnswer,
    StoredEvaluation,
)
from gather.domain.question import Question
from gather.errors import NotFound
from gather.identifiers import is_id, is_token
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kinds import AI_TEXT_QUESTION, AUDIO_QUESTION, CANDIDATE_INTERVIEW, SURVEY_QUESTION
from gather.table.records import Kind, Records, Stored
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


def read_questions(table: Table, team_id: str, asked: Sequence[AskedQuestion]) -> list[Question]:
    """The questions that are asked, in their order. One round trip for each hundred.

    A question stays readable when it is archived; one that is gone altogether is left out.
    """
    return questions_among(table.get_many(question_key(team_id, each) for each in asked), team_id, asked)


def questions_among(
    found: Mapping[keys.Key, Item], team_id: str, asked: Iterable[AskedQuestion]
) -> list[Question]:
    """Those of the questions that were read, in their order."""
    return [
        Question(each, _KINDS[each.kind].model.model_validate(found[question_key(team_id, each)]))
        for each in asked
        if question_key(team_id, each) in found
    ]


_KINDS: Mapping[QuestionKind, Kind[Any]] = {
    QuestionKind.AUDIO: AUDIO_QUESTION,
    QuestionKind.AI_TEXT: AI_TEXT_QUESTION,
    QuestionKind.SURVEY: SURVEY_QUESTION,
}


def question_key(team_id: str, asked: AskedQuestion) -> keys.Key:
    """Where the record of a question is."""
    return _KINDS[asked.kind].key(team_id, asked.id)


def pointed_at(table: Table, key_of: Callable[[str], keys.Key], token: str) -> tuple[str, str] | None:
    """The team and the candidate interview that a token's pointer leads to.

    One round trip; none for what cannot be a token, which the table might refuse as a key.
    """
    pointer = table.get(key_of(token)) if is_token(token) else None
    return (pointer["teamId"], pointer["candidateInterviewId"]) if pointer else None
