"""A candidate's answers in the table: parts of their candidate interview's partition.

For example:

    storage.save(unit, record, answer)
    storage.delete(unit, record, question_id)
"""

from collections.abc import Mapping
from contextlib import suppress

from gather.screening.answers.models import StoredAnswer, TranscriptionProblem
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import present
from gather.table.item_kind import ItemKind
from gather.table.store import ConditionFailed, Table
from gather.table.unit_of_work import UnitOfWork


def answer_key(team_id: str, candidate_interview_id: str, question_id: str) -> keys.Key:
    """A candidate's answer to one question."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "ANSWER", question_id)


ANSWER = ItemKind("ANSWER", answer_key)


def save(unit: UnitOfWork, record: CandidateInterviewRecord, answer: StoredAnswer) -> None:
    """Save an answer in place of an earlier one to its question, as part of `unit`."""
    place = ANSWER.at(record.team_id, record.id, answer.question_id)
    unit.write(place.put(**answer.model_dump(by_alias=True)))


def delete(unit: UnitOfWork, record: CandidateInterviewRecord, question_id: str) -> None:
    """Delete the answer to a question, as part of `unit`."""
    unit.write(ANSWER.at(record.team_id, record.id, question_id).delete())


def save_transcription(
    table: Table,
    team_id: str,
    candidate_interview_id: str,
    answer: StoredAnswer,
    text: str,
    word_times: str | None,
    certainty: float | None,
) -> None:
    """Give an answer its transcription, with the times and the certainty of its words where they are known.

    One round trip. Does nothing for an answer that was erased meanwhile.
    """
    heard = {"transcription": text, "wordTimes": word_times, "heardCertainty": certainty}
    _save(table, team_id, candidate_interview_id, answer, heard)


def save_unheard(
    table: Table,
    team_id: str,
    candidate_interview_id: str,
    answer: StoredAnswer,
    run: int,
    problem: TranscriptionProblem,
) -> None:
    """Mark an answer as a recording that evaluation run `run` could not have transcribed, and why.

    One round trip. Does nothing for an answer that was erased meanwhile.
    """
    heard = {"unheardInRun": run, "unheardBecause": problem.value}
    _save(table, team_id, candidate_interview_id, answer, heard)


def _save(
    table: Table,
    team_id: str,
    candidate_interview_id: str,
    answer: StoredAnswer,
    heard: Mapping[str, object],
) -> None:
    key = ANSWER.key(team_id, candidate_interview_id, answer.question_id)
    with suppress(ConditionFailed):
        table.update(key, Update(set=heard, condition=present()))
