"""Transcription by the stack's engine server, whose ears are Whisper's."""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from gather.core.language import LANGUAGES, primary_language
from gather.core.word_places import word_places
from gather.ports.failure import EngineFailed
from gather.ports.media import Media
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    SpokenWord,
    Transcribed,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)
from local_stack.engines.recordings import SAMPLE_RATE
from local_stack.engines.server_client import EngineRefused, EngineServer, File
from local_stack.engines.stream_address import stream_address, stream_origin

_STREAM_OPENS: Final = timedelta(seconds=60)
_JOB_ID: Final = re.compile(r"[0-9A-Za-z._-]{1,200}")


class WhisperTranscription:
    """Jobs are files in a folder, so that any process can go on with them.

    `start` notes the job and has the server begin, which announces the end where the stack listens. `result`
    asks the server for the recording's words. The server works on a long recording meanwhile, so that no call
    outlasts a function's time limit.
    """

    def __init__(self, server: EngineServer | None, media: Media, directory: Path) -> None:
        """Without a server no language is understood."""
        self._server = server
        self._media = media
        self._directory = directory

    def understands(self, language: str) -> bool:
        return self._server is not None and primary_language(language) in LANGUAGES

    def stream_origin(self, language: str) -> str | None:
        server = self._server
        return stream_origin(server.url) if server and self.understands(language) else None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        server = self._server
        if server is None or not self.understands(language):
            return None
        expires_at = now + _STREAM_OPENS
        address = stream_address(server.url, server.key, language, expires_at)
        return SpeechStream(address, language, SAMPLE_RATE, expires_at)

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        if not _JOB_ID.fullmatch(job_id):
            raise EngineFailed(retryable=False, reason="The transcription engine refuses this job id")
        if not self._path(job_id).exists():
            self._store(job_id, _Job(media_key, language))
        return self._is_begun(job_id, self._job(job_id))

    def _is_begun(self, job_id: str, job: "_Job") -> bool:
        """Whether the server works on the job by itself, and announces its end."""
        if self._server is None or self._media.describe(job.media_key) is None:
            return False
        fields = {"job": job_id, "language": primary_language(job.language)}
        recording = File("recording", self._media.get(job.media_key))
        try:
            self._server.post_form("/audio/transcriptions", fields, recording)
        except EngineRefused:
            return False
        return True

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        if not _JOB_ID.fullmatch(job_id) or not self._path(job_id).exists():
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        job = self._job(job_id)
        if job.text is None and job.failure is None:
            self._go_on(job)
            self._store(job_id, job)
        if job.failure is not None:
            return TranscriptionFailed(job.failure)
        if job.text is None:
            return TranscriptionPending()
        return Transcribed(job.text, tuple(SpokenWord(*each) for each in job.words), job.certainty)

    def _go_on(self, job: "_Job") -> None:
        """Ask for the words of the job's recording, and finish the job when there is an answer."""
        if self._server is None:
            job.failure = "The local stack has no engine that transcribes."
            return
        if self._media.describe(job.media_key) is None:
            job.failure = "There is no recording under the media key."
            return
        fields = {
            "model": "whisper-base",
            "language": primary_language(job.language),
            "response_format": "verbose_json",
            "timestamp_granularities[]": "word",
        }
        recording = File("recording", self._media.get(job.media_key))
        try:
            response = self._server.post_form("/audio/transcriptions", fields, recording)
        except EngineRefused as refusal:
            if not refusal.retryable:
                job.failure = refusal.reason
            return
        job.text = response["text"]
        timed = ((each["word"], each["start"]) for each in response["words"])
        job.words = list(word_places(job.text, timed))
        job.certainty = _certainty(response["words"])

    def delete_jobs(self, candidate_interview_id: str) -> int:
        found = [*self._directory.glob(f"{candidate_interview_id}-*.json")]
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _job(self, job_id: str) -> "_Job":
        return _Job(**json.loads(self._path(job_id).read_text()))

    def _path(self, job_id: str) -> Path:
        return self._directory / f"{job_id}.json"

    def _store(self, job_id: str, job: "_Job") -> None:
        """Written aside and moved into place: a reader never sees half a job."""
        self._directory.mkdir(parents=True, exist_ok=True)
        aside = self._directory / f".{job_id}.{os.getpid()}"
        aside.write_text(json.dumps(asdict(job)))
        aside.replace(self._path(job_id))


def _certainty(words: Sequence[dict[str, Any]]) -> float | None:
    known = [each["probability"] for each in words if "probability" in each]
    return round(sum(known) / len(known), 3) if known else None


@dataclass(slots=True)
class _Job:
    """The content of a job's file: its recording, and its end."""

    media_key: str
    language: str
    text: str | None = None
    words: list[tuple[int, float]] = field(default_factory=list)
    certainty: float | None = None
    failure: str | None = None
