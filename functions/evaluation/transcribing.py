"""From recordings to text, by jobs that take their own time."""

from evaluation.run import Run, current
from gather import wiring
from gather.content.interview_storage import INTERVIEW
from gather.engines.protocols import EngineFailed, Transcribed, TranscriptionPending
from gather.screening.candidate_interview import StoredAnswer
from gather.screening.media import media_key
from gather.screening.whole_candidate_interview_storage import WholeCandidateInterview
from gather.table import keys
from gather.table.store import Update


def start_transcriptions(run: Run) -> bool:
    """Begin to transcribe the recordings; True when there is nothing to wait for. Raises EngineFailed."""
    whole = current(run)
    waiting = _untranscribed(whole)
    if whole is None or not waiting:
        return True
    interview = wiring.records().get(INTERVIEW, run.team_id, whole.record.interview_id).record
    for answer, media_id in waiting:
        wiring.engines().transcription().start(run.job_of(answer), media_key(media_id), interview.language)
    return False


def check_transcriptions(run: Run) -> bool:
    """Store the transcriptions that are done; True when all are.

    Raises EngineFailed, not retryable, for a recording that cannot be transcribed.
    """
    stored = [_is_stored(run, answer) for answer, _ in _untranscribed(current(run))]
    return all(stored)


def _untranscribed(whole: WholeCandidateInterview | None) -> list[tuple[StoredAnswer, str]]:
    answers = whole.answers.values() if whole else ()
    return [
        (answer, answer.media_id) for answer in answers if answer.media_id and answer.transcription is None
    ]


def _is_stored(run: Run, answer: StoredAnswer) -> bool:
    """Whether the answer has its transcription now."""
    result = wiring.engines().transcription().result(run.job_of(answer))
    if isinstance(result, TranscriptionPending):
        return False
    if not isinstance(result, Transcribed):
        raise EngineFailed(retryable=False, reason=result.reason)
    wiring.table().update(
        keys.answer(run.team_id, run.candidate_interview_id, answer.question_id),
        Update("SET transcription = :text", {":text": result.text}, condition="attribute_exists(pk)"),
    )
    return True
