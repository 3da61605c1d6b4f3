"""Transcription by pocketsphinx with the US English model of its wheel."""

import json
import os
import re
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

from pocketsphinx import Decoder

from gather.core.language import primary_language
from gather.ports.failure import EngineFailed
from gather.ports.media import Media
from gather.ports.transcription import (
    SpeechStream,
    SpokenWord,
    Transcribed,
    TranscriptionFailed,
    TranscriptionPending,
    TranscriptionResult,
)
from local_stack.engines.recordings import SAMPLE_RATE, UnreadableRecording, passages

_JOB_ID: Final = re.compile(r"[0-9A-Za-z._-]{1,200}")
_PASSAGE_SECONDS: Final = 20
_SECONDS_A_CALL: Final = 40
_QUIETEST_SPEECH: Final = 200
_FRAMES_A_SECOND: Final = 100
_NO_WORD: Final = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")


class PocketsphinxTranscription:
    """Jobs are files in a folder, so that any process can go on with them and none is needed meanwhile.

    `start` notes the job. Each `result` decodes at most 40 seconds of the recording, which takes
    some eight seconds, and stores how far it came, so that no call outlasts a function's time limit.
    """

    def __init__(self, media: Media, directory: Path, seconds_a_call: int = _SECONDS_A_CALL) -> None:
        self._media = media
        self._directory = directory
        self._passages_a_call = max(1, seconds_a_call // _PASSAGE_SECONDS)

    def understands(self, language: str) -> bool:
        return primary_language(language) == "en"

    def stream_origin(self, language: str) -> str | None:
        return None

    def stream(self, language: str, now: datetime) -> SpeechStream | None:
        """There is none: browsers upload what was said."""
        return None

    def start(self, job_id: str, media_key: str, language: str) -> None:
        if not _JOB_ID.fullmatch(job_id):
            raise EngineFailed(retryable=False, reason="The transcription engine refuses this job id")
        if not self._path(job_id).exists():
            self._store(job_id, _Job(media_key, language))

    def result(self, job_id: str) -> TranscriptionResult:
        if not _JOB_ID.fullmatch(job_id) or not self._path(job_id).exists():
            raise EngineFailed(retryable=True, reason="The transcription engine has no such job")
        job = _Job(**json.loads(self._path(job_id).read_text()))
        if job.text is None and job.failure is None:
            self._go_on(job)
            self._store(job_id, job)
        if job.failure is not None:
            return TranscriptionFailed(job.failure)
        if job.text is None:
            return TranscriptionPending()
        return Transcribed(job.text, tuple(_words(job.text, job.passages)))

    def _go_on(self, job: "_Job") -> None:
        """Decode the next passages of the job's recording, and finish it with the last one."""
        if not self.understands(job.language):
            job.failure = "The local stack transcribes English only."
            return
        if self._media.describe(job.media_key) is None:
            job.failure = "There is no recording under the media key."
            return
        following = passages(self._media.get(job.media_key), _PASSAGE_SECONDS, skipped=len(job.passages))
        try:
            heard = [self._decode(passage) for passage in islice(following, self._passages_a_call)]
            is_over = next(following, None) is None
        except UnreadableRecording as error:
            job.failure = str(error)
            return
        job.passages += heard
        if is_over:
            job.text = " ".join(word for passage in job.passages for word, _ in passage)

    def _decode(self, passage: bytes) -> "_Passage":
        if _is_silent(passage):
            return []
        self._decoder.start_utt()
        self._decoder.process_raw(passage, full_utt=True)
        self._decoder.end_utt()
        if self._decoder.hyp() is None:
            return []
        # The decoder numbers the ways in which a word is spoken: `the(2)`.
        heard = [(each.word.partition("(")[0], each.start_frame) for each in self._decoder.seg()]
        return [(word, frame / _FRAMES_A_SECOND) for word, frame in heard if not _NO_WORD.fullmatch(word)]

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(samprate=SAMPLE_RATE, loglevel="FATAL")

    def delete_jobs(self, candidate_interview_id: str) -> int:
        found = [*self._directory.glob(f"{candidate_interview_id}-*.json")]
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _path(self, job_id: str) -> Path:
        return self._directory / f"{job_id}.json"

    def _store(self, job_id: str, job: "_Job") -> None:
        """Written aside and moved into place: a reader never sees half a job."""
        self._directory.mkdir(parents=True, exist_ok=True)
        aside = self._directory / f".{job_id}.{os.getpid()}"
        aside.write_text(json.dumps(asdict(job)))
        aside.replace(self._path(job_id))


def _is_silent(passage: bytes) -> bool:
    """Whether there is nothing to hear. The decoder always hears something."""
    return max(map(abs, array("h", passage))) < _QUIETEST_SPEECH


_Passage = list[tuple[str, float]]
"""The words of a passage, each with the seconds from the passage's beginning."""


def _words(text: str, passages: list[_Passage]) -> Iterator[SpokenWord]:
    end = 0
    for number, passage in enumerate(passages):
        for word, seconds in passage:
            start = text.index(word, end)
            yield SpokenWord(start, number * _PASSAGE_SECONDS + seconds)
            end = start + len(word)


@dataclass(slots=True)
class _Job:
    """The content of a job's file: the words of the passages decoded so far, and the job's end."""

    media_key: str
    language: str
    passages: list[_Passage] = field(default_factory=list)
    text: str | None = None
    failure: str | None = None
