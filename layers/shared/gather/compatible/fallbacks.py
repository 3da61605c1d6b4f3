"""Engines that are asked one after the other: the next one when the one before it fails.

While somebody waits there is no time for two slow engines. The next one is asked only when the one before it
has failed quickly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Final, TypeVar

from gather.ports.assistant import Assistant, AssistantReply, AssistantRequest
from gather.ports.evaluation import (
    Evaluation,
    EvaluationRequest,
    EvaluationResult,
    EvaluationTopic,
    Judge,
)
from gather.ports.failure import EngineFailed
from gather.ports.interviewer import Interviewer, InterviewerRequest, InterviewerResponse
from gather.ports.media import Media
from gather.ports.speech import Narrator, Speech, SpokenAudio
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    Transcription,
    TranscriptionFailed,
    TranscriptionResult,
)

Engine = TypeVar("Engine")
Outcome = TypeVar("Outcome")
Engines = Sequence[Callable[[], Engine]]
"""The engines in the order in which they are asked. Each is made when it is first asked."""

_REQUEST_SECONDS: Final = 4.0
"""The latest failure after which an API client waits for the next engine too."""
_CONVERSATION_SECONDS: Final = 1.5
"""The latest failure after which a candidate waits for the next interviewer too."""


def first_answer(
    engines: Engines[Engine],
    ask: Callable[[Engine], Outcome],
    within_seconds: float = float("inf"),
    clock: Callable[[], float] = monotonic,
) -> Outcome:
    """What the first engine says that does not fail.

    After `within_seconds` no further one is asked. Raises EngineFailed when all have failed: a failure that
    may pass, if there is one.
    """
    began = clock()
    failures: list[EngineFailed] = []
    for engine in engines:
        if failures and clock() - began > within_seconds:
            break
        try:
            return ask(engine())
        except EngineFailed as failure:
            failures.append(failure)
    raise next((each for each in failures if each.retryable), failures[0])


class FallbackEvaluation:
    """An Evaluation. The result tells which engine judged."""

    def __init__(self, engines: Engines[Evaluation]) -> None:
        self._engines = engines

    def judge(self) -> Judge:
        return self._engines[0]().judge()

    def evaluate(self, request: EvaluationRequest) -> EvaluationResult:
        def ask(engine: Evaluation) -> EvaluationResult:
            result = engine.evaluate(request)
            return replace(result, judge=result.judge or engine.judge())

        return first_answer(self._engines, ask)

    def suggest_topics(self, job_description: str, questions: Sequence[str]) -> list[EvaluationTopic]:
        return first_answer(
            self._engines,
            lambda engine: engine.suggest_topics(job_description, questions),
            _REQUEST_SECONDS,
        )


class FallbackAssistant:
    """An Assistant."""

    def __init__(self, engines: Engines[Assistant]) -> None:
        self._engines = engines

    def reply(self, request: AssistantRequest) -> AssistantReply:
        def ask(engine: Assistant) -> AssistantReply:
            return engine.reply(request)

        return first_answer(self._engines, ask, _REQUEST_SECONDS)


class FallbackInterviewer:
    """An Interviewer."""

    def __init__(self, engines: Engines[Interviewer]) -> None:
        self._engines = engines

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        def ask(engine: Interviewer) -> InterviewerResponse:
            return engine.respond(request)

        return first_answer(self._engines, ask, _CONVERSATION_SECONDS)


class FallbackSpeech:
    """A Speech. All engines have the narrators of the first one."""

    def __init__(self, engines: Engines[Speech]) -> None:
        self._engines = engines

    def narrators(self) -> Sequence[Narrator]:
        return self._engines[0]().narrators()

    def narrator(self, narrator_id: str) -> Narrator | None:
        return self._engines[0]().narrator(narrator_id)

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        def ask(engine: Speech) -> SpokenAudio:
            return engine.synthesize(text, narrator_id)

        return first_answer(self._engines, ask, _REQUEST_SECONDS)


class FallbackTranscription:
    """A Transcription. What is streamed goes to the first engine.

    A job is noted when it starts, so that the next engine can begin it when the one before it fails.
    `all_engines` are those that may have kept something, whatever was chosen when they did.
    """

    def __init__(
        self, engines: Engines[Transcription], media: Media, all_engines: Engines[Transcription]
    ) -> None:
        self._engines = engines
        self._media = media
        self._all_engines = all_engines

    def understands(self, language: str) -> bool:
        return any(engine().understands(language) for engine in self._engines)

    def stream_origin(self, language: str) -> str | None:
        return self._engines[0]().stream_origin(language)

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        return self._engines[0]().stream(language, now)

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        """Returns what the engine says that takes the job. One that takes it over later is asked in turn."""
        if len(self._engines) == 1:
            return self._engines[0]().start(job_id, media_key, language)

        def take(engine: Transcription) -> bool:
            return engine.start(job_id, media_key, language)

        is_announced = first_answer(self._engines, take)
        job = json.dumps({"mediaKey": media_key, "language": language})
        self._media.put(_job_key(job_id), job.encode(), "application/json")
        return is_announced

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        if len(self._engines) == 1:
            return self._engines[0]().result(job_id, within_seconds=within_seconds)
        if self._media.describe(_job_key(job_id)) is None:
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        job = json.loads(self._media.get(_job_key(job_id)))
        share = within_seconds / len(self._engines)

        def ask(engine: Transcription) -> TranscriptionResult:
            engine.start(job_id, job["mediaKey"], job["language"])
            result = engine.result(job_id, within_seconds=share)
            if isinstance(result, TranscriptionFailed):
                raise EngineFailed(retryable=False, reason=result.reason)
            return result

        return first_answer(self._engines, ask)

    def delete_jobs(self, candidate_interview_id: str) -> int:
        return sum(engine().delete_jobs(candidate_interview_id) for engine in self._all_engines)


def _job_key(job_id: str) -> str:
    return f"transcriptions/{job_id}.order.json"
