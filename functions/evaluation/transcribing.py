"""From recordings to text, by jobs that take their own time."""

from evaluation.run import EvaluationRun, current
from gather.content.interview_storage import INTERVIEW
from gather.engines.protocols import EngineFailed, Transcribed, TranscriptionPending
from gather.screening.answer_storage import store_transcription
from gather.screening.candidate_interview import StoredAnswer
from gather.screening.media import media_key
from gather.screening.whole_candidate_interview_storage import WholeCandidateInterview
from gather.screening.word_times import word_times
from gather.wiring import Adapters


def start_transcriptions(adapters: Adapters, run: EvaluationRun) -> bool:
    """Begin to transcribe the recordings; True when there is nothing to wait for. Raises EngineFailed."""
    whole = current(adapters, run)
    waiting = _untranscribed(whole)
    if whole is None or not waiting:
        return True
    interview = adapters.records.get(INTERVIEW, run.team_id, whole.record.interview_id).record
    transcription = adapters.engines.transcription()
    for answer, media_id in waiting:
        transcription.start(run.job_of(answer), media_key(media_id), interview.language)
    return False


def check_transcriptions(adapters: Adapters, run: EvaluationRun) -> bool:
    """Store the transcriptions that are done; True when all are.

    Raises EngineFailed, not retryable, for a recording that cannot be transcribed.
    """
    stored = [_is_stored(adapters, run, answer) for answer, _ in _untranscribed(current(adapters, run))]
    return all(stored)


def _untranscribed(whole: WholeCandidateInterview | None) -> list[tuple[StoredAnswer, str]]:
    answers = whole.answers.values() if whole else ()
    return [
        (answer, answer.media_id) for answer in answers if answer.media_id and answer.transcription is None
    ]


def _is_stored(adapters: Adapters, run: EvaluationRun, answer: StoredAnswer) -> bool:
    """Whether the answer has its transcription now."""
    result = adapters.engines.transcription().result(run.job_of(answer))
    if isinstance(result, TranscriptionPending):
        return False
    if not isinstance(result, Transcribed):
        raise EngineFailed(retryable=False, reason=result.reason)
    table = adapters.records.table
    times = word_times(result.words)
    store_transcription(table, run.team_id, run.candidate_interview_id, answer, result.text, times)
    return True
