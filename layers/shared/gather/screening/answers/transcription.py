"""From recordings to text, by jobs that take their own time.

A recording that cannot be transcribed is an answer without words (interface: Results, rule 10): candidates
send what they like, and one recording must not keep the others from being scored.

For example:

    if start_transcriptions(adapters, run):
        ...  # there is nothing to wait for
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from gather.content.interviews.storage import INTERVIEW
from gather.core.media_address import media_key
from gather.core.observability import count, logger
from gather.ports.failure import EngineFailed
from gather.ports.transcription import Transcribed, Transcription, TranscriptionPending
from gather.screening.answers.models import StoredAnswer, TranscriptionProblem
from gather.screening.answers.storage import save_transcription, save_unheard
from gather.screening.answers.word_times import word_times
from gather.screening.candidate_interviews.whole_storage import WholeCandidateInterview
from gather.screening.evaluations.run import EvaluationRun, find_current
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters

CHECK_SECONDS: Final = 90.0
"""How long one step goes on with further recordings: it ends within the function's time."""


def start_transcriptions(adapters: Adapters, run: EvaluationRun) -> bool:
    """Begin to transcribe the recordings; True when there is nothing to wait for.

    Raises EngineFailed, retryable, when the engine cannot take them now.
    """
    whole = find_current(adapters, run)
    waiting = _untranscribed(whole, run)
    if whole is None or not waiting:
        return True
    engine = engines_of(adapters, whole.record.organization_id).transcription()
    interview = adapters.records.get(INTERVIEW, run.team_id, whole.record.interview_id).record
    started = [
        _is_started(adapters, engine, run, answer, media, interview.language) for answer, media in waiting
    ]
    return not any(started)


def _is_started(
    adapters: Adapters,
    engine: Transcription,
    run: EvaluationRun,
    answer: StoredAnswer,
    media_id: str,
    language: str,
) -> bool:
    """Whether there is a job for the answer now. A recording that the engine refuses is left unheard, and so
    is every recording in a language that it does not know."""
    if not engine.understands(language):
        failure = EngineFailed(retryable=False, reason="The transcription engine does not know the language")
        _mark_unheard(adapters, run, answer, failure, TranscriptionProblem.LANGUAGE)
        return False
    try:
        engine.start(run.job_of(answer), media_key(media_id), language)
    except EngineFailed as failure:
        _mark_unheard(adapters, run, answer, failure)
        return False
    return True


def check_transcriptions(
    adapters: Adapters, run: EvaluationRun, clock: Callable[[], float] = monotonic
) -> bool:
    """Save the transcriptions that are done; True when all are. Raises EngineFailed, retryable.

    An engine may transcribe only while it is asked. After `CHECK_SECONDS` the others are left for the next
    time.
    """
    whole = find_current(adapters, run)
    waiting = _untranscribed(whole, run)
    if whole is None or not waiting:
        return True
    engine = engines_of(adapters, whole.record.organization_id).transcription()
    until = clock() + CHECK_SECONDS
    settled: list[bool] = []
    for answer, _ in waiting:
        if settled and clock() > until:
            return False
        settled.append(_is_settled(adapters, engine, run, answer))
    return all(settled)


def _untranscribed(
    whole: WholeCandidateInterview | None, run: EvaluationRun
) -> list[tuple[StoredAnswer, str]]:
    """The recordings without a transcription, but for those that this run could not have transcribed."""
    answers = whole.answers.values() if whole else ()
    return [
        (answer, answer.media_id)
        for answer in answers
        if answer.media_id and answer.transcription is None and answer.unheard_in_run != run.number
    ]


def _is_settled(adapters: Adapters, engine: Transcription, run: EvaluationRun, answer: StoredAnswer) -> bool:
    """Whether the answer has its transcription now, or is known to get none in this run."""
    try:
        result = engine.result(run.job_of(answer))
    except EngineFailed as failure:
        _mark_unheard(adapters, run, answer, failure)
        return True
    if isinstance(result, TranscriptionPending):
        return False
    if not isinstance(result, Transcribed):
        _mark_unheard(adapters, run, answer, EngineFailed(retryable=False, reason=result.reason))
        return True
    table = adapters.records.table
    times = word_times(result.words)
    save_transcription(
        table, run.team_id, run.candidate_interview_id, answer, result.text, times, result.certainty
    )
    return True


def _mark_unheard(
    adapters: Adapters,
    run: EvaluationRun,
    answer: StoredAnswer,
    failure: EngineFailed,
    problem: TranscriptionProblem = TranscriptionProblem.RECORDING,
) -> None:
    """Mark the answer as one without words, because of `problem`. Raises `failure` when it may pass."""
    if failure.retryable:
        raise failure
    table = adapters.records.table
    save_unheard(table, run.team_id, run.candidate_interview_id, answer, run.number, problem)
    fields = {
        "teamId": run.team_id,
        "candidateInterviewId": run.candidate_interview_id,
        "questionId": answer.question_id,
        "reason": failure.reason,
    }
    logger.warning("a recording was not transcribed", extra=fields)
    count("RecordingsUnheard")
