"""Transcription behind `POST {url}/audio/transcriptions`.

The server transcribes while it is asked. A job is therefore noted in the media bucket when it starts, carried
out when its result is first asked for, and its text is kept there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from gather.compatible.server import Server
from gather.core.language import primary_language
from gather.core.word_places import word_places
from gather.ports.failure import EngineFailed
from gather.ports.media import Media
from gather.ports.transcription import (
    WORKER_SECONDS,
    SpeechStream,
    SpokenWord,
    Transcribed,
    TranscriptionFailed,
    TranscriptionResult,
)

ENGINE: Final = "The transcription engine"
"""How failures name the engine."""
_FOLDER: Final = "transcriptions/"
_JSON: Final = "application/json"
_JOB_ID: Final = re.compile(r"[0-9A-Za-z._-]{1,200}")
_EXTENSIONS: Final[Mapping[str, str]] = {
    "audio/aac": "m4a",
    "audio/flac": "flac",
    "audio/m4a": "m4a",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    "audio/wave": "wav",
    "audio/webm": "webm",
    "audio/x-m4a": "m4a",
    "audio/x-wav": "wav",
    "video/mp4": "mp4",
    "video/quicktime": "mp4",
    "video/webm": "webm",
}
"""Servers go by the name of a file. A type without a row is sent under the second half of its own name."""
_BAD_REQUEST: Final = 400
_WORDS_OF_TIMES: Final = (b"response_format", b"verbose_json", b"timestamp_granularities")
"""Words of a refusal by a model that tells no times. It is asked for the text alone."""
_SURELY_SILENT: Final = 0.6
_SURELY_UNCLEAR: Final = -1.0
"""Whisper's own bounds: what it takes for silence and is not sure of either are words that nobody said."""


class CompatibleTranscription:
    """Transcribes recordings of the media store by the model `model` of `server`."""

    def __init__(self, server: Server, model: str, media: Media) -> None:
        self._server = server
        self._model = model
        self._media = media

    def understands(self, language: str) -> bool:
        """Returns True: the languages of a server's model are not known here."""
        return True

    def stream_origin(self, language: str) -> str | None:
        return None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        """There is none: browsers upload what was said."""
        return None

    def start(self, job_id: str, media_key: str, language: str) -> bool:
        """Returns False: the server transcribes while it is asked, and tells nobody."""
        if not _JOB_ID.fullmatch(job_id):
            raise EngineFailed(retryable=False, reason=f"{ENGINE} refuses this job id")
        job = json.dumps({"mediaKey": media_key, "language": language})
        self._media.put(_job_key(job_id), job.encode(), _JSON)
        return False

    def result(self, job_id: str, *, within_seconds: float = WORKER_SECONDS) -> TranscriptionResult:
        text_key = f"{_FOLDER}{job_id}.json"
        if self._media.describe(text_key) is not None:
            return _kept(json.loads(self._media.get(text_key)))
        if not _JOB_ID.fullmatch(job_id) or self._media.describe(_job_key(job_id)) is None:
            raise EngineFailed(retryable=True, reason=f"{ENGINE} has no such job")
        job = json.loads(self._media.get(_job_key(job_id)))
        recording = self._media.describe(job["mediaKey"])
        if recording is None:
            return TranscriptionFailed("There is no recording under the media key.")
        try:
            transcribed = self._transcribe(job, recording.content_type, within_seconds)
        except EngineFailed as failure:
            if failure.retryable:
                raise
            return TranscriptionFailed(failure.reason)
        self._media.put(text_key, json.dumps(_keepable(transcribed)).encode(), _JSON)
        return transcribed

    def delete_jobs(self, candidate_interview_id: str) -> int:
        return self._media.purge(f"{_FOLDER}{candidate_interview_id}-")

    def _transcribe(self, job: Mapping[str, str], content_type: str, seconds: float) -> Transcribed:
        bare_type = content_type.partition(";")[0].strip().lower()
        extension = _EXTENSIONS.get(bare_type) or bare_type.rpartition("/")[2] or "bin"
        fields = [
            ("file", (f"recording.{extension}", self._media.get(job["mediaKey"]), bare_type)),
            ("model", self._model),
            ("language", primary_language(job["language"])),
            ("response_format", "verbose_json"),
            ("timestamp_granularities[]", "word"),
        ]
        response = self._server.post_form("/audio/transcriptions", fields, seconds)
        if response.status == _BAD_REQUEST and any(word in response.body for word in _WORDS_OF_TIMES):
            plainly = [*fields[:3], ("response_format", "json")]
            response = self._server.post_form("/audio/transcriptions", plainly, seconds)
        if not response.is_success:
            raise self._server.failure(response)
        read = response.json()
        if not isinstance(read, Mapping) or not isinstance(read.get("text"), str):
            raise EngineFailed(retryable=True, reason=f"{ENGINE} gave an answer without a text")
        return _transcribed(read)


def _job_key(job_id: str) -> str:
    return f"{_FOLDER}{job_id}.job.json"


def _keepable(transcribed: Transcribed) -> dict[str, Any]:
    return {
        "text": transcribed.text,
        "words": [[word.start, word.seconds] for word in transcribed.words],
        "certainty": transcribed.certainty,
    }


def _kept(stored: Mapping[str, Any]) -> Transcribed:
    words = tuple(SpokenWord(int(start), float(seconds)) for start, seconds in stored["words"])
    return Transcribed(stored["text"], words, stored["certainty"])


def _transcribed(read: Mapping[str, Any]) -> Transcribed:
    segments = [each for each in _list(read.get("segments")) if isinstance(each, Mapping)]
    if segments and all(_is_invented(segment) for segment in segments):
        return Transcribed("")
    text = read["text"].strip()
    spoken = [*_spoken(read, segments)]
    timed = ((word, seconds) for word, seconds, _ in spoken)
    words = tuple(SpokenWord(*place) for place in word_places(text, timed))
    return Transcribed(text, words, _certainty(segments, [sure for _, _, sure in spoken]))


def _spoken(
    read: Mapping[str, Any], segments: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, float, float | None]]:
    """The words with their times and how sure the server is of each. Some servers have them in segments."""
    listed = _list(read.get("words")) or [
        word for segment in segments for word in _list(segment.get("words"))
    ]
    for each in listed:
        word = each.get("word") if isinstance(each, Mapping) else None
        seconds = _number(each.get("start")) if isinstance(each, Mapping) else None
        if not isinstance(word, str) or seconds is None:
            return
        if word.strip():
            yield word.strip(), max(0.0, seconds), _number(each.get("probability"))


def _certainty(segments: Sequence[Mapping[str, Any]], sure: Sequence[float | None]) -> float | None:
    """The average probability of the words, as far as the server tells it of words or of segments."""
    known = [each for each in sure if each is not None]
    if not known:
        logs = [_number(segment.get("avg_logprob")) for segment in segments]
        known = [math.exp(min(0.0, each)) for each in logs if each is not None]
    return round(min(1.0, max(0.0, sum(known) / len(known))), 3) if known else None


def _is_invented(segment: Mapping[str, Any]) -> bool:
    silent, clear = _number(segment.get("no_speech_prob")), _number(segment.get("avg_logprob"))
    return silent is not None and silent > _SURELY_SILENT and clear is not None and clear < _SURELY_UNCLEAR


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number else None  # type: ignore[arg-type]
