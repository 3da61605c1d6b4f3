"""Reading what the results of a candidate interview are made of."""

from collections.abc import Iterable

from gather.domain.audio_question import AudioQuestionRecord
from gather.domain.candidate_interview import (
    AskedQuestion,
    CandidateInterviewRecord,
    CandidateInterviewResults,
    QuestionKind,
    StoredAnswer,
    StoredEvaluation,
)
from gather.domain.results import Question, ScreeningOutcome, results_of
from gather.domain.survey_question import SurveyQuestion
from gather.errors import NotFound
from gather.identifiers import is_id
from gather.table import keys
from gather.table.conversion import Item
from gather.table.kinds import AUDIO_QUESTION, CANDIDATE_INTERVIEW, SURVEY_QUESTION
from gather.table.records import Records
from gather.table.store import KeyRange, Table


def read_results(
    records: Records, team_id: str, candidate_interview_id: str, base_url: str
) -> CandidateInterviewResults:
    """The results of a candidate interview. Two round trips, one before anything was answered.

    Raises NotFound.
    """
    return results_of(read_outcome(records.table, team_id, candidate_interview_id), base_url)


def read_outcome(table: Table, team_id: str, candidate_interview_id: str) -> ScreeningOutcome:
    """The record, its answers, its evaluation and the questions asked. Raises NotFound."""
    record: CandidateInterviewRecord | None = None
    answers: dict[str, StoredAnswer] = {}
    evaluation: StoredEvaluation | None = None
    any_answer = keys.answer(team_id, candidate_interview_id, "").sk
    for item in _partition(table, team_id, candidate_interview_id):
        if item["sk"] == keys.RECORD:
            record = CandidateInterviewRecord.model_validate(item)
        elif item["sk"] == keys.evaluation(team_id, candidate_interview_id).sk:
            evaluation = StoredEvaluation.model_validate(item)
        elif item["sk"].startswith(any_answer):
            answer = StoredAnswer.model_validate(item)
            answers[answer.question_id] = answer
    if record is None:
        raise NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    return ScreeningOutcome(record, answers, evaluation, read_questions(table, team_id, record.asked or ()))


def _partition(table: Table, team_id: str, candidate_interview_id: str) -> Iterable[Item]:
    """The record and all of its parts."""
    if not is_id(candidate_interview_id):
        return ()
    partition = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id).pk
    return table.query_all(KeyRange(partition), consistent=True)


def read_questions(table: Table, team_id: str, asked: Iterable[AskedQuestion]) -> dict[str, Question]:
    """The questions that exist of those asked, by id. One round trip for each hundred, none for none."""
    wanted = {
        _key(team_id, question): question for question in asked if question.kind is not QuestionKind.AI_TEXT
    }
    found = table.get_many(wanted)
    return {
        wanted[key].id: (
            SurveyQuestion.model_validate(item)
            if wanted[key].kind is QuestionKind.SURVEY
            else AudioQuestionRecord.model_validate(item)
        )
        for key, item in found.items()
    }


def _key(team_id: str, question: AskedQuestion) -> keys.Key:
    kind = SURVEY_QUESTION if question.kind is QuestionKind.SURVEY else AUDIO_QUESTION
    return kind.key(team_id, question.id)
