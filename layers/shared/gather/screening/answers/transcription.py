"""From recordings to text, by jobs that take their own time.

A recording that cannot be transcribed is an answer without words (interface: Results, rule 10): candidates
send what they like, and one recording must not keep the others from being scored.

Where the engine announces the end of its jobs, an execution waits for all of them together, with the token of
its task. The announcement may come early, late, twice or never. So the jobs are looked at once the token is
stored, and again when the execution has waited for long.

For example:

    if not start_transcriptions(adapters, run, started={}).jobs:
        ...  # there is nothing to wait for
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
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
from gather.screening.evaluations.run import EvaluationRun, TranscriptionJob, find_current
from gather.table import outbox
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters
from gather.workers.task_tokens import wake

CHECK_SECONDS: Final = 90.0
"""How long one step goes on with further recordings: it ends within the function's time."""


@dataclass(frozen=True, slots=True)
class StartedTranscriptions:
    """The jobs that are under way: whether the engine announces the end of each, by the recording's media id.

    `refusal` says why there are not more of them, where the engine has as many as it takes now.
    """

    jobs: Mapping[str, bool]
    refusal: EngineFailed | None = None

    @property
    def are_announced(self) -> bool:
        """Whether nobody has to ask for the end of any."""
        return all(self.jobs.values())


def start_transcriptions(
    adapters: Adapters, run: EvaluationRun, started: Mapping[str, bool]
) -> StartedTranscriptions:
    """Begin to transcribe the recordings, but for those whose jobs are `started`.

    To start one again would do nothing, but count in the engine's quota: the others would never come to their
    turn. Raises EngineFailed, retryable, when the engine does not work now.
    """
    whole = find_current(adapters, run)
    waiting = _untranscribed(whole, run)
    if whole is None or not waiting:
        return StartedTranscriptions({})
    engine = engines_of(adapters, whole.record.organization_id).transcription()
    interview = adapters.records.get(INTERVIEW, run.team_id, whole.record.interview_id).record
    jobs = {media_id: started[media_id] for _, media_id in waiting if media_id in started}
    for answer, media_id in waiting:
        if media_id in jobs:
            continue
        try:
            is_announced = _start(adapters, engine, run, answer, media_id, interview.language)
        except EngineFailed as failure:
            if not failure.throttled:
                raise
            return StartedTranscriptions(jobs, failure)
        if is_announced is not None:
            jobs[media_id] = is_announced
    return StartedTranscriptions(jobs)


def _start(
    adapters: Adapters,
    engine: Transcription,
    run: EvaluationRun,
    answer: StoredAnswer,
    media_id: str,
    language: str,
) -> bool | None:
    """Whether the end of the answer's job is announced; None where there is no job.

    A recording that the engine refuses is left unheard, and so is every recording in a language that it does
    not know.
    """
    if not engine.understands(language):
        failure = EngineFailed(retryable=False, reason="The transcription engine does not know the language")
        _mark_unheard(adapters, run, answer, failure, TranscriptionProblem.LANGUAGE)
        return None
    try:
        return engine.start(run.job_of(answer), media_key(media_id), language)
    except EngineFailed as failure:
        _mark_unheard(adapters, run, answer, failure)
        return None


def check_transcriptions(
    adapters: Adapters, run: EvaluationRun, clock: Callable[[], float] = monotonic
) -> bool:
    """Save the transcriptions that are done; True when all are. Raises EngineFailed, retryable."""
    whole = find_current(adapters, run)
    return whole is None or not _settle(adapters, run, whole, clock)


def await_transcriptions(
    adapters: Adapters,
    run: EvaluationRun,
    token: str,
    most: timedelta,
    clock: Callable[[], float] = monotonic,
) -> bool:
    """Have the execution that waits with `token` woken when all transcriptions have ended.

    It goes on by itself after `most`. True when there is nothing to wait for, and it is woken at once. An
    announcement that came before the token was stored finds nobody to wake: the jobs are therefore looked at
    afterwards. An engine that is asked too often is not asked again: the execution looks after `most`. Raises
    EngineFailed, retryable.
    """
    table = adapters.records.table
    whole = find_current(adapters, run, most)
    waiting = _untranscribed(whole, run)
    wait: outbox.TokenWait | None = None
    if whole is not None and waiting:
        wait = outbox.begin_wait(table, run.task_id, token, [media_id for _, media_id in waiting])
    if whole is not None and wait is not None:
        try:
            left = _settle(adapters, run, whole, clock)
        except EngineFailed as failure:
            if not failure.throttled:
                raise
            return False
        if ended := wait.parts.difference(left):
            wait = outbox.end_parts(table, run.task_id, ended)
    if wait is not None and wait.parts:
        return False
    wake(adapters, token)
    return True


def end_transcription(adapters: Adapters, job_name: str) -> bool:
    """Note that the engine has announced the end of a job, and wake the execution when it was the last one.

    Returns whether it was. An announcement may come twice, and may be of a job that nobody waits for: another
    one's of the account, or one of an interview that was evaluated or erased meanwhile. One round trip for a
    job of an evaluation, and none for others.
    """
    job = TranscriptionJob.of_name(job_name)
    wait = outbox.end_parts(adapters.records.table, job.task_id, [job.media_id]) if job is not None else None
    return wait is not None and not wait.parts and wake(adapters, wait.token)


def _settle(
    adapters: Adapters, run: EvaluationRun, whole: WholeCandidateInterview, clock: Callable[[], float]
) -> Sequence[str]:
    """Save the transcriptions that are done; the recordings of the others, by their media ids.

    An engine may transcribe only while it is asked. After `CHECK_SECONDS` the others are left for the next
    time.
    """
    waiting = _untranscribed(whole, run)
    if not waiting:
        return ()
    engine = engines_of(adapters, whole.record.organization_id).transcription()
    until = clock() + CHECK_SECONDS
    left: list[str] = []
    for number, (answer, media_id) in enumerate(waiting):
        if (number and clock() > until) or not _is_settled(adapters, engine, run, answer):
            left.append(media_id)
    return left


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
