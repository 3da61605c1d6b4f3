"""The removal of what a candidate said and wrote in an interview, and of all that quotes it (interface: Data
rights and audit, rule 15).

The interview is marked first, in one transaction with the evaluation's loss of words: from then on nothing is
evaluated that would bring them back. Then they go from answers, turns, kept outcomes, the files of the
engines and exports. Every step may be repeated; the interview names the removal once the last one is done.
"""

from collections.abc import Iterator
from datetime import datetime

from gather.core.clock import timestamp
from gather.rights.export import service as export_service
from gather.rights.export import storage as export_storage
from gather.rights.retention.models import are_words_due
from gather.screening.answers.models import StoredAnswer
from gather.screening.answers.storage import ANSWER
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW, parts_of_interview
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.conversations.storage import INTERVIEW_TURN
from gather.screening.evaluations import storage as evaluation_storage
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.evaluations.outcome_storage import OUTCOME
from gather.screening.human_scores.models import delete_words
from gather.screening.recordings.media_keys import speech_folder
from gather.table import store
from gather.table.changes import Update
from gather.table.conditions import present
from gather.table.conversion import Item
from gather.table.keys import Key
from gather.table.readable import read
from gather.table.store import KeyRange, Table, TransactionRefused, Write
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.models import RetainedKind
from gather.wiring import Adapters

MOST_CHANGED_AT_ONCE = 90
"""How many items one transaction changes, which has room for a hundred writes."""


def delete_transcript(adapters: Adapters, team_id: str, interview_id: str, moment: str) -> bool:
    """Remove the words of a candidate interview that was completed by `moment`; whether it was due.

    One whose evaluation is under way waits for the next run.
    """
    records, now = adapters.records, adapters.clock.now()
    marked = records.run(lambda unit: _mark(unit, team_id, interview_id, moment, now))
    if marked is None or not _delete_words(records.table, marked):
        return False
    adapters.engines.media().purge(speech_folder(interview_id))
    adapters.engines.transcription().delete_jobs(interview_id)
    for export_id in export_storage.list_ids(records.table, team_id, marked.candidate_id):
        export_service.delete(adapters, team_id, export_id)
    return records.run(lambda unit: _mark_deleted(unit, team_id, interview_id, moment))


def _mark(
    unit: UnitOfWork, team_id: str, interview_id: str, moment: str, now: datetime
) -> CandidateInterviewRecord | None:
    """Save on the interview that its words are gone, and take them from its evaluation. Two round trips."""
    stored = unit.find(CANDIDATE_INTERVIEW, team_id, interview_id)
    if stored is None or not are_words_due(stored.record, moment):
        return None
    if stored.record.transcript_removed_at is not None:
        return stored.record
    whole = get_whole(unit, team_id, interview_id)
    if whole.evaluation is not None:
        if whole.evaluation.summary_status is SummaryStatus.PROCESSING:
            return None
        unheard = sum(answer.is_without_weight for answer in whole.answers.values())
        after = delete_words(whole.evaluation, unheard)
        evaluation_storage.delete_words(unit, stored.record, whole.evaluation, after)
    return unit.replace(stored, stored.record.changed(transcript_removed_at=timestamp(now))).record


def _delete_words(table: Table, record: CandidateInterviewRecord) -> bool:
    """Remove the words from what is stored beside the interview; False when it is erased meanwhile."""
    writes = [*_changes(table, record)]
    for start in range(0, len(writes), MOST_CHANGED_AT_ONCE):
        try:
            table.transact(writes[start : start + MOST_CHANGED_AT_ONCE])
        except TransactionRefused:
            return False
    return True


def _changes(table: Table, record: CandidateInterviewRecord) -> Iterator[Write]:
    for partition in parts_of_interview(record.team_id, record.id):
        for item in table.query_all(KeyRange(partition), consistent=True):
            if OUTCOME.includes(item):
                yield store.delete(Key.of(item))
            elif ANSWER.includes(item):
                yield _update(item, text=None, transcription=None, wordTimes=None, **_heard(item))
            elif INTERVIEW_TURN.includes(item):
                yield _update(item, text="", wordTimes=None, isRecorded=False)


def _heard(item: Item) -> dict[str, object]:
    """A recording that could be transcribed is not to be taken for one that could not."""
    is_unheard = read(StoredAnswer, item).is_unheard
    return {} if is_unheard else {"unheardInRun": None}


def _update(item: Item, **attributes: object) -> Write:
    return store.update(Key.of(item), Update(set=attributes, condition=present()))


def _mark_deleted(unit: UnitOfWork, team_id: str, interview_id: str, moment: str) -> bool:
    """Save on the interview that nothing of the words is left."""
    stored = unit.find(CANDIDATE_INTERVIEW, team_id, interview_id)
    if stored is None or not are_words_due(stored.record, moment):
        return False
    removed = (*stored.record.removed_kinds, RetainedKind.TRANSCRIPTS.value)
    unit.replace(stored, stored.record.changed(removed_kinds=removed))
    return True
